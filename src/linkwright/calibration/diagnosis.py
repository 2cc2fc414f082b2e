"""What may be wrong with a table, tried: units, order, direction, frame. A file's geometry fits nearly, or it is another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.align import aligned
from linkwright.calibration.chain import Chain, chain_to
from linkwright.calibration.columns import Measured
from linkwright.calibration.elementary_transforms import Postures
from linkwright.calibration.errors import apart
from linkwright.calibration.fit import Data
from linkwright.calibration.measured import KINDS, inverse
from linkwright.calibration.options import Group
from linkwright.errors import InputError

SUSPECT = 0.05
"""Error before calibration, as a part of the spread of what was measured, above which other readings are tried."""
HOPELESS = 0.2
"""The same, above which nothing is calibrated."""
BETTER = 0.4
"""Another reading is told where its error is below this part of the first one's."""
_ROUNDS = 8
"""In which base and tool are fitted to another reading: a percent of the spread is enough."""
STILL = 1e-6
"""Range of a joint (rad, m) that moves nothing."""


@dataclass(frozen=True, eq=False)
class Reading:
    """Another way to read a table. words: what would be so; hint: what to do then."""

    words: str
    hint: str
    data: Data
    chain: Chain


def examine(chain: Chain, data: Data, measured: Measured, groups: tuple[Group, ...]) -> tuple[str, ...]:
    """Notes on a table that fits badly; an error where another reading of it fits better, or none fits at all."""
    notes = _still(chain, data)
    first = _off(chain, data)
    if first <= SUSPECT:
        return notes
    found = [(_off(aligned(r.chain, r.data, _ROUNDS), r.data), r) for r in _readings(chain, data, measured, groups)]
    least, reading = min(found, key=lambda x: x[0])
    told = f"measured and modelled differ by {_percent(first)} of the spread with the best base and tool"
    where = measured.places[0].rpartition(":")[0]
    if least < BETTER * first:
        raise InputError(f"{told}; by {_percent(least)} {reading.words}", where, reading.hint)
    if first > HOPELESS:
        hint = "check the robot, the frame and the columns; units, order and signs of joints, other frames were tried"
        raise InputError("; ".join((told, *notes)), where, hint)
    return (*notes, f"{told}, which is much for errors of a geometry")


def _percent(x: float) -> str:
    return f"{100 * x:.2g} %" if x < 1 else f"{x:.2g} times"


def _still(chain: Chain, data: Data) -> tuple[str, ...]:
    names = [n for n, (iq, _) in chain.robot.offsets.items() if n in chain.spans and np.ptp(data.at.q[:, iq]) < STILL]
    return tuple(f"'{n}' stands still in all postures" for n in names)


def _off(chain: Chain, data: Data) -> float:
    """Root mean square as a part of the spread of what was measured, so that readings in other units compare; a radian counts
    as half the spread. Where something was touched, a third of the arm's length stands for the spread."""
    found = apart(data.kind, data.gaps(chain, np.zeros(len(chain.parameters))))
    if not data.values.size:
        lengths = [np.linalg.norm([float(x) for x in j.X.p]) for j in chain.robot.joints.values()]  # type: ignore[arg-type]
        return found.rms / (float(sum(lengths)) / 3)
    points = data.values[:, :3, 3] if data.kind.rotations else data.values.reshape(len(data), -1)
    spread = max(float(np.sqrt(((points - points.mean(axis=0)) ** 2).sum(axis=1).mean())), 1e-12)
    return float(np.hypot(found.rms / spread, 0.5 * found.rms_angle)) if data.kind.rotations else found.rms / spread


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
        yield _read(
            chain, data, "if poses are those of the measuring frame in the target (inverse)", hint, q, inverse(values)
        )
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
        yield _read(
            chain, data, f"if '{names[a]}' counts the other way", "change the sign of its column", q, data.values
        )


def _frames(chain: Chain, data: Data, groups: tuple[Group, ...]) -> Iterator[Reading]:
    """Frames of other moving bodies: the tool's place covers those on the same body."""
    own = next(reversed(chain.spans))
    for name, joint in chain.robot.joints.items():
        body = joint.child
        if joint.nv and name != own and joint.joint_type.hinge_or_slider and not chain.robot.is_motor(joint):
            other = chain_to(chain.robot, body, groups, KINDS[data.kind.name].axes)
            yield _read(other, data, f"if the frame is on '{body}'", f"say --frame {body}", data.at.q, data.values)
