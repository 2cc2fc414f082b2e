"""Templates of closed linkages for `linkwright new --loop`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_HEAD = """\
# {title}
# Lengths in m, masses in kg, angles in rad (30 deg and 250 mm are understood).
# Check it:     linkwright check {{file}}
# Read it:      linkwright equations {{file}}
# Generate it:  linkwright build {{file}} --to c -o out/
linkwright: 1
name: {{name}}
gravity: [0, -g, 0]            # acceleration vector in the world frame; the linkage moves in the x-y plane

parameters:                    # numbers with names; they stay symbols in the equations
  g: 9.81
"""

_FOUR_BAR = """\
  l1: 0.45                     # distance of the two pivots on the ground
  l2: 0.20                     # crank
  l3: 0.30                     # coupler
  l4: 0.40                     # rocker
  m2: 0.4
  m3: 0.6
  m4: 0.8

joints:                        # a tree: every body hangs on one joint
  crank:   {{type: revolute, child: crank_bar, actuated: true}}                        # it has the motor
  coupler: {{type: revolute, parent: crank_bar, child: coupler_bar, xyz: [l2, 0, 0]}}
  rocker:  {{type: revolute, child: rocker_bar, xyz: [l1, 0, 0]}}

bodies:                        # mass, centre of mass, inertia about it [Ixx, Iyy, Izz], in the joint's axes
  crank_bar:   {{mass: m2, com: [l2/2, 0, 0], inertia: [0, m2*l2**2/12, m2*l2**2/12]}}
  coupler_bar: {{mass: m3, com: [l3/2, 0, 0], inertia: [0, m3*l3**2/12, m3*l3**2/12]}}
  rocker_bar:  {{mass: m4, com: [l4/2, 0, 0], inertia: [0, m4*l4**2/12, m4*l4**2/12]}}

close:                         # two frames that stay together; kinds: pin, point, slider, cylinder, universal, weld
  tip: {{kind: pin, first: {{body: coupler_bar, xyz: [l3, 0, 0]}}, second: {{body: rocker_bar, xyz: [l4, 0, 0]}}}}

start:                         # roughly where the joints are when it is assembled as you want it; check shows the other ways
  {{crank: 90 deg, coupler: -60 deg, rocker: 115 deg}}
"""

_SLIDER_CRANK = """\
  r: 0.05                      # crank
  l: 0.16                      # connecting rod
  e: 0                         # distance of the slider's line from the crank's pivot
  m1: 1
  m2: 0.5
  m3: 0.4

joints:                        # a tree: every body hangs on one joint
  crank:  {{type: revolute, child: crank_bar, actuated: true}}                         # it has the motor
  pin:    {{type: revolute, parent: crank_bar, child: rod, xyz: [r, 0, 0]}}
  slider: {{type: prismatic, axis: [1, 0, 0], child: piston, xyz: [0, e, 0]}}

bodies:                        # mass, centre of mass, inertia about it [Ixx, Iyy, Izz], in the joint's axes
  crank_bar: {{mass: m1, com: [r/2, 0, 0], inertia: [0, m1*r**2/12, m1*r**2/12]}}
  rod:       {{mass: m2, com: [l/2, 0, 0], inertia: [0, m2*l**2/12, m2*l**2/12]}}
  piston:    {{mass: m3}}

close:                         # two frames that stay together; kinds: pin, point, slider, cylinder, universal, weld
  wrist: {{kind: pin, first: {{body: rod, xyz: [l, 0, 0]}}, second: piston}}

start:                         # roughly where the joints are when it is assembled as you want it; check shows the other ways
  {{crank: 60 deg, pin: -76 deg, slider: 0.18}}
"""

_FIVE_BAR = """\
  d: 0.30                      # distance of the two motors
  l1: 0.25                     # cranks
  l2: 0.35                     # links that meet at the tip
  m1: 0.5
  m2: 0.4

joints:                        # a tree: every body hangs on one joint
  left:        {{type: revolute, child: left_crank, actuated: true}}                   # two motors, two degrees of freedom
  left_elbow:  {{type: revolute, parent: left_crank, child: left_link, xyz: [l1, 0, 0]}}
  right:       {{type: revolute, child: right_crank, xyz: [d, 0, 0], actuated: true}}
  right_elbow: {{type: revolute, parent: right_crank, child: right_link, xyz: [l1, 0, 0]}}

bodies:                        # mass, centre of mass, inertia about it [Ixx, Iyy, Izz], in the joint's axes
  left_crank:  &crank {{mass: m1, com: [l1/2, 0, 0], inertia: [0, m1*l1**2/12, m1*l1**2/12]}}
  right_crank: *crank
  left_link:   &link {{mass: m2, com: [l2/2, 0, 0], inertia: [0, m2*l2**2/12, m2*l2**2/12]}}
  right_link:  *link

frames:                        # points of interest
  tip: {{body: left_link, xyz: [l2, 0, 0]}}

close:                         # two frames that stay together; kinds: pin, point, slider, cylinder, universal, weld
  meet: {{kind: pin, first: tip, second: {{body: right_link, xyz: [l2, 0, 0]}}}}

start:                         # roughly where the joints are when it is assembled as you want it; check shows the other ways
  {{left: 120 deg, left_elbow: -84 deg, right: 60 deg, right_elbow: 84 deg}}
"""

LOOPS: Mapping[str, str] = MappingProxyType(
    {
        "fourbar": _HEAD.format(title="A planar four-bar linkage for Linkwright: crank, coupler, rocker.") + _FOUR_BAR,
        "slider-crank": _HEAD.format(title="A slider-crank for Linkwright: crank, rod, piston.") + _SLIDER_CRANK,
        "five-bar": _HEAD.format(title="A planar five-bar for Linkwright: two motors move one point.") + _FIVE_BAR,
    }
)
"""Name -> template with places for the file's and the robot's name."""
