"""xDSL's lexer with the common tokens found by one regular expression each time."""

from __future__ import annotations

import re

from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Span, Token
from xdsl.utils.mlir_lexer import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRLexer,
    MLIRToken,
    MLIRTokenKind,
)

COMMON_TOKEN = re.compile(
    r"(?:\s|//[^\n]*)*+"
    r"(?:(?P<BARE_IDENT>[A-Za-z_][\w$.]*)"
    r"|(?P<PERCENT_IDENT>%(?:[0-9]+|[A-Za-z$._-][\w$.-]*))"
    r"|(?P<INTEGER_LIT>[0-9]{1,99}(?![\w.]))"
    r"|(?P<PUNCTUATION>->|\{(?!-\#)|[-:,()}\[\]<>=+*?|/]))",
    re.ASCII,
)


LONGEST_INTEGER = 3000
"""Characters. Python converts no more than 4300 decimal digits, to a number or from one."""

TOO_MANY_DIGITS = "integer literal has too many digits"


class FastLexer(MLIRLexer):
    """Lexes what xDSL's lexer does; tokens that are not `COMMON_TOKEN` are left to that one."""

    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')
    """xDSL's, but possessive: where the closing quote lacks, xDSL's takes exponential time."""

    def lex(self) -> MLIRToken:
        match = COMMON_TOKEN.match(self.input.content, self.pos)
        if match is None:
            token = super().lex()
            if token.kind is MLIRTokenKind.INTEGER_LIT and len(token.span) > LONGEST_INTEGER:
                raise ParseError(token.span, TOO_MANY_DIGITS)
            return token
        group = match.lastgroup
        assert group is not None
        start, end = match.span(group)
        self.pos = end
        kind = (
            KIND_BY_PUNCTUATION_SPELLING[match[group]]
            if group == "PUNCTUATION"
            else MLIRTokenKind[group]
        )
        return Token(kind, Span(start, end, self.input))
