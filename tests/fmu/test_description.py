"""What a unit says of itself: valid by fmpy's schemas, with units, dependencies that are true, and any name a file may have."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from lxml import etree

import linkwright as lw
from tests.fmu.units import EXAMPLES, TUMBLER, Instance, fmpy, loaded, units
from tests.support.fmu import Variables, plant_of, units_of
from tests.support.package import Request

ROBOTS = ("cart_pole.yaml", "loops/spherical_fourbar.yaml", "manifold/quadrotor_load.yaml", TUMBLER)


def problems(unit: Path) -> list[str]:
    from fmpy.validation import validate_fmu

    return validate_fmu(str(unit))


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("robot", ROBOTS, ids=["tree", "loop", "manifold", "floating"])
def test_fmpy_finds_nothing_wrong(robot: str, version: int) -> None:
    unit = units(robot)[version]
    assert problems(unit) == []
    said = fmpy.read_model_description(str(unit))
    assert said.modelExchange is not None
    assert said.coSimulation is not None
    assert said.coSimulation.canHandleVariableCommunicationStepSize


@pytest.mark.slow
@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("robot", ["elbow6.urdf", "loops/fourbar.yaml", "parallel/6ups.yaml"])
def test_fmpy_finds_nothing_wrong_with_larger_ones(robot: str, version: int) -> None:
    assert problems(units(robot)[version]) == []


def test_every_variable_has_its_unit() -> None:
    said = fmpy.read_model_description(str(units(TUMBLER)[3]))
    found = {v.name: v.unit for v in said.modelVariables}
    expected = {
        "q_base.x": "m", "q_base.qw": None, "v_base.vx": "m/s", "v_base.wz": "rad/s", "a_base.vy": "m/s2", "q_wheel": "rad",
        "a_wheel": "rad/s2", "tau_base.fx": "N", "tau_base.mz": "N.m", "tau_wheel": "N.m", "wrench_nozzle.my": "N.m",
        "der(q_base.qx)": "1/s", "solver_step": "s",
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected
    powers = {u.name: u.baseUnit for u in said.unitDefinitions}
    assert (powers["N.m"].kg, powers["N.m"].m, powers["N.m"].s) == (1, 2, -2)


def test_parameters_that_stay_symbols_are_tunable() -> None:
    said = fmpy.read_model_description(str(units("cart_pole.yaml", "m,l")[3]))
    found = {v.name: (v.start, v.variability, v.description) for v in said.modelVariables if v.causality == "parameter"}
    assert found["m"] == ("0.2", "tunable", "mass of the pole")
    assert found["l"][0] == "0.3"
    assert set(found) == {"m", "l", "solver_tolerance", "solver_step"}


def test_dependencies_are_those_of_the_derivatives() -> None:
    """A position depends on nothing but itself; an acceleration on what changes it, by differences."""
    robot = lw.load(EXAMPLES / "cart_pole.yaml")
    said = fmpy.read_model_description(str(units("cart_pole.yaml")[3]))
    told = {u.variable.name: {d.name for d in u.dependencies} for u in (*said.outputs, *said.derivatives)}
    assert told["q_pivot"] == {"q_pivot"}
    assert told["der(q_rail)"] == {"v_rail"}
    state = {"q_rail": 0.1, "q_pivot": 0.4, "v_rail": 0.2, "v_pivot": -0.3, "tau_rail": 0.5, "tau_pivot": 0.1}
    forward = lw.compile(robot).forward_dynamics

    def acceleration(changed: str = "") -> float:
        x = [value + (name == changed) for name, value in state.items()]
        return float(np.asarray(forward(np.array(x[:2]), np.array(x[2:4]), np.array(x[4:])))[0])

    moving = {name for name in state if acceleration(name) != acceleration()}
    assert told["a_rail"] == moving == set(state) - {"q_rail"}


HOSTILE = """
linkwright: 1
name: 'A <robot> & "friends"; é 日本 */ #define NX 7'
gravity: [0, 0, -9.81]
parameters: {v_swing: 1.5}
joints:
  swing: {type: revolute, axis: [0, 1, 0], child: 'b"o<d>y'}
  'joint with blanks & é': {type: revolute, axis: [0, 1, 0], parent: 'b"o<d>y', child: end, xyz: [0, 0, 0.5]}
bodies:
  'b"o<d>y': {mass: v_swing, com: [0, 0, 0.2], inertia: [0.1, 0.1, 0.1]}
  end: {mass: 0.4, com: [0, 0, 0.1], inertia: [0.1, 0.1, 0.1]}
"""


@pytest.mark.parametrize("version", [2, 3])
def test_names_may_be_anything(version: int) -> None:
    unit = units(HOSTILE, "v_*")[version]
    assert problems(unit) == []
    said = fmpy.read_model_description(str(unit))
    assert said.modelName == loaded(HOSTILE).name
    assert {"q_joint with blanks & é", "v_swing", "v_swing_"} <= {v.name for v in said.modelVariables}
    assert said.coSimulation.modelIdentifier.isidentifier()
    assert unit.name.isascii()


def test_a_frame_that_is_asked_for_is_an_output() -> None:
    unit = Instance(units("cart_pole.yaml", frame="tip")[3], start={"q_rail": 0.25, "q_pivot": 0.3})
    pose = unit.get([f"tip.{word}" for word in ("x", "y", "z", "qx", "qy", "qz", "qw")])
    expected = [0.25 + 0.6 * np.sin(0.3), 0, 0.6 * np.cos(0.3), 0, np.sin(0.15), 0, np.cos(0.15)]
    pose[3:] *= np.sign(pose[6])  # a rotation has two quaternions
    np.testing.assert_allclose(pose, expected, atol=1e-14)


def test_the_same_unit_is_the_same_bytes() -> None:
    """Of binaries nobody knows: they are the compiler's."""
    made = units_of(lw.load(EXAMPLES / "cart_pole.yaml"), Request())
    for version, data in zip((3, 2), made.files.values(), strict=True):
        with zipfile.ZipFile(units("cart_pole.yaml")[version]) as old, zipfile.ZipFile(io.BytesIO(data)) as new:
            assert new.namelist() == old.namelist()
            assert [i.date_time for i in new.infolist()] == [i.date_time for i in old.infolist()]
            assert all(new.read(n) == old.read(n) for n in new.namelist() if not n.startswith("binaries/"))


def test_value_references_are_the_places_of_the_rows() -> None:
    variables = Variables(plant_of(loaded(TUMBLER), Request()))
    assert [v.reference for v in variables.every] == list(range(len(variables.every)))
    text = zipfile.ZipFile(units(TUMBLER)[2]).read("modelDescription.xml")
    rows = etree.fromstring(text).findall("ModelVariables/ScalarVariable")
    names = [row.get("name") for row in rows]
    for row in rows:
        derivative = row[0].get("derivative")
        if derivative is not None and row.get("name", "").startswith("der("):
            assert row.get("name") == f"der({names[int(derivative) - 1]})"
