"""Law 23 for closed mechanisms against MuJoCo: its equality constraints, mass matrix and forces say the same.

MuJoCo knows points, welds and polynomials between joints; sliders, cylinders and universal joints are composed of its Jacobians
of the two places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import numpy as np

from linkwright.errors import ModelError
from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr
from linkwright.graph.rewrite import symbols_of
from linkwright.model.assembly.skeleton import to_float
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import COORDINATE, Loop
from linkwright.referee.algebra import skew
from linkwright.referee.poses import homogeneous
from linkwright.referee.tree import matrix
from linkwright.verification.closed_law_context import ClosedLawContext
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.laws import mujoco_peer

Array = np.ndarray[Any, Any]
_REPEATED = 1e-8
"""Singular values below this share of the largest: equations that follow from others but for the rounding of a file."""
COMPOSED = ("slider", "cylinder", "universal")


def mujoco(s: ClosedLawContext) -> Finding:
    """Law 23: the Jacobian of MuJoCo's equality constraints allows the motions W and no others; its mass matrix and bias
    forces, projected, are ours, and so are the accelerations that they have under its constraints."""
    if not mujoco_peer.installed():
        return Finding(note="MuJoCo is not installed (pip install mujoco)")
    mj: Any = import_module("mujoco")
    robot = s.rigid
    try:
        model = mujoco_peer.compiled(mj, robot.tree, document(robot))
    except ModelError as error:
        return Finding(note=error.what)
    except ValueError as error:
        return Finding(note=f"MuJoCo: {str(error).splitlines()[0]}")
    p = s.reference_of(robot)
    mass, bias = s.value("mass_matrix", robot), s.value("nonlinear_effects", robot)
    forward = s.value("forward_dynamics", robot)
    free = list(s.cut.coordinates.free_v)
    composed = [loop for loop in robot.loops if loop.kind in COMPOSED]
    data = mj.MjData(model)
    gaps: list[float] = []
    missing = 0
    for k in range(len(s.states)):
        A, drift = mujoco_peer.free_part(robot.tree, p.positions[k], p.rates[k])
        data.qpos[:], data.qvel[:] = mujoco_peer.coordinates(robot.tree, p.positions[k]), A @ p.rates[k]
        J, pulled = constraint(mj, model, data, composed)
        W = A @ p.W[k]
        values = np.linalg.svd(J, compute_uv=False)
        missing = max(missing, abs(robot.tree.nv - int(np.sum(values > _REPEATED * values[0])) - p.W.shape[2]))
        gaps.append(gap(J @ W, np.zeros((len(J), W.shape[1])), float(np.max(np.abs(J))) * float(np.max(np.abs(W)))))
        M, force = np.zeros((model.nv, model.nv)), np.zeros(model.nv)
        mj.mj_fullM(model, data, M)
        mj.mj_rne(model, data, 0, force)
        # loops that are nearly singular magnify the rounding of a file twice
        rough = max(1.0, (values[0] / values[values > _REPEATED * values[0]][-1]) ** 2 * 1e-4)
        gaps.append(gap(W.T @ M @ W, mass[k]))
        whole = force + M @ (A @ p.drift[k] + drift)
        gaps.append(gap(W.T @ whole, bias[k], whole) / rough)
        tau = np.zeros(robot.tree.nv)
        tau[free] = s.states.tau[k]
        a = np.linalg.solve(A, held(M, J, np.linalg.inv(A).T @ tau - force, pulled) - drift)
        ours = p.W[k] @ forward[k] + p.drift[k]
        gaps.append(gap(a, ours, p.rates[k] ** 2) / max(rough, float(np.linalg.cond(mass[k])) * 1e-6))
    note = notes("MuJoCo, equality constraints", f"its rank differs by {missing}" if missing else "")
    return Finding(largest([*gaps, float(missing)]), note=note, tolerance=_REPEATED)


_STEP = 3e-4
_FOURTH_ORDER = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))


def constraint(mj: Any, model: Any, data: Any, composed: Sequence[Loop] = ()) -> tuple[Array, Array]:
    """J of the equality constraints (and of loops that have none) at the positions and rates of the data, and dJ/dt v by
    differences along them."""

    def jacobian() -> Array:
        mj.mj_fwdPosition(model, data)
        mj.mj_fwdVelocity(model, data)
        rows = [np.reshape(data.efc_J, (-1, model.nv))[: data.ne].copy()]
        return np.concatenate([*rows, *(_composed(mj, model, data, loop) for loop in composed)])

    q, v = data.qpos.copy(), data.qvel.copy()
    pulled: Array = np.zeros(0)
    for way, factor in _FOURTH_ORDER:
        data.qpos[:] = q
        mj.mj_integratePos(model, data.qpos, v, way * _STEP)
        part = jacobian() @ v * (factor / _STEP)
        pulled = part if not len(pulled) else pulled + part
    data.qpos[:] = q
    J = jacobian()
    size = np.maximum(
        1.0, np.linalg.norm(J, axis=1)
    )  # gears have large rows beside which others would look like nothing
    return J / size[:, None], pulled / size


def _composed(mj: Any, model: Any, data: Any, loop: Loop) -> Array:
    """Rates of the equations of a loop, in the axes of its first place."""
    ends: list[tuple[Array, Array, Array, Array]] = []
    for end in (loop.first, loop.second):
        site = mj.mj_name2id(model, mj.mjtObj.mjOBJ_SITE, f"{loop.name} {end} 0")
        along, about = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        mj.mj_jacSite(model, data, along, about, site)
        ends.append((np.reshape(data.site_xmat[site], (3, 3)), np.array(data.site_xpos[site]), along, about))
    (R, p, u, w), (S, r, x, y) = ends
    way = R.T @ (x - u + skew(r - p) @ w)
    if loop.kind == "universal":
        return np.concatenate([way, np.cross(S[:, 0], R[:, 2])[None] @ (y - w)])
    turn = R.T @ (y - w)
    return np.concatenate([way[:2], turn if loop.kind == "slider" else turn[:2]])


def held(M: Array, J: Array, force: Array, pulled: Array) -> Array:
    """Accelerations under a force and constraints J a + pulled = 0, some of which may follow from others."""
    U, s, Vt = np.linalg.svd(J)
    rank = int(np.sum(s > _REPEATED * s[0]))
    given, N = -Vt[:rank].T @ ((U[:, :rank].T @ pulled) / s[:rank]), Vt[rank:].T
    return given + N @ np.linalg.solve(N.T @ M @ N, N.T @ (force - M @ given))


def document(robot: ClosedRobot) -> str:
    """MJCF of the robot with its loops and couplings as equality constraints between sites."""
    root = ElementTree.fromstring(mujoco_peer.document(robot.tree))  # noqa: S314 - written a line ago
    for option in root.iter("option"):
        option.set("jacobian", "dense")
        for flag in list(option):
            option.remove(flag)
    world = root.find("worldbody")
    assert world is not None
    bodies = {b.get("name"): b for b in world.iter("body")} | {"world": world}
    equality = ElementTree.SubElement(root, "equality")
    for loop in robot.loops:
        for n, height in enumerate((0.0, 1.0) if loop.kind == "pin" else (0.0,)):
            names: list[str] = []
            for end in (loop.first, loop.second):
                frame = robot.frame(end)
                X = matrix(frame.X) @ homogeneous(np.eye(3), np.array([0.0, 0.0, height]))
                names.append(f"{loop.name} {end} {n}")
                place = {"pos": _row(X[:3, 3]), "xyaxes": _row([*X[:3, 0], *X[:3, 1]])}
                ElementTree.SubElement(bodies[frame.body], "site", {"name": names[-1], **place})
            if loop.kind not in COMPOSED:
                kind = "weld" if loop.kind == "weld" else "connect"
                ElementTree.SubElement(equality, kind, {"site1": names[0], "site2": names[1]})
    for joint, other, factors in _gears(robot):
        ElementTree.SubElement(equality, "joint", {"joint1": joint, **other, "polycoef": _row(factors)})
    return ElementTree.tostring(root, encoding="unicode")


def _gears(robot: ClosedRobot) -> Iterator[tuple[str, dict[str, str], Array]]:
    """Couplings as joint = a polynomial of degree four in another, or a constant."""
    names = {COORDINATE.format(n): n for n in robot.joints}
    places = np.arange(-3.0, 4.0)
    for c in robot.couplings:
        used = symbols_of(c.value.graph, [c.value.index]) if isinstance(c.value, Expr) else []
        if not isinstance(c.value, Expr) or not used:
            yield c.joint, {}, np.array([to_float(c.value), 0, 0, 0, 0])
            continue
        if len(used) > 1:
            raise ModelError(f"MuJoCo couples one joint to one other: coupling '{c.name}' has {len(used)}")
        at = np.array([float(evaluate(c.value.graph, [c.value.index], {used[0]: x}, FLOAT)[0]) for x in places])
        factors = np.linalg.lstsq(np.vander(places, 5, increasing=True), at, rcond=None)[0]
        factors[np.abs(factors) < 1e-14 * np.max(np.abs(factors))] = 0.0
        if np.max(np.abs(np.vander(places, 5, increasing=True) @ factors - at)) > 1e-12 * max(1.0, np.max(np.abs(at))):
            raise ModelError(f"coupling '{c.name}' is no polynomial of degree four, as MuJoCo's are")
        yield c.joint, {"joint2": names[used[0]]}, factors


def _row(values: Any) -> str:
    return " ".join(f"{float(x):.17g}" for x in values)
