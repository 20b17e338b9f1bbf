"""Pass pipelines: text to passes.

Two spellings are read, mlir-opt's and xDSL's::

    a,b{x=1 y=foo,bar z="text"}
    builtin.module(a,func.func(b{x=1}))

Every pass here works on a whole module and chooses its functions by option, so ``func.func(...)``
only groups: what it holds runs on the module, like the rest. Pass classes are imported when they
are asked for.
"""

from __future__ import annotations

import dataclasses
import difflib
import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NoReturn,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from ckptopt import diagnostics
from ckptopt.diagnostics import Location

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.passes import ModulePass

PASSES: dict[str, str] = {
    "buffers-to-stack": "ckptopt.transforms.buffers_to_stack:BuffersToStackPass",
    "differentiate": "ckptopt.transforms.differentiate:DifferentiatePass",
    "enzyme": "ckptopt.transforms.enzyme:EnzymePass",
    "enzyme-simplify-math": "ckptopt.transforms.enzyme_simplify_math:EnzymeSimplifyMathPass",
    "enzyme-wrap": "ckptopt.transforms.enzyme_wrap:EnzymeWrapPass",
    "loop-checkpoint": "ckptopt.transforms.loop_checkpoint:LoopCheckpointPass",
    "lower-enzyme-binomial-progress": (
        "ckptopt.transforms.lower_enzyme_binomial_progress:LowerEnzymeBinomialProgressPass"
    ),
    "remove-unnecessary-enzyme-ops": (
        "ckptopt.transforms.remove_unnecessary_enzyme_ops:RemoveUnnecessaryEnzymeOpsPass"
    ),
    "simplify": "ckptopt.transforms.simplify:SimplifyPass",
    "split-derivative": "ckptopt.transforms.split_derivative:SplitDerivativePass",
    "sink-checkpoint-views": "ckptopt.transforms.sink_checkpoint_views:SinkCheckpointViewsPass",
}
"""Pass name to ``module:Class``. xDSL's own passes can be named too."""

FLAGS = (
    *PASSES,
    "canonicalize",
    "convert-linalg-to-loops",
    "convert-scf-to-cf",
    "cse",
    "linalg-generalize-named-ops",
    "lower-affine",
    "reconcile-unrealized-casts",
    "scf-for-loop-range-folding",
    "scf-parallel-loop-tiling",
)
"""Passes that are options of the command line: ours, and those that xDSL and mlir-opt share."""

ANCHORS = ("any", "builtin.module", "func.func")


PLACE = "<pipeline>"
"""The file name in locations of a pipeline's text."""


@dataclass(frozen=True)
class PassSpec:
    """A pass name with the options as written; a flag without ``=`` has no values.

    ``places`` says where in the pipeline the name and the options are.
    """

    name: str
    options: dict[str, tuple[str, ...]]
    places: dict[str, Location] = field(default_factory=dict[str, "Location"], compare=False)


def parse_pipeline(text: str) -> tuple[PassSpec, ...]:
    """Read a pipeline in either spelling.

    Raises:
        CompileError: the text is not a pipeline.
    """
    return _Parser(text).pipeline()


def build_pipeline(text: str) -> tuple[ModulePass, ...]:
    """Return the passes that a pipeline names, with their options set.

    Raises:
        CompileError: bad syntax, an unknown pass or option, or a value of the wrong type.
    """
    return tuple(build_pass(spec) for spec in parse_pipeline(text))


def stages_of(one: ModulePass, module: ModuleOp) -> Iterator[ModulePass] | None:
    """The passes that `one` is made of, if it says so by a method `stages`.

    Each stage must be applied to `module` before the next is asked for.
    """
    stages = getattr(one, "stages", None)
    return None if stages is None else stages(module)


def pass_class(name: str, where: Location | None = None) -> type[ModulePass]:
    """Import and return the pass called ``name``: one of ours, else one of xDSL's.

    Raises:
        CompileError: there is no such pass, or it needs a package that is not installed.
    """
    try:
        return _import_pass(name, where)
    except ImportError as reason:
        raise diagnostics.error(where, f"pass '{name}' cannot be loaded: {reason}") from reason


def _import_pass(name: str, where: Location | None) -> type[ModulePass]:
    if (target := PASSES.get(name)) is not None:
        module, _, attribute = target.partition(":")
        return getattr(importlib.import_module(module), attribute)
    from xdsl.transforms import get_all_passes

    theirs = get_all_passes()
    if name not in theirs:
        hint = _suggestion(name, [*PASSES, *theirs])
        raise diagnostics.error(where, f"unknown pass '{name}'{hint}")
    return theirs[name]()


@dataclass(frozen=True)
class OptionInfo:
    """An option of a pass, as it is written in a pipeline."""

    name: str
    type: str
    default: str


