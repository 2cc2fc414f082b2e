"""Draft: what the parts of a file describe, before it is checked and ordered as a Robot."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.model.closures import Coupling, Loop, Start
from linkwright.model.elastic import Elastic
from linkwright.model.robot import WORLD, Body, Frame, Joint
from linkwright.readers.snap import constant_value
from linkwright.spatial.transform import Transform


@dataclass
class Home:
    """The robot in its home position: where each joint's frame and each body's frame is in the world."""

    joint: dict[str, Transform] = field(default_factory=lambda: {WORLD: Transform()})
    body: dict[str, Transform] = field(default_factory=lambda: {WORLD: Transform()})

    def own(self, body: str) -> Transform:
        """The body's frame as the file has it, seen from the model's frame of the body, which is the joint's."""
        return (self.joint[body].inverse @ self.body[body]).map(constant_value)


@dataclass
class Draft:
    """Bodies, joints and what closes them; own: where the file's frame of a body is in the model's."""

    bodies: dict[str, Body] = field(default_factory=dict[str, Body])
    joints: list[Joint] = field(default_factory=list[Joint])
    frames: list[Frame] = field(default_factory=list[Frame])
    own: dict[str, Transform] = field(default_factory=dict[str, Transform])
    home: Home = field(default_factory=Home)
    loops: list[Loop] = field(default_factory=list[Loop])
    couplings: list[Coupling] = field(default_factory=list[Coupling])
    actuated: list[str] = field(default_factory=list[str])
    start: dict[str, Start] = field(default_factory=dict[str, Start])
    platform: str | None = None
    wrenches: list[str] = field(default_factory=list[str])
    alike: list[list[str]] = field(default_factory=list[list[str]])
    elastic: dict[str, Elastic] = field(default_factory=dict[str, Elastic])

    def place(self, body: str) -> Transform:
        return self.own.get(body, Transform())
