"""The table of quantities as a whole: every quantity by every method and name, on a robot that has everything."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import linkwright as lw
from benchmarks.scaling import chain
from tests.support.graph import Function, equal
from tests.support.mechanics import OPEN
from tests.support.model import Body, Drive, Frame, Joint, Robot, make_robot
from tests.support.package import InputError, QuantityError
from tests.support.spatial import IDENTITY, Inertia, Mat, Transform, Vec, X, Y, Z
from tests.support.verification import sample

QUANTITIES = {n: q for n, q in OPEN.by_name.items() if n != "inverse_kinematics"}  # of arms: tests/inverse

BOX = Inertia.about_com(
    2, Vec(Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)), Mat(Vec(5, 1, 2), Vec(1, 6, 1), Vec(2, 1, 7))
)
TURN = Transform(Mat(X, -Z, Y), Vec(Fraction(1, 2), Fraction(1, 3), 0))


@pytest.fixture(scope="module")
def robot() -> Robot:
    """A floating trunk with an arm of two joints, driven, with a tool that something pulls at."""
    joints = [
        Joint("free", "floating", "world", "trunk"),
        Joint(
            "shoulder", "revolute", "trunk", "arm", TURN, axis=X, drive=Drive(rotor_inertia=1, viscous=2, stiffness=3)
        ),
        Joint("slide", "prismatic", "arm", "hand", TURN, axis=Y),
    ]
    frames = [Frame("tool", "hand", Transform(IDENTITY, Vec(0, 0, Fraction(1, 5))))]
    bodies = [Body(n, BOX) for n in ("trunk", "arm", "hand")]
    return make_robot("all", bodies, joints, frames=frames, wrenches=("tool",), gravity=Vec(0, 0, -10))


def values(robot: Robot, f: Function) -> dict[str, np.ndarray]:
    """Outputs by name, in one random state."""
    state = sample(robot, 1)
    known = {"pose": np.eye(4), "direction": np.zeros(robot.nq), "damping": 0.5}
    known |= {name: np.linspace(-1, k, 6) for k, name in enumerate(("twist", "acceleration", "force"), 1)}
    given = {
        k: known[k] if k in known else getattr(state, k)[0] for k, port in f.inputs.items() if port.defaults is None
    }
    found = f(**given)
    return found if isinstance(found, dict) else {next(iter(f.outputs)): found}


def form(name: str) -> str:
    """A form of the parameters that has the quantity."""
    return "inertial" if QUANTITIES[name].symbols else "numeric"


METHODS = [(name, method) for name, quantity in QUANTITIES.items() for method in quantity.methods]


@pytest.mark.parametrize(("name", "method"), METHODS)
def test_every_method_gives_finite_numbers(robot: Robot, name: str, method: str) -> None:
    f = lw.derive(robot, name, method=method, parameters=form(name))
    arrays = values(robot, f)
    for port in f.outputs.values():
        assert arrays[port.name].shape == port.shape
        assert np.all(np.isfinite(arrays[port.name]))
    assert f.facts["method"] == method


@pytest.mark.parametrize("name", [n for n, q in QUANTITIES.items() if len(q.methods) > 1])
def test_methods_agree_exactly(robot: Robot, name: str) -> None:
    first, *others = (lw.derive(robot, name, method=m, parameters=form(name)) for m in QUANTITIES[name].methods)
    assert all(equal(first, other) for other in others)


@pytest.mark.parametrize("name", [n for n, q in QUANTITIES.items() if not (q.physical or q.symbols or q.repeats)])
@pytest.mark.parametrize("other_form", ["symbolic", "inertial", "base"])
def test_every_form_has_the_same_value(robot: Robot, name: str, other_form: str) -> None:
    """Symbols carry the file's numbers as defaults, whatever the form."""
    plain, other = (values(robot, lw.derive(robot, name, parameters=p)) for p in ("numeric", other_form))
    assert all(np.allclose(other[key], plain[key], rtol=1e-11, atol=1e-11) for key in plain)


@pytest.mark.parametrize(("alias", "name"), [(a, n) for a, n in OPEN.aliases.items() if a != n and n in QUANTITIES])
def test_aliases(robot: Robot, alias: str, name: str) -> None:
    assert lw.derive(robot, alias, parameters=form(name)).name == name


