"""Texts that nest one construct in itself to any depth."""

from __future__ import annotations

from collections.abc import Callable


def _attribute(open_: str, inner: str, close: str) -> Callable[[int], str]:
    def text(depth: int) -> str:
        value = open_ * depth + inner + close * depth
        return f"func.func private @f() attributes {{a.b = {value}}}"

    return text


def _type(open_: str, close: str) -> Callable[[int], str]:
    return lambda depth: f"func.func private @f({open_ * depth}f32{close * depth})"


def _location(open_: str, close: str) -> Callable[[int], str]:
    return lambda depth: f'func.func private @f() loc({open_ * depth}"a"{close * depth})'


def branches(depth: int) -> str:
    """A function of as many `scf.if` in each other, whose result depends on all."""
    opened = "".join(f"%r{i} = scf.if %c -> f64 {{\n" for i in range(depth))
    closed = "".join(
        f"scf.yield %r{i} : f64 }} else {{ scf.yield %x : f64 }}\n" for i in range(depth - 1, 0, -1)
    )
    return (
        f"func.func @f(%x: f64, %c: i1) -> f64 {{\n{opened}%q = math.sin %x : f64\n"
        f"scf.yield %q : f64 }} else {{ scf.yield %x : f64 }}\n{closed}return %r0 : f64 }}"
    )


NESTS: dict[str, Callable[[int], str]] = {
    "module": lambda depth: "module {\n" * depth + "}\n" * depth,
    "scf.if": lambda depth: (
        "func.func @f(%c: i1) {\n" + "scf.if %c {\n" * depth + "}" * depth + "\nreturn }"
    ),
    "scf.if with results": branches,
    "scf.for": lambda depth: (
        "func.func @f(%n: index) {\n"
        + "".join(f"scf.for %i{i} = %n to %n step %n {{\n" for i in range(depth))
        + "}" * depth
        + "\nreturn }"
    ),
    "generic form": lambda depth: '"a.b"() ({\n' * depth + "}) : () -> ()\n" * depth,
    "tuple": _type("tuple<", ">"),
    "function type": _type("(", ") -> f32"),
    "memref": _type("memref<2x", ">"),
    "array": _attribute("[", "", "]"),
    "dictionary": _attribute("{a = ", "1", "}"),
    "affine parentheses": lambda depth: _attribute(
        "", f"affine_map<(d0) -> ({'(' * depth}d0{')' * depth})>", ""
    )(1),
    "affine sum": lambda depth: _attribute("", f"affine_map<(d0) -> (d0{' + d0' * depth})>", "")(1),
    "dense": lambda depth: _attribute(
        "", f"dense<{'[' * depth}1{']' * depth}> : tensor<{'1x' * depth}i8>", ""
    )(1),
    "callsite": _location("callsite(", ' at "b")'),
    "fused": _location("fused[", "]"),
    "aliases": lambda depth: (
        "#a0 = 1\n"
        + "".join(f"#a{i + 1} = [#a{i}]\n" for i in range(depth))
        + _attribute("", f"#a{depth}", "")(1)
    ),
    "later aliases": lambda depth: (
        "func.func private @f() loc(#l0)\n"
        + "".join(f'#l{i} = loc(callsite(#l{i + 1} at "x"))\n' for i in range(depth))
        + f'#l{depth} = loc("z")'
    ),
}
