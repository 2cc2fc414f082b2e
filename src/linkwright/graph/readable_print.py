"""Spelling of printed forms: Unicode for a terminal, plain characters that Python can evaluate, LaTeX."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from linkwright.graph.ops import Number
from linkwright.graph.readable_tree import WAVES, Base, Call, Sum, Symbol, Term

_GREEK = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
)  # fmt: skip
_SMALL = {name: chr(0x3B1 + i + (i > 16)) for i, name in enumerate(_GREEK)}  # the final sigma is skipped
_LETTERS = _SMALL | {name.capitalize(): chr(ord(letter) - 32) for name, letter in _SMALL.items()}
_LATIN = {  # Greek letters that LaTeX has no command for
    "Alpha": "A", "Beta": "B", "Epsilon": "E", "Zeta": "Z", "Eta": "H", "Iota": "I", "Kappa": "K", "Mu": "M",
    "Nu": "N", "Omicron": "O", "omicron": "o", "Rho": "P", "Tau": "T", "Chi": "X",
}  # fmt: skip
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_DOTS = {"v": "\u0307", "a": "\u0308"}


class Style(ABC):
    """How one medium spells numbers, symbols, products, powers, quotients and calls; the walk is the same for all."""

    minus: str
    bars = False
    """Whether quotients have a bar, which brackets the parts of a fraction."""

    def __init__(self, digits: int = 5, rates: bool = True, decimals: bool = False) -> None:
        self.digits = digits  # significant digits of measured numbers
        self.rates = rates  # whether v is the derivative of q, index by index
        self.decimals = (
            decimals  # whether exact halves, quarters, eighths are written as decimals, beside measured numbers
        )

    @abstractmethod
    def symbol(self, name: str) -> str: ...

    @abstractmethod
    def measured(self, x: float) -> str: ...

    @abstractmethod
    def product(self, parts: Sequence[str]) -> str: ...

    @abstractmethod
    def power(self, base: Base, text: str, exponent: int) -> str: ...

    @abstractmethod
    def quotient(self, above: str, below: Sequence[str]) -> str: ...

    @abstractmethod
    def call(self, name: str, args: Sequence[str]) -> str: ...

    @abstractmethod
    def bracket(self, text: str) -> str: ...

    def sum(self, x: Sum) -> str:
        """A sum without brackets."""
        text = ""
        for term in x.terms:
            negative = term.coefficient < 0
            sign = (f" {self.minus} " if negative else " + ") if text else self.minus if negative else ""
            text += sign + self.term(term)
        return text or "0"

    def term(self, x: Term) -> str:
        """A product without its sign."""
        above, below = self._number(abs(x.coefficient))
        sides = ([b for b in x.factors if b[1] > 0], [b for b in x.factors if b[1] < 0])
        alone = [
            len(parts) + len(side) == 1 and bool(sides[1]) for parts, side in zip((above, below), sides, strict=True)
        ]
        for parts, side, is_alone in zip((above, below), sides, alone, strict=True):
            for base, exponent in side:
                bare = self.bars and is_alone and abs(exponent) == 1 and isinstance(base, Sum)
                text = self.sum(base) if bare and isinstance(base, Sum) else self.base(base)
                parts.append(text if abs(exponent) == 1 else self.power(base, text, abs(exponent)))
        return self.quotient(self.product(above or ["1"]), below) if below else self.product(above or ["1"])

    def _number(self, size: Number) -> tuple[list[str], list[str]]:
        """Numerator and denominator of a coefficient, empty where they are 1."""
        if self.decimals and isinstance(size, Fraction) and 8 % size.denominator == 0:
            size = float(size)
        if isinstance(size, float):
            return [self.measured(size)], []
        fraction = Fraction(size)
        return [str(n) for n in (fraction.numerator,) if n != 1], [str(n) for n in (fraction.denominator,) if n != 1]

    def base(self, x: Base) -> str:
        if isinstance(x, Symbol):
            return self.symbol(x.name)
        if isinstance(x, Call):
            return self.call(x.name, [self.sum(arg) for arg in x.args])
        return self.bracket(self.sum(x))


def _scientific(x: float, digits: int) -> tuple[str, int]:
    """Mantissa and power of ten; the power is 0 where the number reads well without."""
    mantissa, _, exponent = f"{x:.{digits}g}".partition("e")
    return mantissa, int(exponent or 0)


def _indexed(name: str) -> tuple[str, str]:
    """A port's element by letter and index from 1: q[0] -> ("q", "1"); ("", "") for other symbols."""
    found = re.fullmatch(r"(\w+)\[(\d+(?:\s*,\s*\d+)*)\]", name)
    if not found:
        return "", ""
    return found[1], ",".join(str(int(i) + 1) for i in found[2].split(","))