def options_of(cls: type[ModulePass]) -> tuple[OptionInfo, ...]:
    """Describe the options of a pass, in the order of its fields."""
    hints = _option_types(cls)
    return tuple(
        OptionInfo(_written(one.name), _type_text(hints[one.name]), _default_text(one))
        for one in dataclasses.fields(cls)
    )


def build_pass(spec: PassSpec) -> ModulePass:
    """Make a pass from its name and options.

    Raises:
        CompileError: an unknown pass or option, a missing option, or a value of the wrong type.
    """
    here = spec.places.get(spec.name)
    cls = pass_class(spec.name, here)
    hints = _option_types(cls)
    values: dict[str, Any] = {}
    for key, given in spec.options.items():
        name, where = key.replace("-", "_"), spec.places.get(key)
        if name not in hints:
            hint = _suggestion(key, map(_written, hints)) or "; it has none" * (not hints)
            raise diagnostics.error(where, f"pass '{spec.name}' has no option '{key}'{hint}")
        if name in values:
            raise diagnostics.error(where, f"pass '{spec.name}': option '{key}' is given twice")
        values[name] = _convert(spec.name, key, given, hints[name], where)
    for option in dataclasses.fields(cls):
        if option.name not in values and _is_required(option):
            name = _written(option.name)
            raise diagnostics.error(here, f"pass '{spec.name}' needs the option '{name}'")
    return cls(**values)


