"""Our LaTeX, read: what the writers of this package spell (graph/readable_print.py, manifold/print_latex.py, steps.py)."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from linkwright.describe.mathml_items import Atom, Bracket, Item, marked, row

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|\s+|.", re.DOTALL)
_GREEK = (
    "alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ "
    "tau τ upsilon υ phi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω"
)
_LETTERS = dict(zip(_GREEK.split()[::2], _GREEK.split()[1::2], strict=True)) | {
    "backslash": "\\",
    "wedge": "^",
    "sim": "~",
}
_FUNCTIONS = ("sin", "cos", "tan", "exp", "log", "min", "max", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan")
_MARKS = {"dot": ("\u0307", "˙"), "ddot": ("\u0308", "¨"), "hat": ("\u0302", "^"), "widehat": ("\u0302", "^")}
"""On a letter, which fonts place better than browsers do; above a word or a term."""
_SIGNS = {"times": "×", "cdot": "·", "int": "∫", "lVert": "‖", "rVert": "‖"}
_SPACES = {",": 0.17, ";": 0.28, " ": 0.25, "quad": 1.0}
_CLOSING = {"(": ")", "[": "]"}


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
            return replace(item, exponent=high)
        tag = {(True, False): "msub", (False, True): "msup", (True, True): "msubsup"}.get((bool(low), bool(high)))
        return replace(item, code=f"<{tag}>{item.code}{low}{high}</{tag}>", size=item.size + size) if tag else item

    def _group(self) -> tuple[Item, ...]:
        """Between braces, or one token."""
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
                found += _LETTERS[token[1:]]
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
        if sign in _CLOSING:
            inside = self.items(_CLOSING[sign])
            return Bracket(sign, self._next(), inside)
        if sign in "+-":
            return Atom("−" if sign == "-" else "+", 3, "sign")
        if sign == "=":
            return Atom("=", 3, "relation")
        if sign in ",:;":
            return Atom(f'<mo separator="true">{sign}</mo>', 2, "comma")
        if sign[0].isdigit():
            return Atom(f"<mn>{sign}</mn>", len(sign))
        return Atom(f"<mo>{sign}</mo>" if sign in "/|" else f"<mi>{escape(sign)}</mi>")

    def _command(self, name: str) -> Item:
        if name in _LETTERS:
            return Atom(f"<mi>{escape(_LETTERS[name])}</mi>")
        if name in _FUNCTIONS:
            return Atom(f"<mi>{name}</mi>", len(name), "function")
        if name in _SPACES:
            return Atom(f'<mspace width="{_SPACES[name]}em"/>', 1, "space")
        if name in _SIGNS:
            return Atom(f"<mo>{_SIGNS[name]}</mo>", 2, "space")
        if name in _MARKS:
            return marked(self._group(), *_MARKS[name])
        if name == "left":
            return self._stretched()
        if len(name) == 1:  # \_, \%: the sign itself
            return Atom(f"<mi>{escape(name)}</mi>")
        return self._structure(name)

    def _stretched(self) -> Bracket:
        left = self._next()
        inside = self.items("\\right")
        self._next()
        right = self._next()
        left, right = (_SIGNS.get(x[1:], x) if x.startswith("\\") else x for x in (left, right))
        return Bracket(left, right, inside)

    def _structure(self, name: str) -> Atom:
        if name in ("frac", "tfrac"):
            above, below = self._group(), self._group()
            code = f"<mfrac><mrow>{row(above)}</mrow><mrow>{row(below)}</mrow></mfrac>"
            size = max(sum(x.size for x in part) for part in (above, below))
            large = name == "frac" and size > 2
            return Atom(f'<mstyle displaystyle="true">{code}</mstyle>' if large else code, size)
        if name == "sqrt":
            inside = self._group()
            return Atom(f"<msqrt>{row(inside)}</msqrt>", 1 + sum(x.size for x in inside))
        word = self._word()
        shown = escape(word)
        if name == "text":
            return Atom(f"<mtext>{shown}</mtext>", len(word), "space")
        if name == "operatorname":
            return Atom(f"<mi>{shown}</mi>", len(word), "function")
        assert name in ("mathrm", "mathsf"), name
        return Atom(f'<mi mathvariant="normal">{shown}</mi>', len(word))
