"""The robots of example-robot-data against Pinocchio, which reads the same files by itself: fixed and floating."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw
from tests.support.verification import LAWS, Row, law_context, row, verify

pin = pytest.importorskip("pinocchio")

# the wheel of example-robot-data has files and no module; they are beside Pinocchio's
ROBOTS = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots"
FILES = {str(f.relative_to(ROBOTS)): f for f in sorted(ROBOTS.rglob("*.urdf"))}
if not FILES:
    pytest.skip("example-robot-data is not installed", allow_module_level=True)

EMPTY = "ur_description/urdf/ur3.urdf"
SOME = (
    "a1_description/urdf/a1.urdf",
    "allegro_hand_description/urdf/allegro_left_hand.urdf",
    "anymal_c_simple_description/urdf/anymal.urdf",
    "baxter_description/urdf/baxter.urdf",
    "bolt_description/robots/bolt.urdf",
    "double_pendulum_description/urdf/double_pendulum_continuous.urdf",
    "finger_edu_description/robots/finger_edu.urdf",
    "hextilt_description/urdf/hextilt_flying_arm_5.urdf",
    "hyq_description/robots/hyq_no_sensors.urdf",
    "icub_description/robots/icub_reduced.urdf",
    "iris_description/robots/iris.urdf",
    "kinova_description/robots/kinova.urdf",
    "panda_description/urdf/panda.urdf",
    "pr2_description/urdf/pr2.urdf",
    "solo_description/robots/solo12.urdf",
    "so_arm_description/urdf/so101.urdf",
    "talos_data/robots/talos_full_v2.urdf",
    "tiago_description/robots/tiago_no_hand.urdf",
    "ur_description/urdf/ur3_gripper.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "xarm_description/urdf/xarm7.urdf",
)
LAWFUL = (
    "panda_description/urdf/panda.urdf",
    "anymal_b_simple_description/robots/anymal.urdf",
    "pr2_description/urdf/pr2.urdf",
    "talos_data/robots/talos_full_v2.urdf",
)

both_bases = pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])


def compared(name: str, floating: bool) -> Row:
    """Law 23; angles are taken as written, so that both codes have the same ones to the last digit."""
    robot = lw.load(FILES[name], floating=floating, snap=False)
    return row(LAWS[23], law_context(robot, file=str(FILES[name])))


@both_bases
@pytest.mark.parametrize("name", SOME, ids=lambda n: Path(n).stem)
def test_equal_to_pinocchio(name: str, floating: bool) -> None:
    found = compared(name, floating)
    assert found.ok, found


@pytest.mark.slow
@both_bases
@pytest.mark.parametrize("name", [n for n in FILES if n not in (*SOME, EMPTY)], ids=lambda n: Path(n).stem)
def test_equal_to_pinocchio_all_others(name: str, floating: bool) -> None:
    found = compared(name, floating)
    moves = floating or Path(name).stem not in ("quadrotor_base", "iris_simple")
    assert found.ok if moves else found.note == "nothing moves", found


@both_bases
@pytest.mark.parametrize("name", ["ur_description/urdf/ur5_gripper.urdf", "panda_description/urdf/panda.urdf"])
def test_snapped_angles_change_no_more_than_they_say(name: str, floating: bool) -> None:
    robot = lw.load(FILES[name], floating=floating)
    found = row(LAWS[23], law_context(robot, file=str(FILES[name])))
    assert found.ok, found
    assert ("snapped" in found.note) == any(note.kind == "snapped" for note in robot.notes)


def test_the_empty_file_says_so() -> None:
    with pytest.raises(lw.LinkwrightError, match="no links"):
        lw.load(FILES[EMPTY])


@pytest.mark.slow
@both_bases
@pytest.mark.parametrize("name", LAWFUL, ids=lambda n: Path(n).stem)
def test_every_law_on_real_robots(name: str, floating: bool) -> None:
    robot = lw.load(FILES[name], floating=floating)
    verdict = verify(robot, against="pinocchio", file=FILES[name])
    assert verdict.ok, verdict
