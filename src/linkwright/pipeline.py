"""The pipeline, one line per stage: Robot -> Function -> optimised Function -> Kernel -> source files or native functions."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwright import rooms
from linkwright.kernels import PATIENT, Options, available, kernel, kernels_of
from linkwright.pages import about_build, model_hash

if TYPE_CHECKING:
    from linkwright.emit import About, SourceTree
    from linkwright.model.robot import Robot
    from linkwright.verify.toolchains import Row

__all__ = [
    "Built",
    "Dynamics",
    "Options",
    "about_build",
    "available",
    "build",
    "compile",
    "kernel",
    "kernels_of",
    "model_hash",
]


def build(
    robot: Robot | str | Path,
    to: Sequence[str] | str = ("c",),
    out: str | Path | None = None,
    quantities: Sequence[str] | str | None = None,
    *,
    parameters: str = "numeric",
    symbolic: str = "",
    frame: str | None = None,
    effort: int = 1,
    run: bool = True,
    progress: Callable[[str, float], object] | None = None,
) -> Built:
    """Write a robot's equations as source code, one folder per language, each with its own tests; run those that can run.

    Nothing is written unless all of it could be produced.

    quantities: names; "all" stands for every quantity that this robot has in this form of its parameters
    frame:      of the functions that speak of one frame (poses, Jacobians, twists); the last one by default
    effort:     0 does not optimise, 1 optimises in milliseconds, 2 searches for seconds
    progress:   called with what is being done and how much of all is done (0 to 1)
    """
    from linkwright.emit import emit
    from linkwright.readers import load

    tell = progress or (lambda what, part: None)
    robot = load(robot) if isinstance(robot, str | Path) else robot
    options = Options(parameters, symbolic, effort, frame)
    languages = _languages(to)
    with _rarely_collected():
        kernels, left_out = kernels_of(robot, quantities, options, tell)
        tell("tests", 0.5)
        about = about_build(robot, kernels, options, left_out, languages)
        trees: dict[str, SourceTree] = {}
        for n, language in enumerate(languages):
            tell(f"writing {language}", 0.55 + 0.15 * n / len(languages))
            trees[language] = emit(kernels, language, about)
    if out is None:
        return Built(trees, (), None, left_out)
    folder = Path(out)
    _write(trees, folder, about)
    rows = _run(trees, len(kernels), tell) if run else ()
    return Built(trees, rows, folder, left_out, _older(trees, folder))


@contextmanager
def _rarely_collected() -> Generator[None]:
    """With a collector that looks for garbage less often than usual."""
    before = gc.get_threshold()
    gc.set_threshold(*PATIENT)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@dataclass(frozen=True)
class Built:
    """What `build` made: files by language, the results of the generated tests, the folder (if written), and quantities that
    were asked for by "all" and that the robot does not have, with the reason. `older` are generated files in the same folders
    that this build did not write: of another robot, or of functions that are no longer asked for."""

    trees: dict[str, SourceTree]
    tests: tuple[Row, ...]
    folder: Path | None
    left_out: tuple[tuple[str, str], ...] = ()
    older: tuple[str, ...] = ()


def _languages(to: Sequence[str] | str) -> tuple[str, ...]:
    """Names of languages, each once; an unknown one is said before any work is done."""
    from linkwright.emit import TARGETS, unknown_language

    names = to.split(",") if isinstance(to, str) else to
    found = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
    unknown = [name for name in found if name not in TARGETS and name != "all"]
    if unknown or not found:
        raise unknown_language(unknown[0] if unknown else "")
    return tuple(TARGETS) if "all" in found else found


def _write(trees: dict[str, SourceTree], folder: Path, about: About) -> None:
    """One folder per language, and a page above them unless the user has one there."""
    from linkwright.emit import TARGETS, SourceTree
    from linkwright.emit.readme import PAGE, index
    from linkwright.emit.source_tree import MARK, is_ours

    files = {f"{language}/{path}": text for language, tree in trees.items() for path, text in tree.items()}
    page = folder / PAGE
    if not page.exists() or (page.is_file() and is_ours(page)):
        mark = f"{MARK} {about.version} from model {about.model_hash}. Do not edit: generate it again."
        files[PAGE] = index(about, mark, {n: (TARGETS[n], len(tree)) for n, tree in trees.items()})
    SourceTree(files).write(folder)


def _older(trees: dict[str, SourceTree], folder: Path) -> tuple[str, ...]:
    """Generated files beside those just written."""
    from linkwright.emit.source_tree import is_ours

    found: list[str] = []
    for language, tree in trees.items():
        for path in sorted((folder / language).rglob("*")):
            inside = path.relative_to(folder / language).as_posix()
            with suppress(OSError):  # what cannot be read is nobody's concern here
                if inside not in tree and path.is_file() and not path.is_symlink() and is_ours(path):
                    found.append(f"{language}/{inside}")
    return tuple(found)


def _run(trees: dict[str, SourceTree], functions: int, tell: Callable[[str, float], object]) -> tuple[Row, ...]:
    """Compilers wait for nothing but the processor: as many languages at a time as there are cores, two at most."""
    from concurrent.futures import ThreadPoolExecutor

    from linkwright.verify.toolchains import run_tests

    done: list[str] = []

    def test(language: str) -> Row:
        tell(f"testing {', '.join(n for n in trees if n not in done)}", 0.7 + 0.3 * len(done) / len(trees))
        start = time.perf_counter()
        row = run_tests(trees[language], language, functions)
        done.append(language)
        return replace(row, seconds=round(time.perf_counter() - start, 3))

    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        return tuple(pool.map(test, trees))


# --- native, in this process ------------------------------------------------------------------------------------------------


class Dynamics:
    """A robot's functions as native code. A quantity is derived and compiled when it is first asked for.

    dyn.inverse_dynamics(q, v, a); dyn.mass_matrix(q); rnea, crba, aba, nle are aliases. Arrays of shape (n,) or (batch, n).
    """

    def __init__(self, robot: Robot, options: Options = Options()) -> None:
        self.robot = robot
        self.options = options
        self._native: dict[tuple[str, tuple[tuple[str, Any], ...]], Any] = {}

    def function(self, quantity: str, **extra: Any) -> Any:
        """The native function of a quantity; options such as frame="tool" select among several."""
        from linkwright.runtime import native

        key = (rooms.find_quantity(self.robot, quantity).name, tuple(sorted(extra.items())))
        if key not in self._native:
            self._native[key] = native(kernel(self.robot, key[0], self.options, **extra))
        return self._native[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = rooms.aliases(self.robot)
        if name not in known:
            raise AttributeError(f"no quantity is called '{name}'; there are: {', '.join(sorted(set(known.values())))}")
        found = self.function(name)
        self.__dict__[name] = found  # the next look-up does not come here
        return found

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *rooms.aliases(self.robot)]

    def __repr__(self) -> str:
        return f"<Dynamics of {self.robot.name}: nq {self.robot.nq}, nv {self.robot.nv}>"


class ClosedDynamics(Dynamics):
    """The same for a robot with closed loops: q, v, a and tau are those of the free joints.

    Where the closure has a closed form it is inside: dyn.inverse_dynamics(q, v, a). Where it has none, functions take the
    dependent positions, too: theta = dyn.closure(q, theta0); dyn.inverse_dynamics(q=q, theta=theta, v=v, a=a).
    """

    def closure(self, q: Any, theta0: Any = None) -> Any:
        """Dependent positions at free ones, (n,) or (batch, n): in closed form or, near theta0, by Newton's method (theta0:
        those of the start where none are given)."""
        import numpy as np

        from linkwright.errors import QuantityError

        if theta0 is None:
            try:
                theta = self.function("closure")(q)
            except QuantityError:
                theta0 = self.start[1]
            else:
                self._refuse_open(np.where(np.isfinite(theta).all(axis=-1), 0.0, np.nan))
                return theta
        found = self.function("closure_solution")(q, np.broadcast_to(theta0, (*np.shape(q)[:-1], np.shape(theta0)[-1])))
        self._refuse_open(found["residual"])
        if self.options.parameters == "numeric" and not self.options.symbolic:
            from linkwright.loops.numbers.solving import open_by

            self._refuse_open(open_by(self.robot, q, found["theta"]))
        return found["theta"]

    def _refuse_open(self, residual: Any) -> None:
        """residual: one per state; nan where a closed form has no real value."""
        import numpy as np

        from linkwright.errors import InputError

        bad = np.flatnonzero(~(np.ravel(residual) <= _CLOSED))
        if not len(bad):
            return
        left = float(np.max(np.ravel(residual)[bad]))
        words = "these free positions are out of reach" if np.isnan(left) else f"{left:.3g} is left"
        if np.size(residual) > 1:
            words += f" ({len(bad)} of {np.size(residual)} states, the first is number {bad[0]})"
        hint = "start from theta0 nearer to the solution, or from free positions within reach"
        raise InputError(f"the loops of '{self.robot.name}' do not close: {words}", hint=hint)

    @property
    def start(self) -> tuple[Any, Any]:
        """Free and dependent positions at which the mechanism was assembled."""
        import numpy as np

        from linkwright.loops.numbers.analysis import cut

        made = cut(self.robot)
        every = np.array(made.start)
        return every[list(made.coordinates.free_q)], every[list(made.coordinates.dependent_q)]

    def __repr__(self) -> str:
        q, theta = self.start
        return f"<Dynamics of {self.robot.name}: {len(q)} free positions, {len(theta)} dependent ones>"


_CLOSED = 1e-9


def compile(robot: Robot | str | Path, *, parameters: str = "numeric", symbolic: str = "") -> Dynamics:
    """Native functions of a robot, in this process; no C compiler is needed."""
    from linkwright.readers import load

    robot = load(robot) if isinstance(robot, str | Path) else robot
    kind = ClosedDynamics if getattr(robot, "closed", False) else Dynamics
    return kind(robot, Options(parameters, symbolic))
