"""The test over legs and ways to place them: every pair of base and platform gets the best verdict of its angles."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.parallel.leg import Leg
from linkwright.catalogue.parallel.masks import Mask, mask_named
from linkwright.catalogue.parallel.motion import Motion, motions
from linkwright.catalogue.parallel.placing import FROM_LEG, Placing, placings
from linkwright.catalogue.parallel.verdict import Verdict, verdicts

SPHERICAL = ("P1", "P4")
"""Of ends that turn about all axes the others are the same robots."""
Json = dict[str, Any]
COLUMNS: tuple[str, ...] = (
    "name", "mask", "leg", "technical", "base", "platform", "cone", "tilt", "status", "reason", "residual", "freedom", "idle",
    "beside", "parasitic", "smallest", "largest_zero", "driven", "held", "prescribed",
)  # fmt: skip
"""Of the table. residual: left at the corners; parasitic: how much of `beside` comes with a unit of the mask's motions;
smallest, largest_zero: singular values of what all legs forbid; held: smallest singular value with locked motors; prescribed:
driven joints that would do if the platform's other motions were held already."""


@dataclass(frozen=True)
class Found:
    """A parallel robot of the table: legs that are all alike, and what the test says."""

    mask: Mask
    leg: Leg
    verdict: Verdict

    @property
    def name(self) -> str:
        """Number of legs, the leg, the places of its ends: 3-R=U=U_G2P2."""
        return f"{self.mask.legs}-{self.leg.chain.name}_{self.verdict.place.base}{self.verdict.place.platform}"

    @property
    def names(self) -> tuple[str, ...]:
        """With the driven joint: 3-R=U=U_G2P2A1."""
        return tuple(f"{self.name}A{k}" for k in self.verdict.drives) if self.verdict.accepted else ()


def search(leg: Leg, mask: Mask, bases: Sequence[str], platforms: Sequence[str], draw: int = 0) -> list[Found]:
    """Of one leg, every pair of places. draw: another one draws other lengths."""
    seed = zlib.crc32(f"{leg.chain.name} {mask.name} {draw}".encode())
    places = list(_allowed(leg, mask, bases, platforms))
    found = list(zip(places, _motions(leg, mask, places, seed), strict=True))
    best: dict[tuple[str, str], Verdict] = {}
    for verdict in verdicts(leg, mask, found, seed + 1):
        key = verdict.place.base, verdict.place.platform
        if key not in best or verdict.order < best[key].order:
            best[key] = verdict
    # what the leg decides itself is another robot only where no other placement fits
    fits = {base for (base, platform), v in best.items() if platform != FROM_LEG and v.robot is not None}
    return [Found(mask, leg, v) for (base, platform), v in best.items() if platform != FROM_LEG or base not in fits]


def _allowed(leg: Leg, mask: Mask, bases: Sequence[str], platforms: Sequence[str]) -> Iterator[Placing]:
    for place in placings(bases, platforms, mask.legs):
        if leg.spherical_end and place.platform not in SPHERICAL:
            continue
        # a leg whose axes are not all parallel ends as the platform asks: where its axes decide, there is one direction
        if place.platform == FROM_LEG and leg.chain.freedom.angular > 1:
            continue
        yield place


def _motions(leg: Leg, mask: Mask, places: Sequence[Placing], seed: int) -> list[Motion]:
    """Of every place; places of the same kind are looked at once."""
    slider = bool(leg.slides[0])
    if leg.joints == 6:  # it goes anywhere
        return [Motion(_drawn(leg, seed), 0.0)] * len(places)
    kinds: dict[object, list[int]] = {}
    for k, place in enumerate(places):
        own = (place.base, FROM_LEG) if place.platform == FROM_LEG else ()
        kinds.setdefault((own, place.kind(slider, mask)), []).append(k)
    firsts = [places[members[0]] for members in kinds.values()]
    found: dict[int, Motion] = {}
    for members, first, motion in zip(kinds.values(), firsts, motions(leg, mask, firsts, seed), strict=True):
        for k in members:
            turn = places[k].azimuth(mask) - first.azimuth(mask)
            found[k] = _turned(leg, motion, turn) if slider and places[k].platform != FROM_LEG else motion
    return [found[k] for k in range(len(places))]


def _turned(leg: Leg, motion: Motion, angle: float) -> Motion:
    """The leg turned about its first axis, where that is no joint."""
    if leg.joints not in leg.unknown:
        return motion
    constants = motion.constants.copy()
    constants[:, leg.joints] += angle
    return replace(motion, constants=constants)


def _drawn(leg: Leg, seed: int) -> Any:
    """Angles of a leg that has every motion: all quarter turns, then random ones."""
    rng = np.random.default_rng(seed)
    constants = leg.special()[:1].repeat(4, axis=0)
    constants[1:, leg.unknown] = rng.uniform(0.2, 1.4, (3, len(leg.unknown)))
    return constants


def table_rows(leg: str, mask: str, bases: Sequence[str], platforms: Sequence[str], draw: int = 0) -> list[Json]:
    """`search` by names, as rows of the table: what a worker does."""
    found = search(Leg(Chain.parse(leg)), mask_named(mask), bases, platforms, draw)
    return [table_row(x) for x in found]


def table_row(found: Found) -> Json:
    """What the table says of a robot."""
    v, mask = found.verdict, found.mask
    zero = v.values[-v.freedom :] if v.freedom else ()
    return {
        "name": found.name,
        "mask": mask.name,
        "leg": found.leg.chain.name,
        "technical": found.leg.chain.technical,
        "base": v.place.base,
        "platform": v.place.platform,
        "cone": v.place.cone,
        "tilt": v.place.tilt,
        "status": v.status,
        "reason": reason(found),
        "residual": v.residual,
        "freedom": v.freedom,
        "idle": v.idle,
        "beside": " ".join(v.outside) or v.parasitic[0],
        "parasitic": v.parasitic[1] if v.parasitic[0] else None,
        "smallest": v.values[5 - v.freedom] if v.values and v.freedom < 6 else None,
        "largest_zero": max(zero, default=None),
        "driven": " ".join(map(str, v.drives)) if v.accepted else "",
        "held": max(v.drives.values(), default=None),
        "prescribed": " ".join(map(str, v.prescribed)),
    }


def reason(found: Found) -> str:
    """Why it was refused; nothing of those that were accepted."""
    v = found.verdict
    name, amount = v.parasitic
    return _REASONS[v.status].format(
        residual=v.residual,
        mobility=v.freedom + v.idle,
        beside=", ".join(v.outside),
        idle=v.idle,
        drives=", ".join(map(str, found.leg.drives)),
        instead=f"; at one pose {v.freedom} freedoms, with {name} {amount:.2g} per unit" if name else "",
        known="; motors would hold it if its orientation were prescribed" if v.prescribed else "",
    )


_REASONS = {
    "accepted": "",
    "not held": "with motors at joint {drives} locked the platform still moves",
    "extra freedom": "mobility {mobility}: beside the mask it has {beside}{known}",
    "idle": "joints of a leg move without the platform",
    "not assembled": "the legs have the motion, but do not meet: {residual:.2g} is left",
    "no motion": "the leg has not the motion: {residual:.2g} is left at the corners of a cube{instead}",
}
