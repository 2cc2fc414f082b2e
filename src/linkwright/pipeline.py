"""The pipeline, one line per stage: Robot -> Function -> optimised Function -> Kernel -> source files or native functions."""

from __future__ import annotations

import gc
import hashlib
import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwright.kernels import DEFAULT_QUANTITIES, PATIENT, Options, available, kernel, kernels_of

if TYPE_CHECKING:
    from linkwright.emit import About, SourceTree
    from linkwright.model.robot import Robot
    from linkwright.passes.kernel import Kernel
    from linkwright.verify.toolchains import Row

__all__ = [
    "DEFAULT_QUANTITIES",
    "Built",
    "Dynamics",
    "Options",
    "available",
    "build",
    "compile",
    "kernel",
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


_FORMS = {
    "numeric": "The model's numbers are folded into the code.",
    "symbolic": "The parameters of the model are inputs (mass, centre of mass and inertia about it where the file names none).",
    "inertial": "Inputs are ten inertial parameters per link, at its joint's frame: m, m c, tensor about the frame's origin.",
    "base": "Inputs are base parameters: the smallest set of inertial numbers that the joint forces depend on.",
}


def about_build(
    robot: Robot,
    kernels: Sequence[Kernel],
    options: Options,
    left_out: tuple[tuple[str, str], ...] = (),
    languages: Sequence[str] = (),
) -> About:
    """What the files say besides the functions: robot, picture, parameters, tests."""
    from linkwright import __version__
    from linkwright.emit import About, Parameter
    from linkwright.emit.source_tree import MARK
    from linkwright.model.conventions import CONVENTIONS
    from linkwright.model.picture import coordinate_rows, kinematic_tree
    from linkwright.verify.suite import checks_for

    rows = [Parameter(p.name, "input" if p.value is None else p.value, doc=p.doc) for p in robot.parameters.values()]
    rows += [Parameter(name, value) for name, value in _made_up(robot, kernels).items()]
    checks = checks_for(robot, kernels, parameters=options.parameters, symbolic=options.symbolic, frame=options.frame)
    form = _FORMS[options.parameters]
    if options.symbolic:
        form += f" What matches '{options.symbolic}' stays an input."
    form += _frames(robot, kernels, options)
    return About(
        robot.name, CONVENTIONS, tuple(rows), model_hash(robot), __version__, checks,
        closed_forms=_closed_forms(robot, kernels, options) if "latex" in languages else (),
        picture=kinematic_tree(robot, f"{MARK} {__version__}"), joints=coordinate_rows(robot), form=form, left_out=left_out,
    )  # fmt: skip


def _frames(robot: Robot, kernels: Sequence[Kernel], options: Options) -> str:
    """Which frames the functions speak of, in a sentence or two."""
    from linkwright.verify.plain import frame_names
    from linkwright.verify.suite import default_frame

    about_one = [k for k in kernels if "frame" in _options_of(k.name)]
    stacks = [k for k in about_one if "every frame" in k.doc and options.frame is None]
    said = ""
    if len(about_one) > len(stacks):
        said += f" Functions of one frame speak of '{options.frame or default_frame(robot)}'."
    if stacks:
        said += f" Functions of every frame have this order: {', '.join(frame_names(robot))}."
    return said


def _made_up(robot: Robot, kernels: Sequence[Kernel]) -> dict[str, float | str]:
    """Parameters that the file does not name, with their values: mass_upper, Ixx_upper, ..."""
    found: dict[str, float | str] = {}
    for port in (p for k in kernels for p in k.inputs if p.name == "parameters"):
        values = port.defaults if port.defaults is not None else ("input",) * len(port.labels)
        found |= {n: x for n, x in zip(port.labels, values, strict=True) if n not in robot.parameters}
    return found


_CLOSED = 120
"""Operations up to which a function of a small robot is also written in closed form."""


def _closed_forms(robot: Robot, kernels: Sequence[Kernel], options: Options) -> tuple[tuple[str, str], ...]:
    """What LaTeX documents show of small robots: equations as a book prints them, lines that may break."""
    from linkwright.derive import derive
    from linkwright.graph.readable import equations

    found: list[tuple[str, str]] = []
    for k in kernels if robot.nv <= 3 else ():
        if k.ops.flops <= _CLOSED and sum(p.size for p in k.outputs) <= 36:
            extra = {"frame": options.frame} if options.frame and "frame" in _options_of(k.name) else {}
            f = derive(robot, k.name, parameters=options.parameters, symbolic=options.symbolic, **extra)
            lines = equations(f, "latex", 6, budget_seconds=20.0, max_terms=40)
            if all(len(line) < 2000 for line in lines):
                parts = [line.replace("\\left", "").replace("\\right", "") for line in lines]
                found.append(
                    (k.name, "\n".join(f"\\noindent\\raggedright$\\displaystyle {x}$\\par\\smallskip" for x in parts))
                )
    return tuple(found)


def _options_of(quantity: str) -> tuple[str, ...]:
    from linkwright.derive.table import QUANTITIES

    return QUANTITIES[quantity].options


def model_hash(robot: Robot) -> str:
    """A short hash of everything that the equations depend on."""
    from linkwright.model.describe import describe

    return hashlib.sha256(describe(robot).encode()).hexdigest()[:16]


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
        from linkwright.derive.assemble import find_quantity
        from linkwright.runtime import native

        key = (find_quantity(quantity).name, tuple(sorted(extra.items())))
        if key not in self._native:
            self._native[key] = native(kernel(self.robot, key[0], self.options, **extra))
        return self._native[key]

    def __getattr__(self, name: str) -> Any:
        from linkwright.derive.table import ALIASES

        if name.startswith("_") or name not in ALIASES:
            raise AttributeError(
                f"no quantity is called '{name}'; there are: {', '.join(sorted(set(ALIASES.values())))}"
            )
        found = self.function(name)
        self.__dict__[name] = found  # the next look-up does not come here
        return found

    def __dir__(self) -> list[str]:
        from linkwright.derive.table import ALIASES

        return [*super().__dir__(), *ALIASES]

    def __repr__(self) -> str:
        return f"<Dynamics of {self.robot.name}: nq {self.robot.nq}, nv {self.robot.nv}>"


def compile(robot: Robot | str | Path, *, parameters: str = "numeric", symbolic: str = "") -> Dynamics:
    """Native functions of a robot, in this process; no C compiler is needed."""
    from linkwright.readers import load

    robot = load(robot) if isinstance(robot, str | Path) else robot
    return Dynamics(robot, Options(parameters, symbolic))
