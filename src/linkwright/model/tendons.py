"""What can be wrong with tendons before anything is computed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from linkwright.errors import LinkwrightError, ModelError
from linkwright.graph.expr import number
from linkwright.model.robot import Drive, Joint, Note, Tendon


def tendon_errors(tendons: Sequence[Tendon], joints: Mapping[str, Joint], source: str) -> list[LinkwrightError]:
    """Errors of tendons: unknown joints, numbers that no spring and no damper has."""
    return [ModelError(f"tendon '{x.name}' {what}", x.where or source, hint)
            for x in tendons for what, hint in _doubts(x, joints)]  # fmt: skip


def _doubts(tendon: Tendon, joints: Mapping[str, Joint]) -> Iterator[tuple[str, str]]:
    if not tendon.terms:
        yield "joins no joints", "write joints: {first: 1, second: -1}"
    for name, _ in tendon.terms:
        if name not in joints:
            yield f"joins unknown joint '{name}'", "name joints of this robot"
        elif not joints[name].joint_type.single:
            yield f"joins joint '{name}', which is {joints[name].type}", "name joints with one degree of freedom"
    drive = tendon.drive
    if replace(drive, stiffness=0, rest=0, damping=0) != Drive():
        yield "has friction or a rotor", "a tendon has a spring and a damper; friction and rotors are those of joints"
    for word, x in (("stiffness", drive.stiffness), ("damping", drive.damping)):
        value = number(x)
        if value is not None and not value >= 0:
            yield f"has {word} {float(value):g}", "write a number >= 0"


def left_tendons(lost: Collection[str], tendons: Sequence[Tendon], notes: list[Note]) -> list[Tendon]:
    """What is left when some joints are left out; what goes with them is noted."""
    kept = [x for x in tendons if all(name not in lost for name, _ in x.terms)]
    notes += [
        Note("ignored", f"tendon '{x.name}': a part of it is left out", x.where) for x in tendons if x not in kept
    ]
    return kept
