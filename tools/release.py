"""Builds wheel and sdist, looks into them, installs each into an empty environment, and uses it there.

    python tools/release.py                  everything, files in dist/
    python tools/release.py --final          also asks what only a release must have: a dated changelog, a clean tree, its tag

Nothing is uploaded. Needs Python 3.11 and what pip can reach; git where contents are compared with the repository.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LARGEST = {".whl": 5_000_000, ".gz": 10_000_000}
"""Bytes. The wheel has the studio's page and its gallery, the sdist also the tests and the pages of the documentation."""
FORBIDDEN = re.compile(
    r"(^|/)(__pycache__|node_modules|\.venv|\.git|\.hypothesis|_build|out)/|\.(pyc|so|o|orig|rej|log|sqlite)$|\.csv\.gz$"
)
"""What a build may pick up by accident: caches, environments, results, recordings."""
NOT_SHIPPED = (".ci/", ".github/", ".git", ".pre-commit")
"""Of the repository, in no sdist: about where it is kept, not about the package."""
RECORD = """
import numpy as np, linkwright as lw
t = np.arange(0, 12, 0.005)
phase = np.outer(t, [1.1, 2.3]) + [0.0, 0.7]
q, v, a = 0.9 * np.sin(phase), 0.9 * np.cos(phase) * [1.1, 2.3], -0.9 * np.sin(phase) * np.square([1.1, 2.3])
tau = lw.compile(lw.load("double_pendulum.yaml")).inverse_dynamics(q, v, a)
tau += 0.01 * np.random.default_rng(1).normal(size=tau.shape)
np.savetxt("recording.csv", np.column_stack([t, q, tau]), delimiter=",", header="t,q1,q2,tau1,tau2", comments="")
"""


@dataclass
class Table:
    """Rows as they come: what was asked, how long it took, what came out."""

    failures: int = 0
    clock: float = field(default_factory=time.monotonic)

    def row(self, what: str, ok: bool, said: str) -> None:
        """One line; the time is that since the row before."""
        now = time.monotonic()
        print(f"{'ok  ' if ok else 'FAIL'} {now - self.clock:7.1f} s  {what:<34} {said}", flush=True)
        self.clock, self.failures = now, self.failures + (not ok)

    def run(self, what: str, command: Sequence[str | Path], cwd: Path, said: Callable[[str], str] = str) -> bool:
        """A command; `said` makes one line of what it printed, or of nothing ("") a failure."""
        done = subprocess.run([str(x) for x in command], cwd=cwd, capture_output=True, text=True, check=False)
        line = said(done.stdout) if done.returncode == 0 else ""
        self.row(what, bool(line), (line.splitlines() or [f"ended with code {done.returncode}"])[0])
        if not line:
            print((done.stdout + done.stderr).strip(), file=sys.stderr)
        return bool(line)


def version() -> str:
    """That of the package, read as text: nothing is imported from the tree."""
    return re.findall(r'^__version__ = "(.+)"$', _text("src/linkwright/version.py"), re.MULTILINE)[0]


def texts(table: Table, final: bool) -> None:
    """Every place that names the version names the same one."""
    found = re.findall(r"^version: (\S+)$", _text("CITATION.cff"), re.MULTILINE)
    table.row("CITATION.cff", found == [version()], f"version {', '.join(found)}")
    heads = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?$", _text("CHANGELOG.md"), re.MULTILINE)
    newest, date = heads[0]
    table.row("CHANGELOG.md", not final or (newest == version() and bool(date)), f"newest: {newest} {date}".strip())
    if final:
        dated = re.findall(r"^date-released: (\S+)$", _text("CITATION.cff"), re.MULTILINE)
        table.row("CITATION.cff, date-released", dated == [date], ", ".join(dated) or "not there")
        changed = _git("status", "--porcelain")
        table.row("clean tree", not changed, f"{len(changed)} files changed" if changed else "nothing changed")
        tags = _git("tag", "--points-at", "HEAD")
        table.row("tag", f"v{version()}" in tags, ", ".join(tags) or f"none at this commit: git tag v{version()}")


def build(table: Table, work: Path, out: Path) -> list[Path]:
    """The sdist, and the wheel from the sdist: what it lacks, the wheel would lack."""
    python = environment(work / "build")
    if not table.run("pip install build twine", [*pip(python), "build", "twine"], work, _done):
        return []
    shutil.rmtree(out, ignore_errors=True)
    if not table.run("build", [python, "-m", "build", "--outdir", out, ROOT], work, lambda x: x.splitlines()[-1]):
        return []
    made = sorted(out.iterdir())
    table.run("twine check", [python, "-m", "twine", "check", "--strict", *made], work, _done)
    return made


