"""The names of the known database of serial chains, with their rows and what they are called here.

known_chains.csv holds 1,234 chains. A chain is written as its joints in order, R or P, each after its alpha: = 0, + pi/2,
- -pi/2, ~ free. Then what is not usual: of a P its theta (9: pi/2, f: free, else 0), and a, d where that length is zero. In
front, in brackets, how the first frame is turned: beta, alpha, and theta, which is an offset of q if the first joint is an R.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

FILE = Path(__file__).with_name("known_chains.csv")
_FIRST = re.compile(r"\((\S+) (\S+) (\S+)\)")
_JOINT = re.compile(r"([=+~-]?)([RP])([9f]?)(a?)(d?)")
_ALPHA = {"": "0", "=": "0", "+": "pi/2", "-": "-pi/2"}
_THETA = {"": "0", "9": "pi/2"}


class KnownRow(NamedTuple):
    """Rot_z(beta) Trans_z(b) Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d), as text: a number, q, or a name if it is free."""

    type: str
    beta: str
    b: str
    alpha: str
    a: str
    theta: str
    d: str


@dataclass(frozen=True)
class Known:
    """A chain of the database. code: its rows, as in the file; ours: names of the chains that it is here, none or several where
    rules, letters of known_rules.RULES, say so."""

    name: str
    code: str
    ours: tuple[str, ...]
    rules: str

    @property
    def joints(self) -> int:
        return int(self.name[1])

    @property
    def variant(self) -> bool:
        """Whether it is another chain with some lengths or angles at special values."""
        return "V" in self.name

    @property
    def rows(self) -> tuple[KnownRow, ...]:
        return tuple(_rows(self.code))


def _rows(code: str) -> Iterator[KnownRow]:
    first = _FIRST.match(code)
    beta, alpha, turn = first.groups() if first else ("0", "0", "")
    for k, found in enumerate(_JOINT.finditer(code, first.end() if first else 0), 1):
        sign, joint, theta, no_a, no_d = found.groups()
        length = "0" if no_a or k == 1 else f"a{k}"
        if k > 1:
            beta, alpha, turn = "0", _ALPHA.get(sign, f"alpha{k}"), ""
        if joint == "R":
            variable = "q" if turn in ("", "0") else f"q + {turn}".replace("+ -", "- ")
            yield KnownRow("R", beta, "0", alpha, length, variable, "0" if no_d else f"d{k}")
        else:
            yield KnownRow("P", beta, "0", alpha, length, turn or _THETA.get(theta, f"theta{k}"), "q")


@cache
def known_chains() -> Mapping[str, Known]:
    """All of them by name, in the order of the file."""
    with FILE.open(newline="") as file:
        found = [Known(name, code, tuple(ours.split()), rules) for name, code, ours, rules in csv.reader(file)][1:]
    return MappingProxyType({chain.name: chain for chain in found})


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for known in known_chains().values():
        for ours in known.ours:
            found.setdefault(ours, []).append(known.name)
    return {ours: tuple(names) for ours, names in found.items()}


def known_names(ours: str) -> tuple[str, ...]:
    """The names that a chain of the catalogue has in the database."""
    return _names().get(ours, ())
