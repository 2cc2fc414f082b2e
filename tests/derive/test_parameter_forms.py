"""Every quantity in every form of the parameters, on an arm whose DH lengths and angles are symbols, against the numbers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.graph import Function
from tests.support.mechanics import QUANTITIES
from tests.support.model import Robot
from tests.support.package import QuantityError
from tests.support.verification import directional_difference, sample

ARM = """\
linkwright: 1
name: arm3
gravity: [0, 0, -g]
parameters:
  {g: 9.81, L1: 0.4, L2: 0.3, d1: 0.25, twist: 70 deg, bend: 20 deg, m2: 1.5, c2: 0.1, k2: 2, rotor: 0.05, drag: 0.3}
dh:
  convention: modified
  rows:
    - {type: R, alpha: 10 deg, d: d1, theta: q, rotor_inertia: rotor, gear_ratio: 10}
    - {type: R, alpha: twist, a: L1, theta: q + bend, spring: k2, viscous: drag}
    - {type: R, alpha: -30 deg, a: L2, d: 0.1, theta: q}
  inertials:
    - [2, 0.1, 0.2, 0.3, 0.5, 0.01, 0.6, 0.02, 0.03, 0.7]
    - {m: m2, mx: m2*c2, my: 0.1, Ixx: 0.2, Iyy: 0.3 + m2*c2**2, Iyz: 0.01, Izz: 0.4 + m2*c2**2}
    - {mass: 1, com: [0.2, -0.1, 0.1], inertia: [0.3, 0.2, 0.35]}
frames:
  tool: {body: link3, xyz: [0.1, 0, L2/2], rpy: [twist, 0, 0]}
"""

FORMS = [
    ("symbolic", ""),
    ("numeric", "L?,twist,bend"),
    ("numeric", "mass_*,c?_link1,Ic*_link3,m2,k2,g"),
    ("inertial", "twist,d1"),
    ("base", "L?,twist"),
]
"""The plain inertial and base forms are asked of another robot in test_quantities.py."""


@pytest.fixture(scope="module")
def arm(tmp_path_factory: pytest.TempPathFactory) -> Robot:
    path: Path = tmp_path_factory.mktemp("arm") / "arm3.yaml"
    path.write_text(ARM, encoding="utf-8")
    return lw.load(str(path))


def values(robot: Robot, f: Function) -> dict[str, np.ndarray]:
    """Outputs in one random state; parameters have the file's values by default."""
    state = sample(robot, 1, seed=9)
    given = {"force": np.linspace(-1, 3, 6)}  # no part of a state
    found = f(**{k: given[k] if k in given else getattr(state, k)[0] for k in f.inputs if k != "parameters"})
    return found if isinstance(found, dict) else {next(iter(f.outputs)): np.asarray(found)}


def compare(robot: Robot, one: Function, other: Function) -> None:
    """The same labels and the same numbers."""
    a, b = values(robot, one), values(robot, other)
    assert a.keys() == b.keys()
    for key in a:
        assert one.outputs[key].labels == other.outputs[key].labels
        np.testing.assert_allclose(b[key], a[key], rtol=1e-10, atol=1e-10 * (1 + np.abs(a[key]).max(initial=0)))


def from_base(name: str) -> bool:
    """Whether the quantity is one of base parameters: where the bodies really are does not follow from them."""
    entry = QUANTITIES[name]
    return not entry.physical or "base" in entry.columns or entry.columns == ("values",)


@pytest.mark.parametrize(("form", "symbolic"), FORMS)
@pytest.mark.parametrize("name", [n for n, q in QUANTITIES.items() if not q.symbols and "inverse_kinematics" not in n])
def test_every_form_gives_the_numbers(arm: Robot, name: str, form: str, symbolic: str) -> None:
    if form == "base" and not from_base(name):
        with pytest.raises(QuantityError, match="cannot be computed from base parameters"):
            lw.derive(arm, name, parameters=form, symbolic=symbolic)
        return
    base = form == "base" and QUANTITIES[name].columns
    plain = in_numbers(arm, name, "base" if base else "numeric")
    compare(arm, plain, lw.derive(arm, name, parameters=form, symbolic=symbolic))


@cache
def in_numbers(robot: Robot, name: str, form: str) -> Function:
    return lw.derive(robot, name, parameters=form)


@pytest.mark.parametrize(("form", "symbolic"), FORMS)
def test_the_symbols_are_those_asked_for(arm: Robot, form: str, symbolic: str) -> None:
    f = lw.derive(arm, "inverse_dynamics", parameters=form, symbolic=symbolic)
    labels = set(f.inputs["parameters"].labels)
    geometry = {"L1", "L2", "twist", "bend"}  # d1 lies on the first axis, and only masses above it could feel it
    if form == "symbolic":
        assert labels >= geometry | {"m2", "c2", "k2", "rotor", "drag", "g"}
        assert labels <= set(arm.parameters)
    elif form == "base":
        assert {n for n in labels if "R_" not in n} >= {"L1", "L2", "twist"}
    elif "L?" in symbolic:
        assert labels == geometry
    elif "mass_*" in symbolic:
        assert {"mass_link1", "mass_link3", "cx_link1", "Icxx_link3"} <= labels
        assert not labels & {"cx_link3", "Icxx_link1", "L1"}
    elif form == "inertial":
        assert {"m_link1", "mx_link2", "Izz_link3"} <= labels
        assert "twist" in labels
        assert "L1" not in labels


@pytest.mark.parametrize(("form", "symbolic"), FORMS)
def test_derivatives_by_the_parameters(arm: Robot, form: str, symbolic: str) -> None:
    """Column by column against differences in forty digits; geometry, masses, springs, rotors, gravity alike."""
    choice = {"parameters": form, "symbolic": symbolic}
    f, torque = (lw.derive(arm, n, **choice) for n in ("inverse_dynamics_parameter_derivatives", "inverse_dynamics"))
    port = torque.inputs["parameters"]
    assert f.outputs["dtau_dp"].labels == f.inputs["parameters"].labels == port.labels
    assert f.outputs["dtau_dp"].shape == (3, port.size)
    found = values(arm, f)["dtau_dp"]
    state = sample(arm, 1, seed=9)
    at = {k: getattr(state, k)[0] for k in ("q", "v", "a")}
    for k, unit in enumerate(np.eye(port.size)):
        change = directional_difference(torque, at, {"parameters": unit})
        np.testing.assert_allclose(found[:, k], change, rtol=1e-11, atol=1e-12, err_msg=port.labels[k])


def test_without_symbols_there_is_nothing_to_differentiate_by(arm: Robot) -> None:
    with pytest.raises(QuantityError, match="no parameter to differentiate by") as error:
        lw.derive(arm, "inverse_dynamics_parameter_derivatives")
    assert "symbolic" in error.value.hint
