"""The robot with the parameters that were found, as files that every command takes."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from linkwright.errors import LinkwrightError
from linkwright.identification.identified import Identification
from linkwright.identification.identified_robot import IN_FILES
from linkwright.mechanics.identifiable import motor_couplings
from linkwright.model.robot import OpenRobot
from linkwright.writers import save
from linkwright.writers.format import Loss

STEM = "robot_identified"
ALWAYS = f"{STEM}.yaml"
"""The format that says all of a robot."""


@dataclass(frozen=True)
class RobotFiles:
    """texts: by file name; losses: what the format of a file cannot say; failed: why a file was not written."""

    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    losses: Mapping[str, tuple[Loss, ...]] = field(default_factory=dict[str, "tuple[Loss, ...]"])
    failed: Mapping[str, str] = field(default_factory=dict[str, str])


def robot_files(found: Identification, source: Path) -> RobotFiles:
    """YAML, and a URDF where the robot came as one; nothing without parameters that bodies can have."""
    if found.consistency is None:
        return RobotFiles()
    robot = found.robot
    names = [ALWAYS]
    if isinstance(robot, OpenRobot) and source.suffix.lower() in (".urdf", ".xacro"):
        names.append(f"{STEM}.urdf")
    losses: dict[str, tuple[Loss, ...]] = {}
    failed: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="linkwright-") as folder:
        for name in names:
            try:
                losses[name] = save(robot, Path(folder) / name)
            except LinkwrightError as error:
                failed[name] = str(error)
        texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(Path(folder).iterdir())}
    return RobotFiles(texts, losses, failed)


def told_losses(losses: Sequence[Loss]) -> list[str]:
    """One line per kind of loss: what, of which joints or bodies, and what the file says instead."""
    kinds: dict[tuple[str, str], list[Loss]] = {}
    for loss in losses:
        kinds.setdefault((loss.thing, loss.instead), []).append(loss)
    return [
        str(own[0]) if len(own) == 1 else f"{thing} of {', '.join(dict.fromkeys(x.name for x in own))}: {instead}"
        for (thing, instead), own in kinds.items()
    ]


def not_in_files(found: Identification) -> list[str]:
    """Terms of drives that no robot file has a place for, and drives that move several joints."""
    terms = [term for term in found.model.terms if term not in IN_FILES]
    own = motor_couplings(found.model.robot, found.model.couplings)
    motors = [name for name, _ in own.motors] if own and len(terms) < len(found.model.terms) else []
    return [*terms, *(f"friction and rotor of {name}, which moves several joints" for name in motors)]
