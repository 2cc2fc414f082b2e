"""What the gallery shows at length (docs/make_gallery.py writes it)."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Exhibit:
    """One example: its file, a heading and a text, what to print (at most `lines` of it), what to simulate and what is seen
    there; `more` comes after the equations."""

    file: str
    title: str
    text: str
    equations: str
    simulate: str
    picture: str
    lines: int = 100
    more: str = ""

    @property
    def name(self) -> str:
        return Path(self.file).stem

    @property
    def pose(self) -> list[str]:
        """Options of `linkwright picture`: where the motion starts."""
        words = shlex.split(self.simulate)
        return ["--q", words[words.index("--q0") + 1]] if "--q0" in words else []


_SPARSITY = """\
The mass matrix of a tree has zeros wherever two joints are on different branches. They are known when the code is made, and
cost nothing:

```python
import linkwright as lw

M = lw.derive(lw.load("examples/quadruped.yaml"), "mass_matrix")
for i in range(18):
    print(" ".join("." if M.expr("M", i, j) == 0 else "x" for j in range(18)))
```

```output
{pattern}
```
"""

EXHIBITS = (
    Exhibit(
        "double_pendulum.yaml",
        "Double pendulum",
        "Two links with point masses at their centres; a spring and a damper hold the first joint. The equations are "
        "those of the textbook.",
        "",
        "--time 10 --q0 '0.5, 30 deg'",
        "The damper takes energy out of the first joint, and the second one follows.",
    ),
    Exhibit(
        "cart_pole.yaml",
        "Cart and pole",
        "The classic of control courses: one motor, two degrees of freedom.",
        "",
        "--time 10 --q0 '0, 10 deg' --torque '30*sin(q2) + 6*v2 + 1.5*v1 + q1, 0'",
        "A state feedback written as a formula balances the pole and brings the cart back.",
    ),
    Exhibit(
        "spherical_pendulum.yaml",
        "Spherical pendulum",
        "A ball joint has a quaternion for its position and three angular velocities: four numbers in q (q1 to q4 are "
        "x, y, z, w), three in v. The velocities are not the rates of q, so they are printed as v1, v2, v3.",
        "",
        "--time 8 --q0 '0.3826834, 0, 0, 0.9238795' --v0 '0, 1.2, 0'",
        "Pushed sideways from 45 degrees, the ball swings between two heights; the energy stays.",
    ),
    Exhibit(
        "scara.yaml",
        "SCARA",
        "Four axes from a DH table. All of them are parallel, so only one moment of inertia per link matters, and the "
        "equations are short.",
        "",
        "--time 3 --torque '40*(1-q1) - 12*v1, 20*(1-q2) - 5*v2, -g*m3 + 80*(0.1-q3) - 16*v3, 0.01*(pi/2-q4) - 2e-3*v4'",
        "Independent PD controllers move all axes at once; the weight of the quill is compensated (-g*m3).",
    ),
    Exhibit(
        "elastic_arm.yaml",
        "Arm with elastic joints",
        "Each joint has a motor behind a spring. Link angles come first, motor angles after them; tau at the links is zero, "
        "at the motors it is what they give ([elastic joints](elastic.md)).",
        "",
        "--time 3 --q0 '0.5, 0.3, 0.5, 0.3' --torque '0, 0, 12*(0.8-q3) - 3*v3 + 9.81*sin(q3)*(m1/2+m2)*L1, 6*(0.4-q4) - v4'",
        "PD controllers see the motors alone; the links vibrate behind them and settle where the springs carry their weight.",
    ),
    Exhibit(
        "elastic_turret.yaml",
        "Turret with rotors as bodies",
        "The full model of elastic joints: each rotor is a body on the link before, which spins with the gear's ratio. Its "
        "spin meets the rotation of the link.",
        "--quantity mass_matrix,coriolis_vector",
        "--time 2 --v0 '1, 0, 0, 1, 0, 0' --torque '0, 0, 0, 0, 20*(-0.5-q5) - 3*v5, 15*(0.8-q6) - 2*v6'",
        "Controllers of the motors lower the arm and fold it; the turret turns freely, and faster the shorter the arm is.",
    ),
    Exhibit(
        "screws.yaml",
        "An arm by its screws",
        "Product of exponentials: no link frames, only screws in the home position.",
        "",
        "--time 4 --v0 '2, 0, 0' --torque '0, 30*(0.6-q2) - 6*v2 + 9.81*cos(q2)*(m2*r/2 + m3*(r+q3)), "
        "60*(0.2-q3) - 12*v3 + 9.81*m3*sin(q2)'",
        "The arm lifts and reaches while the waist turns freely: it slows down as the inertia grows, like a skater. "
        "Centrifugal forces keep the arm a little lower and longer than the controllers want it.",
    ),
    Exhibit(
        "arm6.yaml",
        "Six axes with symbols",
        "The geometry of the PUMA 560, with symbols for lengths and masses and motors behind gears. The mass matrix in "
        "closed form fills a page; here is gravity.",
        "--quantity G",
        "--time 3 --q0 '0, -60 deg, 120 deg, 0, 30 deg, 0'",
        "It falls from a bent posture, without friction and controllers. The wrist hardly moves: through gears of "
        "60 its rotors are far heavier than the hand.",
    ),
    Exhibit(
        "elbow6.urdf",
        "A URDF",
        "Six axes from a URDF: numbers instead of symbols. `--parameters symbolic` would name mass, centre of mass and "
        "inertia of every link.",
        "--quantity G --parameters numeric --digits 4",
        "--time 4 --torque '20*(1-q1) - 8*v1, 150*(0.5-q2) - 40*v2, 100*(0.8-q3) - 20*v3, 2*(1-q4) - v4, 2*(0.5-q5) - v5, "
        "0.2*(1-q6) - 0.1*v6'",
        "PD controllers on every joint. Gravity is not compensated: the second and third joint sag past 0.5 and 0.8.",
    ),
    Exhibit(
        "quadruped.yaml",
        "Quadruped",
        "A floating base and four legs: 18 degrees of freedom, 19 coordinates, contact forces at the feet as inputs.",
        "--quantity G",
        "--time 1 --v0 '0, 0, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0'",
        "Thrown upward with a turn, legs loose.",
        lines=4,
        more=_SPARSITY,
    ),
)
