"""The 616 serial chains of three to six joints (data/serial_chains.csv) as robots with every constant a symbol.

A row of the file is a joint on the frame before it:  Rot_z(beta) Trans_z(b) Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d),
with q for its variable and names for what the chain leaves open. All ten inertial parameters of every link, at its frame, and
the three components of gravity are symbols.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import linkwright as lw
from linkwright.model.robot import OpenRobot

FILE = Path(__file__).with_name("data") / "serial_chains.csv"
GEOMETRY = ("beta", "b", "alpha", "a", "theta", "d")
GRAVITY = ("g1", "g2", "g3")


@dataclass(frozen=True)
class Chain:
    """rows: one mapping per joint, `type` (R or P) and the entries of GEOMETRY."""

    name: str
    rows: tuple[Mapping[str, str], ...]

    @property
    def joints(self) -> int:
        return len(self.rows)

    @property
    def robot(self) -> OpenRobot:
        """As an extended DH table."""
        rows = [{"type": row["type"], **{k: row[k] for k in GEOMETRY}} for row in self.rows]
        return lw.dh(rows, convention="modified", inertials="full", gravity=GRAVITY, name=self.name)


@cache
def chains() -> Mapping[str, Chain]:
    """All of them by name, in the order of the file."""
    found: dict[str, list[Mapping[str, str]]] = {}
    with FILE.open(newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["name"], []).append(row)
    return MappingProxyType({name: Chain(name, tuple(rows)) for name, rows in found.items()})


def chosen(names: Sequence[str] = ()) -> list[Chain]:
    """The chains whose names begin with one of these words; all of them without any."""
    return [chain for name, chain in chains().items() if not names or name.startswith(tuple(names))]
