"""Rows of joint types: each says the same thing in all its columns, and the same as the referee's row."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.graph import Expr, Graph, Scalar, directional, is_zero, lift, symbol
from tests.support.model import (
    BASE,
    ELEMENTARY,
    GIMBAL,
    JOINT_SIZES,
    JOINT_TYPES,
    Body,
    Joint,
    JointType,
    Link,
    OpenRobot,
    elementary_joints,
    joints,
    make_robot,
)
from tests.support.referee import ROWS, body_poses, joint_axes
from tests.support.spatial import Inertia, Mat, Transform, Vec, X, Y, Z, rot_x, rot_y, rot_z
from tests.support.tables import make_tables
from tests.support.verification import LAWS, Law, law_context, row, sample

SOURCE = Path(lw.__file__).parent
BOX = Inertia.about_com(2, Vec(0.3, 0.2, -0.4), Mat(Vec(5, 0.1, 0.2), Vec(0.1, 6, 0.3), Vec(0.2, 0.3, 7)))
MOVING = [name for name, t in JOINT_TYPES.items() if t.nv]

every_type = pytest.mark.parametrize("row_of", JOINT_TYPES.values(), ids=lambda t: t.name)
moving_types = pytest.mark.parametrize("name", MOVING)
elementary = pytest.mark.parametrize("kind", ELEMENTARY)


def joint(name: str, parent: str = "world", child: str = "b") -> Joint:
    """A joint of a type, with the axes and the pitch that it needs."""
    t = JOINT_TYPES[name]
    axis = Vec(0.6, 0.0, 0.8) if t.axes else Z
    pitch = 0.3 if t.without_pitch else 0
    place = Transform(rot_x(0.4) @ rot_z(0.7), Vec(0.3, -0.2, 0.5))
    return Joint("j", name, parent, child, place, axis, Y if t.axes == 2 else None, pitch)


def carried(name: str) -> OpenRobot:
    """A free body, which carries another by a joint of a type."""
    joints = [Joint("free", "floating", "world", "a"), joint(name, "a")]
    return make_robot("carried", [Body("a", BOX), Body("b", BOX)], joints)


# --- one row ---------------------------------------------------------------------------------------------------------


@every_type
def test_sizes_agree(row_of: JointType) -> None:
    assert JOINT_SIZES[row_of.name] == (row_of.nq, row_of.nv)
    assert len(row_of.rest) == row_of.nq
    assert len(row_of.forces) == row_of.nv
    assert sum(x.kind.nv for x in row_of.links) == row_of.nv
    assert all(x.kind.name in ELEMENTARY for x in row_of.links)
    assert bool(row_of.wording.start) == (row_of.start_size != 1)
    if row_of.unit:
        assert sum(x * x for x in row_of.rest[slice(*row_of.unit)]) == 1


def test_every_row_is_in_the_table() -> None:
    defined = {x.name for room in (joints, elementary_joints) for x in vars(room).values() if isinstance(x, JointType)}
    assert defined == set(JOINT_TYPES), "a row counts where it is listed in _ROWS of model/joints.py"


def test_the_studio_and_the_schemas_know_all_types() -> None:
    """The page draws and edits joints without asking Python; editors complete them from the schema."""
    tables = make_tables()
    for path, text in {**tables.studio_joints(), **tables.schemas()}.items():
        assert path.read_text(encoding="utf-8") == text, f"run python docs/make_tables.py: {path.name}"


def test_the_referee_knows_all_types_and_no_others() -> None:
    assert set(ROWS) == set(JOINT_TYPES), (
        "a joint type needs a row in ROWS of referee/joints.py, written by its own book"
    )


@every_type
def test_the_referee_has_a_row_of_its_own(row_of: JointType) -> None:
    assert row_of.name in ROWS, f"'{row_of.name}' needs a row in ROWS of referee/joints.py"
    own = ROWS[row_of.name]
    assert (own.nq, own.nv, own.unit) == (row_of.nq, row_of.nv, row_of.unit)


@elementary
def test_rates_are_derivatives_of_places(kind: str) -> None:
    """dR/dt = R [w] and dp/dt = R v of the link's frame, exactly, for symbols in place of all constants."""
    graph = Graph()
    t = JOINT_TYPES[kind]
    q, v = ([symbol(f"{n}[{k}]", graph) for k in range(size)] for n, size in (("q", t.nq), ("v", t.nv)))
    constants = {n: symbol(n, graph) for n in (("slide", "ratio", "offset", "pitch") if t.single else ())}
    link = Link("b", "j", BASE, kind, Transform(), 0, 0, Inertia(), **constants)
    at = link.pose(q).whole
    linear, angular = link.rate(v)
    rates = t.coordinate_rates(q, v)

    def along(x: Scalar) -> Expr:
        seeds = {f"q[{k}]": lift(graph, rate).index for k, rate in enumerate(rates)}
        return Expr(graph, directional(graph, [lift(graph, x).index], seeds)[0])

    gaps = [along(x) - y for x, y in zip(at.p, at.R.apply(linear), strict=True)]
    for column, unit in zip(at.R.T, (X, Y, Z), strict=True):
        gaps += [along(x) - y for x, y in zip(column, at.R.apply(angular.cross(unit)), strict=True)]
    groups = tuple(tuple(f"q[{k}]" for k in range(*t.unit)) for _ in (1,) if t.unit)
    assert is_zero([lift(graph, x) for x in gaps], constraints=groups)


