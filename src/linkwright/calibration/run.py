"""Calibration: robot and measured poses in; corrected geometry, standard errors, errors before and after out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.align import aligned
from linkwright.calibration.chain import Chain, chain_to
from linkwright.calibration.columns import Measured, measured_in
from linkwright.calibration.diagnosis import examine
from linkwright.calibration.elementary_transforms import Postures
from linkwright.calibration.errors import apart, sizes
from linkwright.calibration.fit import Data, Fit, fit
from linkwright.calibration.measured import KINDS
from linkwright.calibration.options import Options, groups_of, options_of
from linkwright.calibration.result import Calibration, Corrected, LeftOut, Outlier
from linkwright.calibration.telling import coordinates_of, told
from linkwright.errors import InputError, counted
from linkwright.measurements.table import Table, table_of
from linkwright.mechanism import Mechanism, require_robot
from linkwright.model.closed_robot import Robot
from linkwright.model.robot import OpenRobot
from linkwright.readers import load

FAR = 6.0
"""Standard deviations, from the median, at which a posture is told as an outlier: of normal errors one in ten million is."""
_CHI = {1: 0.6745, 3: 1.5382}
"""Median length of a vector of one and of three normal numbers."""


def calibrate(
    robot: Mechanism | str | Path,
    poses: str | Path | Table | Mapping[str, Any],
    *,
    columns: Mapping[str, str] = MappingProxyType({}),
    **asked: Any,
) -> Calibration:
    """Geometry of a robot from measured poses, positions, distances, or touches.

    poses:   a file (.csv .txt .npz .mat), or columns by name: joints, and what was measured (columns.py)
    columns: name here -> head in the table
    asked:   fields of Options: frame, parameters, measured, hold_out, robust, elastic, style, seed
    """
    given = load(robot) if isinstance(robot, str | Path) else robot
    robot = require_robot(given, "calibrate", "calibrate a robot made of links and joints")
    options = options_of(asked)
    groups = groups_of(options)
    tree, frame = tree_and_frame(robot, options.frame)
    table = table_of(poses, "poses")
    measured = measured_in(table, tree, coordinates_of(chain_to(tree, frame, (), ("", ""))), options.measured, columns)
    kind = KINDS[measured.kind]
    chain = chain_to(tree, frame, groups, kind.axes, options.style)
    data = Data(kind, Postures(measured.q, loads(tree, measured.q, options.elastic)), measured.values)
    fitted, held = split(len(data), options.hold_out, options.seed)
    chain = aligned(chain, data.take(fitted))
    notes = (*measured.notes, *examine(chain, data.take(fitted), measured.take(fitted), groups))
    active, left_out = told(chain, data.take(fitted))
    _enough(len(fitted) * kind.size, len(active), options)
    found = fit(chain, data.take(fitted), active, options.robust)
    careful = found if options.robust else fit(chain, data.take(fitted), active, True)
    return _result(_Done(chain, data, measured, found, careful, fitted, held, left_out, notes))


def tree_and_frame(robot: Robot, frame: str) -> tuple[OpenRobot, str]:
    """The tree that is calibrated: of a closed robot its free joints, where no loop is on the way to the frame."""
    from linkwright.mechanics.inverse import beside_loops
    from linkwright.mechanics.tree.kinematics import frame_place
    from linkwright.model.parameters import parametrised_tree

    found = beside_loops.tree_and_frame(robot, frame)
    if found is None:
        hint = "linkwright.calibration.legs calibrates anchors of legs that change their length"
        raise InputError(f"'{robot.name}' is a parallel robot", robot.source, hint)
    frame_place(parametrised_tree(found[0]).tree, found[1])  # complains
    return found


def loads(robot: OpenRobot, q: Array, elastic: bool) -> Array:
    """Torques of gravity on the joints (N, nv), by the masses of the file: what bends elastic joints; zeros where none is."""
    if not elastic:
        return np.zeros((len(q), robot.nv))
    from linkwright.native import OpenDynamics

    found = -np.asarray(OpenDynamics(robot).function("gravity")(q)).reshape(len(q), -1)
    if not np.any(found):
        hint = "compliance follows from loads: the robot file needs masses and gravity"
        raise InputError("gravity loads no joint", robot.source, hint)
    return found


def split(count: int, hold_out: float, seed: int) -> tuple[Array, Array]:
    """Postures that are fitted, and that are held out."""
    if not 0 <= hold_out < 1:
        raise InputError(f"hold_out is {hold_out:g}", hint="a part of the postures, such as 0.3")
    order = np.random.default_rng(seed).permutation(count)
    few = round(hold_out * count)
    return np.sort(order[few:]), np.sort(order[:few])


def _enough(numbers: int, parameters: int, options: Options) -> None:
    if numbers < parameters + 1:
        what = f"{numbers} measured numbers are fitted by {counted(parameters, 'parameter')}"
        raise InputError(
            what, hint=f"measure more postures, hold out less than {options.hold_out:g}, or name fewer parameters"
        )


@dataclass(frozen=True, eq=False)
class _Done:
    """Everything that a result is made of."""

    chain: Chain
    data: Data
    measured: Measured
    fit: Fit
    careful: Fit
    fitted: Array
    held: Array
    left_out: list[LeftOut]
    notes: tuple[str, ...]


def _result(done: _Done) -> Calibration:
    chain, kind, found = done.chain, done.data.kind, done.fit
    before = done.data.gaps(chain, np.zeros(len(chain.parameters)))
    after = done.data.gaps(chain, found.values)
    base, tool = chain.outer(found.values)
    target = _target(chain)
    errors = found.errors
    own = [chain.parameters[k] for k in found.active]
    made = [
        Corrected(p.name, p.group, p.unit, p.words, p.nominal, float(found.values[k]), float(errors[k]))
        for k, p in zip(found.active, own, strict=True)
    ]
    outliers = _outliers(done)
    held = np.zeros(len(done.data), bool)
    held[done.held] = True
    return Calibration(
        robot=chain.placed(found.values, target), frame=chain.frame, target=target, measured=kind.name, base=base, tool=tool,
        parameters=tuple(made), left_out=tuple(done.left_out), covariance=found.covariance,
        before=apart(kind, before[done.fitted]), after=apart(kind, after[done.fitted]),
        held_before=apart(kind, before[done.held]), held_after=apart(kind, after[done.held]),
        sigma=found.sigma, residuals=after, held=held, outliers=outliers, notes=done.notes,
    )  # fmt: skip


def _target(chain: Chain) -> str:
    """A name for the fitted tool that nothing has; none where the tool was not fitted."""
    if not chain.index("tool"):
        return ""
    taken = {*chain.robot.frames, *chain.robot.bodies, *chain.robot.joints}
    names = (f"{chain.frame}_measured{'' if k == 0 else k}" for k in range(len(taken) + 1))
    return next(n for n in names if n not in taken)


def _outliers(done: _Done) -> tuple[Outlier, ...]:
    """Postures far from a fit in which far ones count little."""
    kind = done.data.kind
    gaps = done.data.gaps(done.chain, done.careful.values)
    length, angle = sizes(kind, gaps)
    times = np.zeros(len(gaps))
    for size, rows in ((length, kind.translations), (angle, kind.rotations)):
        if rows:
            times = np.maximum(times, size * _CHI[rows] / max(float(np.median(size[done.fitted])), 1e-9))
    far = [int(k) for k in np.argsort(-times) if times[k] > FAR]
    return tuple(Outlier(done.measured.places[k], float(length[k]), float(times[k])) for k in far)
