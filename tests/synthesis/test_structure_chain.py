"""Chains of the catalogue as structures: solids against Pinocchio's cylinders, rows of a batch against files."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
import linkwright.errors
from linkwright.catalogue.chain import Chain
from linkwright.catalogue.patterns import patterns
from linkwright.model.numeric import numeric
from linkwright.model.robot import OpenRobot
from linkwright.synthesis.chain_geometry import independent, place, standing
from linkwright.synthesis.structure import Structure, parameters_of
from linkwright.synthesis.structure_chain import Surroundings, chain_structure

AROUND = Surroundings(0.5, 0.15, "3T1R")
FOUR = [chain for chain in patterns(4) if chain.mask == "3T1R"]
SOME = ["R=R=R=P", "P+R=R=P", "R+P+R=P", "P+P90+P=R"]


@cache
def structure(name: str, mask: str = "3T1R") -> Structure:
    return chain_structure(Chain.parse(name), Surroundings(0.5, 0.15, mask))


def somewhere(given: Structure, seed: int) -> dict[str, float]:
    """All parameters at random, so that nothing is zero by chance."""
    random = np.random.default_rng(seed)
    known = parameters_of(given.text)
    values = {name: float(random.uniform(0.1, 0.6)) for name in known}
    return values | {"tube_radius": 0.04, "tube_wall": 0.005, "tube_density": 3000.0, "joint_mass": 2.0}


def loaded(given: Structure, values: dict[str, float], folder: Path) -> OpenRobot:
    file = folder / "robot.yaml"
    file.write_text(given.with_parameters(values).text, encoding="utf-8")
    robot = lw.load(file)
    assert isinstance(robot, OpenRobot)
    return numeric(robot)


def hollow(values: dict[str, float], end: np.ndarray) -> np.ndarray:
    """Ten parameters of a tube from the origin to a point: a cylinder less another."""
    pin = pytest.importorskip("pinocchio")
    length = float(np.linalg.norm(end))
    if not length:
        return np.zeros(10)
    turn = pin.Quaternion.FromTwoVectors(np.array([0.0, 0.0, 1.0]), end / length).matrix()
    there = pin.SE3(turn, end / 2)

    def cylinder(radius: float) -> np.ndarray:
        mass = values["tube_density"] * np.pi * radius**2 * length
        return there.act(pin.Inertia.FromCylinder(mass, radius, length)).toDynamicParameters()

    return cylinder(values["tube_radius"]) - cylinder(values["tube_radius"] - values["tube_wall"])


@pytest.mark.parametrize("name", [*SOME, "R~R+Pf+R+R+R", "R+R=R+R+R+R"])
def test_links_are_tubes_motors_and_rails(name: str, tmp_path: Path) -> None:
    pin = pytest.importorskip("pinocchio")
    mask = "3T1R" if name in SOME else "pose"
    chain, given = Chain.parse(name), structure(name, mask)
    values = somewhere(given, 1)
    robot = loaded(given, values, tmp_path)
    for k, row in enumerate(chain.rows, 1):
        found = np.array([float(x) for x in robot.bodies[f"link{k}"].inertia.parameters])
        following = robot.joints[f"joint{k + 1}" if k < chain.joints else "grip"].X.p
        end = np.array([float(x) for x in following])
        expected = hollow(values, end)
        if k < chain.joints:
            ball = pin.Inertia.FromSphere(values["joint_mass"], values["tube_radius"])
            expected += pin.SE3(np.eye(3), end).act(ball).toDynamicParameters()
        stroke = values.get(f"stroke{k}", 0.0)
        if row.joint == "P":
            rail = pin.Inertia.FromCylinder(2 * values["rail_mass"] * stroke, 1e-12, 2 * stroke)
            expected += rail.toDynamicParameters()
        assert np.allclose(found, expected, rtol=1e-12, atol=1e-14), (name, k)


@pytest.mark.parametrize("name", SOME)
def test_a_row_of_a_batch_is_the_file_of_that_row(name: str, tmp_path: Path) -> None:
    """One parameter vector per row = the numeric model of its own file, forces to 1e-12."""
    given = structure(name)
    file = tmp_path / "open.yaml"
    file.write_text(given.text, encoding="utf-8")
    batch = lw.compile(file, parameters="symbolic").inverse_dynamics
    names = batch.inputs["parameters"].labels
    random = np.random.default_rng(2)
    for seed in range(3):
        values = somewhere(given, seed)
        q, v, a = random.uniform(-1, 1, (3, 5, 4))
        rows = np.tile([values[x] for x in names], (5, 1))
        found = batch(q, v, a, parameters=rows)
        expected = lw.compile(loaded(given, values, tmp_path)).inverse_dynamics(q, v, a)
        assert np.max(np.abs(found - expected)) <= 1e-12 * max(1, np.max(np.abs(expected)))


@pytest.mark.parametrize("name", SOME)
def test_poses_are_reached_in_closed_form(name: str, tmp_path: Path) -> None:
    given, chain = structure(name), Chain.parse(name)
    file = tmp_path / "open.yaml"
    file.write_text(given.text, encoding="utf-8")
    ik = lw.derive(lw.load(file), "inverse_kinematics", frame="tool", mask="3T1R", parameters="symbolic")
    assert ik.facts["method"] == "closed_form"
    values = somewhere(given, 3)
    q = np.array([0.4, 0.3, 0.5, -0.6])
    pose = place(chain, *standing(chain, ceiling=False), {**dict.fromkeys(chain.lengths, 0.0), **values}, q)
    assert pose[2, 2] == pytest.approx(1)  # the tool stays upright
    found = ik(pose=pose, parameters=[values[x] for x in ik.inputs["parameters"].labels])["solutions"]
    assert np.nanmin(np.max(np.abs(found - q), axis=1)) < 1e-9


def test_the_base_is_not_a_variable_twice() -> None:
    """A SCARA: heights are the quill's zero, the base's turn that of the shoulder, the last offset that of the tool."""
    assert [v.name for v in structure("R=R=R=P").variables] == ["base_x", "base_y", "a2", "a3", "a4"]
    assert [v.name for v in structure("P=R+P90+P").variables] == ["base_x", "base_y"]
    crowded = chain_structure(Chain.parse("R=R=R=P"), Surroundings(0.5, 0.15, "3T1R", crowded=True))
    assert "base_z" in [v.name for v in crowded.variables]


@pytest.mark.parametrize(
    ("name", "mask", "variables"),
    [
        ("R=R", "position", ["base_x", "base_y", "a2", "tool_x"]),
        ("R=R=R", "position", ["base_x", "base_y", "a2", "a3", "tool_x"]),
        ("R=R=R", "plane", ["base_x", "base_y", "a2", "a3"]),  # the last joint turns the tool
        ("P+R", "position", ["base_x", "base_yaw", "tool_x"]),
        ("P+P", "position", ["base_yaw"]),
    ],
)
def test_a_flat_task_is_done_at_its_height(name: str, mask: str, variables: list[str]) -> None:
    """With a tool of some length where the last joint would do nothing without it; even if there is room above."""
    chain = Chain.parse(name)
    given = chain_structure(chain, Surroundings(0.5, 0.0, mask, crowded=True, flat=True))
    assert [v.name for v in given.variables] == variables
    assert parameters_of(given.text)["base_z"] == 0
    values = {**parameters_of(given.text), **{v.name: 0.2 for v in given.variables}}
    base, tool = standing(chain, ceiling=False)
    for q in np.random.default_rng(5).uniform(-1, 1, (4, chain.joints)):
        assert place(chain, base, tool, {**dict.fromkeys(chain.lengths, 0.0), **values}, q)[2, 3] == pytest.approx(0)


def test_an_arm_whose_turn_does_not_count_has_a_tool() -> None:
    found = {v.name: v for v in structure("R+R=R", "position").variables}
    assert list(found) == ["base_x", "base_y", "base_z", "a2", "d2", "a3", "tool_x"]
    assert found["tool_x"].low == 0
    assert "tool_x" not in {v.name for v in structure("R=R=P", "position").variables}


@pytest.mark.parametrize("chain", FOUR[::6], ids=lambda c: c.name)
def test_what_is_left_out_changes_nothing(chain: Chain) -> None:
    """What a robot with all lengths does, one with the kept ones does with other zeros of its joints."""
    from scipy.optimize import least_squares

    base, tool = standing(chain, ceiling=False)
    kept = independent(chain, base, tool, "3T1R")
    every = ["base_x", "base_y", "base_z", "base_yaw", *chain.lengths, "tool_x", "tool_y", "tool_z"]
    random = np.random.default_rng(4)
    values = dict(zip(every, random.uniform(0.1, 0.5, len(every)), strict=True))
    postures = random.uniform(-1, 1, (6, chain.joints))
    wanted = np.array([place(chain, base, tool, values, q) for q in postures])

    def error(x: np.ndarray) -> np.ndarray:
        less = {**dict.fromkeys(every, 0.0), **dict(zip(kept, x, strict=False))}
        ends = [place(chain, base, tool, less, q + x[len(kept) :]) for q in postures]
        return (np.array(ends) - wanted).ravel()

    tries = (least_squares(error, random.uniform(-1, 1, len(kept) + chain.joints), xtol=1e-15) for _ in range(12))
    assert min(float(np.max(np.abs(x.fun))) for x in tries) < 1e-6


def test_a_structure_travels_as_json() -> None:
    given = structure("R=R=R=P")
    assert Structure.from_dict(json.loads(json.dumps(given.as_dict()))) == given


def test_the_file_of_a_candidate_has_its_numbers(tmp_path: Path) -> None:
    given = structure("R=R=R=P")
    text = given.file([0.1, 0.2, 0.31, 0.27, 0.05], {"stroke4": 0.2})
    (tmp_path / "best.yaml").write_text(text, encoding="utf-8")
    robot = lw.load(tmp_path / "best.yaml")
    known = {name: p.value for name, p in robot.parameters.items()}
    assert (known["a2"], known["a3"], known["stroke4"]) == (0.31, 0.27, 0.2)
    with pytest.raises(linkwright.errors.InputError, match="5 variables"):
        given.file([1.0])
    with pytest.raises(linkwright.errors.InputError, match="no parameter 'stroke3'"):
        given.file([0.1, 0.2, 0.31, 0.27, 0.05], {"stroke3": 0.2})


def test_a_column_ends_on_the_floor_and_not_below_it() -> None:
    """Else a space whose lowest wall is the floor has room for nothing."""
    given = structure("R=R=R=P")
    foot = given.links[0]
    assert (foot.start, foot.radius) == ("foot", 0.06)
    assert "foot: {body: world, xyz: [base_x, base_y, 0.06]}" in given.text
