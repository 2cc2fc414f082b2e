"""The robots of the speed benchmark: files of the package example-robot-data, and the frame whose pose is asked for."""

from __future__ import annotations

import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lxml import etree

SITE = Path(sysconfig.get_path("purelib"))
PREFIX = SITE / "cmeel.prefix"
DATA = PREFIX / "share" / "example-robot-data" / "robots"
BUILD = Path(__file__).resolve().parent.parent / "build" / "bench"

KINDS = ("arm", "quadruped", "humanoid")


@dataclass(frozen=True)
class BenchRobot:
    """One robot. `frozen` joints are made fixed, for every contestant alike."""

    name: str
    urdf: str
    frame: str
    kind: Literal["arm", "quadruped", "humanoid"] = "arm"
    frozen: tuple[str, ...] = ()

    @property
    def floating(self) -> bool:
        return self.kind != "arm"

    def file(self) -> Path:
        """The URDF that every contestant reads."""
        source = DATA / self.urdf
        if not self.frozen:
            return source
        tree = etree.parse(source)
        for joint in tree.getroot().iter("joint"):
            if joint.get("name") in self.frozen:
                joint.set("type", "fixed")
                for child in list(joint):
                    if child.tag in ("mimic", "limit", "axis", "dynamics"):
                        joint.remove(child)
        BUILD.mkdir(parents=True, exist_ok=True)
        target = BUILD / f"{self.name}.urdf"
        tree.write(target)
        return target


ROBOTS = {
    robot.name: robot
    for robot in (
        BenchRobot("ur5", "ur_description/urdf/ur5_robot.urdf", "tool0"),
        BenchRobot(
            "panda",
            "panda_description/urdf/panda.urdf",
            "panda_hand_tcp",
            frozen=("panda_finger_joint1", "panda_finger_joint2"),
        ),
        BenchRobot("anymal", "anymal_b_simple_description/robots/anymal.urdf", "RH_FOOT", "quadruped"),
        BenchRobot("talos", "talos_data/robots/talos_reduced.urdf", "gripper_right_base_link", "humanoid"),
    )
}