class Text(Style):
    """L2²m2/4 + q̇1 sin(q2), as a terminal shows it."""

    minus = "−"

    def symbol(self, name: str) -> str:
        letter, index = _indexed(name)
        if self.rates and letter in _DOTS:
            return f"q{_DOTS[letter]}{index}"
        if letter:
            return {"a": "v\u0307"}.get(letter, _unicode(letter)) + index
        return _unicode(name)

    def measured(self, x: float) -> str:
        mantissa, exponent = _scientific(x, self.digits)
        return f"{mantissa}·10{str(exponent).translate(_SUPERSCRIPTS)}" if exponent else mantissa

    def product(self, parts: Sequence[str]) -> str:
        text = parts[0]
        for part in parts[1:]:
            close = part.startswith("(") or (text[-1] in "⁰¹²³⁴⁵⁶⁷⁸⁹" and "(" not in part)
            text += part if close else f" {part}"
        return text

    def power(self, base: Base, text: str, exponent: int) -> str:
        raised = str(exponent).translate(_SUPERSCRIPTS)
        if isinstance(base, Call) and base.name in WAVES:
            return f"{base.name}{raised}{text[len(base.name) :]}"
        return text + raised

    def quotient(self, above: str, below: Sequence[str]) -> str:
        return f"{above}/{below[0]}" if len(below) == 1 else f"{above}/({self.product(below)})"

    def call(self, name: str, args: Sequence[str]) -> str:
        if name == "pi":
            return "π"
        if name == "abs":
            return f"|{args[0]}|"
        if name in WAVES:
            return f"{name}({args[0].replace(' + ', '+').replace(' − ', '−')})"
        return f"{'√' if name == 'sqrt' else name}({', '.join(args)})"

    def bracket(self, text: str) -> str:
        return f"({text})"


def _unicode(name: str) -> str:
    found = re.fullmatch(r"([A-Za-z]+)(.*)", name)
    return _LETTERS[found[1]] + found[2] if found and found[1] in _LETTERS else name


class Ascii(Style):
    """L2**2*m2/4 + dq1*sin(q2): Python evaluates it."""

    minus = "-"

    def symbol(self, name: str) -> str:
        letter, index = _indexed(name)
        if self.rates and letter in _DOTS:
            return f"{'d' if letter == 'v' else 'dd'}q{index}"
        return letter + index.replace(",", "_") if letter else name

    def measured(self, x: float) -> str:
        mantissa, exponent = _scientific(x, self.digits)
        return f"{mantissa}e{exponent}" if exponent else mantissa

    def product(self, parts: Sequence[str]) -> str:
        return "*".join(parts)

    def power(self, base: Base, text: str, exponent: int) -> str:
        return f"{text}**{exponent}"

    def quotient(self, above: str, below: Sequence[str]) -> str:
        return f"{above}/{below[0]}" if len(below) == 1 else f"{above}/({self.product(below)})"

    def call(self, name: str, args: Sequence[str]) -> str:
        return f"{name}({', '.join(args)})" if args else name

    def bracket(self, text: str) -> str:
        return f"({text})"


