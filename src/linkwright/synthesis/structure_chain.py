"""A chain of the catalogue -> Structure: a robot file in which links are tubes, joints are motors and slides have rails.

Link k is a tube to where joint k+1 stands, carries the motor of that joint there and, if joint k slides, a rail of twice its
stroke along it; the first motor is on the base. The base has a place and a turn about the vertical, the last link a tool with
the payload. Chains that turn about one direction stand so that it is vertical. Lengths that only do what the base, the tool or
the zero of a joint does are zero; the tool has a length where the last joint would move nothing that counts without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import pi

from linkwright.arrays import Array
from linkwright.catalogue.chain import Chain
from linkwright.catalogue.model import file_name
from linkwright.catalogue.row import Quarter, Row
from linkwright.synthesis.chain_geometry import BASE, TOOL, counting, independent, last_is_idle, standing
from linkwright.synthesis.structure import Link, Structure, Variable
from linkwright.synthesis.tube_text import length, link_moments

DESIGN = """\
  tube_radius: 0.03
  tube_wall: 0.003
  tube_density: {value: 2700, doc: kg/m^3}
  joint_mass: {value: 2.5, doc: "of a motor with its gear, kg"}
  joint_inertia: {value: 0, doc: "of a rotor, seen from its hinge, kg m^2"}
  rail_mass: {value: 1.2, doc: "of a rail, which is twice as long as its stroke, kg/m"}
  payload_mass: 0
  payload_x: 0
  payload_y: 0
  payload_z: 0
  payload_ixx: 0
  payload_iyy: 0
  payload_izz: 0
  tube_mass: tube_density*pi*tube_wall*(2*tube_radius - tube_wall)         # kg/m
  tube_spread: (tube_radius**2 + (tube_radius - tube_wall)**2)/4           # m^2: moment of a ring about its diameter, per kg
"""
PAYLOAD = (
    "{mass: payload_mass, com: [payload_x, payload_y, payload_z], inertia: [payload_ixx, payload_iyy, payload_izz]}"
)
_SPELLED: dict[Quarter, str] = {0: "0", 1: "pi/2"}
_START = {"a": 0.3, "d": 0.1}
_FOOT, _RAIL = 0.06, 0.02
"""Radii of a column under the base, whose rounded end touches the floor, and of a rail, m."""
_CLEAR = 0.1
"""How far over the highest point of the task the base is, m: what a last slide carries hangs below its arm."""


@dataclass(frozen=True)
class Surroundings:
    """What ranges depend on.

    size: of the task, m;  top: how far its highest point is above its middle
    mask: of inverse kinematics;  flat: the task is in the x-y plane, the base at its height
    ceiling: the base hangs;  crowded: the height of the base matters, for there are things around
    """

    size: float
    top: float
    mask: str
    ceiling: bool = False
    crowded: bool = False
    flat: bool = False

    @property
    def height(self) -> float:
        """Of the base above the middle of the task, where it is no variable."""
        return 0.0 if self.flat else self.top + _CLEAR


def chain_structure(chain: Chain, around: Surroundings) -> Structure:
    """A structure from a chain; ranges of the base's place count from the middle of the task."""
    base, tool = standing(chain, around.ceiling)
    kept = independent(chain, base, tool, around.mask, flat=around.flat)
    lengths = [x for x in kept if x in chain.lengths]
    column = chain.rows[0].joint == "R" and not around.ceiling
    matters = {
        "base_z": around.crowded and not around.flat,
        "base_x": column,
        "base_y": column,
    }  # to solids, not to motions
    open_places = [x for x in BASE if x in kept or matters.get(x, False)]
    idle = last_is_idle(chain, (base, tool), counting(around.mask, around.flat))
    variables = [*open_places, *lengths, *chain.angles, *(x for x in TOOL[:1] if idle and x in kept)]
    sliding = [k for k, row in enumerate(chain.rows, 1) if row.joint == "P"]
    ends: list[list[str]] = [*(_end(row, k, lengths) for k, row in enumerate(chain.rows[1:], 2)), list(TOOL)]
    return Structure(
        chain.name,
        f"{chain.technical}, {chain.mask}",
        _text(chain, (base, tool), lengths, ends, around),
        "tool",
        around.mask,
        tuple(_variable(name, around) for name in variables),
        tuple((f"joint{k}", f"stroke{k}") for k in sliding),
        tuple(_links(sliding, ends, column)),
    )


def _variable(name: str, around: Surroundings) -> Variable:
    far = 2 * around.size
    if name in ("base_x", "base_y"):
        return Variable(name, -far, far)
    if name == "base_z":
        return Variable(name, -far, far) if not around.crowded else Variable(name, around.height, around.height + far)
    if name == "base_yaw" or name.startswith(("alpha", "theta")):
        return Variable(name, -pi / 2, pi / 2, "rad")
    return Variable(name, 0.0, far) if name.startswith(("a", "tool_x")) else Variable(name, -far, far)


