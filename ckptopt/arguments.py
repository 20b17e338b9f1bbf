"""How arguments are spelt: as click reads them, and as people type them for mlir-opt.

--name, -name                one dash will do
--flag=true, --flag=0        flags take a value
--option, --option=value     some options have a value that a bare mention stands for
--explain page.html          and some know their value by how it ends
-o=FILE                      short options take `=` too
--loop-checkpoint="fn=f"     a pass is an option
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ckptopt.pipelines import FLAGS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_NAMES_WIDTH = 30
"""Columns for the names in the help, the same in each group."""

_TRUTH = {"true": True, "1": True, "false": False, "0": False}


class Option(click.Option):
    """An option with a heading to stand under in the help.

    ``bare`` is the value that the option has when it is mentioned without one; what follows is its
    value if it ends in ``value_suffix``.
    """

    def __init__(
        self,
        *args: Any,
        group: str,
        bare: str | None = None,
        value_suffix: str | None = None,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.group = group
        self.bare = bare
        self.value_suffix = value_suffix

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        return record and (record[0].replace(" [=", "[="), record[1])


class Command(click.Command):
    """A command that reads mlir-opt's spellings and lists its options in groups."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = self._known()
        try:
            return super().parse_args(ctx, list(_spelt_for_click(args, known)))
        except click.NoSuchOption as wrong:
            names = [*known, *(f"--{name}" for name in FLAGS)]
            near = difflib.get_close_matches(wrong.option_name, names)
            raise click.NoSuchOption(wrong.option_name, possibilities=near, ctx=ctx) from None

    def _known(self) -> dict[str, click.Option]:
        options = [option for option in self.params if isinstance(option, click.Option)]
        return {
            name: option for option in options for name in (*option.opts, *option.secondary_opts)
        }

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            group = parameter.group if isinstance(parameter, Option) else "Other"
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                names, text = record
                groups.setdefault(group, []).append((names.ljust(_NAMES_WIDTH), text))
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        found = super().shell_complete(ctx, incomplete)
        passes = [f"--{name}" for name in FLAGS]
        if incomplete.startswith("-"):
            found += [CompletionItem(name) for name in passes if name.startswith(incomplete)]
        return found


def _spelt_for_click(args: list[str], known: dict[str, click.Option]) -> Iterator[str]:
    rest = iter(_with_suffixed_values(args, known))
    for arg in rest:
        if arg == "--":
            yield arg
            yield from rest
            return
        name, equals, value = arg.partition("=")
        long = f"--{name.lstrip('-')}"
        option = _named(name, known)
        if option is not None:
            name = name if name in known else long
            yield from _given(option, name, value if equals else None, rest)
        elif arg.startswith("-") and long[2:] in FLAGS:
            yield f"--pass-pipeline={long[2:]}{{{value}}}"
        elif arg.startswith("-") and len(name) > 2 and not _is_attached(name, known):
            yield f"{long}{equals}{value}"
        else:
            yield arg


def _named(name: str, known: dict[str, click.Option]) -> click.Option | None:
    if not name.startswith("-"):
        return None
    return known.get(name) or known.get(f"--{name.lstrip('-')}")


def _with_suffixed_values(args: list[str], known: dict[str, click.Option]) -> list[str]:
    """The arguments, with `--explain page.html` as one."""
    joined: list[str] = []
    for arg in args:
        option = _named(joined[-1], known) if joined and "--" not in joined else None
        suffix = option.value_suffix if isinstance(option, Option) else None
        if suffix is not None and arg.endswith(suffix):
            joined[-1] += f"={arg}"
        else:
            joined.append(arg)
    return joined


def _is_attached(arg: str, known: Iterable[str]) -> bool:
    """Whether this is a short option and its value, such as `-oFILE`, and not a misspelt name."""
    return arg[:2] in known and not difflib.get_close_matches(f"-{arg}", known, cutoff=0.8)


def _given(
    option: click.Option, name: str, value: str | None, rest: Iterator[str]
) -> Iterator[str]:
    bare = option.bare if isinstance(option, Option) else None
    if option.is_flag and value is not None and value.lower() in _TRUTH:
        opposite = option.opts if name in option.secondary_opts else option.secondary_opts
        yield from [name] if _TRUTH[value.lower()] else opposite[:1]
    elif not value and bare is not None:
        yield f"{name}={bare}"
    elif value is not None and not option.is_flag and len(name) == 2:
        yield from (name, value)
    elif value is not None:
        yield f"{name}={value}"
    else:
        yield name
        if not option.is_flag:
            yield from islice(rest, 1)
