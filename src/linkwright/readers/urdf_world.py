"""Links called 'world' in a URDF, which is also what the surroundings of a robot are called here."""

from __future__ import annotations

from dataclasses import replace

from linkwright.model.robot import WORLD, Body, Joint
from linkwright.readers.options import LoadOptions


def free_the_world(
    bodies: list[Body], joints: list[Joint], options: LoadOptions
) -> tuple[list[Body], list[Joint], str]:
    """A link called 'world' that moves gets another name inside; its frame is still called 'world'."""
    names = {b.name for b in bodies}
    moves = options.floating or any(j.child == WORLD for j in joints) or options.root not in (None, WORLD)
    if WORLD not in names or not moves:
        return bodies, joints, WORLD
    new = "world_link"
    while new in names:
        new += "_"

    def other(name: str) -> str:
        return new if name == WORLD else name

    bodies = [replace(b, name=other(b.name)) for b in bodies]
    return bodies, [replace(j, parent=other(j.parent), child=other(j.child)) for j in joints], new
