"""What the names of the known database are called here, by rule: from their rows to chains of the catalogue.

known_chains.csv holds what these rules find (a look at one name then needs no enumeration), tests/catalogue/test_known.py that
it is so. python -m linkwright.catalogue.known_rules writes the file again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.general import general_models
from linkwright.catalogue.known import FILE, Known, KnownRow, known_chains
from linkwright.catalogue.patterns import of_full_rank, patterns
from linkwright.catalogue.row import Quarter, Row, matters
from linkwright.catalogue.special import contains, settled, with_all_lengths
from linkwright.catalogue.variants import variants

RULES: Mapping[str, str] = MappingProxyType(
    {
        "b": "the first frame is turned against the base there; here the first axis is z of the base",
        "t": "theta of a first slider is free there: a turn of the base, 0 here",
        "i": "theta of a slider beside a parallel axis, or of the last one, is not 0 there: it changes no motion, 0 here",
        "d": "theta of a slider between U or S and an axis parallel to it is free there: it moves that axis along the joint's,"
        " as a d would; 0 here",
        "s": "alpha is -pi/2 there; here the axis points the other way, and alpha is pi/2",
        "l": "lengths are zero there that are free here: the chain with these values",
        "a": "alphas are pi/2 there that are free here: the chain with these values",
        "o": "theta of a slider is free there; only one quarter turn has full rank among parallel and perpendicular axes",
        "m": "rows merged: theta of a slider is free there, and both quarter turns have full rank: several chains here",
        "g": "a variant there (theta has a value that is free in its general chain), a general model of its own here",
        "r": "loses rank: its joints depend on each other, no chain here",
    }
)
"""Letter in known_chains.csv -> how a row of the database differs from the chain that it is here."""
_QUARTERS: Mapping[str, Quarter] = MappingProxyType({"0": 0, "pi/2": 1, "-pi/2": 1})
_MOST_SLIDERS = {7: 1}
"""Number of joints -> sliders up to which chains are looked for, where all would be too many."""


@dataclass(frozen=True)
class Mapped:
    """ours: names of chains; rules: letters of RULES."""

    ours: tuple[str, ...]
    rules: str


def mapped(known: Known) -> Mapped:
    """What a chain of the database is here."""
    chain = normal_form(known)
    found = _by_word(chain.joints).get(chain.word, ())
    around = [x for x in (*found, *_pattern(chain)) if contains(x, chain)]
    if around:
        ours = [min(around, key=lambda x: (len(x.lengths), len(x.angles)))]
    else:
        members = list(of_full_rank(tuple(settled(chain))))
        alike = [x for x in found if x.lengths == chain.lengths]
        ours = [x for x in alike if any(contains(x, member) for member in members)]
    return Mapped(tuple(x.name for x in ours), "".join(_letters(known, chain, ours)))


def _pattern(chain: Chain) -> Iterator[Chain]:
    """With all lengths free, if no angle is."""
    if not chain.angles:
        yield from of_full_rank((with_all_lengths(chain),))


def _letters(known: Known, chain: Chain, ours: Sequence[Chain]) -> Iterator[str]:
    rows, one = known.rows, ours[0] if ours else chain
    turned = [k for k, row in enumerate(rows) if k and row.theta not in ("0", "q") and not matters(chain.rows, k)]
    shifting = [k for k in turned if chain.rows[k].alpha and chain.rows[k - 1].joint == "R" and not chain.rows[k - 1].d]
    pairs = [(row, x, y) for row, x, y in zip(rows, one.rows, chain.rows, strict=True)]
    inside = bool(ours) and contains(one, chain)
    seen = {
        "b": (rows[0].beta, rows[0].alpha) != ("0", "0") or rows[0].theta not in ("0", "q", "theta1"),
        "t": rows[0].theta == "theta1",
        "i": turned != shifting,
        "d": bool(shifting),
        "s": any(row.alpha == "-pi/2" for row in rows[1:]),
        "l": any((row.a == "0" and x.a) or (row.d == "0" and x.d) for row, x, _ in pairs),
        "a": inside and any(x.alpha is None is not y.alpha for _, x, y in pairs),
        "g": inside and known.variant and one.level != "variant" and one.lengths == chain.lengths,
        "rom"[min(len(ours), 2)]: not inside,
    }
    return (letter for letter, so in seen.items() if so)


def normal_form(known: Known) -> Chain:
    """The rows as a chain that may have free angles anywhere."""
    rows = known.rows
    return without_idle_angles(tuple(_row(row, rows[k - 1] if k else None) for k, row in enumerate(rows)))


def _row(row: KnownRow, before: KnownRow | None) -> Row:
    """Lengths are zero in U and S alone: where a turning axis meets the one before it at a right angle."""
    alpha = _QUARTERS.get(row.alpha) if before else 0
    if row.type == "P":
        return Row("P", alpha, _QUARTERS.get(row.theta) if before else 0, a=before is not None, d=False)
    joined = before is not None and before.type == "R" and alpha == 1 and (row.a, row.d) == ("0", "0")
    return Row("R", alpha, 0, a=before is not None and not joined, d=not joined)


@cache
def _by_word(joints: int) -> Mapping[str, tuple[Chain, ...]]:
    """General models and variants."""
    found: dict[str, tuple[Chain, ...]] = {}
    most = _MOST_SLIDERS.get(joints)
    for chain in (*general_models(joints, most), *variants(joints, most)):
        found[chain.word] = (*found.get(chain.word, ()), chain)
    return found


class Level(NamedTuple):
    """Chains of the catalogue, and those of them that have no name in the database."""

    chains: tuple[Chain, ...]
    unnamed: tuple[Chain, ...]


def levels(joints: int) -> tuple[Level, Level, Level]:
    """Patterns (named: special cases of chains with a name), general models and variants of up to six joints."""
    own = [known for known in known_chains().values() if known.joints == joints]
    within = {x for known in own for x in settled(with_all_lengths(normal_form(known)))}
    named = {name for known in own for name in known.ours}
    one, two, three = patterns(joints), general_models(joints), variants(joints)
    return (
        Level(one, tuple(x for x in one if x not in within)),
        Level(two, tuple(x for x in two if x.name not in named)),
        Level(three, tuple(x for x in three if x.name not in named)),
    )


def text() -> str:
    """known_chains.csv as the rules make it."""
    rows = ((known, mapped(known)) for known in known_chains().values())
    lines = (f"{known.name},{known.code},{' '.join(own.ours)},{own.rules}\n" for known, own in rows)
    return "name,rows,ours,rules\n" + "".join(lines)


if __name__ == "__main__":
    FILE.write_text(text())
