"""IR to MLIR text that mlir-opt 22 accepts, with its elisions of dialect prefixes."""

from __future__ import annotations

from typing import IO, cast

from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr, StringAttr, UnregisteredOp
from xdsl.ir import Attribute, Operation
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove

from .affine_syntax import map_text, set_text
from .registry import load_dialect, refined_class

DEFAULT_DIALECTS = {"async.func": "async", "builtin.module": "builtin", "func.func": "func"}
"""Ops whose regions print and read ops of the named dialect without its prefix."""


def print_module(
    module: Operation, stream: IO[str], *, generic: bool = False, debuginfo: bool = False
) -> None:
    """Write `module`, a final newline included, and the resources that it refers to."""
    printer = Writer(stream, print_generic_format=generic, print_debuginfo=debuginfo)
    printer.print_module(module)


class Writer(Printer):
    """xDSL's printer with the syntax of mlir-opt 22."""

    _default_dialect = "builtin"

    def print_module(self, module: Operation) -> None:
        """Print a module, or another operation that stands alone, with what it refers to."""
        self.print_op(module)
        self.print_metadata([load_dialect("builtin")])
        self.print_string("\n")

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, AffineMapAttr):
            self.print_string(f"affine_map<{map_text(attribute.data)}>")
        elif isinstance(attribute, AffineSetAttr):
            self.print_string(f"affine_set<{set_text(attribute.data)}>")
        else:
            super().print_attribute(attribute)

    def print_op(self, op: Operation) -> None:
        isolated = bool(op.get_traits_of_type(IsolatedFromAbove))
        self._print_results(op)
        if isolated:
            self.enter_scope()
        outer = self._default_dialect
        self._default_dialect = DEFAULT_DIALECTS.get(op.name, "")
        if isinstance(op, UnregisteredOp):
            self._print_unregistered(op)
        else:
            syntax = refined_class(type(op))
            custom = syntax.print is not Operation.print
            if self.print_generic_format or not custom:
                self.print_string(f'"{op.name}"')
                self.print_op_with_default_format(op)
            else:
                self.print_string(_elided(op.name, outer))
                syntax.print(op, self)
                if self.print_debuginfo:
                    self.print_string(" ")
                    self.print_attribute(op.location)
        self._default_dialect = outer
        if isolated:
            self.exit_scope()

    def _print_unregistered(self, op: UnregisteredOp) -> None:
        """The name, which is kept among the attributes, is not printed as one of them."""
        name = op.attributes.pop("op_name__")
        self.print_string(f'"{cast(StringAttr, name).data}"')
        self.print_op_with_default_format(op)
        op.attributes["op_name__"] = name


def _elided(name: str, default_dialect: str) -> str:
    prefix, _, rest = name.partition(".")
    return rest if prefix == default_dialect and "." not in rest else name
