"""Numbers in JSON, exactly: what is read is the number that was written, of the same type.

int        a JSON number without point; beyond 2^53, which not every language reads exactly, its digits as text
float      a JSON number with point or exponent, the shortest that reads back as the same float; "inf", "-inf", "nan"
Fraction   text: "1/3", "2/1"
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

from linkwright.errors import InputError

Number = int | float | Fraction
JsonNumber = int | float | str

MAX_BITS = 8192
"""Bits of an exact number. A float as a fraction has 1,074 of them."""

_SAFE = 2**53
_DIGITS = len(str(2**MAX_BITS))
_EXACT = re.compile(rf"(-?[0-9]{{1,{_DIGITS}}})(?:/([0-9]{{1,{_DIGITS}}}))?")
_SPECIAL = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def number_to_json(value: Number) -> JsonNumber:
    """A number as JSON has it; a NumPy number is Python's own."""
    own: Callable[[], object] | None = getattr(value, "item", None)
    x = value if own is None else own()
    if isinstance(x, bool) or not isinstance(x, int | float | Fraction):
        raise InputError(f"{str(x)[:40]!r} is not a number", hint="a document holds int, float and Fraction")
    if isinstance(x, float):
        return float(x) if math.isfinite(x) else str(x)
    if _bits(x) > MAX_BITS:
        raise InputError(f"a number of {_bits(x)} bits", hint=f"a document holds at most {MAX_BITS}")
    if isinstance(x, Fraction):
        return f"{x.numerator}/{x.denominator}"
    return x if abs(x) <= _SAFE else str(x)


def number_from_json(value: object, finite: bool) -> Number | None:
    """The number, or None for what is none, or is larger than all floats (infinity itself may be allowed)."""
    if isinstance(value, str):
        return _from_text(value, finite)
    if type(value) is int:
        return value if value.bit_length() <= MAX_BITS and fits_float(value) else None
    if isinstance(value, float):
        return value if math.isfinite(value) or not finite else None
    return None


def fits_float(value: Number) -> bool:
    """Whether a number is finite, and would be as a float."""
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False


def too_large(value: object) -> bool:
    """Whether an exact number has more bits than documents hold."""
    return isinstance(value, int | Fraction) and _bits(value) > MAX_BITS


def _from_text(text: str, finite: bool) -> Number | None:
    if text in _SPECIAL:
        return None if finite else _SPECIAL[text]
    match = _EXACT.fullmatch(text) if len(text) <= 2 * _DIGITS + 2 else None
    if match is None or (match[2] is not None and int(match[2]) == 0):
        return None
    number = int(match[1]) if match[2] is None else Fraction(int(match[1]), int(match[2]))
    return number if not too_large(number) and fits_float(number) else None


def _bits(value: int | Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())
