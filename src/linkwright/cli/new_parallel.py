"""Templates of parallel robots for `linkwright new --parallel`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_HEAD = """\
# {title}
# Lengths in m, masses in kg, angles in rad (30 deg and 250 mm are understood).
# Check it:     linkwright check {{file}}
# Generate it:  linkwright build {{file}} --to c -o out/
linkwright: 1
name: {{name}}
gravity: {gravity}

parameters:                    # numbers with names; they stay symbols in the equations
  g: 9.81
"""

_DOWN, _PLANE = "[0, 0, -g]            # acceleration vector in the world frame", "[0, -g, 0]            # in the plane"

_PLATFORM = """\
platform:                      # its pose is the robot's coordinates
  coordinates: [{coordinates}]{orientation}
  body: {{{{{body}}}}}
  start: {{{{{start}}}}}{pad}# a pose near which the robot is assembled

"""

_ROWS = """\
  # modified DH: [R or P, alpha, a, d, theta], q for the joint's variable; the legs are alike
"""

_END = """\
  coupling: {coupling}                  # row whose origin is a point of the platform; what turns about it has no mass
  actuated: {actuated}                  # row with the motor
"""


def _legs(count: int, base: str, platform: str, rows: str, coupling: int, actuated: int, rest: str) -> str:
    return (
        f"legs:\n  count: {count}\n  base: {{{{{base}}}}}\n  platform: {{{{{platform}}}}}\n{_ROWS}  rows: {rows}\n"
        + _END.format(coupling=coupling, actuated=actuated)
        + rest
    )


def _platform(coordinates: str, body: str, start: str) -> str:
    turns = coordinates.count("phi") > 1
    orientation = "\n  orientation: xyz             # order of the turns, each about the axes that those before turned"
    return _PLATFORM.format(
        coordinates=coordinates, orientation=orientation if turns else "", body=body, start=start, pad="   "
    )


_BAR = "com: [{l}/2, 0, 0], inertia: [0, m{k}*{l}**2/12, m{k}*{l}**2/12]"


def _bar(k: int, length: str) -> str:
    return f"    {k}: {{{{mass: m{k}, {_BAR.format(l=length, k=k)}}}}}\n"


_CIRCLES = """\
  rb: {rb}                      # radius of the base points
  rp: {rp}                     # radius of the platform's
