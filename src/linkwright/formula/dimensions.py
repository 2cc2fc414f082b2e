"""What a formula is measured in, as far as its text says: `300 kg` is no length, `2*L` may be anything."""

from __future__ import annotations

from functools import lru_cache

from linkwright.formula.syntax import Node, parse_syntax
from linkwright.formula.text import Text
from linkwright.formula.units import NONE, Dimension, times

_BASES = ("kg", "m", "s")


def check_unit(tree: Node, unit: str, source: Text) -> None:
    """A formula whose units say what it is has one of those asked for ("kg"; "rad, m"); one without units may be anything."""
    _check_sums(tree, source)
    found = dimension(tree) if unit else None
    if found is not None and found not in _known(unit):
        said = _spelt(found)
        if found == NONE:
            said = "an angle or a mere number"
        hint = f"write it in {' or '.join(unit.split(', '))}, or as a number without unit"
        raise source.error(f"the unit is that of {said}, not {' or '.join(unit.split(', '))}", tree.at, hint)


def _check_sums(node: Node, source: Text) -> None:
    """No sum has terms whose units say that they are of different kinds."""
    for part in node.args:
        _check_sums(part, source)
    if node.kind == "sum":
        terms = [node.args[0], *(part.args[0] for part in node.args[1:])]
        known = list(dict.fromkeys(found for term in terms if (found := dimension(term)) is not None))
        if len(known) > 1:
            first, other = (_spelt(found) or "an angle" for found in known[:2])
            raise source.error(f"a sum of {first} and {other}", node.at, "give its terms units of one kind")


def dimension(node: Node) -> Dimension | None:
    """Powers of the units that a formula has; None where a name, a function, a sum or a number without unit leaves it open:
    the 9.81 of `2 kg * 9.81` is an acceleration."""
    match node.kind:
        case "unit":
            inner = node.args[0]
            size = dimension(inner) if _has("unit", inner) or _has("name", inner) else NONE
            return None if size is None else times(size, node.dimension, 1)
        case "neg":
            return dimension(node.args[0])
        case "product":
            return _product(node)
        case "sum":
            known = {dimension(node.args[0]), *(dimension(part.args[0]) for part in node.args[1:])}
            return known.pop() if len(known) == 1 else None
        case _:
            return None


def _product(node: Node) -> Dimension | None:
    total = dimension(node.args[0])
    for part in node.args[1:]:
        other = dimension(part.args[0])
        if total is None or other is None:
            return None
        total = times(total, other, 1 if part.kind == "*" else -1)
    return total


def _has(kind: str, node: Node) -> bool:
    return node.kind == kind or any(_has(kind, part) for part in node.args)


@lru_cache(maxsize=64)
def _known(unit: str) -> frozenset[Dimension | None]:
    """Of the units that a table of keys names: "N m/rad, N/m"."""
    return frozenset(NONE if one == "1" else dimension(parse_syntax(Text(f"1 {one}"))) for one in unit.split(", "))


def _spelt(found: Dimension) -> str:
    """kg m/s^2."""
    above, below = _powers(found, 1), _powers(found, -1)
    return f"{above or '1'}/{below.replace(' ', '/')}" if below else above


def _powers(found: Dimension, sign: int) -> str:
    """Units above the line (1) or below it (-1)."""
    named = [(base, sign * power) for base, power in zip(_BASES, found, strict=True) if sign * power > 0]
    return " ".join(base + (f"^{power}" if power > 1 else "") for base, power in named)
