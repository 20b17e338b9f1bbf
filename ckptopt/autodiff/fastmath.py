"""Fast-math flags: words of the option `fastmath`, and the attribute that they make."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.utils.fast_math import FastMathFlag
from xdsl.ir import Operation

from ckptopt.diagnostics import error


def flags_from(words: Sequence[str] | None, where: Operation) -> FastMathFlagsAttr:
    """The flags that `words` name, as MLIR spells them: single flags, or `fast` for all.

    Raises a located error for an unknown word.
    """
    flags: set[FastMathFlag] = set()
    for word in words or ():
        if word != "fast" and word not in list(FastMathFlag):
            known = ", ".join([*FastMathFlag, "fast"])
            raise error(where, f"unknown fast-math flag '{word}'; known are {known}")
        flags |= set(FastMathFlag) if word == "fast" else {FastMathFlag(word)}
    return FastMathFlagsAttr(flags)
