"""What is unknown: columns against forces of compiled robots, counts against ranks in a prime field, words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from linkwright.errors import ModelError, QuantityError
from linkwright.exact.rank import exact_rank
from linkwright.graph.expr import as_number
from linkwright.identification.model import IdentificationModel
from linkwright.model.held import held
from linkwright.verification.ranks import numeric_ranks
from linkwright.verification.states import sample
from tests.identification.recorded import motion_of
from tests.strategies import mechanisms

EXAMPLES = Path(__file__).parents[2] / "examples"
ROBOTS = [
    "double_pendulum.yaml", "scara.yaml", "cart_pole.yaml", "elbow6.urdf", "arm6.yaml", "elastic_arm.yaml", "quadruped.yaml",
    "loops/fivebar1.yaml", "loops/fourbar.yaml", "loops/geared_arm.yaml", "parallel/fivebar.yaml", "parallel/delta.yaml",
]  # fmt: skip


def panda() -> lw.OpenRobot:
    pin = pytest.importorskip("pinocchio")
    folder = Path(pin.__file__).parents[4] / "share/example-robot-data/robots/panda_description/urdf"
    if not folder.exists():
        pytest.skip("no example-robot-data")
    robot = lw.load(folder / "panda.urdf")
    assert isinstance(robot, lw.OpenRobot)
    return held(robot, {"panda_finger_joint1": 0.0})


@pytest.mark.parametrize("file", ROBOTS)
def test_columns_times_the_files_own_parameters_are_its_forces(file: str) -> None:
    robot = lw.load(EXAMPLES / file)
    assert not isinstance(robot, lw.Lagrangian)
    model = IdentificationModel.of(robot)
    rng = np.random.default_rng(3)
    motion = motion_of(model, rng, 20, 0.1)
    wrench = {"wrench": rng.normal(size=(20, len(robot.wrenches), 6))} if robot.wrenches else {}
    motors = model.rows != robot.rate_names
    forces = lw.compile(robot).function("actuator_forces" if motors else "inverse_dynamics")
    tau = np.asarray(forces(q=motion.q, v=motion.v, a=motion.a, **wrench))
    flat = {n: x.reshape(20, -1) for n, x in wrench.items()}
    made = model.columns(motion.q, motion.v, motion.a) @ model.values(model.prior)
    made = made + model.known(motion.q, motion.v, motion.a, **flat)
    np.testing.assert_allclose(made, tau, rtol=1e-10, atol=1e-10 * np.abs(tau).max())


def test_zeros_of_a_file_are_unknown_all_the_same() -> None:
    robot = lw.dh([("R", 0, 0, 0, "q"), ("R", 0, "1/2", 0, "q")], convention="modified", gravity=(0, "-9.81", 0))
    bare = lw.derive(robot, "base_regressor")
    assert bare.outputs["Yb"].size == 0
    full = lw.derive(robot, "identification_regressor", drives="none")
    assert full.outputs["Yi"].shape == (2, 6)  # mx, my, Izz of both: what a planar arm needs


def test_the_panda_has_43_inertial_columns_and_69_with_its_drives() -> None:
    model = IdentificationModel.of(panda())
    assert (model.inertial, len(model.names), len(model.physical)) == (43, 69, 98)
    assert "rotor_panda_joint1" in model.words[model.names.index("IzzR_panda_link1")]


@pytest.mark.parametrize("drives", ["none", "viscous,coulomb,offset,rotor", "spring,asymmetric,offset,rotor"])
@pytest.mark.parametrize("file", ["double_pendulum.yaml", "scara.yaml", "cart_pole.yaml", "elbow6.urdf"])
def test_columns_are_independent_exactly(file: str, drives: str) -> None:
    """In a prime field, sines as points of the circle, signs as random functions."""
    robot = lw.load(EXAMPLES / file)
    f = lw.derive(robot, "identification_regressor", drives=drives)
    assert exact_rank(f) == f.outputs["Yi"].shape[1]


@given(mechanisms(size=4, symbolic=False, wrenches=False, elastic=False))
@settings(settings.get_profile("find"), max_examples=15)
def test_as_many_columns_as_all_parameters_have_independent_ones(robot: lw.OpenRobot) -> None:
    """Ten columns of every body and, by hand, those of every drive: their rank is the number of columns that are kept."""
    Y, Yi = lw.derive(robot, "regressor"), lw.derive(robot, "identification_regressor")
    of_bodies = [k for k, n in enumerate(Y.outputs["Y"].labels) if n.partition("_")[2] in robot.bodies]
    width = Yi.outputs["Yi"].shape[1]
    states = sample(robot, 8 + 3 * len(of_bodies) // max(1, robot.nv), seed=5)
    every, kept = [], []
    for q, v, a in zip(states.q, states.v, states.a, strict=True):
        bodies = np.asarray(Y(q=q, v=v, a=a)).reshape(robot.nv, -1)[:, of_bodies]
        every.append(np.hstack([bodies, drives_by_hand(robot, v, a)]))
        kept.append(np.asarray(Yi(q=q, v=v, a=a)).reshape(robot.nv, -1))
    least, most = numeric_ranks(np.stack(every))
    assert least <= width <= most
    if width:
        assert numeric_ranks(np.stack(kept))[1] == width


def drives_by_hand(robot: lw.OpenRobot, v: np.ndarray, a: np.ndarray) -> np.ndarray:
    """Viscous, Coulomb, offset and rotor of every joint of one coordinate, and of those that mimic one."""
    columns = []
    for joint in robot.joints.values():
        leader, ratio = joint, 1.0
        while leader.mimic:
            ratio *= float(as_number(leader.mimic.multiplier))
            leader = robot.joints[leader.mimic.joint]
        if leader.nv != 1:
            continue
        iv = robot.offsets[leader.name][1]
        rate, acceleration = ratio * v[iv], ratio * a[iv]
        unit = np.eye(robot.nv)[iv] * ratio
        columns += [unit * x for x in (rate, np.sign(rate), 1.0, acceleration)]
    return np.array(columns).T if columns else np.zeros((robot.nv, 0))


def test_known_springs_are_taken_off_and_unknown_ones_are_columns() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")  # its shoulder has a spring and a damper
    assert not isinstance(robot, lw.Lagrangian)
    still = np.array([[0.4, 0.1]]), np.zeros((1, 2)), np.zeros((1, 2))
    known = IdentificationModel.of(robot).known(*still)
    np.testing.assert_allclose(known, [[0.4, 0.0]])
    asked = IdentificationModel.of(robot, "spring")
    np.testing.assert_allclose(asked.known(*still), 0.0)
    assert asked.prior[asked.physical.index("spring_shoulder")] == 1.0


def test_an_unknown_term_is_told() -> None:
    robot = lw.load(EXAMPLES / "scara.yaml")
    with pytest.raises(QuantityError, match="no drive has a term 'sticky'") as told:
        lw.derive(robot, "identification_regressor", drives="viscous,sticky")
    assert "stribeck" in str(told.value)


def test_held_joints_stay_where_they_are() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    assert isinstance(robot, lw.OpenRobot)
    q = np.array([0.3, -0.4, 0.5, 0.6, -0.7, 0.8])
    name = robot.joint_names[2]
    less = held(robot, {name: 0.5})
    assert less.nv == 5
    frame = "tool"
    whole = np.asarray(lw.compile(robot).function("forward_kinematics", frame=frame)(q))
    rest = np.asarray(lw.compile(less).function("forward_kinematics", frame=frame)(np.delete(q, 2)))
    np.testing.assert_allclose(rest, whole, atol=1e-14)
    tau = np.asarray(lw.compile(robot).gravity(q))
    np.testing.assert_allclose(np.asarray(lw.compile(less).gravity(np.delete(q, 2))), np.delete(tau, 2), atol=1e-12)
    with pytest.raises(ModelError, match="no joint 'wrist9' to hold"):
        held(robot, {"wrist9": 0.0})


def test_motors_that_move_two_joints() -> None:
    """tau = A' tau_m, and friction acts where the motors turn: v_m = A v."""
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    assert isinstance(robot, lw.OpenRobot)
    five, six = robot.joint_names[4:]
    text = f"left = {five} + 0.5 {six}; right = {six} - {five}"
    model = IdentificationModel.of(robot, "viscous,coulomb,rotor", text)
    assert model.rows[4:] == ("left", "right")
    rng = np.random.default_rng(0)
    q, v, a = rng.normal(size=(3, 7, 6))
    A = np.eye(6)
    A[4], A[5] = [0, 0, 0, 0, 1, 0.5], [0, 0, 0, 0, -1, 1]
    bodies = np.asarray(lw.compile(robot).inverse_dynamics(q, v, a))
    friction = dict(zip(model.physical, rng.uniform(0.1, 1, len(model.physical)), strict=True))
    physical = model.prior.copy()
    motors = np.zeros((7, 6))
    for k, name in enumerate(model.rows):
        rate, acceleration = v @ A[k], a @ A[k]
        for term, x in (("viscous", rate), ("coulomb", np.sign(rate)), ("rotor", acceleration)):
            place = model.physical.index(f"{term}_{name}")
            physical[place] = friction[f"{term}_{name}"]
            motors[:, k] += physical[place] * x
    expected = np.linalg.solve(A.T, bodies.T).T + motors
    own = model.columns(q, v, a) @ model.values(physical) + model.known(q, v, a)
    np.testing.assert_allclose(own, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("m = 3", "couples no motor"),
        ("m = nowhere", "no joint of one coordinate"),
        ("m = shoulder + elbow", "1 coupled motors"),
    ],
)
def test_couplings_that_are_none_are_told(text: str, words: str) -> None:
    with pytest.raises(QuantityError, match=words):
        IdentificationModel.of(lw.load(EXAMPLES / "scara.yaml"), None, text)  # type: ignore[arg-type]
