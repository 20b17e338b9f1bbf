"""The enumerations of the vector dialect that xDSL lacks."""

from __future__ import annotations

from enum import auto

from xdsl.dialects.utils import EnumAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.str_enum import StrEnum

from .syntax import InBrackets


class IteratorType(StrEnum):
    """Whether a dimension of a contraction is kept or summed over."""

    PARALLEL = auto()
    REDUCTION = auto()


@irdl_attr_definition
class IteratorTypeAttr(InBrackets, EnumAttribute[IteratorType]):
    """`#vector.iterator_type<parallel>`"""

    name = "vector.iterator_type"


class Punctuation(StrEnum):
    """What `vector.print` prints last."""

    NO_PUNCTUATION = auto()
    NEWLINE = auto()
    COMMA = auto()
    OPEN = auto()
    CLOSE = auto()


@irdl_attr_definition
class PunctuationAttr(InBrackets, EnumAttribute[Punctuation]):
    """`#vector.punctuation<newline>`"""

    name = "vector.punctuation"
