"""Templates: commented files to fill in, of chains, closed linkages and parallel robots."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import PurePath

from linkwright.errors import ModelError
from linkwright.model.joints import JOINT_TYPES

LOOPS = ("fourbar", "slider-crank", "five-bar")
"""Closed linkages: files of templates/loop."""
PARALLEL = ("6-UPS", "6-RUS", "6-PUS", "Delta", "3-RRR", "3-PRR", "five-bar", "H-bot")
"""Parallel robots: files of templates/parallel."""

_HEAD = """\
# A robot for Linkwright. Lengths in m, masses in kg, angles in rad (30 deg and 250 mm are understood).
# Check it:     linkwright check {file}
# Read it:      linkwright equations {file}
# Generate it:  linkwright build {file} --to c -o out/
linkwright: 1
name: {name}
gravity: [0, 0, -g]            # acceleration vector in the world frame

parameters:                    # numbers with names; they stay symbols in the equations
  g: 9.81
{parameters}
# types: {types}
joints:
{joints}
bodies:                        # mass, centre of mass, inertia about it [Ixx, Ixy, Iyy, Ixz, Iyz, Izz], in the joint's axes
{bodies}
frames:                        # points of interest
  tip: {{body: link{n}, xyz: [L{n}, 0, 0]}}
"""


def template(joints: str = "RR", loop: str = "", parallel: str = "", file: str = "robot.yaml") -> str:
    """The template of a chain of joints such as "RRPR", or of a closed linkage or a parallel robot by its name."""
    letters = joints.upper()
    if not letters or set(letters) - set("RP"):
        raise ModelError(
            f"cannot read the joints '{joints}'", hint="letters R (revolute) and P (prismatic), such as RRPR"
        )
    if loop and loop not in LOOPS:
        raise ModelError(f"there is no template for the loop '{loop}'", hint=f"one of: {', '.join(LOOPS)}")
    robot = next((known for known in PARALLEL if known.lower() == parallel.lower()), "")
    if parallel and not robot:
        raise ModelError(f"there is no template for the robot '{parallel}'", hint=f"one of: {', '.join(PARALLEL)}")
    path = PurePath(file)
    if robot:
        return _fixed(path, "parallel", robot)
    return _fixed(path, "loop", loop) if loop else _chain(path, letters)


def _fixed(path: PurePath, kind: str, name: str) -> str:
    """A file of templates/, with the names of the file to write and of its robot."""
    text = (files("linkwright.writers") / "templates" / kind / f"{name}.yaml").read_text(encoding="utf-8")
    return text.replace("FILE.yaml", path.name).replace("name: NAME", f"name: {_name(path)}")


def _chain(path: PurePath, letters: str) -> str:
    """The file of a chain: one joint and one link per letter."""
    n = len(letters)
    parameters = "".join(f"  L{k}: 0.5\n  m{k}: 1\n" for k in range(1, n + 1))
    rows: list[str] = []
    for k, letter in enumerate(letters, 1):
        kind = "revolute" if letter == "R" else "prismatic"
        parent, xyz = ("world", "") if k == 1 else (f"link{k - 1}", f", xyz: [L{k - 1}, 0, 0]")
        axis = "[0, 0, 1]" if letter == "R" and k == 1 else "[0, 1, 0]" if letter == "R" else "[1, 0, 0]"
        rows.append(f"  joint{k}: {{type: {kind}, axis: {axis}, parent: {parent}, child: link{k}{xyz}}}\n")
    bodies = "".join(
        f"  link{k}: {{mass: m{k}, com: [L{k}/2, 0, 0], inertia: [0, 0, m{k}*L{k}**2/12, 0, 0, m{k}*L{k}**2/12]}}\n"
        for k in range(1, n + 1)
    )
    return _HEAD.format(
        file=path.name,
        name=_name(path),
        parameters=parameters,
        joints="".join(rows),
        bodies=bodies,
        n=n,
        types=", ".join(JOINT_TYPES),
    )


def _name(path: PurePath) -> str:
    """The robot's name: a word of YAML as it is, everything else in quotes."""
    return path.stem if re.fullmatch(r"[A-Za-z][\w-]*", path.stem) else json.dumps(path.stem, ensure_ascii=False)
