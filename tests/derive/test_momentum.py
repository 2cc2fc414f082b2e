"""Centre of mass, momentum, what the ground feels, and dM/dt: exactly, from the poses of the bodies, and as Pinocchio says."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from tests.derive.moving import Motion, close, flat, moving_bodies, peers, pinocchio_state
from tests.strategies import mechanisms
from tests.support.graph import Scalar, lift
from tests.support.model import WORLD, Body, Drive, Joint, Robot, make_robot
from tests.support.package import QuantityError
from tests.support.spatial import IDENTITY, ZERO, Inertia, Mat, Vec
from tests.support.verification import sample


class Bodies(Motion):
    """Sums over the bodies, each from its pose and the time derivative of its pose alone."""

    def inertia(self, body: str) -> Inertia:
        return self.robot.bodies[body].inertia.map(lambda x: lift(self.graph, x))

    @property
    def mass(self) -> Scalar:
        return sum((self.inertia(b).m for b in moving_bodies(self.robot)), lift(self.graph, 0))

    @property
    def first_moment(self) -> Vec:
        """Sum of m c."""
        total = ZERO
        for body in moving_bodies(self.robot):
            (R, p), x = self.pose(body), self.inertia(body)
            total = total + p * x.m + R.apply(x.h)
        return total

    @property
    def momentum(self) -> tuple[Vec, Vec]:
        """Sum of dm dr and of dm r x dr over the points r = p + R x of all bodies."""
        linear, angular = ZERO, ZERO
        for body in moving_bodies(self.robot):
            (R, p), x = self.pose(body), self.inertia(body)
            dR, dp = Mat.of(_rows(self.flow(flat(R)))), Vec(*self.flow([*p]))
            h, dh = R.apply(x.h), dR.apply(x.h)
            linear = linear + dp * x.m + dh
            angular = angular + p.cross(dp * x.m + dh) + h.cross(dp)
            trace = (x.I[0][0] + x.I[1][1] + x.I[2][2]) * Fraction(1, 2)
            second = IDENTITY * trace - x.I  # integral of x x' dm
            for i in range(3):
                for k in range(3):
                    angular = angular + R.T[i].cross(dR.T[k]) * second[i][k]
        return linear, angular


def _rows(x: list[Scalar]) -> list[list[Scalar]]:
    return [x[0:3], x[3:6], x[6:9]]


EXAMPLES = Path(__file__).parents[2] / "examples"
both = pytest.mark.parametrize("method", ["regrouped", "links"])


@both
@settings(max_examples=8)
@given(robot=mechanisms(size=3))
def test_center_of_mass(method: str, robot: Robot) -> None:
    scene = Bodies(robot)
    com = scene.of("center_of_mass", method=method)
    assert scene.equal([x * scene.mass for x in com], [*scene.first_moment])
    J = scene.of("com_jacobian", method=method)
    assert scene.equal(_times(J, scene.v), scene.flow(com))


def _times(A: list[list[Scalar]], x: list[Scalar]) -> list[Scalar]:
    return [sum((a * b for a, b in zip(row, x, strict=True)), 0) for row in A]


@both
@settings(max_examples=8)
@given(robot=mechanisms(size=3))
def test_momentum(method: str, robot: Robot) -> None:
    scene = Bodies(robot)
    linear, angular = scene.momentum
    assert scene.equal(scene.of("momentum", method=method), [*linear, *angular])
    about = angular * scene.mass - scene.first_moment.cross(linear)
    centroidal = scene.of("centroidal_momentum", method=method)
    assert scene.equal(centroidal[:3], [*linear])
    assert scene.equal([x * scene.mass for x in centroidal[3:]], [*about])
    assert scene.equal(_times(scene.of("centroidal_momentum_matrix", method=method), scene.v), centroidal)


@both
@settings(max_examples=8)
@given(robot=mechanisms(size=3))
def test_base_wrench_is_the_change_of_momentum(method: str, robot: Robot) -> None:
    """Newton and Euler for the whole robot: d(momentum)/dt = ground + weight + external wrenches."""
    scene = Bodies(robot)
    linear, angular = scene.momentum
    change = scene.flow([*linear, *angular])
    g = robot.gravity
    force = Vec(*change[:3]) - g * scene.mass
    moment = Vec(*change[3:]) - scene.first_moment.cross(g)
    for wrench, name in zip(scene.wrench, robot.wrenches, strict=True):
        if robot.frame(name).body not in moving_bodies(robot):
            continue
        R, p = scene.pose(name)
        f = R.apply(Vec(*wrench[:3]))
        force, moment = force - f, moment - R.apply(Vec(*wrench[3:])) - p.cross(f)
    assert scene.equal(scene.of("base_wrench", method=method), [*force, *moment])


@given(robot=mechanisms(size=3, types=("revolute", "prismatic", "helical", "planar", "spherical")))
def test_base_wrench_is_the_sum_of_the_cut_forces(robot: Robot) -> None:
    scene = Motion(robot)
    cut, force, moment = scene.of("cut_forces"), ZERO, ZERO
    for row, joint in zip(cut, robot.joints.values(), strict=True):
        if joint.parent == WORLD:
            R, p = scene.pose(joint.child)
            f = R.apply(Vec(*row[:3]))
            force, moment = force + f, moment + R.apply(Vec(*row[3:])) + p.cross(f)
    assert scene.equal(scene.of("base_wrench"), [*force, *moment])


@given(robot=mechanisms(size=3))
def test_mass_matrix_rate(robot: Robot) -> None:
    scene = Motion(robot)
    dM, C = scene.of("mass_matrix_rate"), scene.of("coriolis_matrix")
    assert scene.equal(flat(dM), scene.flow(flat(scene.of("mass_matrix"))))
    n = range(robot.nv)
    assert scene.equal(flat(dM), [C[i][k] + C[k][i] for i in n for k in n])


@settings(max_examples=6)
@given(robot=mechanisms(size=3, driven=False, floating=True))
def test_momentum_along_a_free_base_is_the_mass_matrix_s(robot: Robot) -> None:
    """The base's rows of M v are the momentum of the whole robot along the base's axes."""
    scene = Motion(robot)
    h, J = scene.of("momentum"), scene.of("jacobian_world", frame="b0")
    generalised = _times(scene.of("mass_matrix"), scene.v)
    found = [sum((J[r][k] * h[r] for r in range(6)), 0) for k in range(6)]
    assert scene.equal(found, generalised[:6])


@settings(max_examples=8)
@given(robot=mechanisms(size=3))
def test_generalized_momentum_is_that_of_mass_matrix_and_kinetic_energy(robot: Robot) -> None:
    """p = M v and v' p = 2 T, exactly."""
    scene = Bodies(robot)
    p = scene.of("generalized_momentum")
    assert scene.equal(p, _times(scene.of("mass_matrix"), scene.v))
    twice = sum((a * b for a, b in zip(p, scene.v, strict=True)), lift(scene.graph, 0))
    assert scene.equal([twice], [scene.of("kinetic_energy") * 2])


