"""The 616 serial chains of three to six joints of the known database as robots with every constant a symbol.

Rows have q for the variable and names for what the chain leaves open. All ten inertial parameters of each link, at its frame,
and the three components of gravity are symbols.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import linkwright as lw
from linkwright.catalogue.build import known_general
from linkwright.catalogue.known import KnownRow
from linkwright.model.robot import OpenRobot

GRAVITY = ("g1", "g2", "g3")


@dataclass(frozen=True)
class Chain:
    """rows: one per joint."""

    name: str
    rows: tuple[KnownRow, ...]

    @property
    def joints(self) -> int:
        return len(self.rows)

    @property
    def robot(self) -> OpenRobot:
        """As an extended DH table."""
        rows = [row._asdict() for row in self.rows]
        return lw.dh(rows, convention="modified", inertials="full", gravity=GRAVITY, name=self.name)


@cache
def chains() -> Mapping[str, Chain]:
    """All of them by name, in the order of the database."""
    return MappingProxyType({k.name: Chain(k.name, k.rows) for k in known_general()})


def chosen(names: Sequence[str] = ()) -> list[Chain]:
    """The chains whose names begin with one of these words; all of them without any."""
    return [chain for name, chain in chains().items() if not names or name.startswith(tuple(names))]
