"""Families of robots: their files are robots for all dimensions, their solids are what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import InputError, LinkwrightError
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.numeric import numeric
from linkwright.synthesis.structure import Structure, parameters_of
from linkwright.synthesis.structure_file import read_structure
from linkwright.synthesis.structures import family, structures
from linkwright.synthesis.task import Task
from linkwright.synthesis.task.parts import FAMILIES
from linkwright.verification import verify

TASK = """
payload: {mass: 1.5, inertia: [1e-3, 1e-3, 2e-3]}
path: {pick_and_place: {start: [0.3, -150 mm, 0.1], end: [0.3, 150 mm, 0.1]}, time: 0.5 s}
structures: {families: [scara]}
design: {tube: {mass: 1.2 kg/m, diameter: 50 mm, wall: 2 mm}}
"""


def loaded(structure: Structure, x: np.ndarray, folder: Path) -> Any:
    file = folder / f"{structure.name}.yaml"
    file.write_text(structure.file(list(x)), encoding="utf-8")
    return lw.load(file)


def test_there_are_five() -> None:
    assert list(FAMILIES) == ["arm6", "delta_axis", "gantry", "palletiser", "scara"]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_is_a_robot_for_all_its_dimensions(name: str, tmp_path: Path) -> None:
    """Loops close from the start that the file says as a formula."""
    found = family(name)
    low, high = (np.array([getattr(v, end) for v in found.variables]) for end in ("low", "high"))
    random = np.random.default_rng(1)
    for part in random.uniform(0, 1, (4, len(low))):
        robot = loaded(found, low + part * (high - low), tmp_path)
        frames = robot.tree.frames if isinstance(robot, ClosedRobot) else robot.frames
        assert {x for link in found.links for x in (link.start, link.end)} <= {*frames, "world"}
        assert found.frame in frames
        assert {v.name for v in found.variables} | {p for _, p in found.strokes} <= set(parameters_of(found.text))


@pytest.mark.parametrize("name", ["scara", "gantry", "arm6", "palletiser"])
def test_a_row_of_a_batch_is_the_file_of_that_row(name: str, tmp_path: Path) -> None:
    found = family(name)
    file = tmp_path / "open.yaml"
    file.write_text(found.text, encoding="utf-8")
    batch = lw.compile(file, parameters="symbolic").inverse_dynamics
    middle = np.array([0.4 * v.low + 0.6 * v.high for v in found.variables])
    values = {**parameters_of(found.text), **found.values(list(middle))}
    n = batch.inputs["q"].size
    q, v, a = np.random.default_rng(2).uniform(-0.3, 0.3, (3, 4, n))
    rows = np.tile([values[x] for x in batch.inputs["parameters"].labels], (4, 1))
    expected = lw.compile(loaded(found, middle, tmp_path)).inverse_dynamics(q, v, a)
    assert np.max(np.abs(batch(q, v, a, parameters=rows) - expected)) <= 1e-12 * max(1, np.max(np.abs(expected)))


@pytest.mark.parametrize(
    ("name", "body", "end", "motors"),
    [
        ("scara", "upper_arm", [1, 0, 0], [(1, 1.0)]),
        ("scara", "forearm", [1, 0, 0], [(2, 0.5)]),
        ("arm6", "upper_arm", [0, 0, 1], [(1, 1.0)]),
        ("arm6", "forearm", [0, 0, 1], [(3, 0.0)]),
        ("palletiser", "upper_arm", [0, 0, 1], []),
        ("palletiser", "forearm", [1, 0, 0], []),
        ("delta_axis", "leg2_link1", [1, 0, 0], []),
    ],
)
def test_arms_are_tubes_with_motors(name: str, body: str, end: list[float], motors: list[tuple[int, float]]) -> None:
    """Pinocchio's cylinders and balls. motors: how many, and where along the arm."""
    pin = pytest.importorskip("pinocchio")
    robot = lw.load(FAMILIES[name])
    tree: Any = robot.tree if isinstance(robot, ClosedRobot) else robot
    found = [float(x) for x in numeric(tree).bodies[body].inertia.parameters]
    known = parameters_of(family(name).text)
    length = known["L2" if body == "forearm" else "L1"]
    along = np.array(end, dtype=float) * length
    there = pin.SE3(pin.Quaternion.FromTwoVectors(np.array([0.0, 0.0, 1.0]), along / length).matrix(), along / 2)

    def cylinder(radius: float) -> np.ndarray:
        mass = known["tube_density"] * np.pi * radius**2 * length
        return there.act(pin.Inertia.FromCylinder(mass, radius, length)).toDynamicParameters()

    expected = cylinder(known["tube_radius"]) - cylinder(known["tube_radius"] - known["tube_wall"])
    for count, part in motors:
        place = pin.SE3(np.eye(3), part * along)
        expected += (
            count * place.act(pin.Inertia(known["joint_mass"], np.zeros(3), np.zeros((3, 3)))).toDynamicParameters()
        )
    assert np.allclose(found, expected, rtol=1e-12, atol=1e-15)


