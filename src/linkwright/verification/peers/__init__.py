"""Law 23: independent codes say the same of a mechanism, of trees and of closed robots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType

from linkwright.errors import ModelError
from linkwright.verification.context import AnyRobotContext, ClosedContext, OpenContext
from linkwright.verification.finding import Finding
from linkwright.verification.peers import mujoco_loops, mujoco_trees, pinocchio_loops, pinocchio_trees


@dataclass(frozen=True)
class IndependentCode:
    """module: what Python imports; package: what pip installs; trees, loops: the comparison of each."""

    title: str
    module: str
    package: str
    trees: Callable[[OpenContext], Finding]
    loops: Callable[[ClosedContext], Finding]

    @property
    def installed(self) -> bool:
        """Whether it can be imported."""
        return find_spec(self.module) is not None

    def compared(self, s: AnyRobotContext) -> Finding:
        """Law 23: what it says of a robot; a note where it is not there, or has no counterpart of the robot."""
        if not self.installed:
            return Finding(note=f"{self.title} is not installed (pip install {self.package})")
        try:
            match s:
                case OpenContext():
                    return self.trees(s)
                case ClosedContext():
                    return self.loops(s)
        except ModelError as error:
            return Finding(note=error.what)


PEERS: Mapping[str, IndependentCode] = MappingProxyType(
    {
        "pinocchio": IndependentCode(
            "Pinocchio", "pinocchio", "pin", pinocchio_trees.pinocchio, pinocchio_loops.pinocchio
        ),
        "mujoco": IndependentCode("MuJoCo", "mujoco", "mujoco", mujoco_trees.mujoco, mujoco_loops.mujoco),
    }
)
