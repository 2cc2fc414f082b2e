"""LaTeX, read: what the writers of this package spell (readable/styles.py, manifold/print_terms.py, hamilton_principle.py),
and what people write on the pages of the documentation."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from linkwright.describe.mathml_items import Atom, Bracket, Item, marked, row
from linkwright.describe.mathml_symbols import (
    ALPHABETS,
    FUNCTIONS,
    LARGE,
    LETTERS,
    MARKS,
    PLUS_MINUS,
    RELATIONS,
    SIGNS,
    SPACES,
    styled,
)

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
_CLOSING = (")", "]")  # one closes the other: intervals are open or closed
_SCRIPTS = {(True, False): "msub", (False, True): "msup", (True, True): "msubsup"}
_LIMITS = {(True, False): "munder", (False, True): "mover", (True, True): "munderover"}
_MATRICES = {"matrix": "plain", "bmatrix": "square", "pmatrix": "round", "vmatrix": "bars", "cases": "cases"}
_LINES = ("aligned", "align", "align*", "split", "gathered", "equation", "equation*")
_SIZES = ("displaystyle", "textstyle", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "limits", "nonumber", "notag")
"""Say nothing that a browser does not know."""

_LETTER = re.compile(r"<(mi|mn)>([^<]+)</\1>")


def parse(latex: str) -> tuple[Item, ...]:
    """The items of a line."""
    reader = _Reader(_TOKEN.findall(latex))
    found = reader.items()
    assert reader.at_end, latex
    return found


class _Reader:
    """Reads tokens one after the other."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._place = 0

    @property
    def at_end(self) -> bool:
        return self._place == len(self._tokens)

    def _next(self) -> str:
        self._place += 1
        return self._tokens[self._place - 1]

    def _sees(self, token: str) -> bool:
        return not self.at_end and self._tokens[self._place] == token

    def items(self, *ends: str) -> tuple[Item, ...]:
        """Up to one of the ends, which stays."""
        found: list[Item] = []
        while not self.at_end and self._tokens[self._place] not in ends:
            if self._tokens[self._place].isspace():
                self._place += 1
            else:
                found.append(self._scripted(self._item()))
        return tuple(found)

    def _scripted(self, item: Item) -> Item:
        """With its index and its exponent."""
        low, high, size = "", "", 0
        while self._sees("_") or self._sees("^"):
            is_low = self._next() == "_"
            inside = self._group()
            code, size = f"<mrow>{row(inside)}</mrow>", size + sum(x.size for x in inside)
            low, high = (code, high) if is_low else (low, code)
        if isinstance(item, Bracket):
            return (
                replace(item, exponent=high)
                if not low
                else Atom(f"<msubsup>{item.code}{low}{high or '<mrow/>'}</msubsup>")
            )
        tag = (_LIMITS if item.kind == "limits" else _SCRIPTS).get((bool(low), bool(high)))
        return replace(item, code=f"<{tag}>{item.code}{low}{high}</{tag}>", size=item.size + size) if tag else item

    def _group(self) -> tuple[Item, ...]:
        """Between braces, or one token."""
        while not self.at_end and self._tokens[self._place].isspace():
            self._next()
        if not self._sees("{"):
            return (self._item(),)
        self._next()
        found = self.items("}")
        self._next()
        return found

    def _word(self) -> str:
        """Text between braces: letters as they are."""
        self._next()
        found = ""
        while not self._sees("}"):
            token = self._next()
            if token.startswith("\\") and len(token) > 2:
                self._group()  # a command such as \backslash{}
                found += LETTERS[token[1:]]
            else:
                found += token[-1] if token.startswith("\\") else token
        self._next()
        return found

    def _item(self) -> Item:
        sign = self._next()
        if sign.startswith("\\"):
            return self._command(sign[1:])
        if sign == "{":
            self._place -= 1
            inside = self._group()
            return Atom(f"<mrow>{row(inside)}</mrow>", sum(x.size for x in inside))
        if sign in "([":
            inside = self.items(*_CLOSING)
            return Bracket(sign, self._next(), inside)
        if sign in PLUS_MINUS:
            return Atom(PLUS_MINUS[sign], 3, "sign")
        if sign in RELATIONS:
            return Atom(RELATIONS[sign], 3, "relation")
        if sign in ",:;":
            return Atom(f'<mo separator="true">{sign}</mo>', 2, "comma")
        if sign in "'~":
            return Atom("<mo>′</mo>" if sign == "'" else '<mspace width="0.25em"/>', 1, "" if sign == "'" else "space")
        if sign[0].isdigit():
            return Atom(f"<mn>{sign}</mn>", len(sign))
        assert sign not in "&$#}", sign
        return Atom(f"<mo>{sign}</mo>" if sign in "/|!" else f"<mi>{escape(sign)}</mi>")

    def _command(self, name: str) -> Item:
        if name in LETTERS:
            return Atom(f"<mi>{escape(LETTERS[name])}</mi>")
        if name in FUNCTIONS:
            return Atom(f"<mi>{name}</mi>", len(name), "function")
        if name in SPACES:
            return Atom(f'<mspace width="{SPACES[name]}em"/>', 1, "space")
        if name in PLUS_MINUS:
            return Atom(PLUS_MINUS[name], 3, "sign")
        if name in RELATIONS:
            return Atom(RELATIONS[name], 3, "relation")
        if name in SIGNS:
            return Atom(f"<mo>{SIGNS[name]}</mo>", 2, "space")
        if name in LARGE:
            return Atom(f'<mo largeop="true" movablelimits="true">{LARGE[name]}</mo>', 2, "limits")
        if name in MARKS:
            return marked(self._group(), MARKS[name])
        if name in _SIZES:
            return Atom("", 0, "space")
        if name == "left":
            return self._stretched()
        if name == "begin":
            return self._environment(self._word())
        if len(name) == 1:  # \_, \%: the sign itself
            return Atom(f"<mi>{escape(name)}</mi>")
        return self._structure(name)

    def _environment(self, name: str) -> Atom:
        """Lines below each other; in a matrix, between two brackets that the page's style draws (class)."""
        assert name in _MATRICES or name in _LINES, name
        lines: list[list[tuple[Item, ...]]] = [[]]
        end = ""
        while end != "\\end":
            lines[-1].append(self.items("&", "\\\\", "\\end"))
            end = self._next()
            if end == "\\\\":
                lines.append([])
        assert self._word() == name, name
        shown = [line for line in lines if any(line)]
        kind = _MATRICES.get(name, "lines")
        code = "".join(f"<mtr>{''.join(_cell(x) for x in line)}</mtr>" for line in shown)
        style = "" if name in _MATRICES else ' displaystyle="true"'
        size = max((sum(x.size for cell in line for x in cell) for line in shown), default=0)
        return Atom(f'<mtable class="{kind}"{style}>{code}</mtable>', size)

    def _stretched(self) -> Bracket:
        left = self._next()
        inside = self.items("\\right")
        self._next()
        right = self._next()
        left, right = ("" if x == "." else x for x in (left, right))
        left, right = (SIGNS.get(x[1:], x[1:]) if x.startswith("\\") else x for x in (left, right))
        return Bracket(left, right, inside)

    def _structure(self, name: str) -> Atom:
        if name in ("frac", "dfrac", "tfrac"):
            above, below = self._group(), self._group()
            code = f"<mfrac><mrow>{row(above)}</mrow><mrow>{row(below)}</mrow></mfrac>"
            size = max(sum(x.size for x in part) for part in (above, below))
            large = name == "dfrac" or (name == "frac" and size > 2)
            return Atom(f'<mstyle displaystyle="true">{code}</mstyle>' if large else code, size)
        if name == "sqrt":
            inside = self._group()
            return Atom(f"<msqrt>{row(inside)}</msqrt>", 1 + sum(x.size for x in inside))
        if name in ("underbrace", "overbrace"):
            tag, sign = ("munder", "⏟") if name == "underbrace" else ("mover", "⏞")
            return Atom(f'<{tag}><mrow>{row(self._group())}</mrow><mo stretchy="true">{sign}</mo></{tag}>', 2, "limits")
        if name in ALPHABETS:
            inside = self._group()
            return Atom(_LETTER.sub(lambda x: _restyled(x, name), row(inside)), sum(x.size for x in inside))
        word = self._word()
        shown = escape(word)
        if name in ("text", "textbf"):
            return Atom(f"<mtext>{shown}</mtext>", len(word), "space")
        if name == "operatorname":
            return Atom(f"<mi>{shown}</mi>", len(word), "function")
        assert name in ("mathrm", "mathsf"), name
        return Atom(f'<mi mathvariant="normal">{shown}</mi>', len(word))


def _cell(items: tuple[Item, ...]) -> str:
    """What stands after an & continues what is before it: a sign there is between two things."""
    first = items[0] if items else None
    if isinstance(first, Atom) and first.kind == "relation":
        return f"<mtd><mrow/>{row(items)}</mtd>"
    return f"<mtd>{row(items)}</mtd>"


def _restyled(found: re.Match[str], alphabet: str) -> str:
    """A letter or a number in another alphabet."""
    return f"<{found[1]}>{''.join(styled(x, alphabet) for x in found[2])}</{found[1]}>"
