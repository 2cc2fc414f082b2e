"""A chain of the catalogue as the leg of a platform: its free angles, random lengths, the joints that may have the motor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.parallel.kinematics import Array, Rows, forward
from linkwright.catalogue.parallel.masks import MASKS, Mask

LAST_DRIVEN = 4
"""Joints behind the fourth have no motor: it would move with the leg."""
SHORTEST, LONGEST, OFFSET = 0.3, 0.8, 0.25
QUARTER = np.pi / 2


@dataclass(frozen=True)
class Leg:
    """A chain between base and platform. theta of a leading slider counts here: the base turns no joint of it."""

    chain: Chain

    @property
    def joints(self) -> int:
        return self.chain.joints

    @cached_property
    def slides(self) -> Array:
        return np.array([row.joint == "P" for row in self.chain.rows])

    @cached_property
    def unknown(self) -> Array:
        """Which of the constants (alphas, then thetas) are free."""
        rows, n = self.chain.rows, self.joints
        alphas = [k for k, row in enumerate(rows) if row.alpha is None]
        thetas = [n + k for k, row in enumerate(rows) if row.theta is None]
        leading = [n] if rows[0].joint == "P" and n not in thetas and n > 1 and rows[1].alpha != 0 else []
        return np.array([*alphas, *leading, *thetas], dtype=int)

    def special(self) -> Array:
        """(cases, 2 n): constants with every combination of 0 and pi/2 for the free angles."""
        fixed = np.array(
            [
                *((row.alpha or 0) * QUARTER for row in self.chain.rows),
                *((row.theta or 0) * QUARTER for row in self.chain.rows),
            ]
        )
        choices = np.array(list(product((QUARTER, 0.0), repeat=len(self.unknown)))).reshape(2 ** len(self.unknown), -1)
        cases = np.repeat(fixed[None], len(choices), axis=0)
        cases[:, self.unknown] = choices
        return cases

    def draw(self, constants: Array, mask: Mask, rng: np.random.Generator) -> Rows:
        """Legs with these constants (S, 2 n) and random lengths; in the plane of the platform if it keeps one."""
        shape = (len(constants), self.joints)
        free_a, free_d = (np.array(v) for v in zip(*((row.a, row.d) for row in self.chain.rows), strict=True))
        a = rng.uniform(SHORTEST, LONGEST, shape) * free_a
        d = rng.uniform(-OFFSET, OFFSET, shape) * (free_d & ~self.slides) * (2 in mask.moves)
        n = self.joints
        return Rows(np.broadcast_to(self.slides, shape), constants[:, :n].copy(), constants[:, n:].copy(), a, d)

    def guess(self, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
        """Joints (*shape, n) anywhere: angles all around, sliders as long as the links."""
        angles = rng.uniform(-np.pi, np.pi, (*shape, self.joints))
        strokes = rng.uniform(SHORTEST, 2 * LONGEST, (*shape, self.joints))
        return np.where(self.slides, strokes, angles)

    @cached_property
    def moving(self) -> int:
        """Number of the last joint that moves the leg's end; 0: none does."""
        rng = np.random.default_rng(0)
        constants = self.special()
        constants[:, self.unknown] = rng.uniform(0.3, 1.2, (len(constants), len(self.unknown)))
        columns = forward(self.draw(constants, MASKS["3T3R"], rng), self.guess((len(constants),), rng)).joints
        return int(np.flatnonzero(np.abs(columns[:, :3]).max(axis=(0, 1)) > 1e-9).max(initial=-1)) + 1

    @cached_property
    def drives(self) -> tuple[int, ...]:
        """Numbers of the joints that may have the motor: a slider if there is one, else joints that are no part of U or S."""
        alone, at = set[int](), 0
        for group in self.chain.groups:
            alone |= {at + 1} if len(group) == 1 else set()
            at += len(group)
        found = [k for k in range(1, min(LAST_DRIVEN, self.moving) + 1) if k in alone]
        sliders = [k + 1 for k in np.flatnonzero(self.slides)]
        return tuple(k for k in found if not sliders or k in sliders)

    @property
    def spherical_end(self) -> bool:
        """Ends that turn about all axes: where the platform's frame points does not matter."""
        return len(self.chain.groups[-1]) == 3

    def fits(self, mask: Mask) -> bool:
        """Whether the rules for legs allow it."""
        return self.joints in mask.joints and int(self.slides.sum()) <= 1 and bool(self.drives)

    def why_not(self, mask: Mask) -> str:
        """Which rule it breaks."""
        if self.joints not in mask.joints:
            return f"{mask.name} takes legs of {' or '.join(map(str, mask.joints))} joints; this has {self.joints}"
        if self.slides.sum() > 1:
            return "a leg has at most one slider, which is driven"
        return (
            f"it has no joint for a motor: one of the first {LAST_DRIVEN}, before its end, in no U or S, a slider first"
        )
