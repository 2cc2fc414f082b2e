"""The names of manifolds and of types of constants, as files and calls write them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.errors import ModelError
from linkwright.manifold.symbols import Kind, Manifold, Shape

MAX_FAMILY, MAX_DIMENSION = 1000, 100

_FAMILY = re.compile(r"\s*(?P<one>.*?)\s*(?:\[\s*(?P<index>\w+)\s*\])?\s*")
_POWER = re.compile(r"\(\s*(?P<one>S\^?1|S\^?2|SO\(3\)|SE\(3\)|R)\s*\)\s*\^\s*(?P<index>\w+)")
_REAL = re.compile(r"R(?:\s*\^?\s*(?P<n>\w+))?")
_FIXED: dict[str, Manifold | None] = {
    "S1": Manifold("S1"),
    "S2": Manifold("S2"),
    "SO3": Manifold("SO3", 3),
    "SE3": None,
}
_VECTOR = re.compile(
    r"(?P<word>vector|unit|matrix|symmetric|skew|rotation)\s*(?:\(\s*(?P<n>\w+)\s*(?:,\s*(?P<m>\w+)\s*)?\))?"
)


_TYPE = re.compile(r"\s*(scalar|vector|unit|matrix|symmetric|skew|rotation|R)\b.*", re.DOTALL)


def is_type(text: str) -> bool:
    """Whether a text is to be a type of constants, and no number."""
    return bool(_TYPE.fullmatch(text))


@dataclass(frozen=True)
class Declared:
    """What a declaration says: a manifold (None: SE(3)) or a type of constants, and how many (None: one, no family)."""

    manifold: Manifold | None = None
    shape: Shape = ()
    kind: Kind = "general"
    size: int | None = None


def read_manifold(text: str, sizes: Mapping[str, int], where: str = "") -> Declared:
    """R, R^3, S1, S2, SO(3), SE(3); a family of n of them: S2[n] or (S2)^n."""
    one, size = _split(text, sizes, where)
    plain = re.sub(r"[\s()^]", "", one)
    if plain in _FIXED:
        return Declared(manifold=_FIXED[plain], size=size)
    match = _REAL.fullmatch(one.strip())
    if match is None:
        hint = "one of R, R^3, R^n, S1, S2, SO(3), SE(3), or a family of them: S2[n]"
        raise ModelError(f"'{text}' is no manifold", where, hint)
    n = _count(match["n"] or "1", sizes, where, MAX_DIMENSION)
    return Declared(manifold=Manifold("Rn", n) if match["n"] and n > 1 else Manifold("R"), size=size)


def read_type(text: str, sizes: Mapping[str, int], where: str = "") -> Declared:
    """scalar, vector, vector(n), unit, matrix, matrix(n, m), symmetric, skew, rotation; a family: scalar[n]."""
    one, size = _split(text, sizes, where)
    if one == "scalar":
        return Declared(size=size)
    match = _VECTOR.fullmatch(one)
    if match is None:
        real = _REAL.fullmatch(one)
        if real is not None:
            manifold = read_manifold(one, sizes, where).manifold
            return Declared(shape=manifold.shape if manifold else (), size=size)
        hint = "one of scalar, vector, unit, matrix, symmetric, skew, rotation, or a family of them: scalar[n]"
        raise ModelError(f"'{text}' is no type of a constant", where, hint)
    n = _count(match["n"] or "3", sizes, where, MAX_DIMENSION)
    m = _count(match["m"], sizes, where, MAX_DIMENSION) if match["m"] else n
    word = match["word"]
    if word in ("vector", "unit"):
        if match["m"]:
            raise ModelError(f"'{text}': a vector has one size", where)
        return Declared(shape=(n,), kind="unit" if word == "unit" else "general", size=size)
    if word != "matrix" and (n != m or (word == "rotation" and n != 3)):
        raise ModelError(f"'{text}': {word} matrices are {'3x3' if word == 'rotation' else 'square'}", where)
    kinds: dict[str, Kind] = {"matrix": "general", "symmetric": "symmetric", "skew": "skew", "rotation": "rotation"}
    return Declared(shape=(n, m), kind=kinds[word], size=size)


def _split(text: str, sizes: Mapping[str, int], where: str) -> tuple[str, int | None]:
    match = _POWER.fullmatch(text.strip()) or _FAMILY.fullmatch(text)
    if match is None or match["index"] is None:
        return text.strip(), None
    return match["one"], _count(match["index"], sizes, where, MAX_FAMILY)


def _count(word: str, sizes: Mapping[str, int], where: str, most: int) -> int:
    if not word.isdecimal() and word not in sizes:
        raise ModelError(f"the number '{word}' is not given", where, f"give it: sizes: {{{word}: 3}}")
    n = int(word[:9]) if word.isdecimal() else sizes[word]
    if type(n) is not int:
        raise ModelError(f"{word} = {n!r} is no whole number", where)
    if not 1 <= n <= most:
        told = word if word.isdecimal() else f"{word} = {n}"
        raise ModelError(f"{told}: from 1 to {most} is possible", where)
    return n
