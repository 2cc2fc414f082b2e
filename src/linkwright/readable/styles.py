"""How media spell what formulas are made of: Unicode for a terminal, plain characters that Python can evaluate, LaTeX.

A style is a table, a dialect a `replace`. `printer.py` walks closed forms with one, `manifold/spell.py` terms of vectors.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from linkwright.readable.names import DOTS, latex_dotted, latex_name, superscript, unicode_name
from linkwright.readable.tree import WAVES

_RATES = {"v": 1, "a": 2}
"""Velocities and accelerations, where they are time derivatives of q, and how many dots they have then."""


@dataclass(frozen=True)
class Style:
    """How one medium spells a formula. {0}, {1}: the parts.

    scientific: a number with a power of ten, of which {1} is the exponent and {2} the power;  fraction: above and below a line
    functions:  names of functions that are spelled otherwise;  other_function: those of all others
    calls:      functions with a spelling of their own;  call: all others, by name and arguments
    symbol:     an element of an input or a parameter, and whether v is the derivative of q
    function_powers: whether a power of a sine stands at its name;  bars: whether a line brackets what is above and below it
    """

    minus: str
    bracket: str
    fraction: str
    scientific: str
    high: Callable[[str, object], str]
    functions: Mapping[str, str]
    calls: Mapping[str, Callable[..., str]]
    call: Callable[[Style, str, Sequence[str]], str]
    product: Callable[[Sequence[str]], str]
    quotient: Callable[[Style, str, Sequence[str]], str]
    symbol: Callable[[str, bool], str]
    other_function: str = "{0}"
    function_powers: bool = True
    bars: bool = False

    def function(self, name: str) -> str:
        """The name of a function."""
        return self.functions.get(name) or self.other_function.format(name)


def _indexed(name: str) -> tuple[str, str]:
    """A port's element by letter and index from 1: q[0] -> ("q", "1"); ("", "") for other symbols."""
    found = re.fullmatch(r"(\w+)\[(\d+(?:\s*,\s*\d+)*)\]", name)
    if not found:
        return "", ""
    return found[1], ",".join(str(int(i) + 1) for i in found[2].split(","))


# --- text -----------------------------------------------------------------------------------------------------------------


def _text_symbol(name: str, rates: bool) -> str:
    letter, index = _indexed(name)
    if rates and letter in _RATES:
        return f"q{DOTS[_RATES[letter]]}{index}"
    if letter:
        return {"a": f"v{DOTS[1]}"}.get(letter, unicode_name(letter)) + index
    return unicode_name(name)


def _text_high(base: str, exponent: object) -> str:
    return base + (f"^({exponent})" if "/" in str(exponent) else superscript(str(exponent)))


def _text_product(parts: Sequence[str]) -> str:
    """No space before a bracket, nor after an exponent: L2²m2(a + b)."""
    text = parts[0]
    for part in parts[1:]:
        close = part.startswith("(") or (text[-1] in "⁰¹²³⁴⁵⁶⁷⁸⁹" and "(" not in part)
        text += part if close else f" {part}"
    return text


def _text_call(style: Style, name: str, args: Sequence[str]) -> str:
    """Angles close together: sin(q1+q2)."""
    if name in WAVES:
        return f"{name}({args[0].replace(' + ', '+').replace(' − ', '−')})"
    return f"{name}({', '.join(args)})" if args else name


def _slash(style: Style, above: str, below: Sequence[str]) -> str:
    return f"{above}/{below[0]}" if len(below) == 1 else f"{above}/({style.product(below)})"


TEXT = Style(
    minus="−",
    bracket="({0})",
    fraction="{0}/{1}",
    scientific="{0}·{2}",
    high=_text_high,
    functions={},
    calls={"pi": "π".format, "abs": "|{0}|".format, "sqrt": "√({0})".format},
    call=_text_call,
    product=_text_product,
    quotient=_slash,
    symbol=_text_symbol,
)
"""L2²m2/4 + q̇1 sin(q2), as a terminal shows it."""


# --- Python ---------------------------------------------------------------------------------------------------------------


def _ascii_symbol(name: str, rates: bool) -> str:
    letter, index = _indexed(name)
    if rates and letter in _RATES:
        return f"{'d' * _RATES[letter]}q{index}"
    return letter + index.replace(",", "_") if letter else name


def _plain_call(style: Style, name: str, args: Sequence[str]) -> str:
    return f"{name}({', '.join(args)})" if args else name


ASCII = Style(
    minus="-",
    bracket="({0})",
    fraction="{0}/{1}",
    scientific="{0}e{1}",
    high="{0}**{1}".format,
    functions={},
    calls={},
    call=_plain_call,
    product="*".join,
    quotient=_slash,
    symbol=_ascii_symbol,
    function_powers=False,
)
"""L2**2*m2/4 + dq1*sin(q2): Python evaluates it."""


# --- LaTeX ----------------------------------------------------------------------------------------------------------------


def _latex_symbol(name: str, rates: bool) -> str:
    letter, index = _indexed(name)
    if letter in _RATES:
        dots = _RATES[letter]
        return f"{latex_dotted('q', dots) if rates else latex_dotted('v', dots - 1)}_{{{index}}}"
    return latex_name(letter + "_" + index if letter else name)


def _latex_quotient(style: Style, above: str, below: Sequence[str]) -> str:
    """3 m L / 4: the number as a fraction before the letters."""
    inner = style.product(below)
    if not inner.isdigit() or above == "1":
        return style.fraction.format(above, inner)
    head, _, rest = above.partition(" ")
    number, rest = (head, rest) if head.isdigit() and rest else ("1", above)
    return f"{style.fraction.format(number, inner)} {rest}"


def _latex_call(style: Style, name: str, args: Sequence[str]) -> str:
    head = style.function(name)
    inner = ", ".join(args)
    high = "\\frac" in inner or "\\left" in inner
    return head + (style.bracket.format(inner) if high else f"({inner})")


_NAMED = ("sin", "cos", "tan", "exp", "log", "min", "max", "sinh", "cosh", "tanh")

LATEX = Style(
    minus="-",
    bracket=r"\left({0}\right)",
    fraction=r"\frac{{{0}}}{{{1}}}",
    scientific=r"{0} \cdot {2}",
    high="{0}^{{{1}}}".format,
    functions={name: f"\\{name}" for name in _NAMED} | {f"a{name}": f"\\arc{name}" for name in ("sin", "cos", "tan")},
    calls={"pi": r"\pi".format, "abs": r"\left|{0}\right|".format, "sqrt": r"\sqrt{{{0}}}".format},
    call=_latex_call,
    product=" ".join,
    quotient=_latex_quotient,
    symbol=_latex_symbol,
    other_function=r"\operatorname{{{0}}}",
    bars=True,
)
r"""\frac{1}{4} L_{2}^{2} m_{2} + \dot{q}_{1} \sin(q_{2})."""

STYLES: Mapping[str, Style] = MappingProxyType({"text": TEXT, "ascii": ASCII, "latex": LATEX})
