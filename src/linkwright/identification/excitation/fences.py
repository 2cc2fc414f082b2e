"""All limits of a motion as bands: of joints, of motors, of frames, between links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.identification.excitation.band import Band
from linkwright.identification.excitation.bounds import dependent_bounds
from linkwright.identification.excitation.clearance import Distances, link_segments, named_pairs, pairs_apart
from linkwright.identification.excitation.motion import Coordinate, Motion
from linkwright.model.closed_robot import ClosedRobot

if TYPE_CHECKING:
    from linkwright.identification.excitation.bounds import Bounds
    from linkwright.identification.excitation.plan import Plan
    from linkwright.identification.excitation.plant import Plant


Boxes = Mapping[str, Sequence[Sequence[float]]]
"""Frame -> ((x low, x high), (y low, y high), (z low, z high)) in m, in the world; ends may be infinite."""
METRE = 0.1
"""Of limits with one end: an excess of so many metres counts as much as half a band."""


def joint_bands(bounds: Bounds) -> list[Band]:
    """Position, velocity and, where it is bounded, acceleration of the coordinates that move."""
    parts = [
        ("position", "q", (bounds.lower, bounds.upper)),
        ("velocity", "v", (-bounds.velocity, bounds.velocity)),
        ("acceleration", "a", (-bounds.acceleration, bounds.acceleration)),
    ]
    made = [Band.of(kind, bounds.names, Coordinate(name), ends) for kind, name, ends in parts]
    return [band for band in made if np.isfinite(band.high).any()]


def force_bands(plant: Plant, every: Bounds) -> list[Band]:
    """Forces of the motors, from the prior model. every: bounds of all joints of the tree."""
    field, names = plant.torque
    effort = every.pick(names).effort
    return [Band.of("torque", names, field, (-effort, effort))] if np.isfinite(effort).any() else []


def dependent_bands(plant: Plant, every: Bounds) -> list[Band]:
    """Positions and rates of the joints that a closed robot's free ones move along."""
    if plant.dependent is None:
        return []
    assert isinstance(plant.robot, ClosedRobot)
    own = dependent_bounds(plant.robot, every)
    places, rates = plant.dependent
    made = [
        Band.of("position", own.names, places, (own.lower, own.upper)),
        Band.of("velocity", own.names, rates, (-own.velocity, own.velocity)),
    ]
    return [band for band in made if np.isfinite([band.low, band.high]).any()]


def frame_bands(plant: Plant, plan: Plan, boxes: Boxes) -> list[Band]:
    """Boxes of named frames, and a floor that no frame of a moving link goes below."""
    made: list[Band] = []
    if boxes:
        ends = np.array([_box(name, box) for name, box in boxes.items()]).reshape(-1, 2)
        names = tuple(f"{axis} of {name}" for name in boxes for axis in "xyz")
        made.append(Band.of("box", names, plant.places(tuple(boxes)), (ends[:, 0], ends[:, 1]), METRE))
    if plan.floor is not None:
        frames = plant.moved_frames
        low = np.full((len(frames), 3), -np.inf)
        low[:, 2] = plan.floor
        names = tuple(f"{axis} of {name}" for name in frames for axis in "xyz")
        ends = low.ravel(), np.full(low.size, np.inf)
        made.append(Band.of("floor", names, plant.places(frames), ends, METRE))
    return made


def _box(name: str, box: Any) -> Array:
    try:
        ends = np.array(box, dtype=float)
    except (TypeError, ValueError):
        ends = np.zeros(0)
    if ends.shape != (3, 2) or np.isnan(ends).any() or not np.all(ends[:, 0] < ends[:, 1]):
        hint = "two numbers each for x, y and z, the lower one first: 'tool: -0.6 0.6, -0.6 0.6, 0.05 1.2'"
        raise InputError(f"the box of '{name}' is {box!r}", hint=hint)
    return ends


def clearance_bands(plant: Plant, plan: Plan, postures: Motion) -> list[Band]:
    """Links that are no neighbours keep apart. postures: some, at which lengths are looked at."""
    if plan.clearance is None:
        return []
    found = link_segments(plant.robot)
    if not found.axes:
        return []
    places = plant.places(found.frames)
    between = 2 * plan.radius + plan.clearance
    at = places(postures).reshape(len(postures.q), -1, 3)
    pairs = pairs_apart(found, at[np.isfinite(at).all(axis=(1, 2))], between)
    if not pairs:
        return []
    axes = np.array(found.axes)
    source = Distances(places, axes[:, 0], axes[:, 1], np.array(pairs))
    ends = np.full(len(pairs), between), np.full(len(pairs), np.inf)
    return [Band.of("clearance", named_pairs(found, pairs), source, ends, METRE)]
