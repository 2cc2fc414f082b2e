"""Robots that step, change and show themselves, against Pinocchio, edited files and statics by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import ruamel.yaml

import linkwright as lw

EXAMPLES = Path(__file__).parents[2] / "examples"
Array = np.ndarray[Any, Any]
FLOATING = ("floating", "JointModelFreeFlyer")
SPHERICAL = ("spherical", "JointModelSpherical")
PLANAR = ("planar", "JointModelPlanar")
REVOLUTE = ("revolute", "JointModelRZ")


def document(file: str) -> Any:
    return ruamel.yaml.YAML(typ="safe").load((EXAMPLES / file).read_text())


def one_joint(kind: str) -> Any:
    axis = {"axis": [0, 0, 1]} if kind in ("revolute", "planar") else {}
    joint = {"type": kind, "child": "body", **axis}
    body = {"mass": 1, "inertia": [0.1, 0.1, 0.1]}
    return lw.load({"linkwright": 1, "name": kind, "joints": {"joint": joint}, "bodies": {"body": body}})


@pytest.mark.parametrize(("kind", "peer"), [FLOATING, SPHERICAL, PLANAR, REVOLUTE])
@pytest.mark.parametrize("size", [1e-6, 0.3, 2.5])
def test_steps_are_those_of_pinocchio(kind: str, peer: str, size: float) -> None:
    pin = pytest.importorskip("pinocchio")
    model = pin.Model()
    model.addJoint(0, getattr(pin, peer)(), pin.SE3.Identity(), "joint")
    robot = one_joint(kind)
    rng = np.random.default_rng(1)
    for _ in range(20):
        q, v = robot.random_configuration(rng), rng.normal(size=robot.nv)
        v *= size / np.linalg.norm(v)
        moved = robot.integrate(q, v, 0.5)
        np.testing.assert_allclose(_signed(moved), _signed(pin.integrate(model, q, 0.5 * v)), atol=1e-12)
        np.testing.assert_allclose(robot.difference(q, moved), pin.difference(model, q, moved), atol=1e-9)
        np.testing.assert_allclose(robot.difference(q, moved), 0.5 * v, atol=1e-9)


def _signed(q: Array) -> Array:
    """A quaternion and its negative are one rotation."""
    return q if len(q) not in (4, 7) else np.concatenate([q[:-4], q[-4:] * (np.sign(q[-1]) or 1)])


def test_batches_step_as_their_rows_do() -> None:
    robot: Any = lw.load(EXAMPLES / "quadruped.yaml")
    rng = np.random.default_rng(2)
    q = np.array([robot.random_configuration(rng) for _ in range(5)])
    v = rng.normal(size=(5, robot.nv)) * 0.4
    moved = robot.integrate(q, v)
    np.testing.assert_allclose(moved[3], robot.integrate(q[3], v[3]), atol=1e-14)
    np.testing.assert_allclose(robot.difference(q, moved), v, atol=1e-9)
    assert robot.integrate(q[0], v).shape == (5, robot.nq)


def test_random_configurations_are_within_limits_and_closed() -> None:
    arm: Any = lw.load(EXAMPLES / "elbow6.urdf")
    drawn = np.array([arm.random_configuration(k) for k in range(50)])
    limits = [arm.joints[n].limits for n in arm.joint_names]
    for column, limit in zip(drawn.T, limits, strict=True):
        if limit.lower is not None:
            assert limit.lower <= column.min() < column.max() <= limit.upper
            assert np.ptp(column) > 0.8 * (limit.upper - limit.lower)
    np.testing.assert_array_equal(arm.random_configuration(7), arm.random_configuration(np.random.default_rng(7)))
    for name in ("loops/fourbar.yaml", "parallel/6ups.yaml"):
        closed: Any = lw.load(EXAMPLES / name)
        dyn = lw.compile(closed)
        drawn = np.array([closed.random_configuration(k) for k in range(6)])
        assert np.all(np.isfinite([dyn.closure(q) for q in drawn]))
        assert np.ptp(drawn[:, 0]) > 0.05


def test_free_coordinates_of_a_closed_robot_step() -> None:
    robot: Any = lw.load(EXAMPLES / "parallel/6ups.yaml")
    q, v = robot.random_configuration(0), np.arange(6.0)
    np.testing.assert_allclose(robot.integrate(q, v, 0.1), q + 0.1 * v)
    np.testing.assert_allclose(robot.difference(q, q + v), v)


@pytest.mark.parametrize("file", ["double_pendulum.yaml", "parallel/3rrr.yaml"])
def test_parameters_change_as_an_edited_file_changes_them(file: str) -> None:
    robot: Any = lw.load(EXAMPLES / file)
    name = next(n for n, p in robot.parameters.items() if p.value and n.lower().startswith(("l", "m")))
    value = robot.parameters[name].value
    edited = document(file)
    assert edited["parameters"][name] == value
    edited["parameters"][name] = 1.1 * value
    other: Any = lw.load(edited)
    changed = robot.with_parameters(**{name: 1.1 * value})
    assert robot.parameters[name].value == value
    rng = np.random.default_rng(0)
    start = robot.random_configuration(0) if robot.tree is robot else np.array(lw.compile(changed).start[0])
    at = {"q": start, "v": rng.normal(size=robot.nv), "a": rng.normal(size=robot.nv)}
    forces = [_forces(x, at) for x in (changed, other, robot)]
    np.testing.assert_allclose(forces[0], forces[1], atol=1e-9)
    assert np.max(np.abs(forces[0] - forces[2])) > 1e-4


def _forces(robot: Any, at: dict[str, Array]) -> Array:
    dyn = lw.compile(robot)
    if robot.tree is robot:
        return dyn.inverse_dynamics(**at)
    return dyn.function("inverse_dynamics", closure="given")(theta=dyn.closure(at["q"], dyn.start[1]), **at)


def test_parameters_that_make_no_sense_are_told() -> None:
    robot: Any = lw.load(EXAMPLES / "double_pendulum.yaml")
    for values, said in [({"L": 1}, "no parameter 'L'"), ({"m1": -1}, "mass"), ({"L1": "long"}, "no numbers"),
                         ({"L1": np.nan}, "nan")]:  # fmt: skip
        with pytest.raises(lw.LinkwrightError, match=said):
            robot.with_parameters(values)
    with pytest.raises(lw.LinkwrightError, match="numbers only"):
        lw.load(EXAMPLES / "elbow6.urdf").with_parameters(L=1)
    system: Any = lw.load(EXAMPLES / "manifold/pendulum_3d.yaml")
    heavier = system.with_parameters(m=2.6)
    ratio = lw.simulate(heavier, 0.01).potential[0] / lw.simulate(system, 0.01).potential[0]
    assert ratio == pytest.approx(2.6 / float(system.values["m"][0]))
    with pytest.raises(lw.LinkwrightError, match="no constant"):
        system.with_parameters(mass=1)


def test_a_payload_weighs_what_statics_says() -> None:
    """Forces of the load's weight by virtual work: J' F with the Jacobian of the point where it hangs."""
    arm: Any = lw.load(EXAMPLES / "elbow6.urdf")
    mass, com = 2.5, np.array([0.02, -0.01, 0.1])
    loaded = arm.with_payload(mass, com, [0.01, 0.02, 0.03], "tool")
    q = arm.random_configuration(4)
    bare, full = lw.compile(arm), lw.compile(loaded)
    J = bare.function("jacobian", frame="tool", reference="local")(q)
    R = bare.function("forward_kinematics", frame="tool")(q)[:3, :3]
    weight = R.T @ [0, 0, -9.81 * mass]
    expected = bare.gravity(q) - J.T @ np.concatenate([weight, np.cross(com, weight)])
    np.testing.assert_allclose(full.gravity(q), expected, atol=1e-9)
    # its kinetic energy: that of a body with this twist
    about = np.diag([0.01, 0.02, 0.03]) - mass * _hat(com) @ _hat(com)
    spatial = np.block([[mass * np.eye(3), -mass * _hat(com)], [mass * _hat(com), about]])
    np.testing.assert_allclose(full.mass_matrix(q), bare.mass_matrix(q) + J.T @ spatial @ J, atol=1e-9)


def _hat(x: Array) -> Array:
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]])


@pytest.mark.parametrize(
    ("given", "said"),
    [((0,), "mass"), ((np.nan,), "mass"), ((1, (0, 0)), "com"), ((1, (0, 0, 0), [1, 2]), "inertia"),
     ((1, (0, 0, 0), None, "nowhere"), "nowhere"), ((1, (0, 0, 0), [[1, 2, 0], [0, 1, 0], [0, 0, 1]]), "symmetric"),
     ((1, (0, 0, 0), [-1, 1, 1]), "inertia")],
)  # fmt: skip
def test_a_payload_that_makes_no_sense_is_told(given: tuple[Any, ...], said: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=said):
        lw.load(EXAMPLES / "elbow6.urdf").with_payload(*given)


def test_closed_robots_carry_payloads() -> None:
    robot: Any = lw.load(EXAMPLES / "parallel/6ups.yaml")
    loaded = robot.with_payload(3.0, frame=robot.platform)
    assert isinstance(loaded, lw.ClosedRobot)
    at = {"q": np.array(lw.compile(robot).start[0]), "v": np.zeros(6), "a": np.zeros(6)}
    more = _forces(loaded, at) - _forces(robot, at)
    assert more[2] == pytest.approx(3 * 9.81, rel=1e-9)  # the platform's third coordinate is its height


@pytest.mark.parametrize(("file", "body"), [("elbow6.urdf", "forearm"), ("quadruped.yaml", "front_left_hip")])
def test_a_subtree_is_what_a_reader_finds_below_that_body(file: str, body: str) -> None:
    part = lw.load(EXAMPLES / file).subtree(body)  # type: ignore[union-attr]
    source: Any = EXAMPLES / file
    if source.suffix == ".yaml":
        source = {k: x for k, x in document(file).items() if k != "wrenches"}
    read: Any = lw.load(source, root=body)
    assert part.joint_names == read.joint_names
    assert list(part.frames) == list(read.frames)
    assert {*part.parameters} <= {*read.parameters}
    q = np.random.default_rng(0).normal(size=part.nv)
    for quantity in ("mass_matrix", "gravity"):
        found = [lw.compile(x).function(quantity)(q) for x in (part, read)]
        np.testing.assert_allclose(found[0], found[1], atol=1e-12)


def test_subtrees_of_closed_robots_lose_the_loops_that_leave_them() -> None:
    robot: Any = lw.load(EXAMPLES / "loops/fourbar.yaml")
    part = robot.subtree("coupler_bar")
    assert isinstance(part, lw.OpenRobot)
    with pytest.raises(lw.LinkwrightError, match="did you mean 'coupler_bar'"):
        robot.subtree("couplerbar")
    with pytest.raises(lw.LinkwrightError, match="world"):
        robot.subtree("world")


@pytest.mark.parametrize("call", [lambda r: r.integrate([1], np.zeros(6)), lambda r: r.integrate(np.zeros(6), "fast"),
                                  lambda r: r.difference(np.zeros(6), np.zeros((2, 5)))])  # fmt: skip
def test_steps_of_another_size_are_told(call: Any) -> None:
    with pytest.raises(lw.LinkwrightError):
        call(lw.load(EXAMPLES / "elbow6.urdf"))