class Latex(Style):
    r"""\frac{1}{4} L_{2}^{2} m_{2} + \dot{q}_{1} \sin(q_{2})."""

    minus = "-"
    bars = True
    _calls = ("sin", "cos", "tan", "exp", "log", "min", "max")

    def symbol(self, name: str) -> str:
        letter, index = _indexed(name)
        if letter in _DOTS:
            dot = "\\dot" if letter == "v" else "\\ddot"
            if not self.rates:
                return f"v_{{{index}}}" if letter == "v" else f"\\dot{{v}}_{{{index}}}"
            return f"{dot}{{q}}_{{{index}}}"
        return latex_name(letter + "_" + index if letter else name)

    def measured(self, x: float) -> str:
        mantissa, exponent = _scientific(x, self.digits)
        return f"{mantissa} \\cdot 10^{{{exponent}}}" if exponent else mantissa

    def product(self, parts: Sequence[str]) -> str:
        return " ".join(parts)

    def power(self, base: Base, text: str, exponent: int) -> str:
        if isinstance(base, Call) and base.name in WAVES:
            return f"\\{base.name}^{{{exponent}}}{text[len(base.name) + 1 :]}"
        return f"{text}^{{{exponent}}}"

    def quotient(self, above: str, below: Sequence[str]) -> str:
        inner = self.product(below)
        if inner.isdigit() and above != "1":  # 3 m L / 4: the number as a fraction before the letters
            head, _, rest = above.partition(" ")
            return (
                f"\\frac{{{head}}}{{{inner}}} {rest}" if head.isdigit() and rest else f"\\frac{{1}}{{{inner}}} {above}"
            )
        return f"\\frac{{{above}}}{{{inner}}}"

    def call(self, name: str, args: Sequence[str]) -> str:
        if name in ("pi", "sqrt"):
            return "\\pi" if name == "pi" else f"\\sqrt{{{args[0]}}}"
        if name == "abs":
            return f"\\left|{args[0]}\\right|"
        head = (
            f"\\{name}"
            if name in self._calls
            else {"asin": "\\arcsin", "acos": "\\arccos"}.get(name, f"\\operatorname{{{name}}}")
        )
        inner = ", ".join(args)
        return (
            f"{head}({inner})" if "\\frac" not in inner and "\\left" not in inner else f"{head}\\left({inner}\\right)"
        )

    def bracket(self, text: str) -> str:
        return f"\\left({text}\\right)"


def latex_name(name: str) -> str:
    r"""theta1 -> \theta_{1}, L1 -> L_{1}, Ixx2 -> I_{xx2}, m_cart -> m_{\mathrm{cart}}, mass2 -> \mathrm{mass}_{2}."""
    found = re.fullmatch(r"([A-Za-z]+?)(?:_(\w+(?:,\d+)*)|(\d\w*(?:,\d+)*))?", name) or re.fullmatch(
        r"([A-Za-z]+)(.*)()", name
    )
    if not found:
        return f"\\mathrm{{{_escaped(name)}}}"
    letters, index = found[1], [part for part in (found[2] or found[3] or "").split("_") if part]
    moment = re.fullmatch(r"([A-Za-z])([xyz]{1,2}|c)", letters)
    if letters in _LETTERS:
        head = _LATIN.get(letters, f"\\{letters}")
    elif moment:  # Ixx, mx, lc: an axis or the centre is an index
        head = moment[1]
        index = [moment[2] + index[0], *index[1:]] if index and index[0][0].isdigit() else [moment[2], *index]
    else:
        head = letters if len(letters) == 1 else f"\\mathrm{{{letters}}}"
    shown = ",".join(f"\\mathrm{{{p}}}" if p.isalpha() and len(p) > 2 else _escaped(p) for p in index)
    return f"{head}_{{{shown}}}" if shown else head


def _escaped(text: str) -> str:
    """Any text inside a formula: nothing in it is a command, a group or the formula's end."""
    return "".join(_ESCAPES.get(c, c) for c in " ".join(text.split()))


_ESCAPES = {c: f"\\{c}" for c in "_#%&${} "} | {"\\": "\\backslash{}", "^": "\\wedge{}", "~": "\\sim{}"}


STYLES: Mapping[str, type[Style]] = MappingProxyType({"text": Text, "ascii": Ascii, "latex": Latex})
