"""Names of symbols as people write them: Greek letters, indices, marks above a letter."""

from __future__ import annotations

import re

_GREEK = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
)  # fmt: skip
_SMALL = {name: chr(0x3B1 + i + (i > 16)) for i, name in enumerate(_GREEK)}  # the final sigma is skipped
LETTERS = _SMALL | {name.capitalize(): chr(ord(letter) - 32) for name, letter in _SMALL.items()}
"""Name of a Greek letter -> the letter."""
_LATIN = {
    "Alpha": "A", "Beta": "B", "Epsilon": "E", "Zeta": "Z", "Eta": "H", "Iota": "I", "Kappa": "K", "Mu": "M",
    "Nu": "N", "Omicron": "O", "omicron": "o", "Rho": "P", "Tau": "T", "Chi": "X",
}  # fmt: skip
"""Greek letters that LaTeX has no command for, since they look as Latin ones."""
COMMANDS = frozenset(LETTERS) - frozenset(_LATIN)
"""Greek letters that are commands of LaTeX."""

_HIGH = str.maketrans("0123456789-/", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ")
_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_ESCAPES = {c: f"\\{c}" for c in "_#%&${} "} | {"\\": "\\backslash{}", "^": "\\wedge{}", "~": "\\sim{}"}
DOTS = ("", "\u0307", "\u0308")
"""Marks of time derivatives, which follow the letter that they are above."""


def superscript(text: str) -> str:
    """Digits and signs raised."""
    return text.translate(_HIGH)


def subscript(text: str) -> str:
    """Digits lowered."""
    return text.translate(_LOW)


def unicode_name(name: str) -> str:
    """theta1 -> θ1; other names as they are."""
    found = re.fullmatch(r"([A-Za-z]+)(.*)", name)
    return LETTERS[found[1]] + found[2] if found and found[1] in LETTERS else name


def escaped(text: str) -> str:
    """Any text inside a formula: nothing in it is a command, a group or the formula's end."""
    return "".join(_ESCAPES.get(c, c) for c in " ".join(text.split()))


def latex_stem(letters: str) -> str:
    """A Greek letter as its command, a letter as it is, a word upright."""
    if letters in LETTERS:
        return _LATIN.get(letters, f"\\{letters}")
    return letters if len(letters) == 1 else f"\\mathrm{{{escaped(letters)}}}"


def latex_dotted(letter: str, dots: int) -> str:
    """A time derivative."""
    return f"\\{'d' * dots}ot{{{letter}}}" if dots else letter


def latex_name(name: str) -> str:
    r"""theta1 -> \theta_{1}, L1 -> L_{1}, Ixx2 -> I_{xx2}, m_cart -> m_{\mathrm{cart}}, mass2 -> \mathrm{mass}_{2}."""
    found = re.fullmatch(r"([A-Za-z]+?)(?:_(\w+(?:,\d+)*)|(\d\w*(?:,\d+)*))?", name) or re.fullmatch(
        r"([A-Za-z]+)(.*)()", name
    )
    if not found:
        return f"\\mathrm{{{escaped(name)}}}"
    letters, index = found[1], [part for part in (found[2] or found[3] or "").split("_") if part]
    moment = re.fullmatch(r"([A-Za-z])([xyz]{1,2}|c)", letters)
    if moment and letters not in LETTERS:  # Ixx, mx, lc: an axis or the centre is an index
        letters = moment[1]
        index = [moment[2] + index[0], *index[1:]] if index and index[0][0].isdigit() else [moment[2], *index]
    shown = ",".join(f"\\mathrm{{{p}}}" if p.isalpha() and len(p) > 2 else escaped(p) for p in index)
    return f"{latex_stem(letters)}_{{{shown}}}" if shown else latex_stem(letters)