def _option_types(cls: type[ModulePass]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {one.name: hints[one.name] for one in dataclasses.fields(cls)}


def _is_required(option: dataclasses.Field[Any]) -> bool:
    return option.default is dataclasses.MISSING and option.default_factory is dataclasses.MISSING


def _default(option: dataclasses.Field[Any]) -> object:
    factory: object = option.default_factory
    return factory() if callable(factory) else option.default


def _default_text(option: dataclasses.Field[Any]) -> str:
    return "required" if _is_required(option) else ",".join(_texts(_default(option)))


def _texts(value: object) -> tuple[str, ...]:
    """An option's value as it is written in a pipeline, item by item; nothing for None."""
    match value:
        case bool():
            return (str(value).lower(),)
        case tuple():
            return tuple(map(str, cast(tuple[object, ...], value)))
        case None:
            return ()
        case _:
            return (str(value),)


def to_text(passes: Iterable[ModulePass], *, defaults: bool = False) -> str:
    """Write passes as a pipeline, with the options that differ from the default, or with all."""
    return f"builtin.module({','.join(_pass_text(one, defaults) for one in passes)})"


def description(passes: tuple[ModulePass, ...]) -> str:
    """What `--dump-pass-pipeline` prints, in mlir-opt's form."""
    lines = ",\n".join(f"  {_pass_text(one, defaults=True)}" for one in passes)
    return f"Pass Manager with {len(passes)} passes:\nbuiltin.module(\n{lines}\n)\n\n"


def _pass_text(one: ModulePass, defaults: bool) -> str:
    options: list[str] = []
    for option in dataclasses.fields(one):
        value = getattr(one, option.name)
        texts = _texts(value)
        if texts and (defaults or _is_required(option) or value != _default(option)):
            options.append(f"{_written(option.name)}={','.join(map(_quoted_if_needed, texts))}")
    return one.name + (f"{{{' '.join(options)}}}" if options else "")


def _quoted_if_needed(text: str) -> str:
    escaped = re.sub(r'(["\\])', r"\\\1", text)
    return text if _BARE.fullmatch(text) else f'"{escaped}"'


def _written(field: str) -> str:
    return field.replace("_", "-")


def _suggestion(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f", did you mean '{near[0]}'?" if near else ""


# Option values


def _to_bool(text: str) -> bool:
    return {"true": True, "false": False, "1": True, "0": False}[text.lower()]


_SCALARS: dict[object, tuple[str, Callable[[str], object]]] = {
    bool: ("true or false", _to_bool),
    int: ("an integer", int),
    float: ("a number", float),
    str: ("text", str),
}


def _convert(
    pass_name: str, key: str, values: tuple[str, ...], hint: object, where: Location | None
) -> object:
    """Give an option's value the type of its field."""
    for candidate in _alternatives(hint):
        try:
            return _convert_to(values, candidate)
        except (KeyError, ValueError):
            continue
    given = f"'{','.join(values)}'" if values else "no value"
    wanted = _type_text(hint)
    choices = [word for part in _alternatives(hint) for word in _literals(part)]
    near = _suggestion(",".join(values), choices)
    raise diagnostics.error(
        where, f"pass '{pass_name}': option '{key}' takes {wanted}, not {given}{near}"
    )


def _alternatives(hint: object) -> tuple[object, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _literals(hint: object) -> tuple[str, ...]:
    return get_args(hint) if get_origin(hint) is Literal else ()


def _convert_to(values: tuple[str, ...], hint: object) -> object:
    origin = get_origin(hint)
    if origin is tuple:
        element = get_args(hint)[0]
        parts = [part for value in values for part in value.split(",") if part]
        return tuple(_convert_to((part,), _one_of(part, element)) for part in parts)
    if not values:
        return {bool: True, NoneType: None}[hint]  # pyright: ignore[reportArgumentType]
    text = ",".join(values)
    if origin is Literal:
        return {str(choice): choice for choice in get_args(hint)}[text]
    return _SCALARS[hint][1](text)


def _one_of(text: str, hint: object) -> object:
    """Choose the member of a union that ``text`` can be read as."""
    for candidate in _alternatives(hint):
        try:
            _convert_to((text,), candidate)
        except (KeyError, ValueError):
            continue
        return candidate
    raise ValueError(text)


def _type_text(hint: object) -> str:
    words: list[str] = []
    for part in _alternatives(hint):
        if get_origin(part) is tuple:
            words.append(f"a list of {_type_text(get_args(part)[0]).removeprefix('an ')}")
        elif literals := _literals(part):
            words += map(str, literals)
        elif part is not NoneType:
            words.append(_SCALARS[part][0] if part in _SCALARS else str(part))
    return " | ".join(words)


# Syntax

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*")
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_\-]*")
_BARE = re.compile(r"[^\s,{}()'\"]+")
_QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_SPACE = re.compile(r"\s*")


class _Parser:
    def __init__(self, text: str):
        self.text = text
        self.position = 0

    def pipeline(self) -> tuple[PassSpec, ...]:
        self._skip_space()
        specs = self._elements() if self.position < len(self.text) else ()
        if self.position < len(self.text):
            self._fail("',' or the end")
        return specs

    def _elements(self) -> tuple[PassSpec, ...]:
        specs = list(self._element())
        while self._accept(","):
            specs += self._element()
        return tuple(specs)

    def _element(self) -> tuple[PassSpec, ...]:
        found = self._match(_NAME, "a pass name")
        name, places = found[0], {found[0]: self._place(found.start())}
        if not self._accept("("):
            return (PassSpec(name, self._options(places) if self._accept("{") else {}, places),)
        if name not in ANCHORS:
            known = ", ".join(ANCHORS)
            raise diagnostics.error(
                places[name], f"passes cannot be nested under '{name}', only under {known}"
            )
        if self._accept(")"):
            return ()
        specs = self._elements()
        self._expect(")")
        return specs

    def _options(self, places: dict[str, Location]) -> dict[str, tuple[str, ...]]:
        options: dict[str, tuple[str, ...]] = {}
        while not self._accept("}"):
            found = self._match(_KEY, "an option name or '}'")
            key, where = found[0], self._place(found.start())
            if key in options:
                raise diagnostics.error(where, f"option '{key}' is given twice in the pipeline")
            places[key] = where
            options[key] = self._values() if self._accept("=", skip=False) else ()
        return options

    def _values(self) -> tuple[str, ...]:
        """The values after `=`; a space or the end directly after it is the empty text."""
        if self.text[self.position : self.position + 1] in (*" \t\n}", ""):
            self._skip_space()
            return ("",)
        values = [self._value()]
        while self._accept(","):
            values.append(self._value())
        return tuple(values)

    def _value(self) -> str:
        if self.text[self.position : self.position + 1] not in ('"', "'"):
            return self._match(_BARE, "a value")[0]
        quoted = self._match(_QUOTED, "a closing quote")
        return re.sub(r"\\(.)", r"\1", quoted[1] if quoted[1] is not None else quoted[2])

    def _match(self, pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        found = pattern.match(self.text, self.position)
        if found is None:
            self._fail(wanted)
        self.position = found.end()
        self._skip_space()
        return found

    def _accept(self, char: str, *, skip: bool = True) -> bool:
        if not self.text.startswith(char, self.position):
            return False
        self.position += 1
        if skip:
            self._skip_space()
        return True

    def _expect(self, char: str) -> None:
        if not self._accept(char):
            self._fail(f"'{char}'")

    def _skip_space(self) -> None:
        found = _SPACE.match(self.text, self.position)
        self.position = found.end() if found else self.position

    def _place(self, position: int) -> Location:
        return Location.at(position, self.text, PLACE)

    def _fail(self, wanted: str) -> NoReturn:
        at = self.text[self.position : self.position + 20]
        found = f"'{at}'" if at else "the end"
        raise diagnostics.error(
            self._place(self.position), f"bad pass pipeline: expected {wanted} at {found}"
        )
