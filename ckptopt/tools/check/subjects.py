"""What is to be checked: each derivative of a run, with the variants that it is compared with."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from io import StringIO
from typing import Literal, NamedTuple, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StridedLayoutAttr,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ckptopt import diagnostics
from ckptopt.autodiff.derivative import REQUESTED, make_derivative
from ckptopt.autodiff.inline import reachable
from ckptopt.autodiff.signature import (
    DUPLICATED,
    NEEDED,
    WITHOUT_PRIMAL,
    Mode,
    Request,
    signature_of,
)
from ckptopt.checkpointing.directives import consume
from ckptopt.diagnostics import CompileError, error
from ckptopt.dialects import registry, writer
from ckptopt.dialects.ckptopt import SplitOp
from ckptopt.dialects.enzyme import Activity as Use
from ckptopt.execution.module_text import NOT_UPSTREAM, strip_module
from ckptopt.execution.values import is_float_type, shaped_type
from ckptopt.symbols import functions, table_of
from ckptopt.tools.check.spaces import erase_spaces, without_space
from ckptopt.transforms.differentiate import add_function
from ckptopt.transforms.loop_checkpoint import lowering
from ckptopt.transforms.split_derivative import SplitDerivativePass, split

_MADE = "checked_derivative"
_FORWARD = {Use.ACTIVE: Use.DUP, Use.ACTIVENONEED: Use.DUPNONEED}
_REVERSE = {forward: reverse for reverse, forward in _FORWARD.items()}
_WITH_PRIMAL = {without: use for use, without in WITHOUT_PRIMAL.items()}


class Parameter(NamedTuple):
    """An argument of the function that was differentiated.

    `container` is empty for a scalar; `dimensions` are None where they are dynamic.
    """

    name: str
    type: str
    container: Literal["", "memref", "tensor", "vector"]
    dimensions: tuple[int | None, ...]
    element: str
    use: Use

    @property
    def is_memory(self) -> bool:
        return self.container == "memref"

    @property
    def is_duplicated(self) -> bool:
        return self.use in DUPLICATED

    @property
    def is_active(self) -> bool:
        return self.use is not Use.CONST


class Result(NamedTuple):
    """A result of the function that was differentiated."""

    type: str
    container: Literal["", "memref", "tensor", "vector"]
    element: str
    use: Use

    @property
    def is_active(self) -> bool:
        return self.use not in (Use.CONST, Use.CONSTNONEED)

    @property
    def is_returned(self) -> bool:
        return self.use in NEEDED


class Variant(NamedTuple):
    """Module text with a derivative in it, and what that takes and returns."""

    text: str
    name: str
    parameters: tuple[Parameter, ...]
    results: tuple[Result, ...]
    forward: bool


class Subject(NamedTuple):
    """A derivative to be checked.

    Attributes:
        function: what was differentiated, where errors are reported.
        precision: the narrowest float type that it computes in.
        kept: that of the derivative, whose tapes can be narrower.
        primal: text with the function.
        given: the derivative that the run made.
        store_all: the same without directives; None where it need not be equal.
        with_primal: the same, but it returns the results of the primal too.
        counterpart: the derivative in the other mode, or why there is none.
        label: what the derivative is called in reports.
    """

    function: func.FuncOp
    precision: str
    kept: str
    primal: str
    given: Variant
    store_all: Variant | None
    with_primal: Variant
    counterpart: Variant | str
    label: str

    @property
    def name(self) -> str:
        return self.function.sym_name.data


class Asked(NamedTuple):
    """A request of a run: with its symbol table, which later passes change, and how that was."""

    request: Request
    table: Operation
    before: ModuleOp


@contextmanager
def collected() -> Generator[list[Asked]]:
    """The derivatives that are asked for in the ``with`` block."""
    found: list[Asked] = []

    def observe(request: Request) -> None:
        table = table_of(request.function)
        found.append(Asked(request, table, _module_of(table)))

    token = REQUESTED.set(observe)
    try:
        yield found
    finally:
        REQUESTED.reset(token)


def _module_of(table: Operation) -> ModuleOp:
    """A copy of a symbol table as a module for a CPU: kernels stay behind."""
    if isinstance(table, ModuleOp):
        return table.clone()
    ops = [op for block in table.regions[0].blocks for op in block.ops]
    return ModuleOp([op.clone() for op in ops if not op.name.startswith("gpu.")])


def subject_of(asked: Asked) -> Subject:
    """Make the variants of a derivative.

    Raises a located error for arguments or results that cannot be made or read.
    """
    request = asked.request
    signature = signature_of(request)
    source = asked.request.function
    parameters = tuple(
        _parameter(arg, index, use)
        for index, (arg, use) in enumerate(
            zip(source.body.block.args, signature.arguments, strict=True)
        )
    )
    results = tuple(
        _result(source, index, type, use)
        for index, (type, use) in enumerate(
            zip(source.function_type.outputs, signature.results, strict=True)
        )
    )
    precision = _precision(source, asked.before)
    with _silence():
        given, label = _given(asked, parameters, results)
        return Subject(
            source,
            precision,
            _narrowest({precision, request.residual_type or precision}),
            _text(asked.before, source.sym_name.data),
            given,
            _store_all(asked, parameters, results),
            _with_primal(asked, parameters, results),
            _counterpart(asked, parameters, results),
            label,
        )


@contextmanager
def _silence() -> Generator[None]:
    """What the run has warned of already is not said again for the variants."""
    with diagnostics.sink_to(lambda _: None):
        yield


def _parameter(arg: SSAValue, index: int, use: Use) -> Parameter:
    if (parts := _executable(arg.type)) is None:
        raise error(arg, f"'--check' cannot make an argument of type {arg.type}")
    type, container, dimensions, element = parts
    return Parameter(arg.name_hint or f"arg{index}", type, container, dimensions, element, use)


def _result(function: func.FuncOp, index: int, attribute: Attribute, use: Use) -> Result:
    if (parts := _executable(attribute)) is None:
        raise error(function, f"'--check' cannot read result {index} of type {attribute}")
    type, container, _, element = parts
    return Result(type, container, element, use)


class _Executable(NamedTuple):
    """A type as it is executed, and its parts."""

    type: str
    container: Literal["", "memref", "tensor", "vector"]
    dimensions: tuple[int | None, ...]
    element: str


def _executable(attribute: Attribute) -> _Executable | None:
    """None for a type whose values cannot be passed from and to here."""
    type = str(without_space(attribute))
    if _is_number(type):
        return _Executable(type, "", (), type)
    parts = shaped_type(type)
    if parts is None or not _is_number(parts.element):
        return None
    # Memory of integers below a byte is what MLIR does not lower.
    is_narrow = parts.container != "vector" and 0 < _integer_width(parts.element) < 8
    if is_narrow or not _is_plain(attribute):
        return None
    return _Executable(type, *parts)


def _is_number(type: str) -> bool:
    return is_float_type(type) or type == "index" or 0 < _integer_width(type) <= 64


def _integer_width(type: str) -> int:
    """The bits of a signless integer type, 0 for another type."""
    return int(type[1:]) if type[:1] == "i" and type[1:].isdecimal() else 0


def _is_plain(type: Attribute) -> bool:
    """True for what has no encoding, and strides that can be given or are row-major."""
    if isinstance(type, TensorType):
        return isinstance(type.encoding, NoneAttr)
    if not isinstance(type, MemRefType):
        return True
    type = cast(MemRefType[Attribute], type)
    if isinstance(type.layout, NoneAttr | StridedLayoutAttr):
        return True
    strides = type.get_strides()
    return strides is not None and all(
        stride in (None, plain) for stride, plain in zip(strides, _row_major(type), strict=True)
    )


def _row_major(type: MemRefType[Attribute]) -> list[int | None]:
    """Strides without gaps, None where they depend on dynamic extents."""
    strides: list[int | None] = []
    following: int | None = 1
    for extent in reversed(type.get_shape()):
        strides.insert(0, following)
        following = None if extent == DYNAMIC_INDEX or following is None else following * extent
    return strides


def _precision(function: func.FuncOp, module: ModuleOp) -> str:
    """The narrowest float type that `function` and what it calls have values of."""
    found = {"f64"}
    for one in reachable(function, functions(module)).values():
        for op in one.walk():
            for value in (*op.results, *(a for r in op.regions for b in r.blocks for a in b.args)):
                type = str(getattr(value.type, "element_type", value.type))
                if is_float_type(type):
                    found.add(type)
    return _narrowest(found)


def _narrowest(types: set[str]) -> str:
    return next(type for type in ("bf16", "f16", "f32", "f64") if type in types)


def _text(table: Operation, *names: str, extra: str = "") -> str:
    """The text of a symbol table without the functions that the named ones do not need."""
    copy = _module_of(table)
    known = functions(copy)
    needed = {name for one in names for name in reachable(known[one], known)}
    for name, function in known.items():
        if name not in needed:
            Rewriter.erase_op(function)
    erase_spaces(copy)
    stream = StringIO()
    writer.print_module(copy, stream, generic=False, debuginfo=False)
    return f"{strip_module(stream.getvalue())}\n{extra}"


def _given(
    asked: Asked, parameters: tuple[Parameter, ...], results: tuple[Result, ...]
) -> tuple[Variant, str]:
    """The derivative as the run left it; the halves of a split one as one function."""
    request, known = asked.request, functions(asked.table)
    forward = request.mode is Mode.FORWARD
    if request.mode is Mode.SPLIT:
        names = SplitDerivativePass.names(request.name)
        if all(name in known for name in names):
            text = _text(asked.table, *names, extra=_composed(asked, known, names))
            return Variant(text, _MADE, parameters, results, False), " and @".join(names)
    if request.name not in known:
        raise error(
            request.function, f"'--check' finds no '@{request.name}' in what the passes left"
        )
    text = _text(asked.table, request.name)
    if NOT_UPSTREAM.search(text):
        raise error(
            request.function,
            f"'--check' cannot run '@{request.name}': operations are left in it that mlir-opt does "
            "not have",
        )
    return Variant(text, request.name, parameters, results, forward), request.name


def _composed(asked: Asked, known: dict[str, func.FuncOp], names: tuple[str, str]) -> str:
    """A function that calls the halves of a split derivative, one after the other."""
    module = asked.before.clone()
    made = _add_derivative(module, asked.request)
    mark = next(op for op in made.walk() if isinstance(op, SplitOp))
    types = [str(type) for type in made.function_type.inputs]
    halves = split(made, mark)
    forward, reverse = (known[name].function_type for name in names)
    kept, gradients = len(mark.results_), len(reverse.outputs)
    tape = [f"%ahead#{i}" for i in range(kept, len(forward.outputs))]
    first = [f"%a{i}" for i in halves.forward]
    second = [*(f"%a{i}" for i in halves.reverse), *tape]
    returned = [f"%ahead#{i}" for i in range(kept)] + [f"%back#{i}" for i in range(gradients)]
    outputs = [str(type) for type in (*forward.outputs.data[:kept], *reverse.outputs)]
    return "\n".join(
        [
            f"func.func @{_MADE}({', '.join(f'%a{i}: {t}' for i, t in enumerate(types))}) -> "
            f"({', '.join(outputs)}) {{",
            f"  {_call('%ahead', names[0], first, forward)}",
            f"  {_call('%back', names[1], second, reverse)}",
            f"  return {', '.join(returned)} : {', '.join(outputs)}" if outputs else "  return",
            "}",
        ]
    )


def _call(result: str, name: str, operands: list[str], type: FunctionType) -> str:
    count = len(type.outputs)
    left = f"{result}:{count} = " if count else ""
    inputs, outputs = (", ".join(map(str, types)) for types in (type.inputs, type.outputs))
    return f"{left}func.call @{name}({', '.join(operands)}) : ({inputs}) -> ({outputs})"


def _add_derivative(module: ModuleOp, request: Request) -> func.FuncOp:
    """Make the derivative that a request is for in a copy of its module, ready to run."""
    known = functions(module)
    function = known[request.function.sym_name.data]
    made = make_derivative(request._replace(function=function, name=_MADE, asker=None), known)
    add_function(made, function)
    for stage in lowering((_MADE,)):
        stage.apply(registry.new_context(), module)
    return functions(module)[_MADE]


def _variant(
    module: ModuleOp,
    request: Request,
    parameters: tuple[Parameter, ...],
    results: tuple[Result, ...],
) -> Variant:
    stated = request._replace(
        arguments=tuple(parameter.use for parameter in parameters),
        results=tuple(result.use for result in results),
    )
    _add_derivative(module, stated)
    forward = request.mode is Mode.FORWARD
    return Variant(_text(module, _MADE), _MADE, parameters, results, forward)


def _store_all(
    asked: Asked, parameters: tuple[Parameter, ...], results: tuple[Result, ...]
) -> Variant | None:
    request = asked.request
    if request.mode is Mode.FORWARD or request.residual_type is not None or request.fastmath.data:
        return None
    module = asked.before.clone()
    for op in module.walk():
        consume(op, request.prefix)
    stated = request._replace(mode=Mode.COMBINED, policy=None)
    return _variant(module, stated, parameters, results)


def _with_primal(
    asked: Asked, parameters: tuple[Parameter, ...], results: tuple[Result, ...]
) -> Variant:
    request = asked.request
    if request.mode is Mode.SPLIT:
        request = request._replace(mode=Mode.COMBINED)
    returning = tuple(r._replace(use=_WITH_PRIMAL.get(r.use, r.use)) for r in results)
    return _variant(asked.before.clone(), request, parameters, returning)


def _counterpart(
    asked: Asked, parameters: tuple[Parameter, ...], results: tuple[Result, ...]
) -> Variant | str:
    """The derivative in forward mode of one in reverse mode, and the other way round."""
    forward = asked.request.mode is not Mode.FORWARD
    request = asked.request._replace(
        mode=Mode.FORWARD if forward else Mode.COMBINED, policy=None, residual_type=None
    )
    uses = _FORWARD if forward else _REVERSE
    carried = tuple(
        p if p.is_memory else p._replace(use=uses.get(p.use, p.use)) for p in parameters
    )
    returned = tuple(r._replace(use=uses.get(r.use, r.use)) for r in results)
    try:
        return _variant(asked.before.clone(), request, carried, returned)
    except CompileError as reason:
        return reason.diagnostic.message