def test_equivalent_forces_are_those_of_the_frames_jacobian() -> None:
    """J' f of frames of a robot whose base floats; the power of the force at the frame is that of the joints."""
    robot = lw.load(EXAMPLES / "quadruped.yaml")
    dyn = lw.compile(robot)
    random = np.random.default_rng(3)
    q, v, f = robot.random_configuration(1), random.uniform(-1, 1, robot.nv), random.uniform(-1, 1, 6)
    for frame in list(robot.frames)[:3]:
        tau = dyn.function("equivalent_forces", frame=frame)(q, f)
        close(tau, dyn.function("jacobian", frame=frame)(q).T @ f)
        assert tau @ v == pytest.approx(dyn.function("twist", frame=frame)(q, v) @ f)


@peers
def test_against_pinocchio(name: str) -> None:
    x = pinocchio_state(name)
    pin = x.pin
    close(x.ours("center_of_mass"), pin.centerOfMass(x.model, x.data, x.Q))
    close(x.ours("com_jacobian"), pin.jacobianCenterOfMass(x.model, x.data, x.Q) @ x.G)
    pin.ccrba(x.model, x.data, x.Q, x.V)
    close(x.ours("centroidal_momentum_matrix"), x.data.Ag @ x.G)
    close(x.ours("centroidal_momentum"), x.data.hg.vector)
    C = pin.computeCoriolisMatrix(x.model, x.data, x.Q, x.V)
    close(x.ours("mass_matrix_rate"), x.G.T @ (C + C.T) @ x.G)
    pin.crba(x.model, x.data, x.Q)
    M = np.triu(x.data.M) + np.triu(x.data.M, 1).T
    close(x.ours("generalized_momentum"), x.G.T @ M @ x.V)


