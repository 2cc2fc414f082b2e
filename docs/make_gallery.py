"""The gallery: `python docs/make_gallery.py` writes gallery.md and its pictures from the files in examples/.

Each mechanism has its file, its equations as `linkwright equations` prints them, a motion as `linkwright simulate` plots it.
Names of examples on the command line restrict the pictures to these; the page is always written as a whole. The word `lists`
instead of a name only renews the lists of files at its end, within a second.
"""

from __future__ import annotations

import itertools
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures" / "gallery"
LINKWRIGHT = Path(sysconfig.get_path("scripts")) / "linkwright"


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


def run(command: str, cwd: Path) -> str:
    """What a command prints."""
    words = shlex.split(command)
    done = subprocess.run(  # noqa: S603 - the commands are those of EXHIBITS
        [str(LINKWRIGHT), *words[1:]], cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{command}\nended with code {done.returncode}\n{done.stdout}{done.stderr}")
    return "\n".join(line.rstrip() for line in done.stdout.rstrip().splitlines())


def printed(exhibit: Exhibit) -> str:
    """The equations, the first lines of them where there are too many."""
    command = f"linkwright equations examples/{exhibit.file} {exhibit.equations}".rstrip()
    lines = run(command, ROOT).splitlines()
    if len(lines) > exhibit.lines:
        lines = [*lines[: exhibit.lines], "..."]
    return "\n".join([f"$ {command}", *lines])


def simulated(exhibit: Exhibit) -> str:
    return f"linkwright simulate examples/{exhibit.file} {exhibit.simulate} --plot {exhibit.name}.png"


def draw(exhibit: Exhibit) -> None:
    """Run the simulation and keep its plot, in as few colours as it has."""
    from PIL import Image  # comes with matplotlib

    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        run(simulated(exhibit), Path(folder))
        plot = Image.open(Path(folder) / f"{exhibit.name}.png").convert("RGB")
    # median cut, the default, gives thin curves the colours of others
    few = plot.quantize(64, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(PICTURES / f"{exhibit.name}.png", optimize=True)


def pattern() -> str:
    """Which elements of the quadruped's mass matrix are zero by structure."""
    import linkwright as lw

    M = lw.derive(lw.load(ROOT / "examples/quadruped.yaml"), "mass_matrix")
    return "\n".join(" ".join("." if M.expr("M", i, j) == 0 else "x" for j in range(18)) for i in range(18))


def tried(file: str) -> str:
    """A link that opens a file of examples/ in the studio's page beside this one."""
    if not file.endswith(".yaml"):
        return ""
    return f' <a href="studio/index.html#example={file.removesuffix(".yaml")}">Try it in the page.</a>'


def section(exhibit: Exhibit) -> str:
    language = "xml" if exhibit.file.endswith(".urdf") else "yaml"
    show = "" if language == "yaml" else ":lines: 1-34\n"
    more = exhibit.more.format(pattern=pattern()) + "\n" if exhibit.more else ""
    return f"""\
## {exhibit.title}

{exhibit.text}{tried(exhibit.file)}

```{{literalinclude}} ../examples/{exhibit.file}
:language: {language}
:caption: examples/{exhibit.file}
{show}```

```console
{printed(exhibit)}
```

{more}{exhibit.picture}

```console
$ {simulated(exhibit)}
```

![Motion of {exhibit.name}](pictures/gallery/{exhibit.name}.png)
"""


HEAD = """\
# Gallery

<!-- written by docs/make_gallery.py from examples/; do not edit -->

Every mechanism in the folder `examples/`: its file, its equations of motion, and a motion. Subfolders are listed at the end.
"Try it in the page" opens one in the [studio](studio.md#without-a-server), in the browser alone: nothing is installed or sent.
"""


LISTS = "## More mechanisms\n"
FOLDERS = {
    "loops": "Closed loops: linkages, palletisers, gears. `linkwright check FILE` shows how each of them closes.",
    "parallel": "Parallel robots: legs between a base and a platform.",
    "manifold": "Lagrangians on manifolds, without coordinates.",
    "formats": "Formats of other programs: SYMORO, Skidy.",
}
SUFFIXES = (".yaml", ".urdf", ".csv", ".par", ".json")
SKETCHED = ("loops", "parallel")
"""Folders whose mechanisms are drawn by `linkwright picture`."""
TRIED = ("manifold",)
"""Folders whose mechanisms open in the page without a server; loops need NumPy."""


def lists() -> str:
    """Every file in the folders of examples/, with the first sentence of its comment."""
    parts = [LISTS]
    for folder, text in FOLDERS.items():
        files = sorted(p for p in (ROOT / "examples" / folder).glob("*.*") if p.suffix in SUFFIXES)
        drawn = folder in SKETCHED
        rows = [
            f"| `{p.relative_to(ROOT).as_posix()}` | {first_sentence(p)}"
            + (f"{tried(f'{folder}/{p.name}')} |" if folder in TRIED else " |")
            + (f" ![{p.stem}](pictures/gallery/{folder}/{p.stem}.svg) |" if drawn else "")
            for p in files
        ]
        head = (
            ["| file | what it is | at its start |", "|---|---|---|"]
            if drawn
            else ["| file | what it is |", "|---|---|"]
        )
        parts.append("\n".join([text, "", *head, *rows]) + "\n")
    return "\n".join(parts)


def sketch_all() -> None:
    """A sketch of every closed mechanism."""
    for folder in SKETCHED:
        (PICTURES / folder).mkdir(parents=True, exist_ok=True)
        for path in sorted((ROOT / "examples" / folder).glob("*.yaml")):
            target = PICTURES / folder / f"{path.stem}.svg"
            command = [LINKWRIGHT, "picture", path, "--out", target]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command


def first_sentence(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".json":  # has no comments
        return "A tree with two hands, as Skidy has it."
    comment = itertools.takewhile(lambda line: line.startswith(("#", "(*")), lines)
    return " ".join(line.strip("(# *)") for line in comment).partition(". ")[0].rstrip(".") + "."


def main() -> None:
    if sys.argv[1:] == ["lists"]:
        sketch_all()
        page = (DOCS / "gallery.md").read_text(encoding="utf-8").partition(LISTS)[0]
        (DOCS / "gallery.md").write_text(page.rstrip("\n") + "\n\n" + lists(), encoding="utf-8")
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or [x.name for x in EXHIBITS]
    for x in EXHIBITS:
        if x.name in wanted:
            draw(x)
    sketch_all()
    text = "\n".join([HEAD, *(section(x) for x in EXHIBITS), lists()])
    (DOCS / "gallery.md").write_text(text, encoding="utf-8")
    sys.stdout.write(f"wrote gallery.md with {len(EXHIBITS)} mechanisms\n")


if __name__ == "__main__":
    main()
