"""What `benchmarks.soak` runs: files of every format, and commands that suit them. A case is a damaged file and a command."""

from __future__ import annotations

import contextlib
import io
import random
import shutil
import signal
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType

import linkwright as lw
from benchmarks.mutations import mutate
from linkwright.cli.main import run
from linkwright.errors import printable
from linkwright.readers import _READERS as READERS
from linkwright.schema import read, save
from linkwright.verification.toolchains import TARGETS

ROOT = Path(__file__).parents[1]
SECONDS = 5.0
SIDE = ".loops.yaml"
FILE = "{}"
"""Where the file stands in a command, if not at its end."""
READ = "read"
"""The command of documents in JSON, which only Python reads."""
LONG = ("parallel", "arm6", "quadruped", "elbow6", "palh", "picker", "exoskeleton", "rx90")
"""Files whose closed-form equations take seconds even undamaged: they are not printed."""
DOCUMENTS = (
    "double_pendulum.yaml",
    "screws.yaml",
    "loops/fourbar.yaml",
    "loops/geared_arm.yaml",
    "manifold/rolling_ball.yaml",
)


@dataclass(frozen=True)
class Source:
    """A good file: `damaged` is damaged, `given` is what the command is given; both lie in one folder."""

    given: Path
    damaged: Path

    @property
    def document(self) -> bool:
        """Whether it is a document in JSON that is made of an example first."""
        return self.given.suffix == ".json" != self.damaged.suffix


@dataclass(frozen=True)
class Outcome:
    """How a case ended: the exit code (None: it did not end by itself), processor time, and (kind, text) of what went wrong."""

    case: int
    code: int | None
    seconds: float
    wrong: list[tuple[str, str]]


@cache
def sources() -> tuple[Source, ...]:
    """All examples, and files of the formats that no example has."""
    files = sorted([*(ROOT / "examples").rglob("*"), *(ROOT / "benchmarks" / "data" / "soak").iterdir()])
    found = [Source(p, p) for p in files if p.suffix in READERS and not p.name.endswith(SIDE)]
    for side in (p for p in files if p.name.endswith(SIDE)):
        found.append(Source(side.with_name(side.name.removesuffix(SIDE) + ".urdf"), side))
    return (*found, *(Source(p.with_suffix(".json"), p) for p in (ROOT / "examples" / name for name in DOCUMENTS)))


def arguments(source: Source, rng: random.Random) -> list[str]:
    """A command for a file."""
    if source.document:
        return [READ]
    lagrangian = source.given.parent.name == "manifold"
    quantity = "equations_of_motion" if lagrangian else "gravity"
    commands = [["check"]] * 4 + [["check", "--json"], ["quantities"], ["picture", "--out", "out.svg"]]
    languages = ",".join(rng.sample(sorted(TARGETS), 2))
    commands += [["build", "--no-run", "--to", languages, "-Q", quantity, "--out", "out"]] * 2
    if not any(word in str(source.given.relative_to(ROOT)) for word in LONG):
        commands.append(["equations", "-Q", quantity] if not lagrangian else ["equations"])
    commands += [] if lagrangian else [["convert", FILE, f"out.{rng.choice(('urdf', 'xml', 'sdf', 'yaml'))}"]] * 2
    return rng.choice(commands)


def prepared(source: Source, folder: Path, rng: random.Random) -> Path:
    """The damaged file in a folder, beside what belongs to it."""
    given = folder / source.given.name
    if source.document:
        save(lw.load(source.damaged), given)
        given.write_bytes(mutate(given.read_text(), ".json", rng))
        return given
    if source.given != source.damaged:
        shutil.copy(source.given, given)
    text = source.damaged.read_text(encoding="utf-8")
    (folder / source.damaged.name).write_bytes(mutate(text, source.damaged.suffix, rng))
    return given


class TooLong(BaseException):
    """More processor time than a case may have; no `except Exception` stops it."""


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise TooLong


def outcome(seed: str, case: int, folder: Path) -> Outcome:
    """Run one case in an empty folder, which is the working directory, and look at what it left."""
    rng = random.Random(f"{seed}:{case}")
    source = rng.choice(sources())
    words = arguments(source, rng)
    given = prepared(source, folder, rng)
    before = {p.name for p in folder.iterdir()}
    out, told, crash = io.StringIO(), io.StringIO(), ""
    code: int | None = None
    signal.signal(signal.SIGPROF, _stop)
    start = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, 2 * SECONDS)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told), warnings.catch_warnings():
            warnings.simplefilter("always")
            code = _code(words, given)
    except TooLong:
        pass
    except BaseException:
        crash = traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    spent = time.process_time() - start
    label = f"{' '.join(words)} {source.damaged.relative_to(ROOT)}"
    seen = [("traceback", crash)] if crash else []
    if spent > SECONDS:
        seen.append(("slow", f"{spent:.1f} s of processor time"))
    if code is not None:
        seen += _printed(code, out.getvalue(), told.getvalue())
        seen += _left(code, words, folder, before)
    return Outcome(case, code, spent, [(kind, f"{label}\n{what}") for kind, what in seen])


def _code(words: list[str], given: Path) -> int:
    if words != [READ]:
        return run([str(given) if w == FILE else w for w in words] if FILE in words else [*words, str(given)])
    try:
        read(given)
    except lw.LinkwrightError as error:
        print(error)
        return 2
    return 0


def _printed(code: int, out: str, told: str) -> Iterator[tuple[str, str]]:
    hidden = sorted({printable(c) for c in (out + told).replace("\n", "") if printable(c) != c})
    if hidden:
        yield "control characters", " ".join(hidden)
    if code not in (0, 1, 2):
        yield "exit code", str(code)
    if code == 2 and "LW" not in out + told:
        yield "no message", told
    if "cannot write" in told or "Traceback" in told:
        yield "strange message", told
    if "Warning:" in told:
        yield "warning", told


def _left(code: int, words: list[str], folder: Path, before: set[str]) -> Iterator[tuple[str, str]]:
    """Complete or not there at all; nothing else."""
    expected = {w for w in words if w == "out" or w.startswith("out.")}
    new = {p.name for p in folder.iterdir()} - before
    new -= {"out.loops.yaml"} if words[0] == "convert" and code != 2 else set[str]()  # the side file of a URDF
    if new != (expected if code != 2 else set[str]()):
        yield "half-written", f"code {code}, new files: {sorted(new)}"
    if code != 2 and words[0] == "build":
        for language in words[words.index("--to") + 1].split(","):
            if not (folder / "out" / language / "README.md").is_file():
                yield "half-written", f"no README of {language}"
    if code != 2 and words[0] == "picture" and not (folder / "out.svg").read_text().rstrip().endswith("</svg>"):
        yield "half-written", "the picture has no end"