def contents(table: Table, artefact: Path) -> None:
    """Not too large, nothing by accident, and everything that the repository has of it."""
    wheel = artefact.suffix == ".whl"
    names = set(_names(artefact))
    size, most = artefact.stat().st_size, LARGEST[artefact.suffix]
    table.row(f"size of {artefact.suffix}", size < most, f"{size / 1e6:.2f} MB in {len(names)} files ({artefact.name})")
    odd = sorted(x for x in names if FORBIDDEN.search(x) or (wheel and re.match("tests?/", x)))
    table.row("nothing by accident", not odd, ", ".join(odd[:5]) or "no caches, results or recordings")
    kept = [x for x in _git("ls-files") if not x.startswith(NOT_SHIPPED) and (ROOT / x).is_file()]
    if wheel:
        kept = [x.removeprefix("src/") for x in kept if x.startswith("src/linkwright/")]
        kept += [f"linkwright/studio/{x}" for x in _git("ls-files", "examples")]
    missing = sorted(set(kept) - names)
    table.row("what the repository has", not missing, ", ".join(missing[:5]) or f"{len(kept)} files are there")


def use(table: Table, artefact: Path, folder: Path) -> None:
    """Installed where there was nothing, and used by command and from Python, far from the repository."""
    python = environment(folder / "env")
    command = python.parent / ("linkwright.exe" if sys.platform == "win32" else "linkwright")
    if not table.run(f"pip install {artefact.suffix}", [*pip(python), artefact], folder, lambda _: artefact.name):
        return
    for name in ("double_pendulum.yaml", "elbow6.urdf"):
        shutil.copy(ROOT / "examples" / name, folder)
    pendulum = "double_pendulum.yaml"
    inside = "import linkwright as lw; print(lw.__file__)"
    table.run("import linkwright", [python, "-c", inside], folder, _having(str(folder.resolve())))
    table.run("linkwright --version", [command, "--version"], folder, _having(version()))
    table.run("linkwright check", [command, "check", "elbow6.urdf"], folder, _having("6 degrees of freedom"))
    table.run("linkwright equations", [command, "equations", pendulum], folder, _having("M22 = "))
    table.run("linkwright build --to c", [command, "build", "elbow6.urdf", "--to", "c", "-o", "c"], folder, _tested)
    page = "import linkwright.studio.desk as d; print(len(d.answer('examples', {})['examples']), 'examples')"
    table.run("the studio's gallery", [python, "-c", page], folder, _having("examples"))
    table.run("a recording", [python, "-c", RECORD], folder, lambda _: "recording.csv")
    identify = ["identify", pendulum, "recording.csv", "--no-consistent", "-o", "found"]
    table.run("linkwright identify", [command, *identify], folder, _having("held out"))


def environment(folder: Path) -> Path:
    """A new virtual environment; its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def pip(python: Path) -> list[str | Path]:
    """The words that install into an environment."""
    return [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def _having(words: str) -> Callable[[str], str]:
    """Of what was printed, the first line with these words."""
    return lambda text: next((line.strip() for line in text.splitlines() if words in line), "")


def _tested(text: str) -> str:
    """The row of C in the table of languages, if its tests passed, or could not run for want of a compiler."""
    return next((x.strip() for x in text.splitlines() if re.match(r"\W*c\b", x) and "failed" not in x), "")


def _done(_: str) -> str:
    return "done"


def _names(artefact: Path) -> Iterable[str]:
    """Files inside, by their path in the repository or in site-packages."""
    if artefact.suffix == ".whl":
        with zipfile.ZipFile(artefact) as archive:
            return [x for x in archive.namelist() if not x.endswith("/")]
    with tarfile.open(artefact) as archive:
        return [x.name.partition("/")[2] for x in archive.getmembers() if x.isfile()]


def _git(*words: str) -> list[str]:
    """Lines that git prints; none where there is no git or no repository."""
    git = shutil.which("git")
    if git is None:
        return []
    done = subprocess.run([git, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def main() -> int:
    """0 where every row is ok."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of wheel and sdist (emptied first)")
    parser.add_argument("--final", action="store_true", help="as for a release: changelog dated, tree clean, tag set")
    options = parser.parse_args()
    table = Table()
    print(f"linkwright {version()}, Python {sys.version.split()[0]}")
    texts(table, options.final)
    with tempfile.TemporaryDirectory(prefix="linkwright-release-", ignore_cleanup_errors=True) as name:
        work = Path(name)
        made = build(table, work, options.out.resolve())
        table.row("wheel and sdist", len(made) == 2, ", ".join(x.name for x in made) or "none")
        for artefact in made:
            contents(table, artefact)
            folder = work / artefact.suffix.strip(".")
            folder.mkdir()
            use(table, artefact, folder)
    print(f"{table.failures} failed" if table.failures else "all is well")
    return 1 if table.failures else 0


if __name__ == "__main__":
    sys.exit(main())
