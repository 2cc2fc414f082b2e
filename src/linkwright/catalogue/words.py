"""How the axes of a chain stand to each other, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.row import Quarter, matters

_STANDS: dict[Quarter, str] = {0: "parallel to", 1: "perpendicular to", None: "at a free angle to"}
_TWISTED: dict[Quarter, str] = {0: "in a plane with", 1: "a quarter turn away from", None: "at a free turn from"}
"""Seen along a slider."""


def relations(chain: Chain) -> list[str]:
    """One text per fact: "axes 1, 2, 3 parallel, slider 4 along them"."""
    return [*_parallel(chain), *_angles(chain), *_meeting(chain)]


def _parallel(chain: Chain) -> Iterator[str]:
    """Runs of neighbours that are parallel."""
    run: list[int] = []
    for k, row in enumerate((*chain.rows, None)):
        if run and (row is None or row.alpha != 0):
            if len(run) > 1:
                yield _run(chain, run)
            run = []
        run.append(k)


def _run(chain: Chain, run: Sequence[int]) -> str:
    turning, sliding = ([k for k in run if chain.rows[k].joint == joint] for joint in "RP")
    if not turning or not sliding:
        return f"{_all(chain, run)} parallel"
    if len(turning) == 1:
        return f"{_all(chain, sliding)} along {_all(chain, turning)}"
    return f"{_all(chain, turning)} parallel, {_all(chain, sliding)} along them"


def _angles(chain: Chain) -> Iterator[str]:
    """Neighbours that are not parallel, and how the neighbours of a slider are twisted about it."""
    rows = chain.rows
    inside = {k for k, row in enumerate(rows) if k and not row.a}  # of U and S, which have a line of their own
    for k, row in enumerate(rows):
        if k and row.alpha != 0 and k not in inside:
            yield f"{_all(chain, [k])} {_STANDS[row.alpha]} {_all(chain, [k - 1])}"
        if k and matters(rows, k - 1):
            theta = rows[k - 1].theta
            stands = (_STANDS if row.alpha == rows[k - 1].alpha == 1 else _TWISTED)[theta]
            yield f"across {_all(chain, [k - 1])}, {_all(chain, [k])} {stands} {_all(chain, [k - 2])}"


def _meeting(chain: Chain) -> Iterator[str]:
    at = 0
    for group in chain.groups:
        run = range(at, at + len(group))
        if len(group) > 1:
            each = ", each perpendicular to the next" if len(group) > 2 else " at right angles"
            yield f"{_all(chain, run)} meet in a point{each}"
        at += len(group)


def _all(chain: Chain, joints: Sequence[int]) -> str:
    word = "axis" if chain.rows[joints[0]].joint == "R" else "slider"
    if len(joints) > 1:
        word = "axes" if word == "axis" else "sliders"
    return f"{word} {', '.join(str(k + 1) for k in joints)}"
