"""What may be wrong with a table, tried: units, order, direction, frame. The file's geometry fits nearly, or something is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from linkwright.calibration.align import aligned
from linkwright.calibration.chain import Chain, chain_to
from linkwright.calibration.columns import Measured
from linkwright.calibration.errors import apart
from linkwright.calibration.fit import Data
from linkwright.calibration.measured import KINDS, inverse
from linkwright.calibration.placements import Group
from linkwright.calibration.steps import Postures, poses
from linkwright.errors import InputError

Array = np.ndarray[Any, Any]
SUSPECT = 0.05
"""Error before calibration, as a part of the spread of the positions, above which other readings are tried."""
HOPELESS = 0.2
"""The same, above which nothing is calibrated."""
BETTER = 0.4
"""Another reading is told where its error is below this part of the first one's."""


@dataclass(frozen=True, eq=False)
class Reading:
    """Another way to read a table. words: what would be so; hint: what to do then."""

    words: str
    hint: str
    data: Data
    chain: Chain


def examine(chain: Chain, data: Data, measured: Measured, groups: tuple[Group, ...]) -> tuple[str, ...]:
    """Notes on a table that fits badly; an error where another reading of it fits better, or none fits at all."""
    spread = _spread(chain, data)
    first = _off(chain, data)
    if first <= SUSPECT * spread:
        return ()
    found = [(_off(aligned(r.chain, r.data), r.data), r) for r in _readings(chain, data, measured, groups)]
    least, reading = min(found, key=lambda x: x[0])
    told = f"measured and modelled positions are {first * 1e3:.3g} mm apart (rms) with the best base and tool"
    if least < BETTER * first:
        what = f"{told}, {least * 1e3:.3g} mm {reading.words}"
        raise InputError(what, measured.places[0].rpartition(":")[0], reading.hint)
    if first > HOPELESS * spread:
        hint = "check the robot, the frame and the columns: units, order, signs and offsets of joints were tried"
        raise InputError(f"{told}, where they spread over {spread * 1e3:.3g} mm", "", hint)
    return (f"{told}, {100 * first / spread:.2g} % of their spread: large for errors of a geometry",)


def _spread(chain: Chain, data: Data) -> float:
    """Of the positions by the file; of tools that touched one thing, a third of the arm's length."""
    if not data.values.size:
        return sum(float(np.linalg.norm([float(x) for x in j.X.p])) for j in chain.robot.joints.values()) / 3  # type: ignore[arg-type]
    p = poses(chain.steps, np.zeros(len(chain.parameters)), data.at)[:, :3, 3]
    return max(float(np.sqrt(((p - p.mean(axis=0)) ** 2).sum(axis=1).mean())), 1e-12)


def _off(chain: Chain, data: Data) -> float:
    """Root mean square in metres; a radian counts as much as a metre times the spread of arms, which is about one."""
    found = apart(data.kind, data.gaps(chain, np.zeros(len(chain.parameters))))
    return float(np.hypot(found.rms, 0.3 * found.rms_angle)) if data.kind.rotations else found.rms


def _readings(chain: Chain, data: Data, measured: Measured, groups: tuple[Group, ...]) -> Iterator[Reading]:
    q, values = data.at.q, data.values
    angles, degrees = np.array(_turning(chain)), np.array(q)
    degrees[:, angles] = np.deg2rad(q[:, angles])
    yield _read(chain, data, "if joints are in degrees", "say so in their heads: 'elbow [deg]'", degrees, values)
    if values.size:
        small = _scaled(values, data)
        hint = "say so in the heads: 'x [mm]', 'distance [mm]'"
        yield _read(chain, data, "if lengths are in millimetres", hint, q, small)
        both = "say so in the heads: 'x [mm]', 'elbow [deg]'"
        yield _read(chain, data, "if joints are in degrees and lengths in millimetres", both, degrees, small)
    if data.kind.rotations:
        other = "camera" if data.kind.name == "pose" else "pose"
        hint = f"say --measured {other}, or invert them"
        yield _read(chain, data, "if poses are those of the measuring frame in the target (inverse)", hint, q, inverse(values))
        if measured.quaternion is not None:
            turned = _reordered(measured.quaternion, values)
            yield _read(chain, data, "if quaternions are w x y z", "rename their columns: qw qx qy qz", q, turned)
    yield from _joints(chain, data)
    yield from _frames(chain, data, groups)


def _read(chain: Chain, data: Data, words: str, hint: str, q: Array, values: Array) -> Reading:
    return Reading(words, hint, Data(data.kind, Postures(q, data.at.load), values), chain)


def _turning(chain: Chain) -> list[int]:
    """Positions that are angles."""
    offsets = chain.robot.offsets
    kinds = {n: chain.robot.joints[n].joint_type for n in offsets}
    return [iq + k for n, (iq, _) in offsets.items() for k, x in enumerate(kinds[n].links) if x.kind.spins]


def _scaled(values: Array, data: Data) -> Array:
    if not data.kind.rotations:
        return values * 1e-3
    made = np.array(values)
    made[:, :3, 3] *= 1e-3
    return made


def _reordered(quaternion: Array, values: Array) -> Array:
    """Poses whose four numbers are w x y z."""
    from scipy.spatial.transform import Rotation

    made = np.array(values)
    made[:, :3, :3] = Rotation.from_quat(quaternion[:, [1, 2, 3, 0]]).as_matrix()
    return made


def _joints(chain: Chain, data: Data) -> Iterator[Reading]:
    """Two joints swapped, all in reverse, one turning the other way."""
    names = chain.robot.position_names
    moving = [iq for n, (iq, _) in chain.robot.offsets.items() if n in chain.spans]
    for a, b in combinations(moving, 2):
        q = np.array(data.at.q)
        q[:, [a, b]] = q[:, [b, a]]
        hint = "exchange their names in the table"
        yield _read(chain, data, f"if the columns of '{names[a]}' and '{names[b]}' are exchanged", hint, q, data.values)
    q = np.array(data.at.q)
    q[:, moving] = q[:, moving[::-1]]
    yield _read(chain, data, "if joints are in reverse order", "rename the columns of the joints", q, data.values)
    for a in moving:
        q = np.array(data.at.q)
        q[:, a] *= -1
        yield _read(chain, data, f"if '{names[a]}' counts the other way", "change the sign of its column", q, data.values)


def _frames(chain: Chain, data: Data, groups: tuple[Group, ...]) -> Iterator[Reading]:
    """Frames of other moving bodies on the way: the tool's place covers those on the same body."""
    own = chain.robot.frame(chain.frame).body
    for name in list(chain.spans):
        body = chain.robot.joints[name].child
        if body != own:
            other = chain_to(chain.robot, body, groups, KINDS[data.kind.name].axes)
            yield _read(other, data, f"if the frame is on '{body}'", f"say --frame {body}", data.at.q, data.values)
