"""The builtin dialect: xDSL's, with the attributes that it lacks."""

from __future__ import annotations

from xdsl.dialects import builtin
from xdsl.dialects.builtin import IntAttr, UnitAttr
from xdsl.ir import Attribute, BuiltinAttribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.printer import Printer

from .overlay import overlay


@irdl_attr_definition
class DistinctAttr(ParametrizedAttribute, BuiltinAttribute):
    """An attribute that equals only those of the same number: `distinct[0]<"x">`."""

    name = "distinct"
    identity: IntAttr
    referenced: Attribute

    def print_builtin(self, printer: Printer) -> None:
        printer.print_string(f"distinct[{self.identity.data}]<")
        if not isinstance(self.referenced, UnitAttr):
            printer.print_attribute(self.referenced)
        printer.print_string(">")


Builtin = overlay(builtin.Builtin, [], [DistinctAttr])
