"""A serial chain of turning and sliding joints: its rows, its name, what it moves.

A name has a letter per joint and, between them, how neighbouring axes stand: "=" parallel, "+" perpendicular, "~" at a free
angle. P90 and Pf are sliders whose neighbours are twisted about them by a quarter turn, or freely, where that matters. U and S
are two and three turning joints, each perpendicular to the next, whose axes meet: "R=R=R=P", "R+P90+R", "R~R~R~R+R+R", "U+P+S".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from linkwright.catalogue.rank import Freedom, freedom
from linkwright.catalogue.row import Quarter, Row, Rows, matters
from linkwright.errors import ModelError

Level = Literal["pattern", "general", "variant"]
RELATION: dict[Quarter, str] = {0: "=", 1: "+", None: "~"}
TWIST: dict[Quarter, str] = {0: "", 1: "90", None: "f"}
TECHNICAL = {1: "R", 2: "U", 3: "S"}
"""How many turning joints meet -> the letter of the joint that they are."""
MOST_JOINTS = 32
_ANGLE: dict[str, Quarter] = {
    spelling: angle for spellings in (RELATION, TWIST) for angle, spelling in spellings.items()
}
_TOKEN = re.compile(r"([=+~]?)(?:P(90|f|)|([RUS]))")
SPELLING = "letters R, P (P90, Pf), U, S with = + or ~ between them, such as R=R=R=P or R+P90+R"


@dataclass(frozen=True)
class Chain:
    """The first row stands on the base: alpha 0, a 0. Angles that do not show are 0; lengths are zero in U and S only."""

    rows: Rows

    @staticmethod
    def of(word: str, alphas: Sequence[Quarter], thetas: Sequence[Quarter] = ()) -> Chain:
        """With all lengths free. alphas: from the second joint on; thetas: one per joint, of which those of sliders count."""
        still: list[Quarter] = [0] * len(word)
        given = enumerate(zip(word, (0, *alphas), thetas or still, strict=True))
        rows = (
            Row("R", alpha, 0, a=k > 0, d=True) if letter == "R" else Row("P", alpha, theta, a=k > 0, d=False)
            for k, (letter, alpha, theta) in given
        )
        return without_idle_angles(tuple(rows))

    @staticmethod
    def parse(name: str) -> Chain:
        """The chain of a name."""
        rows = tuple(_rows_of(name))
        chain = without_idle_angles(rows)
        if chain.rows != rows:
            hint = f"write '{chain.name}'"
            raise ModelError(f"'{name}' twists a slider that stands at an end or beside a parallel axis", hint=hint)
        return chain

    def __lt__(self, other: Chain) -> bool:
        return self.order < other.order

    @cached_property
    def order(self) -> tuple[int, int, str]:
        """Where it stands in a table: fewer joints first, then fewer sliders, then by name."""
        return self.joints, self.prismatic, self.name

    @cached_property
    def groups(self) -> tuple[Rows, ...]:
        """Rows of the technical joints: two or three in U and S."""
        groups: list[list[Row]] = []
        for k, row in enumerate(self.rows):
            if k and row.joint == "R" and not row.a and not row.d and len(groups[-1]) < max(TECHNICAL):
                groups[-1].append(row)
            else:
                groups.append([row])
        return tuple(map(tuple, groups))

    @cached_property
    def name(self) -> str:
        letters = [f"P{TWIST[g[0].theta]}" if g[0].joint == "P" else TECHNICAL[len(g)] for g in self.groups]
        return letters[0] + "".join(RELATION[g[0].alpha] + x for g, x in zip(self.groups[1:], letters[1:], strict=True))

    @property
    def word(self) -> str:
        return "".join(row.joint for row in self.rows)

    @property
    def technical(self) -> str:
        """The word with U and S."""
        return "".join("P" if g[0].joint == "P" else TECHNICAL[len(g)] for g in self.groups)

    @property
    def joints(self) -> int:
        return len(self.rows)

    @property
    def prismatic(self) -> int:
        return self.word.count("P")

    @property
    def freedom(self) -> Freedom:
        return freedom(self.rows)

    @property
    def mask(self) -> str:
        """Translations and rotations that it has at a time, "3T1R": rotations are the rank of the angular velocities."""
        found = self.freedom
        return f"{found.rank - found.angular}T{found.angular}R"

    @property
    def motions(self) -> tuple[bool, ...]:
        """Which of vx, vy, vz, wx, wy, wz are possible; z is the first axis."""
        return self.freedom.motions

    @property
    def lengths(self) -> tuple[str, ...]:
        """Names of the free lengths."""
        return tuple(
            f"{x}{k}" for k, row in enumerate(self.rows, 1) for x, free in (("a", row.a), ("d", row.d)) if free
        )

    @property
    def angles(self) -> tuple[str, ...]:
        """Names of the free constant angles."""
        pairs = (
            (k, x, angle)
            for k, row in enumerate(self.rows, 1)
            for x, angle in (("alpha", row.alpha), ("theta", row.theta))
        )
        return tuple(f"{x}{k}" for k, x, angle in pairs if angle is None)

    @property
    def level(self) -> Level:
        if len(self.groups) < self.joints:
            return "variant"
        return "general" if self.angles else "pattern"


def without_idle_angles(rows: Rows) -> Chain:
    """A chain in which theta of a slider is 0 where it does not show."""
    kept = (row if row.theta == 0 or matters(rows, k) else row._replace(theta=0) for k, row in enumerate(rows))
    return Chain(tuple(kept))


def _rows_of(name: str) -> Iterator[Row]:
    """The rows that a name spells."""
    at = joints = 0
    while at < len(name) or not at:
        token = _TOKEN.match(name, at)
        if token is None or bool(token[1]) != bool(at) or joints > MOST_JOINTS:
            wrong = f"'{name}' is no name of a serial chain" + (f", from '{name[at:]}' on" if at else "")
            raise ModelError(wrong, hint=SPELLING if joints <= MOST_JOINTS else f"at most {MOST_JOINTS} joints")
        relation, twist, letter = token.groups()
        alpha: Quarter = _ANGLE[relation] if at else 0
        if letter is None:
            yield Row("P", alpha, _ANGLE[twist], a=at > 0, d=False)
            joints += 1
        else:
            yield Row("R", alpha, 0, a=at > 0, d=True)
            inside = next(n for n, x in TECHNICAL.items() if x == letter) - 1
            yield from [Row("R", 1, 0, a=False, d=False)] * inside
            joints += 1 + inside
        at = token.end()