"""
_PAIRS = _CIRCLES + "  e: 0.2                       # distance within a pair of points\n"
_BODIES = "  bodies:                      # by row, the same in all legs: mass, centre of mass, inertia about it\n"
_START = "  start: {start}     # joints of a leg near which it closes: it tells the ways to assemble it apart\n"
_SMALL = "    2: {{mass: m2, inertia: [0.0001, 0.0001, 0.0001]}}\n"
_ALL = "x, y, z, phix, phiy, phiz"

_UPS = (
    _HEAD.format(title="Gough-Stewart platform: six legs that change their length (6-UPS).", gravity=_DOWN)
    + _PAIRS.format(rb=0.8, rp=0.35)
    + "  m1: 0.5                      # cross of the universal joint\n  m2: 2                        # cylinder\n"
    + "  m3: 1.2                      # piston\n  mp: 12\n\n"
    + _platform(_ALL, "mass: mp, com: [0, 0, 0.03], inertia: [0.4, 0.4, 0.75]", "z: 0.5")
    + _legs(
        6, "method: G1, radius: rb", "method: P4, radius: rp, distance: e",
        "[[R, 0, 0, 0, q], [R, pi/2, 0, 0, q], [P, pi/2, 0, q, 0], [R, 0, 0, 0, q]]", 4, 3,
        _BODIES
        + "    1: {{mass: m1, inertia: [0.001, 0.001, 0.001]}}\n"
        + "    2: {{mass: m2, com: [0, -0.15, 0], inertia: [0.02, 0.002, 0.02]}}\n"
        + "    3: {{mass: m3, com: [0, 0, -0.2], inertia: [0.015, 0.015, 0.001]}}\n"
        + _START.format(start="[1.9, 2.3, 0.7]"),
    )
)  # fmt: skip

_RUS = (
    _HEAD.format(title="Six cranks about upright axes, six rods of constant length (6-RUS).", gravity=_DOWN)
    + _PAIRS.format(rb=0.6, rp=0.3)
    + "  l2: 0.4                      # crank\n  l4: 0.8                      # rod\n"
    + "  m1: 1.2\n  m2: 0.1\n  m3: 0.6\n  mp: 8\n\n"
    + _platform(_ALL, "mass: mp, com: [0, 0, 0.03], inertia: [0.2, 0.2, 0.35]", "z: 0.55")
    + _legs(
        6, "method: G1, radius: rb", "method: P4, radius: rp, distance: e",
        "[[R, 0, 0, 0, q], [R, pi/2, l2, 0, q], [R, pi/2, 0, 0, q], [R, 0, l4, 0, q]]", 4, 1,
        _BODIES + _bar(1, "l2") + _SMALL + _bar(3, "l4") + _START.format(start="[0.3, 2.3, -0.5]"),
    )
)  # fmt: skip

_PUS = (
    _HEAD.format(title="Six upright sliders, six rods of constant length (6-PUS).", gravity=_DOWN)
    + _PAIRS.format(rb=0.8, rp=0.35)
    + "  l4: 0.9                      # rod\n  m1: 1.5\n  m2: 0.1\n  m3: 0.7\n  mp: 10\n\n"
    + _platform(_ALL, "mass: mp, com: [0, 0, 0.03], inertia: [0.3, 0.3, 0.55]", "z: 0.6")
    + _legs(
        6, "method: G1, radius: rb", "method: P4, radius: rp, distance: e",
        "[[P, 0, 0, q, 0], [R, pi/2, 0, 0, q], [R, pi/2, 0, 0, q], [R, 0, l4, 0, q]]", 4, 1,
        _BODIES + "    1: {{mass: m1}}\n" + _SMALL + _bar(3, "l4") + _START.format(start="[-0.1, 1.8, -0.6]"),
    )
)  # fmt: skip

_DELTA = (
    _HEAD.format(title="Delta robot: cranks at the base, forearms that keep the platform level (3-RUU).", gravity=_DOWN)
    + _CIRCLES.format(rb=0.25, rp=0.08)
    + "  l2: 0.35                     # crank\n  l4: 0.8                      # forearm\n"
    + "  m1: 0.6\n  m2: 0.05\n  m3: 0.25\n  mp: 0.4\n\n"
    + _platform("x, y, z", "mass: mp", "z: -0.6")
    + _legs(
        3, "method: G2, radius: rb", "method: P2, radius: rp",
        "[[R, 0, 0, 0, q], [R, 0, l2, 0, q], [R, pi/2, 0, 0, q], [R, 0, l4, 0, q]]", 4, 1,
        _BODIES + _bar(1, "l2") + "    2: {{mass: m2}}\n" + _bar(3, "l4") + _START.format(start="[1.5, 2.3, 0]"),
    )
)  # fmt: skip

_RRR = (
    _HEAD.format(title="Planar 3-RRR: three legs of two links carry a triangle.", gravity=_PLANE)
    + _CIRCLES.format(rb=0.8, rp=0.25)
    + "  l2: 0.6                      # first link\n  l3: 0.5                      # second link\n"
    + "  m1: 1.2\n  m2: 0.8\n  mp: 2\n\n"
    + _platform("x, y, phiz", "mass: mp, inertia: [0, 0, mp*rp**2/2]", "x: 0, y: 0, phiz: 0")
    + _legs(
        3, "method: G1, radius: rb", "method: P1, radius: rp",
        "[[R, 0, 0, 0, q], [R, 0, l2, 0, q], [R, 0, l3, 0, q]]", 3, 1,
        _BODIES + _bar(1, "l2") + _bar(2, "l3") + _START.format(start="[0.7, 2.1]"),
    )
)  # fmt: skip

_PRR = (
    _HEAD.format(title="Planar 3-PRR: sliders on the sides of a triangle, rods to the platform.", gravity=_PLANE)
    + _CIRCLES.format(rb=0.7, rp=0.15)
    + "  l: 0.6                       # rod\n  m1: 1.5\n  m2: 0.6\n  mp: 2\n\n"
    + _platform("x, y, phiz", "mass: mp, inertia: [0, 0, mp*rp**2/2]", "x: 0, y: 0, phiz: 0")
    + _legs(
        3, "method: G2, radius: rb", "method: P1, radius: rp",
        "[[P, 0, 0, q, pi/2], [R, pi/2, 0, 0, q], [R, 0, l, 0, q]]", 3, 1,
        _BODIES + "    1: {{mass: m1}}\n" + _bar(2, "l") + _START.format(start="[0.24, -2.7]"),
    )
)  # fmt: skip

_FIVE_BAR = (
    _HEAD.format(title="Five-bar: two legs of two links hold one point.", gravity=_PLANE)
    + "  b: 0.2                       # half the distance of the motors\n  l2: 0.4\n  l3: 0.5\n"
    + "  m1: 0.8\n  m2: 0.6\n  mp: 0.5\n\n"
    + _platform("x, y", "mass: mp", "y: 0.6")
    + f"legs:\n{_ROWS}  rows: [[R, 0, 0, 0, q], [R, 0, l2, 0, q], [R, 0, l3, 0, q]]\n"
    + _END.format(coupling=3, actuated=1)
    + _BODIES + _bar(1, "l2") + _bar(2, "l3")
    + "  each:                        # one entry per leg: where it begins, its point of the platform, where it closes\n"
    + "    - {{name: left, base: {{xyz: [-b, 0, 0]}}, platform: {{xyz: [0, 0, 0]}}, start: [2.2, -1.6]}}\n"
    + "    - {{name: right, base: {{xyz: [b, 0, 0]}}, platform: {{xyz: [0, 0, 0]}}, start: [1, 1.6]}}\n"
)  # fmt: skip

_H_BOT = (
    _HEAD.format(title="H-bot: one belt around two motors moves a carriage in the plane.", gravity=_DOWN)
    + "  r: 0.02                      # pulleys\n  mb: 3                        # bridge\n"
    + "  mc: 1                        # carriage\n  J: 2e-4                      # motor with its pulley\n\n"
    + "joints:\n"
    + "  bridge:   {{type: prismatic, axis: [0, 1, 0], child: beam, viscous: 2}}\n"
    + "  carriage: {{type: prismatic, axis: [1, 0, 0], parent: beam, child: cart, viscous: 1}}\n"
    + "  left:     {{type: revolute, child: left_pulley, xyz: [-0.5, -0.5, 0]}}\n"
    + "  right:    {{type: revolute, child: right_pulley, xyz: [0.5, -0.5, 0]}}\n\n"
    + "bodies:\n  beam: {{mass: mb}}\n  cart: {{mass: mc}}\n"
    + "  left_pulley: {{mass: 0.1, inertia: [0, 0, J]}}\n  right_pulley: {{mass: 0.1, inertia: [0, 0, J]}}\n\n"
    + "frames:\n  tool: {{body: cart, xyz: [0, 0, -0.05]}}\n\n"
    + "couplings:                     # what the belt does: joints that follow others\n"
    + "  left: (carriage + bridge)/r\n  right: (carriage - bridge)/r\n\n"
    + "actuated: [left, right]\n"
)

PARALLEL: Mapping[str, str] = MappingProxyType(
    {
        "6-UPS": _UPS,
        "6-RUS": _RUS,
        "6-PUS": _PUS,
        "Delta": _DELTA,
        "3-RRR": _RRR,
        "3-PRR": _PRR,
        "five-bar": _FIVE_BAR,
        "H-bot": _H_BOT,
    }
)
"""Name -> text with places for {file} and {name}."""


def find_parallel(name: str) -> str | None:
    """A template by its name, large and small letters alike."""
    return next((text for known, text in PARALLEL.items() if known.lower() == name.lower()), None)
