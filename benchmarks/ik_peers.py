"""Who solves inverse kinematics in the benchmark: ours, EAIK, ssik and a search, each as arrays of solutions."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import linkwright as lw
from benchmarks.ik_arms import Case
from benchmarks.ik_sets import TRUE, residuals
from benchmarks.timing import Contestant
from linkwright.errors import LinkwrightError
from tests.inverse.brute_force import Arm, Array

BATCH = 2048
_POSE = 6
"""Joints that a pose needs."""


@dataclass(frozen=True)
class Solver:
    """Solutions (poses, rows, joints) of the arm with the given joint locked, NaN where there are fewer; who races."""

    name: str
    how: str
    solve: Callable[[Array], Array]
    contestants: tuple[Contestant, ...]


def _timed(column: str, run: Callable[[int], Any], granularity: int = 1) -> Contestant:
    """CPU time of all threads, so that other programs do not count."""

    def seconds(n: int) -> float:
        start = time.process_time()
        run(n)
        return time.process_time() - start

    return Contestant(column, column, seconds, granularity=granularity)


def _each(call: Callable[[Array], Any], poses: Array) -> Callable[[int], None]:
    def run(n: int) -> None:
        for k in range(n):
            call(poses[k % len(poses)])

    return run


def stacked(found: Sequence[Array], joints: int) -> Array:
    """Lists of solutions as one array, filled up with NaN."""
    rows = max((len(q) for q in found), default=0)
    out = np.full((len(found), max(rows, 1), joints), np.nan)
    for k, q in enumerate(found):
        if len(q):
            out[k, : len(q)] = q
    return out


# --- ours ---------------------------------------------------------------------------------------------------------------


def ours(case: Case, poses: Array) -> Solver | str:
    """The native function of the quantity, or why there is none; in time, a given joint is asked at all its samples."""
    options: dict[str, Any] = {} if case.given is None else {"given": f"j{case.given[0] + 1}"}
    try:
        dyn = lw.compile(case.arm.robot)
        f = dyn.function("inverse_kinematics", **options)
    except LinkwrightError as error:
        return str(error)
    kept = [k for k in range(len(case.arm.axes)) if case.given is None or k != case.given[0]]
    given = () if case.given is None else (np.array([case.given[1]]),)

    def solve(x: Array) -> Array:
        return f(x, *given, threads=1)["solutions"][..., kept]

    many = np.resize(poses, (BATCH // case.samples, 4, 4))
    wide, call = (many,), dyn.inverse_kinematics
    if case.given is not None:
        values = np.linspace(-np.pi, np.pi, case.samples, endpoint=False)[:, None]
        wide, call = (many[:, None], values), lambda pose: f(pose, values, threads=1)
    out = f(*wide, threads=1)
    batch = _timed("batched", lambda n: [f(*wide, threads=1, out=out) for _ in range(n // len(many))], len(many))
    return Solver("ours", _way(f.kernel), solve, (batch, _timed("call", _each(call, poses))))


def _way(kernel: Any) -> str:
    """How a kernel finds solutions, in its own words."""
    facts = _facts(kernel)
    return ", ".join(str(facts[key]) for key in ("method", "family") if key in facts)


def _facts(kernel: Any) -> dict[str, Any]:
    return {key.lower(): value for key, value in kernel.facts}


def with_given(case: Case) -> Case:
    """A redundant arm with the joint given that ours chooses by itself, at some value; the last where ours knows no way."""
    if case.given is not None or len(case.arm.axes) <= _POSE:
        return case
    try:
        facts = _facts(lw.compile(case.arm.robot).function("inverse_kinematics").kernel)
    except LinkwrightError:
        facts = {}
    name = facts.get("given joints", f"j{len(case.arm.axes)}")
    return replace(case, given=(int(name.removeprefix("j")) - 1, 0.3), samples=31)


def unknown_to_ours(case: Case, poses: Array) -> tuple[int, int]:
    """Of a redundant arm: how many solutions ssik has at poses, and how many of them ours lacks at their given value."""
    assert case.given is not None
    module = importlib.import_module(f"ssik.prebuilt.{case.prebuilt}")
    f = lw.compile(case.arm.robot).function("inverse_kinematics", given=f"j{case.given[0] + 1}")
    same, targets = _its_poses(case.arm, module, poses)
    total = lacking = 0
    for pose, target in zip(poses, targets if same else (), strict=False):
        found = np.array([s.q for s in module.solve(target, **_ALL)]).reshape(-1, len(case.arm.axes))
        found = found[np.abs(case.arm.pose(found) - pose).max(axis=(1, 2)) < TRUE] if len(found) else found
        if len(found):
            rows = f(pose, found[:, case.given[0], None], threads=1)["solutions"]
            gaps = np.abs((rows - found[:, None] + np.pi) % (2 * np.pi) - np.pi).max(axis=-1)
            total, lacking = total + len(found), lacking + int((~(gaps < 1e-3).any(axis=1)).sum())
    return total, lacking


# --- EAIK ---------------------------------------------------------------------------------------------------------------


def eaik(case: Case, poses: Array) -> Solver | str:
    """EAIK's robot of the axes, where it knows a decomposition; least-squares answers that miss the pose are no solutions."""
    try:
        from eaik.IK_HP import HPRobot
    except ImportError:
        return "not installed"
    arm = case.locked
    if any(a.kind != "R" for a in arm.axes):
        return "revolute joints only"
    H, P = axes_and_offsets(arm)
    try:
        robot = HPRobot(H, P)
    except RuntimeError as error:
        return str(error)
    if not robot.hasKnownDecomposition():
        return robot.getKinematicFamily()
    turned = _without_home_rotation(arm, poses)

    def solve(x: Array) -> Array:
        answers = robot.IK_batched(_without_home_rotation(arm, x), 1)
        rows = stacked([np.asarray(s.Q).reshape(-1, len(H)) for s in answers], len(H))
        least = stacked([np.asarray(s.is_LS, dtype=float).reshape(-1, 1) for s in answers], 1)[..., 0] == 1
        return np.where((least & (residuals(arm, rows, x) > TRUE))[..., None], np.nan, rows)

    many = list(turned[:BATCH])
    runs = case.samples  # one robot per value of the given joint; the time is that of as many poses
    batch = _timed(
        "EAIK batched",
        lambda n: [robot._robot.calculate_IK_batched(many, 1) for _ in range(runs * n // len(many))],
        len(many),
    )
    one = _timed("EAIK call", lambda n: _each(robot.IK, turned)(runs * n))
    return Solver("EAIK", robot.getKinematicFamily(), solve, (batch, one))


def axes_and_offsets(arm: Arm) -> tuple[Array, Array]:
    """Directions of the axes and the way from each to the next, the tool last."""
    points = [np.zeros(3), *(a.p for a in arm.axes), arm.home[:3, 3]]
    return np.array([a.h for a in arm.axes]), np.diff(np.array(points), axis=0)


def _without_home_rotation(arm: Arm, poses: Array) -> Array:
    """Of a tool that at home is turned like the base."""
    found = poses.copy()
    found[..., :3, :3] = poses[..., :3, :3] @ arm.home[:3, :3].T
    return found


# --- ssik ---------------------------------------------------------------------------------------------------------------

_ALL = {"respect_limits": False, "enumerate_windings": False}


def ssik(case: Case, poses: Array) -> Solver | str:
    """ssik's artifact where it is of the same numbers (or nearly: then only its time counts), else its general way."""
    try:
        from ssik import Manipulator
    except ImportError:
        return "not installed"
    arm = case.arm if case.samples > 1 else case.locked
    if any(a.kind != "R" for a in arm.axes):
        return "revolute joints only"
    if len(arm.axes) < 6:
        return "six or seven joints only"
    H, P = axes_and_offsets(arm)
    general = Manipulator.from_axes(H, P)
    home = arm.home[:3, :3]
    how, fast, own = general.solver_name, lambda x: general.solve(x, **_ALL), _turned_back(poses, home)
    call = fast
    if case.prebuilt:
        module = importlib.import_module(f"ssik.prebuilt.{case.prebuilt}")
        exact, timed_poses = _its_poses(arm, module, poses)
        call = lambda x: module.solve(x, **_ALL)  # noqa: E731
        own_poses = timed_poses
        how = f"{module.SOLVER_NAME}, built"
        if exact:
            fast, own = call, timed_poses
    else:
        own_poses = own

    def solve(x: Array) -> Array:
        targets = _its_poses(arm, module, x)[1] if fast is call and case.prebuilt else _turned_back(x, home)
        return stacked([np.array([s.q for s in fast(t)]).reshape(-1, len(H)) for t in targets], len(H))

    return Solver("ssik", how, solve, (_timed("ssik", _each(call, own_poses)),))


def _turned_back(poses: Array, home: Array) -> Array:
    found = poses.copy()
    found[..., :3, :3] = poses[..., :3, :3] @ home.T
    return found


def _its_poses(arm: Arm, module: Any, poses: Array) -> tuple[bool, Array]:
    """Poses of the artifact's tool, and whether its arm is ours but for the tool."""
    from benchmarks.ik_arms import arm_of

    theirs = arm_of(module)
    q = np.random.default_rng(0).uniform(-3, 3, (50, len(arm.axes)))
    tool = np.linalg.inv(arm.home) @ theirs.home
    same = (
        bool(np.abs(arm.pose(q) @ tool - theirs.pose(q)).max() < 1e-7) if len(theirs.axes) == len(arm.axes) else False
    )
    return same, poses @ tool


# --- a search -----------------------------------------------------------------------------------------------------------


def search(arm: Arm, poses: Array, starts: int) -> Array:
    """What Newton's method finds from random starts."""
    return stacked([arm.search(pose, starts, seed=k) for k, pose in enumerate(poses)], len(arm.axes))
