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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from gallery_exhibits import EXHIBITS, Exhibit

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures" / "gallery"
LINKWRIGHT = Path(sysconfig.get_path("scripts")) / "linkwright"


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
---
slow: true
---

# Gallery

<!-- written by docs/make_gallery.py from examples/; do not edit -->

Every mechanism in the folder `examples/`. Those of the first cards are shown below with file, equations and a motion; then come
[closed loops](#closed-loops), [parallel robots](#parallel-robots), [Lagrangians](#lagrangians) and
[formats of other programs](#other-formats). "Try it in the page" opens one in the [studio](studio.md#without-a-server), in the
browser alone: nothing is installed or sent. [Tutorials](tutorials/index.md) do whole tasks with some of them.
"""


LISTS = "## Closed loops\n"
FOLDERS = {
    "loops": ("Closed loops", "Linkages, palletisers, gears. `linkwright check FILE` shows how each of them closes."),
    "parallel": ("Parallel robots", "Legs between a base and a platform."),
    "manifold": (
        "Lagrangians",
        "Without coordinates; [systems on manifolds](manifold_systems.md) explains them one by one.",
    ),
    "formats": ("Other formats", "Of SYMORO and Skidy; see [coming from other tools](coming_from.md)."),
}
SUFFIXES = (".yaml", ".urdf", ".csv", ".par", ".json")
SKETCHED = ("loops", "parallel")
"""Folders whose mechanisms are drawn by `linkwright picture`."""
PLACES = {"loops": "gallery/loops/{}.svg", "parallel": "gallery/parallel/{}.svg", "manifold": "manifold/{}.png"}
"""Pictures of the folders; those of Lagrangians are made by docs/make_manifold.py."""
TRIED = ("manifold",)
"""Folders whose mechanisms open in the page without a server; loops need NumPy."""


def cards(rows: list[str], columns: str = "1 2 3 3") -> str:
    return "\n".join([f"::::{{grid}} {columns}", ":gutter: 2", "", *rows, "::::", ""])


def card(title: str, text: str, picture: str = "") -> str:
    """A picture, a name and a sentence; a link in the name is one of the whole card."""
    return "\n".join([f":::{{grid-item-card}} {title}", *[f":img-top: {picture}"] * bool(picture), "", text, ":::", ""])


def exhibits() -> str:
    """The first cards: a sketch of each mechanism of the page."""
    drawn = "pictures/gallery/{}.svg"
    rows = [card(f"[{x.title}](#{anchor(x.title)})", f"`examples/{x.file}`", drawn.format(x.name)) for x in EXHIBITS]
    return cards(rows)


def anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def lists() -> str:
    """Every file in the folders of examples/, with the first sentence of its comment."""
    parts: list[str] = []
    for folder, (title, text) in FOLDERS.items():
        files = sorted(p for p in (ROOT / "examples" / folder).glob("*.*") if p.suffix in SUFFIXES)
        parts += [f"## {title}\n", f"{text}\n", cards([listed(p) for p in files])]
    return "\n".join(parts)


def listed(path: Path) -> str:
    folder = path.parent.name
    picture = f"pictures/{PLACES[folder].format(path.stem)}" if folder in PLACES else ""
    more = tried(f"{folder}/{path.name}") if folder in TRIED else ""
    return card(f"`{path.relative_to(ROOT).as_posix()}`", first_sentence(path) + more, picture)


def sketch(path: Path, target: Path, pose: list[str]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(  # noqa: S603 - our own command
        [LINKWRIGHT, "picture", path, "--out", target, *pose], check=True, stdout=subprocess.DEVNULL
    )


def sketch_all() -> None:
    """A sketch of every mechanism of the first cards, and of every closed one."""
    for x in EXHIBITS:
        sketch(ROOT / "examples" / x.file, PICTURES / f"{x.name}.svg", x.pose)
    for folder in SKETCHED:
        for path in sorted((ROOT / "examples" / folder).glob("*.yaml")):
            sketch(path, PICTURES / folder / f"{path.stem}.svg", [])


def first_sentence(path: Path) -> str:
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".json":  # has no comments
        return "A tree with two hands, as Skidy has it."
    comment = itertools.takewhile(lambda line: line.startswith(("#", "(*")), lines)
    return " ".join(line.strip("(# *)") for line in comment).partition(". ")[0].rstrip(".") + "."


def main() -> None:
    if sys.argv[1:] == ["lists"]:
        page = (DOCS / "gallery.md").read_text(encoding="utf-8").partition(LISTS)[0]
        (DOCS / "gallery.md").write_text(page.rstrip("\n") + "\n\n" + lists(), encoding="utf-8")
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[1:] or [x.name for x in EXHIBITS]
    for x in EXHIBITS:
        if x.name in wanted:
            draw(x)
    sketch_all()
    text = "\n".join([HEAD, exhibits(), *(section(x) for x in EXHIBITS), lists()])
    (DOCS / "gallery.md").write_text(text, encoding="utf-8")
    sys.stdout.write(f"wrote gallery.md with {len(EXHIBITS)} mechanisms\n")


if __name__ == "__main__":
    main()
