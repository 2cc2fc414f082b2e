"""Calibration: robot and measured poses in; corrected geometry, standard errors, errors before and after out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.calibration.align import aligned
from linkwright.calibration.chain import Chain, chain_to
from linkwright.calibration.columns import Measured, measured_in
from linkwright.calibration.diagnosis import examine
from linkwright.calibration.errors import apart, sizes
from linkwright.calibration.exact import tell_apart
from linkwright.calibration.fit import Data, Fit, fit, told_by_data
from linkwright.calibration.measured import KINDS
from linkwright.calibration.placements import GROUPS, Group
from linkwright.calibration.result import Calibration, Corrected, LeftOut, Outlier
from linkwright.calibration.steps import Move, Postures
from linkwright.errors import InputError, counted, suggestion
from linkwright.measurements.table import Table, read_table
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import OpenRobot

Array = np.ndarray[Any, Any]
FAR = 6.0
"""Standard deviations, from the median, at which a posture is told as an outlier: of normal errors one in ten million is."""
_CHI = {1: 0.6745, 3: 1.5382}
"""Median length of a vector of one and of three normal numbers."""


@dataclass(frozen=True)
class Options:
    """What is calibrated, and how; flags of the command are its fields."""

    frame: str = field(default="", metadata={"help": "whose pose was measured (default: the last one)"})
    parameters: str = field(
        default="offsets,lengths,angles,base,tool",
        metadata={"help": f"comma-separated: {', '.join(GROUPS)}"},
    )
    measured: str = field(default="", metadata={"help": f"{', '.join(KINDS)} (default: by the columns)"})
    hold_out: float = field(default=0.3, metadata={"help": "part of the postures that is not fitted, but predicted"})
    robust: bool = field(default=False, metadata={"help": "postures far off count less", "flags": ("--robust",)})
    elastic: bool = field(
        default=False, metadata={"help": "compliance of joints under their own weight", "flags": ("--elastic",)}
    )
    style: str = field(default="auto", metadata={"help": "parameters of placements: dh, xyz, auto (as the file)"})
    seed: int = field(default=0, metadata={"help": "another one holds out other postures"})


def calibrate(
    robot: Robot,
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
    options = options_of(asked)
    groups = groups_of(options)
    tree, frame = tree_and_frame(robot, options.frame)
    table = as_table(poses)
    measured = measured_in(table, tree, coordinates_of(chain_to(tree, frame, (), ("", ""))), options.measured, columns)
    kind = KINDS[measured.kind]
    chain = chain_to(tree, frame, groups, kind.axes, options.style)
    data = Data(kind, Postures(measured.q, loads(tree, measured.q, options.elastic)), measured.values)
    fitted, held = _split(len(data), options)
    chain = aligned(chain, data.take(fitted))
    notes = (*measured.notes, *examine(chain, data.take(fitted), measured.take(fitted), groups))
    active, left_out = told(chain, data.take(fitted))
    _enough(len(fitted) * kind.size, len(active), options)
    found = fit(chain, data.take(fitted), active, options.robust)
    careful = found if options.robust else fit(chain, data.take(fitted), active, True)
    return _result(_Done(chain, data, measured, found, careful, fitted, held, left_out, notes))


def options_of(asked: Mapping[str, Any]) -> Options:
    """Options by name."""
    known = Options.__dataclass_fields__
    for name in asked:
        if name not in known:
            raise InputError(f"calibration has no option '{name}'", hint=suggestion(name, known, f"one of: {', '.join(known)}"))
    return Options(**asked)


def groups_of(options: Options) -> tuple[Group, ...]:
    """Groups of parameters by name."""
    names = [n.strip() for n in options.parameters.split(",") if n.strip()]
    for name in names:
        if name not in GROUPS:
            hint = suggestion(name, GROUPS, f"one or several of: {', '.join(GROUPS)}")
            raise InputError(f"no parameters are called '{name}'", hint=hint)
    if options.elastic:
        names.append("elastic")
    return tuple(g for g in GROUPS if g in names)


def tree_and_frame(robot: Robot, frame: str) -> tuple[OpenRobot, str]:
    """The tree that is calibrated: of a closed robot its free joints, where no loop is on the way to the frame."""
    from linkwright.mechanics.inverse.beside_loops import frame_beside_loops, free_tree, outermost_beside_loops
    from linkwright.mechanics.tree.kinematics import frame_place, last_frame
    from linkwright.model.parameters import form_of

    match robot:
        case OpenRobot():
            tree = form_of(robot).tree
            name = frame or last_frame(tree)
            frame_place(tree, name)  # complains
            return robot, name
        case ClosedRobot(platform=None):
            return free_tree(robot), frame_beside_loops(robot, frame or outermost_beside_loops(robot))
        case _:
            hint = "linkwright.calibration.platform calibrates legs of a parallel robot"
            raise InputError(f"'{robot.name}' is a parallel robot", robot.source, hint)


def as_table(poses: str | Path | Table | Mapping[str, Any]) -> Table:
    """Columns of a file, or those that are given."""
    if isinstance(poses, Table):
        return poses
    if isinstance(poses, str | Path):
        return read_table(poses)
    columns = {str(n): np.asarray(x, dtype=float) for n, x in poses.items()}
    lengths = {len(x) if x.ndim == 1 else -1 for x in columns.values()}
    if len(lengths) != 1 or -1 in lengths:
        raise InputError("columns of different lengths", hint="one number per posture in each: {'joint1': (N,), 'x': (N,), ...}")
    return Table(tuple(columns), np.column_stack(list(columns.values())), "poses")


def coordinates_of(chain: Chain) -> set[int]:
    """Positions that move the frame."""
    return {s.coordinate for s in chain.steps if isinstance(s, Move) and s.coordinate is not None}


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


def order_of(chain: Chain) -> list[int]:
    """Parameters as they are preferred: by group, those first whose number in the file is not zero."""
    return [k for g in GROUPS for k in sorted(chain.index(g), key=lambda k: abs(chain.parameters[k].nominal) < 1e-9)]


def told(chain: Chain, data: Data) -> tuple[list[int], list[LeftOut]]:
    """Parameters that can be told apart, by any postures and by these; and the others with the reason."""
    order, left_out, names = order_of(chain), list[LeftOut](), [p.name for p in chain.parameters]
    if data.kind.exact is not None:
        exact = tell_apart(chain.steps, len(names), order, data.kind.exact)
        left_out = [LeftOut(names[k], _why([names[i] for i in on]), True) for k, on in exact.dropped]
        order = list(exact.kept)
    rows = data.gaps_and_rows(chain, np.zeros(len(names)))[1]
    kept, others = told_by_data(rows, order)
    theory = data.kind.exact is None
    why = "what touches one thing alone does not tell it" if theory else "these postures do not tell it from the others"
    return kept, [*left_out, *(LeftOut(names[k], why, theory) for k in others)]


def _why(names: list[str]) -> str:
    if not names:
        return "has no effect on what is measured"
    listed = ", ".join(names[:6]) + (f" and {len(names) - 6} others" if len(names) > 6 else "")
    return f"cannot be told from {listed}" + (" together" if len(names) > 1 else "")


def _split(count: int, options: Options) -> tuple[Array, Array]:
    """Postures that are fitted, and that are held out."""
    if not 0 <= options.hold_out < 1:
        raise InputError(f"hold_out is {options.hold_out:g}", hint="a part of the postures, such as 0.3")
    order = np.random.default_rng(options.seed).permutation(count)
    few = int(round(options.hold_out * count))
    return np.sort(order[few:]), np.sort(order[:few])


def _enough(numbers: int, parameters: int, options: Options) -> None:
    if numbers < parameters + 1:
        what = f"{numbers} measured numbers are fitted by {counted(parameters, 'parameter')}"
        raise InputError(what, hint=f"measure more postures, hold out less than {options.hold_out:g}, or name fewer parameters")


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
        parameters=tuple(replace(p) for p in made), left_out=tuple(done.left_out), covariance=found.covariance,
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
