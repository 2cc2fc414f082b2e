"""The robot file of a parallel robot that the test accepted: a platform on legs, every constant a parameter with a value."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from linkwright.catalogue.parallel.assembly import PAIR, Robots
from linkwright.catalogue.parallel.kinematics import Array
from linkwright.catalogue.parallel.masks import COORDINATES
from linkwright.catalogue.parallel.search import Found
from linkwright.errors import ModelError

_LINK, _PLATFORM = 0.5, 2.0
"""Masses, kg."""
_BODY = "{mass: m, com: [0.1, 0, 0], inertia: [0.01, 0.02, 0.02]}"
_QUARTERS = {0: "0", 1: "pi/2", 2: "pi", 3: "-pi/2"}


def model(found: Found, driven: int | None = None, *, free: bool = False) -> str:
    """The file, at a pose where the legs were closed. driven: the joint with the motor, else the one that holds best.
    free: the platform has all six coordinates and every leg all its equations, so that a reader finds the mobility himself."""
    v, leg = found.verdict, found.leg
    if v.robot is None:
        raise ModelError(f"{found.name} cannot be assembled", hint="ask for one that the table accepts")
    if driven is not None and driven not in v.drives and not free:
        there = f"one of joints {', '.join(map(str, v.drives))}" if v.drives else "of no joint"
        raise ModelError(f"a motor at joint {driven} does not hold {found.name}", hint=f"{there} would")
    driven = driven or max(v.drives, key=lambda k: v.drives[k], default=leg.drives[0])
    # a leg of which three joints (in the plane two) place its end needs no more equations than those of a point
    point = not free and leg.moving == (3 if 2 in found.mask.moves else 2)
    coupling = min(leg.moving + 1, leg.joints) if point else leg.joints
    closure = "point" if point else "weld" if leg.slides[-1] else "pin"
    joints = coupling if leg.slides[coupling - 1] else coupling - 1
    lines = [
        f"# {found.name}A{driven}: {found.mask.name} on {found.mask.legs} legs {leg.chain.technical}",
        "linkwright: 1",
        f"name: {json.dumps(file_name(found, driven))}",
        "gravity: [0, 0, -g]",
        "parameters: {",
        f"  {', '.join(f'{k}: {x}' for k, x in _parameters(found, v.robot))},",
        "}",
        *_platform(found, v.robot, free),
        "legs:",
        f"  base: {_place(v.place.base, v.place.methods[0].keys, 'b')}",
        *_ends(found, v.robot, point),
        "  rows:                                  # [type, alpha, a, d, theta]",
        *(f"    - [{', '.join(entries)}]" for entries in list(_rows(found, v.robot))[:coupling]),
        f"  coupling: {coupling}",
        f"  closure: {closure}",
        f"  actuated: {driven}",
        f"  bodies: {{{', '.join(f'{k}: {_BODY}' for k in range(1, joints + 1))}}}",
        f"  start: {[_numbers(q[:joints]) for q in _wrapped(v.robot.q[0], leg.slides)]}",
    ]
    return "\n".join(line for line in lines if line) + "\n"


def file_name(found: Found, driven: int) -> str:
    """The name in letters and digits."""
    return f"{found.name}A{driven}".replace("=", "_").replace("+", "x").replace("~", "f").replace("-", "_")


def _platform(found: Found, robot: Robots, free: bool) -> Iterator[str]:
    names = COORDINATES if free else found.mask.coordinates
    values: dict[str, float] = dict(zip(COORDINATES, _numbers(robot.pose[0]), strict=True))
    yield "platform:"
    yield f"  coordinates: [{', '.join(names)}]"
    yield "  body: {mass: mp, inertia: [0.02, 0.02, 0.03]}"
    yield f"  start: {{{', '.join(f'{n}: {values[n]}' for n in names)}}}"


def _ends(found: Found, robot: Robots, point: bool) -> Iterator[str]:
    """A method; written out where a pin stands the other way round, and where the leg decides."""
    place = found.verdict.place
    if point or np.allclose(robot.E[0], place.ends[1].R):
        yield f"  count: {found.mask.legs}"
        yield f"  platform: {_place(place.platform, place.methods[1].keys, 'p')}"
        return
    yield "  each:"
    for p, R in zip(robot.e[0], robot.E[0], strict=True):
        yield f"    - platform: {{xyz: {_numbers(p)}, rotation: {[_numbers(row) for row in R]}}}"


def _place(method: str, keys: tuple[str, ...], end: str) -> str:
    sizes = {"radius": f"r{end}", "distance": f"e{end}"}
    return f"{{method: {method}, {', '.join(f'{k}: {sizes.get(k, k)}' for k in keys)}}}"


def _parameters(found: Found, robot: Robots) -> Iterator[tuple[str, float]]:
    place = found.verdict.place
    yield "g", 9.81
    yield from zip(("rb", "rp"), _numbers(robot.radii[0]), strict=True)
    for end, method, distance, angle in zip("bp", place.methods, PAIR, (place.cone, place.tilt), strict=True):
        yield from ((f"e{end}", distance) for _ in range(method.pairs))
        if method.inclined:
            yield method.inclined, float(angle)
    for k, row in enumerate(found.leg.chain.rows):
        lengths = (("a", row.a, robot.rows.a), ("d", row.d, robot.rows.d))
        yield from ((f"{x}{k + 1}", float(v[0, k])) for x, free, v in lengths if free)
    yield from ((name, float(value)) for name, value in _angles(found, robot).items())
    yield "m", _LINK
    yield "mp", _PLATFORM


def _angles(found: Found, robot: Robots) -> dict[str, float]:
    """Free angles that are no quarter turns."""
    n = found.leg.joints
    constants = np.concatenate([robot.rows.alpha[0], robot.rows.theta[0]])
    names = [f"{'alpha' if k < n else 'theta'}{k % n + 1}" for k in range(2 * n)]
    return {names[k]: float(constants[k]) for k in found.leg.unknown if _quarters(float(constants[k])) is None}


def _rows(found: Found, robot: Robots) -> Iterator[tuple[str, ...]]:
    named = _angles(found, robot)
    for k, row in enumerate(found.leg.chain.rows):
        alpha, theta = (
            f"{x}{k + 1}" if f"{x}{k + 1}" in named else _quarters(float(v[0, k])) or "0"
            for x, v in (("alpha", robot.rows.alpha), ("theta", robot.rows.theta))
        )
        a, d = (f"{x}{k + 1}" if free else "0" for x, free in (("a", row.a), ("d", row.d)))
        turns = row.joint == "R"
        yield row.joint, alpha, a, d if turns else "q", "q" if turns else theta


def _quarters(angle: float) -> str | None:
    count = round(angle / (np.pi / 2))
    return _QUARTERS[count % 4] if abs(angle - count * np.pi / 2) < 1e-9 else None


def _wrapped(q: Array, slides: Array) -> Array:
    """Turns between -pi and pi."""
    return np.where(slides, q, np.remainder(q + np.pi, 2 * np.pi) - np.pi)


def _numbers(values: Array) -> list[float]:
    return [float(x) for x in values]