@moving_types
def test_a_step_and_the_difference_are_inverse(name: str) -> None:
    t, rng = JOINT_TYPES[name], np.random.default_rng(3)
    x = np.array([t.random(rng) for _ in range(20)])
    u = rng.uniform(-1, 1, (20, t.nv))
    assert t.difference(t.integrate(x, u), x) == pytest.approx(u, abs=1e-12)
    assert t.difference(x, x) == pytest.approx(np.zeros_like(u), abs=1e-7)
    h = 1e-6
    slopes = (t.integrate(x, h * u) - t.integrate(x, -h * u)) / (2 * h)
    expected = np.array([[float(e) for e in t.coordinate_rates(list(a), list(b))] for a, b in zip(x, u, strict=True)])
    assert slopes == pytest.approx(expected, abs=1e-9)
    if t.unit:
        assert np.sum(t.integrate(x, u)[:, slice(*t.unit)] ** 2, axis=1) == pytest.approx(np.ones(20))


@every_type
def test_starts_are_written_and_read(row_of: JointType) -> None:
    x = row_of.random(np.random.default_rng(4))
    written = row_of.to_start(x)
    assert len(written) == row_of.start_size
    assert row_of.from_start(written) == pytest.approx(x)


# --- in a robot ------------------------------------------------------------------------------------------------------


@moving_types
def test_bodies_are_where_the_referee_has_them(name: str) -> None:
    robot = carried(name)
    q = sample(robot, 3, seed=5).q
    for x in q:
        found = lw.derive(robot, "forward_kinematics", frame="b")(q=x)
        assert np.reshape(found, (4, 4)) == pytest.approx(body_poses(robot, x)["b"], abs=1e-12)


@moving_types
def test_axes_are_those_of_the_referee(name: str) -> None:
    """The Jacobian of the body against the ground, in its own axes, of a joint alone."""
    robot = make_robot("alone", [Body("b", BOX)], [joint(name)])
    for x in sample(robot, 3, seed=6).q:
        J = lw.derive(robot, "jacobian", frame="b", reference="local")(q=x)
        assert pytest.approx(joint_axes(robot.joints["j"], x), abs=1e-12) == J


@moving_types
def test_inertia_that_stays_is_what_torques_tell_apart(name: str) -> None:
    """As many base parameters as the regressor's rank: a rule that moves too little or too much changes the count, one that
    moves the wrong thing changes the torques (tests/model/test_regroup.py)."""
    robot = carried(name)
    states = sample(robot, 40, seed=7)
    Y, base = (lw.derive(robot, quantity) for quantity in ("regressor", "base_regressor"))
    stack = np.concatenate([Y(q=q, v=v, a=a) for q, v, a in zip(states.q, states.v, states.a, strict=True)])
    named = [k for k, label in enumerate(Y.outputs["Y"].labels) if label.partition("_")[2] in robot.bodies]
    assert base.outputs["Yb"].shape[1] == np.linalg.matrix_rank(stack[:, named], tol=1e-8)


# --- the gimbal ------------------------------------------------------------------------------------------------------


def gimbal() -> OpenRobot:
    inertia = [1, 0.1, 2, 0.2, 0.3, 1.5]
    joints = {
        "swing": {"type": "revolute", "child": "arm", "axis": [0, 1, 0]},
        "head": {"type": "gimbal", "parent": "arm", "child": "camera", "xyz": [1, 0, 0.2], "rpy": [0.3, 0, 0.1]},
        "zoom": {"type": "prismatic", "parent": "camera", "child": "lens", "xyz": [0, 0.3, 0.2]},
    }
    bodies = {n: {"mass": 2, "com": [0.1, 0.2, 0.3], "inertia": inertia} for n in ("arm", "camera", "lens")}
    return lw.load({"linkwright": 1, "joints": joints, "bodies": bodies})


def test_a_gimbal_turns_about_x_then_y_then_z() -> None:
    robot = make_robot("r", [Body("b", BOX)], [Joint("j", GIMBAL.name, "world", "b")])
    q = (0.3, -0.5, 0.8)
    R = rot_x(q[0]) @ rot_y(q[1]) @ rot_z(q[2])
    found = np.asarray(lw.derive(robot, "forward_kinematics")(q=np.array(q)))
    assert found.reshape(-1, 4, 4)[-1][:3, :3] == pytest.approx(np.array(R))


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: f"law{law.number}")
def test_every_law_holds_with_a_gimbal(law: Law) -> None:
    """Pinocchio's three hinges among them, where it is installed."""
    found = row(law, law_context(gimbal()))
    assert found.ok, found


# --- the names -------------------------------------------------------------------------------------------------------

ALLOWED = (
    "model/joints.py", "model/elementary_joints.py", "referee/joints.py", "verification/peers/pinocchio_model.py",
    "verification/peers/mujoco_model.py", "readers/", "writers/", "fmu/variables.py",
)  # fmt: skip
"""Rows, the referee's, the peers', and tables of what files call a joint; of FMI, what changes along time."""


OTHER_WORDS = {"fixed", "revolute", "prismatic", "universal", "planar", "spherical", "floating"}
"""Types whose names are words of loops, closures and motors, too."""


def test_a_joints_name_stands_in_its_row_alone() -> None:
    """Whoever asks for a name instead of a property must be found again for the next type."""
    names = set(JOINT_TYPES) - OTHER_WORDS
    found: list[str] = []
    for file in SOURCE.rglob("*.py"):
        path = file.relative_to(SOURCE).as_posix()
        if path.startswith(ALLOWED):
            continue
        words = [n.value for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.Constant)]
        found += [f"{path}: {w}" for w in words if w in names]
    assert not found, f"ask the row for a property (model/joint_type.py) instead of the name: {found}"
