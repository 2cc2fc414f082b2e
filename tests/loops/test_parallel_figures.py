"""Figures of parallel robots: operations at or below those of a Maple toolchain, base parameters, MuJoCo's dynamics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from benchmarks.parallel_opcounts import cells, derived
from benchmarks.parallel_robots import PEERS, QUANTITIES, ROBOTS, TEN
from tests.support.model import cut, solve
from tests.support.passes import optimise

EXAMPLES = Path(__file__).parents[2] / "examples" / "parallel"
SLOW = set(ROBOTS) - {"3RRR", "Delta"}


@pytest.mark.parametrize("short", QUANTITIES)
@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in ROBOTS])
def test_no_more_operations_than_the_toolchain(name: str, short: str) -> None:
    """By the derivation alone; the optimiser only makes it less."""
    counted = cells(derived(ROBOTS[name], short))
    assert sum(counted) <= sum(PEERS[name, short]), counted


def test_the_optimiser_makes_it_less() -> None:
    function = derived(ROBOTS["3RRR"], "c")
    assert sum(cells(optimise(function, level=1, goal="count"))) < sum(cells(function))


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n == "3RRR" else pytest.mark.slow) for n in ROBOTS])
def test_number_of_base_parameters(name: str) -> None:
    """Rank of the platform's regressor over random states, with gravity in any direction; legs share their parameters."""
    entry = ROBOTS[name]
    written = entry.description(4)
    robot = lw.load(written)
    f = lw.derive(robot, "inverse_dynamics", "legwise", parameters="symbolic", closure="given")
    labels = list(f.inputs["parameters"].labels)
    inertial = [k for k, label in enumerate(labels) if label.rpartition("_")[0] in TEN]
    known = np.array([written["parameters"][label] for label in labels])
    c, draw = cut(robot), np.random.default_rng(0)
    free, dependent = list(c.coordinates.free_q), list(c.coordinates.dependent_q)
    reach = 0.02  # legs of random lengths are soon stretched
    rows: list[np.ndarray] = []
    for _ in range(8 + 80 // len(free)):
        q = np.array([c.start[k] for k in free]) + draw.uniform(-reach, reach, len(free))
        theta = solve(robot, q)[dependent]
        down = [labels.index(x) for x in ("g1", "g2", "g3") if x in labels]
        known[down] = draw.uniform(-10, 10, len(down))
        units = np.repeat(known[None], len(inertial), 0)
        units[:, inertial] = np.eye(len(inertial))
        v, a = draw.uniform(-2, 2, len(free)), draw.uniform(-5, 5, len(free))
        given = {"q": q, "theta": theta, "v": v, "a": a}
        batch = {k: np.repeat(x[None], len(inertial), 0) for k, x in given.items() if k in f.inputs}
        rows.append(np.asarray(f(**batch, parameters=units)).T)
    Y = np.vstack(rows)
    Y = Y / np.maximum(np.linalg.norm(Y, axis=0), 1e-30)
    s = np.linalg.svd(Y, compute_uv=False)
    rank = entry.base_parameters
    assert len(Y) > 2 * rank
    assert s[rank - 1] > 1e4 * s[rank], s[rank - 2 : rank + 2]


# --- MuJoCo -------------------------------------------------------------------------------------------------------------------


def mjcf(robot: lw.Robot) -> str:
    """The robot's chains as bodies, all joints of the platform in one, and `connect` for each leg."""
    from tests.support.graph import number
    from tests.support.model import substitute

    known = {n: p.value for n, p in robot.parameters.items() if p.value is not None}
    numeric = substitute(robot, known)

    def words(values: Any) -> str:
        return " ".join(repr(float(number(x) or 0)) for x in values)

    def inertial(body: str) -> str:
        x = numeric.bodies[body].inertia
        m = float(number(x.m) or 0)
        com = np.array([float(number(h) or 0) for h in x.h]) / m
        tensor = np.array([[float(number(e) or 0) for e in row] for row in x.I])
        about = tensor - m * (com @ com * np.eye(3) - np.outer(com, com))
        six = [about[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
        return f'<inertial pos="{words(com)}" mass="{m!r}" fullinertia="{words(six)}"/>'

    def joint(name: str) -> str:
        j = numeric.joints[name]
        kind = "slide" if j.type == "prismatic" else "hinge"
        return f'<joint name="{name}" type="{kind}" axis="{words(j.axis)}"/>'

    carried = "".join(joint(n) for n in robot.platform_joints)
    bodies = f'<body name="platform">{carried}{inertial("platform")}</body>'
    inner = {
        j.parent: j for j in numeric.joints.values() if j.name not in robot.platform_joints and j.parent != "world"
    }
    for j in numeric.joints.values():
        if j.parent != "world" or j.name in robot.platform_joints:
            continue
        text, closing, link = "", "", j
        while link is not None:
            x, y = (words(row) for row in link.X.R.T[:2])
            place = f'pos="{words(link.X.p)}" xyaxes="{x} {y}"'
            text += f'<body name="{link.child}" {place}>{joint(link.name)}{inertial(link.child)}'
            closing += "</body>"
            link = inner.get(link.child)
        bodies += text + closing
    ends = [numeric.frames[loop.first] for loop in numeric.loops]
    ties = "".join(f'<connect body1="{end.body}" body2="platform" anchor="{words(end.X.p)}"/>' for end in ends)
    g = words(numeric.gravity)
    return (
        f'<mujoco><compiler autolimits="false"/><option gravity="{g}"><flag contact="disable"/></option>'
        f"<worldbody>{bodies}</worldbody><equality>{ties}</equality></mujoco>"
    )


@pytest.mark.parametrize("name", ["3rrr", "6ups"])
def test_mujocos_matrices_give_the_same_forces(name: str) -> None:
    """Mass matrix, bias and constraint Jacobian of MuJoCo, put together by hand: M_x, and forces along a motion."""
    mujoco = pytest.importorskip("mujoco")
    from ruamel.yaml import YAML

    written = YAML(typ="safe").load((EXAMPLES / f"{name}.yaml").read_text())
    if name == "3rrr":  # MuJoCo wants bodies that may exist; across the plane their inertia does not matter
        written["platform"]["body"]["inertia"] = ["mp*rp**2/3", "mp*rp**2/3", "mp*rp**2/2"]
        for n, length in ((1, "l2"), (2, "l3")):
            written["legs"]["bodies"][n]["inertia"] = [1e-3, f"m{n}*{length}**2/12", f"m{n}*{length}**2/12"]
    robot = lw.load(written)
    c, draw = cut(robot), np.random.default_rng(2)
    free, dependent = list(c.coordinates.free_v), list(c.coordinates.dependent_v)
    model = mujoco.MjModel.from_xml_string(mjcf(robot))
    data = mujoco.MjData(model)
    order = [model.joint(n).dofadr[0] for n in robot.tree.joint_names]
    n = len(free)

    def jacobian(q: np.ndarray) -> np.ndarray:
        """Differences of the points that the connects hold together: where the model's tie is, it is the same point."""
        data.qpos[order] = q
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        rows: list[np.ndarray] = []
        for loop in robot.loops:
            end, point = robot.frames[loop.first], robot.frames[loop.second]
            J = np.zeros((2, 3, model.nv))
            world = data.body(end.body).xpos + data.body(end.body).xmat.reshape(3, 3) @ _numbers(robot, end)
            mujoco.mj_jac(model, data, J[0], None, world, model.body(end.body).id)
            there = data.body("platform").xpos + data.body("platform").xmat.reshape(3, 3) @ _numbers(robot, point)
            assert np.allclose(world, there, atol=1e-6)
            mujoco.mj_jac(model, data, J[1], None, there, model.body("platform").id)
            rows.append((J[0] - J[1])[:, order])
        return np.vstack(rows)

    def projector(q: np.ndarray) -> np.ndarray:
        J, W = jacobian(q), np.zeros((len(order), n))
        W[free] = np.eye(n)
        W[dependent] = -np.linalg.lstsq(J[:, dependent], J[:, free], rcond=None)[0]
        return W

    x = np.array([c.start[k] for k in c.coordinates.free_q]) + draw.uniform(-0.05, 0.05, n)
    v, a, h = draw.uniform(-1, 1, n), draw.uniform(-2, 2, n), 1e-4
    ways = [projector(solve(robot, x + k * h * v)) for k in (-2, -1, 1, 2)]
    dW = (ways[0] - 8 * ways[1] + 8 * ways[2] - ways[3]) / (12 * h)
    q = solve(robot, x)
    W = projector(q)
    data.qpos[order], data.qvel[order] = q, W @ v
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, M)
    M, bias = M[np.ix_(order, order)], data.qfrc_bias[order]
    mass = np.asarray(lw.derive(robot, "mass_matrix")(q=x))
    tau = np.asarray(lw.derive(robot, "inverse_dynamics")(q=x, v=v, a=a))
    assert np.allclose(mass, W.T @ M @ W, rtol=0, atol=1e-9 * np.max(np.abs(mass)))
    expected = W.T @ (M @ (W @ a + dW @ v) + bias)
    assert np.allclose(tau, expected, rtol=0, atol=1e-9 * np.max(np.abs(tau)))


def _numbers(robot: lw.Robot, frame: Any) -> np.ndarray:
    from tests.support.graph import number
    from tests.support.model import substitute

    known = {n: p.value for n, p in robot.parameters.items() if p.value is not None}
    return np.array([float(number(x) or 0) for x in substitute(robot, known).frames[frame.name].X.p])