def test_unknown_quantity_suggests_near_ones(robot: Robot) -> None:
    with pytest.raises(QuantityError, match="unknown quantity 'mass_matrx'") as error:
        lw.derive(robot, "mass_matrx")
    assert "mass_matrix" in error.value.hint


def test_unknown_method_lists_what_there_is(robot: Robot) -> None:
    with pytest.raises(QuantityError, match="no method 'kane'") as error:
        lw.derive(robot, "inverse_dynamics", method="kane")
    assert "newton_euler, lie_group, lagrange" in error.value.hint


def test_unknown_option(robot: Robot) -> None:
    with pytest.raises(QuantityError, match="no option 'colour'"):
        lw.derive(robot, "jacobian", colour="red")
    with pytest.raises(QuantityError, match="no option 'frame'"):
        lw.derive(robot, "mass_matrix", frame="tool")


@pytest.mark.parametrize("quantity", ["jacobian", "forward_kinematics", "analytic_jacobian", "jacobian_rate"])
def test_unknown_frame_lists_frames(robot: Robot, quantity: str) -> None:
    with pytest.raises(QuantityError, match="no frame 'elbow'") as error:
        lw.derive(robot, quantity, frame="elbow")
    assert "tool" in error.value.hint
    with pytest.raises(QuantityError, match="no frame 'tol'") as error:
        lw.derive(robot, quantity, frame="tol")
    assert "did you mean 'tool'?" in error.value.hint


def test_unknown_reference_and_orientation(robot: Robot) -> None:
    with pytest.raises(QuantityError, match="unknown reference 'body'"):
        lw.derive(robot, "jacobian", frame="tool", reference="body")
    with pytest.raises(QuantityError, match="unknown orientation 'zyz'"):
        lw.derive(robot, "analytic_jacobian", frame="tool", orientation="zyz")


def test_unknown_form_of_parameters(robot: Robot) -> None:
    with pytest.raises(QuantityError, match="unknown parameter form 'minimal'"):
        lw.derive(robot, "gravity", parameters="minimal")


@pytest.mark.parametrize("name", ["cut_forces", "potential_energy"])
def test_physical_quantities_cannot_come_from_base_parameters(robot: Robot, name: str) -> None:
    with pytest.raises(QuantityError, match="cannot be computed from base parameters"):
        lw.derive(robot, name, parameters="base")


def test_a_wrong_argument_is_named(robot: Robot) -> None:
    f = lw.derive(robot, "gravity")
    with pytest.raises(InputError, match="input 'q' has shape"):
        f(q=np.zeros(3))
    with pytest.raises(InputError, match="no input 'velocity'"):
        f(q=np.zeros(9), velocity=1)


@pytest.mark.parametrize("method", ["mass_matrix", "articulated_body"])
def test_a_joint_that_moves_no_mass_is_named(method: str) -> None:
    joints = [Joint("a", "revolute", "world", "b"), Joint("idle", "revolute", "b", "c", axis=X)]
    r = make_robot("r", [Body("b", BOX), Body("c")], joints)
    with pytest.raises(QuantityError, match="joint 'idle' moves no mass"):
        lw.derive(r, "forward_dynamics", method=method)
    assert lw.derive(r, "inverse_dynamics")(q=[0, 0], v=[0, 0], a=[1, 1]).shape == (2,)


def test_articulated_bodies_refuse_mimic_joints() -> None:
    from tests.support.model import Mimic

    joints = [Joint("a", "revolute", "world", "b"), Joint("c", "revolute", "b", "d", axis=X, mimic=Mimic("a", 2))]
    r = make_robot("r", [Body("b", BOX), Body("d", BOX)], joints)
    with pytest.raises(QuantityError, match="mimic"):
        lw.derive(r, "forward_dynamics", method="articulated_body")


def test_a_long_chain_is_not_factored(monkeypatch: pytest.MonkeyPatch) -> None:
    by_factors = lw.derive(chain(36), "forward_dynamics", method="mass_matrix")

    def refuse(*_: object) -> None:
        raise AssertionError("its elimination alone is longer than articulated bodies")

    monkeypatch.setattr("linkwright.mechanics.tree.forward_dynamics.forward_dynamics", refuse)
    taken = lw.derive(chain(36), "forward_dynamics")
    assert taken.facts["method"] == "articulated_body"
    assert taken.ops.flops < by_factors.ops.flops / 2
