"""A task file -> the parts of a task: plain data, every key known, units, all mistakes at once with their lines."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from linkwright.errors import FileError, raise_all
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Seq, parse_yaml
from linkwright.synthesis.search.methods import METHODS
from linkwright.synthesis.task.parts import SEARCH, JointLimits, Limits, Payload, Search
from linkwright.synthesis.task.read_design import read_design
from linkwright.synthesis.task.read_path import read_path
from linkwright.synthesis.task.read_space import read_obstacles, read_reach, read_space
from linkwright.synthesis.task.read_structures import read_structures
from linkwright.synthesis.task.section import Section

TOP = (
    "task", "name", "mask", "payload", "path", "space", "reach", "obstacles", "limits", "structures", "variables", "design",
    "objectives", "constraints", "search",
)  # fmt: skip
MASKS = ("3T3R", "3T2R", "3T1R", "3T0R", "2T1R", "2T0R")


def read_parts(data: bytes, folder: Path, file: str) -> dict[str, Any]:
    """The fields of a task from the content of its file; folder: where the files are that it names."""
    report = Report(file)
    tree = parse_yaml(data, report)
    parts = Parts(report, Snapper())
    if not isinstance(tree, Map) or "path" not in tree.entries:
        if isinstance(tree, Map):
            parts.keys(tree, TOP, "the task")
            raise_all(report.errors)
        hint = "a task file says where the tool goes: linkwright new task.yaml --task pick-and-place writes one"
        raise FileError("the file has no path", report.file, hint)
    top = Section(parts, tree, "the task", TOP)
    if top.word("task", "1") != "1":
        top.error("the version of this task file is not known", tree.entries["task"], "write task: 1")
    mask = top.word("mask", "3T1R", MASKS)
    path = read_path(top, folder, report)
    search = top.section("search", [f.name for f in fields(Search)])
    payload = top.section("payload", [f.name for f in fields(Payload)])
    mass: float = payload.number("mass", 0.0, 0)
    given: dict[str, Any] = {
        "name": top.word("name", Path(file).stem),
        "mask": mask,
        "path": path,
        "payload": Payload(
            mass,
            payload.numbers("com", (0.0, 0.0, 0.0), (3,)),
            payload.numbers("inertia", _ball(mass), (3,), 0),
        ),
        "space": read_space(top),
        "reach": read_reach(top),
        "obstacles": read_obstacles(top),
        "limits": _limits(top.section("limits", [f.name for f in fields(Limits)])),
        "structures": read_structures(top, mask, folder),
        "variables": _ranges(top),
        "design": read_design(top),
        "objectives": top.words("objectives", ("energy",)),
        "constraints": _bounds(top),
        "search": Search(
            search.whole("evaluations", Search.evaluations, *SEARCH["evaluations"]),
            search.whole("population", Search.population, *SEARCH["population"]),
            search.whole("seed", Search.seed, *SEARCH["seed"]),
            search.word("method", Search.method, ("auto", *METHODS)),
            "halving" not in search.node.entries or search.parts.flag(search.node, "halving", search.what),
            search.whole("front", Search.front, *SEARCH["front"]),
        ),
    }
    raise_all(report.errors)
    return given


def _ball(mass: float) -> tuple[float, float, float]:
    """Moments of a ball of 10 cm diameter, which a payload is where its file does not say more."""
    own = 0.4 * mass * 0.05**2
    return own, own, own


def _limits(section: Section) -> Limits:
    made = Limits()
    kinds: dict[str, JointLimits] = {}
    for kind in ("revolute", "prismatic"):
        usual: JointLimits = getattr(made, kind)
        part = section.section(kind, [f.name for f in fields(JointLimits)])
        kinds[kind] = JointLimits(**{f.name: part.number(f.name, getattr(usual, f.name), 1e-12) for f in fields(usual)})
    return Limits(**kinds)


def _ranges(top: Section) -> dict[str, tuple[float, float]]:
    """Parameters by name or pattern: [low, high], or one number that stays."""
    node = top.node.entries.get("variables", Map())
    found: dict[str, tuple[float, float]] = {}
    for name, entry in top.section(
        "variables", list(node.entries) if isinstance(node, Map) else ()
    ).node.entries.items():
        what = f"the range of '{name}'"
        row = top.row(entry if isinstance(entry, Seq) else Seq([entry, entry], entry.line), what, (2,))
        if row is None:
            continue
        if not row[0] <= row[1]:
            top.error(f"{what} goes from {row[0]:g} to {row[1]:g}", entry, "write [lowest, highest]")
        found[name] = (row[0], row[1])
    return found


def _bounds(top: Section) -> dict[str, float]:
    node = top.node.entries.get("constraints", Map())
    names = list(node.entries) if isinstance(node, Map) else []
    section = top.section("constraints", names)
    return {name: section.number(name, 0.0) for name in names if not _empty(section, name)}


def _empty(section: Section, name: str) -> bool:
    entry = section.node.entries[name]
    if not isinstance(entry, Leaf) or entry.value is not None:
        return False
    section.error(f"the constraint '{name}' has no bound", entry, f"write {name}: a number")
    return True
