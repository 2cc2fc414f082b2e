"""The systems on manifolds: `python docs/make_manifold.py` writes manifold_systems.md and its pictures from examples/manifold/.

Each has its file, its equations as `linkwright equations` prints them, and a motion as `linkwright simulate` plots it. Names of
examples on the command line restrict the pictures to these; the page is always written as a whole.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from make_gallery import DOCS, ROOT, run

PICTURES = DOCS / "pictures" / "manifold"


@dataclass(frozen=True)
class Exhibit:
    """One example: its name, a heading and a text, what to simulate and what is seen there; more: further quantities."""

    name: str
    title: str
    text: str
    simulate: str
    picture: str
    more: str = ""

    @property
    def file(self) -> str:
        return f"examples/manifold/{self.name}.yaml"


EXHIBITS = (
    Exhibit(
        "mass_on_a_line", "Mass on a line", "One scalar coordinate: nothing is lost on the way.", "--time 1",
        "It rises and falls."),
    Exhibit(
        "spherical_pendulum", "Spherical pendulum", "One unit vector. No angle, no pole, no singularity.", "--time 10",
        "The momentum about the vertical and the energy stay what they are.",
        "accelerations,linearisation,conserved_quantities"),
    Exhibit(
        "pendulum_3d", "3D pendulum", "A rigid body about a fixed point, as a rotation matrix.",
        "--time 20 --method variational --step 0.005",
        "The variational step changes the momentum by rounding only; its energy error oscillates and does not grow.",
        "accelerations,hamiltonian,conserved_quantities"),
    Exhibit(
        "double_spherical_pendulum", "Double spherical pendulum", "Two unit vectors, coupled.", "--time 10",
        "Chaotic in detail, exact in what it keeps."),
    Exhibit(
        "double_pendulum_3d", "Double 3D pendulum",
        "Two rigid bodies. The velocity of the second centre of mass is written as it is thought: `dR1*rho1 + dR2*rhoc2`.",
        "--time 10", "The third axes of both bodies on the sphere."),
    Exhibit(
        "walker_stance", "Three-link walker, stance", "A leg on the ground, a swinging leg, a torso.",
        "--time 1.5 --torque '0, 0, 0, -150*q7 - 30*v8*q9, 0, 400'",
        "A force holds the torso up while the stance leg falls over and throws the other leg round."),
    Exhibit(
        "walker_flight", "Three-link walker, flight", "The same walker off the ground: one more variable.", "--time 0.8",
        "No force acts but gravity: the sideways momenta stay."),
    Exhibit(
        "quadrotor_load", "Quadrotor with a suspended load", "Place, cable direction and attitude. The accelerations decouple.",
        "--time 4 --torque '17.658*(1 + 0.1*cos(3*t)), -0.3*v7, -0.3*v8, -0.3*v9'",
        "Thrust near the weight, a little up and down; the load swings below.", "accelerations"),
    Exhibit(
        "quadrotor_cable", "Quadrotor with a cable of n links",
        "Written once, with sums, for any number of links; here three. Change `n` (and the lists) for more.",
        "--time 4 --torque '17.266, -0.3*v13, -0.3*v14, -0.3*v15'", "The cable whips below the vehicle."),
    Exhibit(
        "reaction_mass_pendulum", "Reaction mass pendulum",
        "A leg of variable length with proof masses at its tip: two rotations and four scalars.",
        "--time 4 --torque '0, 0, 0, 0, 0, 0, 600*(0.8-q19) - 60*v7, 80*(0.2-q20) - 4*v8, 80*(0.25-q21) - 4*v9, "
        "80*(0.3-q22) - 4*v10'",
        "Springs and dampers hold leg and proof masses; the leg swings below its foot, the frame turns on."),
    Exhibit(
        "pendulum_on_a_cart", "Pendulum on a cart", "A scalar and a unit vector; the cart takes part in the inertia.",
        "--time 10",
        "Cart and pendulum exchange momentum along the rail.", "accelerations"),
    Exhibit(
        "satellite", "Satellite with reaction wheels", "Three wheels along the body's axes.",
        "--time 30 --torque '0.02, 0, -0.01'",
        "Motors turn wheels one way and the satellite the other: in space, its angular momentum does not change.",
        "conserved_quantities"),
    Exhibit(
        "rolling_ball", "Rolling ball", "A nonholonomic constraint: the point of contact is at rest. `λ` is the contact force.",
        "--time 5", "The ball runs down the tilted plane, wobbling: its inertia is not that of a sphere."),
    Exhibit(
        "chaplygin_sleigh", "Chaplygin sleigh", "A blade that does not slip sideways; the centre of mass is ahead of it.",
        "--time 10", "It ends on a straight line, without any friction: energy is kept, turning is not."),
)  # fmt: skip

HEAD = """\
# Systems on manifolds

<!-- written by docs/make_manifold.py from examples/manifold/; do not edit -->

Every file in `examples/manifold/`: its equations of motion as `linkwright equations` prints them, and a motion. The language
and the conventions are in [dynamics on manifolds](manifold.md).
"""


def simulated(exhibit: Exhibit) -> str:
    return f"linkwright simulate {exhibit.file} {exhibit.simulate} --plot {exhibit.name}.png"


def draw(exhibit: Exhibit) -> None:
    """Run the simulation and keep its plot, in as few colours as it has."""
    from PIL import Image  # comes with matplotlib

    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        sys.stdout.write(run(simulated(exhibit), Path(folder)) + "\n")
        plot = Image.open(Path(folder) / f"{exhibit.name}.png").convert("RGB")
    few = plot.quantize(64, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{exhibit.name}.png", optimize=True)


def section(exhibit: Exhibit) -> str:
    asked = [f"linkwright equations {exhibit.file}"]
    if exhibit.more:
        asked.append(f"linkwright equations {exhibit.file} -Q {exhibit.more}")
    shown = "\n".join(f"$ {command}\n{run(command, ROOT)}" for command in asked)
    return f"""\
## {exhibit.title}

{exhibit.text}

```{{literalinclude}} ../{exhibit.file}
:language: yaml
:caption: {exhibit.file}
```

```console
{shown}
```

{exhibit.picture}

```text
$ {simulated(exhibit)}
```

![Motion of {exhibit.name}](pictures/manifold/{exhibit.name}.png)
"""


def main() -> None:
    wanted = set(sys.argv[1:]) or {e.name for e in EXHIBITS}
    PICTURES.mkdir(parents=True, exist_ok=True)
    for exhibit in EXHIBITS:
        if exhibit.name in wanted:
            draw(exhibit)
    page = "\n".join([HEAD, *(section(e) for e in EXHIBITS)])
    (DOCS / "manifold_systems.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