def test_a_joint_on_a_platform_leaves_its_legs_their_closed_form() -> None:
    robot = lw.load(FAMILIES["delta_axis"])
    assert isinstance(robot, ClosedRobot)
    free = lw.derive(robot, "closure", parameters="symbolic")
    assert "theta" not in free.inputs  # the dependent joints are formulas of the free ones


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_laws_hold(name: str) -> None:
    assert verify(lw.load(FAMILIES[name])).ok


def test_a_task_gives_payload_design_and_places() -> None:
    (found,) = structures(Task.read(TASK))
    known = parameters_of(found.text)
    assert (known["payload_mass"], known["payload_izz"], known["tube_radius"]) == (1.5, 2e-3, 0.025)
    area = np.pi * (0.025**2 - 0.023**2)
    assert known["tube_density"] * area == pytest.approx(1.2)
    place = {v.name: (v.low, v.high) for v in found.variables}
    assert place["base_x"] == pytest.approx((-0.7, 1.3))  # from the middle of the task, x = 0.3


def test_ranges_of_a_task_go_before_those_of_a_file() -> None:
    (found,) = structures(Task.read(TASK + "variables: {base_x: [1, 2], L*: 0.3, tube_radius: [20 mm, 40 mm]}"))
    assert {v.name for v in found.variables} == {"base_x", "base_y", "base_z", "tube_radius"}
    known = parameters_of(found.text)
    assert (known["L1"], known["L2"]) == (0.3, 0.3)
    with pytest.raises(InputError, match="no structure has a parameter 'bse_x'") as told:
        structures(Task.read(TASK + "variables: {bse_x: [1, 2]}"))
    assert "did you mean 'base_x'" in told.value.hint


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    text = Path("examples/scara.yaml").read_text(encoding="utf-8")
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    task = TASK.replace("families: [scara]", "files: [own.yaml, own.yaml]") + "variables: {L1: [0.2, 0.5]}"
    first, second = structures(Task.read(task, tmp_path))
    assert (first.name, second.name) == ("scara", "scara_2")
    assert [v.name for v in first.variables] == ["L1"]


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("{variables: {L9: [1, 2]}}", "'L9' is no parameter"),
        ("{variables: {L1: 1}}", "L1 of variables of 'synthesis' is not a list of 2 numbers"),
        ("{links: [[a, b]]}", "entry 1 of links of 'synthesis' has 2 entries, not 3"),
        ("{strokes: {quill: L7}}", "'L7' is no parameter"),
        ("{mask: 4T}", "mask of 'synthesis' is '4T'"),
        ("{varables: {}}", "unknown key 'varables'"),
    ],
)
def test_mistakes_are_told(section: str, message: str) -> None:
    text = "linkwright: 1\nparameters: {L1: 1}\njoints: {a: {type: revolute, child: b, xyz: [L1, 0, 0]}}\n"
    with pytest.raises(LinkwrightError, match=message):
        read_structure(f"{text}synthesis: {section}\n", "robot.yaml", "pose")


@pytest.mark.parametrize(
    ("said", "mask"), [("3T0R", "position"), ("position", "position"), ("2T1R", "plane"), ("3T1R", "3T1R")]
)
def test_a_mask_is_said_as_in_tasks_or_as_in_inverse_kinematics(said: str, mask: str) -> None:
    text = f"name: r\nparameters: {{l: 1}}\nsynthesis: {{mask: {said}, variables: {{l: [1, 2]}}}}\n"
    assert read_structure(text, "r.yaml", "pose").mask == mask