def _text(
    chain: Chain, turns: tuple[Array, Array], lengths: list[str], ends: list[list[str]], around: Surroundings
) -> str:
    """The robot file."""
    sliding = {k for k, row in enumerate(chain.rows, 1) if row.joint == "P"}
    bodies = [
        (k, end, link_moments(k, end, rail=k in sliding, motor=k < chain.joints)) for k, end in enumerate(ends, 1)
    ]
    tubes = [(k, end) for k, end, _ in bodies if any(x != "0" for x in end)]
    lines = [
        f"# {chain.name}: {chain.mask}. Tubes from joint to joint, a motor at every joint, rails of twice the stroke.",
        "linkwright: 1",
        f"name: {json.dumps(file_name(chain))}",
        "gravity: [0, 0, -g]",
        "parameters:",
        "  g: 9.81",
        *(f"  {name}: {around.height if name == 'base_z' else 0}" for name in BASE),
        *(f"  {name}: {_START[name[0]]}" for name in lengths),
        *(f"  {name}: 0.5" for name in chain.angles),
        *(f"  {name}: 0" for name in TOOL),
        *(f"  stroke{k}: 0.3" for k in sorted(sliding)),
        DESIGN.rstrip(),
        *(f"  l{k}: {length(end)}" for k, end in tubes),
        *(f"  m{k}: tube_mass*l{k}" for k, _ in tubes),
        "joints:",
        "  mount: {child: base, type: fixed, xyz: [base_x, base_y, base_z], rpy: [0, 0, base_yaw]}",
        f"  stand: {{child: link0, parent: base, type: fixed, rotation: {_matrix(turns[0])}}}",
        *(f"  joint{k}: {{{_joint(row, k, lengths)}}}" for k, row in enumerate(chain.rows, 1)),
        f"  grip: {{child: tool, parent: link{chain.joints}, type: fixed, xyz: [{', '.join(TOOL)}],"
        f" rotation: {_matrix(turns[1])}}}",
        "bodies:",
        *(f"  link{k}: {{parameters: {{{', '.join(f'{n}: {x}' for n, x in own.items())}}}}}" for k, _, own in bodies),
        f"  tool: {PAYLOAD}",
        "frames:",
        *(
            f"  slide{k}: {{body: link{k - 1}, xyz: [{_end(chain.rows[k - 1], k, lengths)[0]}, 0, 0]}}"
            for k in sorted(sliding)
        ),
        f"  foot: {{body: world, xyz: [base_x, base_y, {_FOOT}]}}",
    ]
    return "\n".join(lines) + "\n"


def _angles(row: Row, k: int) -> tuple[str, str]:
    return _SPELLED.get(row.alpha, f"alpha{k}"), _SPELLED.get(row.theta, f"theta{k}")


def _end(row: Row, k: int, lengths: list[str]) -> list[str]:
    """Where joint k stands on the link before: Rot_x(alpha) Trans_x(a) Trans_z(d), d of a slide being its coordinate."""
    a, d = (f"{x}{k}" if f"{x}{k}" in lengths else "0" for x in "ad")
    if d == "0":
        return [a, "0", "0"]
    by_quarter: dict[Quarter, list[str]] = {0: ["0", d], 1: [f"-{d}", "0"]}
    return [a, *by_quarter.get(row.alpha, [f"-sin(alpha{k})*{d}", f"cos(alpha{k})*{d}"])]


def _joint(row: Row, k: int, lengths: list[str]) -> str:
    alpha, theta = _angles(row, k)
    kind = {"R": "revolute, rotor_inertia: joint_inertia", "P": "prismatic"}[row.joint]
    place = f"child: link{k}, parent: link{k - 1}, type: {kind}, xyz: [{', '.join(_end(row, k, lengths))}]"
    if row.joint == "R" or theta == "0":
        return place + (f", rpy: [{alpha}, 0, 0]" if alpha != "0" else "")
    c, s, ca, sa = (f"{f}({x})" for x in (theta, alpha) for f in ("cos", "sin"))
    return f"{place}, rotation: [[{c}, -{s}, 0], [{ca}*{s}, {ca}*{c}, -{sa}], [{sa}*{s}, {sa}*{c}, {ca}]]"


def _matrix(R: Array) -> str:
    """Whole numbers where a chain turns about one direction."""
    return str([[round(x) if abs(x - round(x)) < 1e-9 else float(x) for x in row] for row in R])


def _links(sliding: list[int], ends: list[list[str]], column: bool) -> Iterator[Link]:
    """Tubes between joints, rails where they slide; every one ends where the next begins. A last slide goes to the tool.
    A first hinge stands on a column; a first rail is held at its ends, out of the way of what it carries."""
    if column:
        yield Link("foot", "base", _FOOT)
    last = len(ends)
    for k, end in enumerate(ends, 1):
        if k in sliding:
            yield Link(f"slide{k}", "tool" if k == last else f"link{k}", _RAIL)
        elif k == last:
            yield Link(f"link{k}", "tool", "tube_radius")
        if k < last and any(x != "0" for x in end):
            yield Link(f"link{k}", f"slide{k + 1}" if k + 1 in sliding else f"link{k + 1}", "tube_radius")
