"""Chains by name, and the chain that a robot is: its axes as rows, its rows as a pattern, general model and variant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import degrees
from typing import TYPE_CHECKING

from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.general import general_of
from linkwright.catalogue.known import known_chains
from linkwright.catalogue.near import parsed
from linkwright.catalogue.patterns import of_full_rank
from linkwright.catalogue.row import Quarter, Row, matters
from linkwright.catalogue.similarity_rows import ANGLE, LENGTH, QUARTER
from linkwright.catalogue.special import contains, settled, with_all_lengths
from linkwright.catalogue.variants import variants_of
from linkwright.errors import InputError

if TYPE_CHECKING:
    from linkwright.catalogue.similarity import Way
    from linkwright.model.closed_robot import Robot

_NEAREST = 3
_ROUNDING = 1e-9
"""Metres below which a length is zero, however short the others are."""


def named(text: str) -> Chain:
    """The chain of a name: ours ("R=R=R=P"), or one of the known database ("S4RRRP1")."""
    known = known_chains().get(text)
    if known is None and text[:1] == "S" and text[1:2].isdigit():
        near = difflib.get_close_matches(text, known_chains(), 3)
        hint = f"did you mean {' or '.join(near)}?" if near else "its names are such as S4RRRP1 or S6RRRRRR10V3"
        raise InputError(f"the known database has no chain '{text}'", hint=hint)
    if known is None:
        return parsed(text)
    if len(known.ours) == 1:
        return Chain.parse(known.ours[0])
    if not known.ours:
        what = f"'{text}' is no chain of the catalogue: its joints depend on each other"
        raise InputError(what, hint=f"its rows are {known.code} (docs/catalogue.md, names of the known database)")
    raise InputError(f"'{text}' is several chains here", hint=f"name one of them: {', '.join(known.ours)}")


@dataclass(frozen=True)
class Match:
    """A chain that a robot is, or nearly is.

    values:      of the chain's free lengths (m) and angles (rad); none where they are parameters of the robot without values
    way:         where the chain stands, how its joints are called and move (its variables are sign q + offset), the tool
    differences: what the robot has that the chain does not; without any, the chain with these values is the robot
    """

    chain: Chain
    values: Mapping[str, float]
    way: Way
    differences: tuple[str, ...] = ()


def structure_of(robot: Robot, frame: str | None = None) -> tuple[Match, ...]:
    """The chains that the way to a frame is, special ones first; if it is none, the nearest ones. frame: see way_of."""
    from linkwright.catalogue.similarity import way_of

    return structures(way_of(robot, frame))


def structures(way: Way) -> tuple[Match, ...]:
    """The chains that a way is."""
    own = chain_of(way)
    members = list(of_full_rank(tuple(settled(with_all_lengths(own)))))
    if not members:
        rank = with_all_lengths(own).freedom.rank
        what = (
            f"its {own.joints} joints make {rank} independent motions; in the catalogue each joint adds one, up to six"
        )
        return (_match(with_all_lengths(own), way, [what]),)
    models = tuple(dict.fromkeys(map(general_of, members)))
    found = [*(x for all_of in variants_of(models).values() for x in all_of), *members, *models]
    exact = [x for x in dict.fromkeys(found) if contains(x, own)]
    if exact:
        return tuple(_match(x, way) for x in sorted(exact, key=lambda x: (len(x.lengths), len(x.angles))))
    lengths = {*own.lengths}
    close = ((x, _away(x, own, way)) for x in {*found} if lengths <= {*x.lengths})
    near = sorted(close, key=lambda pair: (len(pair[1]), sum(pair[1].values()), len(pair[0].lengths), pair[0].order))
    return tuple(_match(x, way, away) for x, away in near[:_NEAREST])


def chain_of(way: Way) -> Chain:
    """The rows as a chain: angles that are neither no nor a quarter turn are free, lengths that are zero are zero."""
    long = max(_ROUNDING, *(LENGTH * max(abs(row.a), abs(row.d)) for row in way.table.rows))
    rows = (
        Row(
            "P" if x.slides else "R",
            _quarter(x.alpha),
            _quarter(x.theta),
            abs(x.a) > long,
            not x.slides and abs(x.d) > long,
        )
        for x in way.table.rows
    )
    return without_idle_angles(tuple(rows))


def _quarter(angle: float) -> Quarter:
    return 0 if abs(angle) < ANGLE else 1 if abs(angle - QUARTER) < ANGLE else None


def _match(chain: Chain, way: Way, differences: Iterable[str] = ()) -> Match:
    numbers = {
        f"{x}{k}": getattr(row, x) for k, row in enumerate(way.table.rows, 1) for x in ("alpha", "a", "theta", "d")
    }
    names = () if way.symbolic else (*chain.lengths, *chain.angles)
    return Match(chain, {name: numbers[name] for name in names}, way, tuple(differences))


def _away(model: Chain, own: Chain, way: Way) -> dict[str, float]:
    """What differs -> by how much: angles of the robot that are neither free in a model nor what it has."""
    found: dict[str, float] = {}
    for k, (x, y, row) in enumerate(zip(model.rows, own.rows, way.table.rows, strict=True)):
        for name, there, here, angle in (
            ("alpha", x.alpha, y.alpha, row.alpha),
            ("theta", x.theta, y.theta, row.theta),
        ):
            if there not in (None, here) and (name == "alpha" or matters(own.rows, k)):
                text = f"{name}{k + 1} is {degrees(angle):.4g} deg where the chain has {90 * there} deg (joint '{row.joint}')"
                found[text] = abs(angle - there * QUARTER)
    return found