@peers
def test_base_wrench_against_pinocchio(name: str) -> None:
    x = pinocchio_state(name)
    x.pin.rnea(x.model, x.data, x.Q, x.V, x.A)
    x.pin.forwardKinematics(x.model, x.data, x.Q)
    roots = [i for i in range(1, x.model.njoints) if x.model.parents[i] == 0]
    total = sum((x.data.oMi[i].act(x.data.f[i]).vector for i in roots), np.zeros(6))
    close(x.ours("base_wrench"), total)


def test_rotors_count_in_the_mass_matrix_only() -> None:
    body = Body("b", Inertia.about_com(2, Vec(1, 0, 0), IDENTITY))
    bare, driven = (
        make_robot("r", [body], [Joint("j", "revolute", "world", "b", drive=drive)])
        for drive in (Drive(), Drive(rotor_inertia=3, gear_ratio=2))
    )
    at = {"q": [0.3], "v": [0.5]}
    masses = [lw.derive(r, "mass_matrix")(q=[0.3])[0, 0] for r in (bare, driven)]
    assert masses[1] - masses[0] == pytest.approx(12)
    assert np.array_equal(*(lw.derive(r, "momentum")(**at) for r in (bare, driven)))


WHOLE = (
    "center_of_mass",
    "com_jacobian",
    "momentum",
    "centroidal_momentum_matrix",
    "centroidal_momentum",
    "base_wrench",
)
"""Quantities that need the inertias as they are."""


@pytest.mark.parametrize("form", ["symbolic", "inertial"])
@pytest.mark.parametrize("floating", [False, True])
def test_every_form_has_the_same_value(form: str, floating: bool) -> None:
    """Symbols carry the file's numbers as defaults."""
    robot = lw.load(EXAMPLES / "elbow6.urdf", floating=floating)
    state = sample(robot, 1, seed=2)
    for quantity in WHOLE:
        plain, other = (lw.derive(robot, quantity, parameters=p) for p in ("numeric", form))
        assert "parameters" in other.inputs
        at = {k: getattr(state, k)[0] for k in plain.inputs}
        close(other(**at), plain(**at), 1e-12)


@pytest.mark.parametrize("quantity", WHOLE)
def test_base_parameters_do_not_say(quantity: str) -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    with pytest.raises(QuantityError, match="cannot be computed from base parameters"):
        lw.derive(robot, quantity, parameters="base")


def test_regrouped_inertias_are_shorter() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    for quantity in WHOLE:
        regrouped, links = (lw.derive(robot, quantity, method=m).ops.flops for m in ("regrouped", "links"))
        assert regrouped <= links
        assert lw.derive(robot, quantity).ops.flops <= regrouped


@pytest.mark.parametrize("quantity", ["center_of_mass", "com_jacobian", "centroidal_momentum"])
def test_without_mass_there_is_no_centre(quantity: str) -> None:
    robot = make_robot("r", [Body("b")], [Joint("j", "revolute", "world", "b")])
    with pytest.raises(QuantityError, match="no centre of mass"):
        lw.derive(robot, quantity)
