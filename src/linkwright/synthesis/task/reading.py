"""A task file -> the parts of a task: plain data, every key known, units, all mistakes at once with their lines."""

from __future__ import annotations

from math import pi
from pathlib import Path
from typing import Any

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.find import named
from linkwright.catalogue.selection import Selection
from linkwright.errors import LinkwrightError, raise_all
from linkwright.readers.keys import Place, Record
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import parse_yaml
from linkwright.synthesis.task.parts import (
    MATERIALS,
    Choice,
    Design,
    JointLimits,
    Limits,
    Motor,
    Payload,
    Reach,
    Search,
)
from linkwright.synthesis.task.read_path import both, inside, read_path
from linkwright.synthesis.task.shapes import Box, Capsule, Obstacle, Shape, Sphere
from linkwright.synthesis.task.table import (
    CATALOGUE,
    DESIGN,
    JOINT,
    LIMITS,
    MOTOR,
    PAYLOAD,
    PRISMATIC,
    RAIL,
    REVOLUTE,
    SEARCH,
    STRUCTURES,
    TASK,
    TUBE,
)


def read_parts(data: bytes, folder: Path, file: str) -> dict[str, Any]:
    """The fields of a task from the content of its file; folder: where the files are that it names."""
    report = Report(file)
    said = TASK.read(Place(parse_yaml(data, report), "the task", f"write {TASK.example}", Parts(report, Snapper())))
    x = TASK.values(said)
    raise_all(report.errors)
    limits = LIMITS.values(x["limits"])
    given: dict[str, Any] = {
        "name": x["name"] or Path(file).stem,
        "mask": x["mask"],
        "path": read_path(x["path"], folder, report),
        "payload": _payload(PAYLOAD.values(x["payload"])),
        "space": x["space"] and _box(x["space"], report),
        "reach": x["reach"] and Reach(_box(x["reach"], report), tuple(x["reach"]["yaw"])),
        "obstacles": tuple(Obstacle(name, _shape(obstacle, report)) for name, obstacle in x["obstacles"].items()),
        "limits": Limits(
            JointLimits(**REVOLUTE.values(limits["revolute"])), JointLimits(**PRISMATIC.values(limits["prismatic"]))
        ),
        "structures": _structures(x["structures"], x["mask"], folder, report),
        "variables": _ranges(said, report),
        "design": _design(x["design"], report),
        "objectives": tuple(x["objectives"]),
        "constraints": x["constraints"],
        "search": Search(**SEARCH.values(x["search"])),
    }
    raise_all(report.errors)
    return given


def _payload(x: dict[str, Any]) -> Payload:
    """A ball of 10 cm diameter where its file does not say more."""
    own = 0.4 * x["mass"] * 0.05**2
    return Payload(x["mass"], x["com"], x["inertia"] or (own, own, own))


def _ranges(said: Record, report: Report) -> dict[str, tuple[float, float]]:
    """Parameters by name or pattern: [low, high], or one number that stays."""
    found: dict[str, tuple[float, float]] = {name: both(x) for name, x in said["variables"].items()}
    for name, (low, high) in found.items():
        if low > high:
            node: Any = said.given["variables"]
            told = f"the range of '{name}' goes from {low:g} to {high:g}"
            report.error(told, node.entries[name].line, "write [lowest, highest]")
    return found


# --- places -----------------------------------------------------------------------------------------------------------


def _box(said: Record, report: Report) -> Box:
    """From its corners, or from its middle and its edges."""
    given = {"low", "high", "center", "size"} & set(said.given)
    if given == {"center", "size"}:
        low, high = ([c + s * k / 2 for c, s in zip(said["center"], said["size"], strict=True)] for k in (-1, 1))
    elif given == {"low", "high"}:
        low, high = said["low"], said["high"]
    else:
        report.error(f"{said.what} needs two corners", said.line, "write low: and high:, or center: and size:")
        return Box((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    if any(a > b for a, b in zip(low, high, strict=True)):
        report.error(f"low of {said.what} is above high", said.line, "low: has the smaller number of each")
    return Box((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def _shape(said: Record, report: Report) -> Shape:
    if said["sphere"]:
        return Sphere(said["sphere"]["center"], said["sphere"]["radius"])
    if said["capsule"]:
        return Capsule(*(said["capsule"][key] for key in ("start", "end", "radius")))
    if not said["box"]:
        report.error(f"{said.what} has no shape", said.line, "write {box: ...}, {sphere: ...} or {capsule: ...}")
    return _box(said["box"] or said, report)


# --- robots -----------------------------------------------------------------------------------------------------------


def _structures(said: Record | None, mask: str, folder: Path, report: Report) -> Choice:
    """What is tried; without a word of it, all chains of the catalogue with as many joints as the mask has freedoms."""
    x = STRUCTURES.values(said)
    files = [inside(folder, name, report) for name in x["files"]]
    wanted = x["catalogue"] or not (x["families"] or files)
    selected, chains = _catalogue(x["catalogue"], mask, report) if wanted else (None, ())
    return Choice(selected, chains, tuple(x["families"]), tuple(f for f in files if f), x["mounting"])


def _catalogue(said: Record | None, mask: str, report: Report) -> tuple[Selection | None, tuple[Chain, ...]]:
    """A filter, or the chains that are named."""
    x = CATALOGUE.values(said)
    try:
        if x["names"]:
            return None, tuple(named(name) for name in x["names"])
        joints = x["joints"] or str(int(mask[0]) + int(mask[2]))
        found = Selection(joints, x["mask"] or mask, x["level"], x["max_prismatic"])
        _ = found.numbers, found.masks  # wrong ones are told
    except LinkwrightError as error:
        report.error(error.what, said and said.line, error.hint)
        return None, ()
    return found, ()


def _design(said: Record | None, report: Report) -> Design:
    """Tubes, joints, rails, motors."""
    x = DESIGN.values(said)
    tube, joint, rail = TUBE.values(x["tube"]), JOINT.values(x["joint"]), RAIL.values(x["rail"])
    material, diameter, wall = MATERIALS[tube["material"]], tube["diameter"], tube["wall"]
    if wall > diameter / 2:
        hint = f"write at most {diameter / 2:g}, half the diameter"
        report.error(f"wall of 'tube' is {wall:g}", x["tube"].line_of("wall"), hint)
        return Design()
    if x["tubes"] is not None and (not x["tubes"] or any(thick > wide / 2 for wide, thick in x["tubes"])):
        line = said and said.line_of("tubes")
        report.error("'tubes' is not a list of diameters and walls", line, "write tubes: [[60 mm, 3 mm], ...]")
    density = material.density if tube["density"] is None else tube["density"]
    return Design(
        diameter,
        wall,
        density if tube["mass"] is None else tube["mass"] / (pi * wall * (diameter - wall)),
        tube["strength"] or material.strength,
        tube["stiffness"] or material.stiffness,
        joint["mass"],
        joint["inertia"],
        rail["mass"],
        tuple(Motor(name, **MOTOR.values(motor)) for name, motor in x["motors"].items()),
        (joint["stiffness"], joint["resolution"]),
        (rail["stiffness"], rail["resolution"]),
        tuple(x["tubes"] or ()),
    )
