"""The pipeline, one line per stage: Robot -> Function -> optimised Function -> Kernel -> source files or native functions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwright.emit import SourceTree
    from linkwright.model.robot import Robot
    from linkwright.passes.kernel import Kernel
    from linkwright.verify.toolchains import Row

DEFAULT_QUANTITIES = (
    "inverse_dynamics", "mass_matrix", "coriolis_matrix", "gravity", "nonlinear_effects", "forward_dynamics",
    "kinetic_energy", "potential_energy", "forward_kinematics", "jacobian",
)  # fmt: skip
"""What `build` writes when no quantity is named."""


@dataclass(frozen=True)
class Options:
    """How to derive and optimise. parameters: numeric, symbolic, inertial or base; symbolic: patterns of names kept as symbols;
    level: effort of the optimiser (1 milliseconds, 2 seconds)."""

    parameters: str = "numeric"
    symbolic: str = ""
    level: int = 1


def kernel(robot: Robot, quantity: str, options: Options = Options(), **extra: Any) -> Kernel:
    """One quantity, from robot to straight-line code."""
    from linkwright.derive import derive
    from linkwright.passes import optimise
    from linkwright.passes.schedule import schedule

    function = derive(robot, quantity, parameters=options.parameters, symbolic=options.symbolic, **extra)
    return schedule(optimise(function, options.level))


def build(
    robot: Robot | str | Path,
    to: Sequence[str] | str = ("c",),
    out: str | Path | None = None,
    quantities: Sequence[str] | str | None = None,
    *,
    parameters: str = "numeric",
    symbolic: str = "",
    effort: int = 1,
    run: bool = True,
) -> Built:
    """Write a robot's equations as source code, one folder per language, each with its own tests; run those that can run.

    Nothing is written unless all of it could be produced. effort: 1 optimises in milliseconds, 2 searches for seconds.
    """
    from linkwright.derive.assemble import find_quantity
    from linkwright.emit import emit
    from linkwright.readers import load

    robot = load(robot) if isinstance(robot, str | Path) else robot
    options = Options(parameters, symbolic, effort)
    languages = tuple(to.split(",")) if isinstance(to, str) else tuple(to)
    asked = quantities.split(",") if isinstance(quantities, str) else quantities
    names = tuple(dict.fromkeys(find_quantity(n.strip()).name for n in asked or available(robot, parameters)))
    kernels = [kernel(robot, name, options) for name in names]
    about = _about(robot, kernels)
    trees = {language.strip(): emit(kernels, language.strip(), about) for language in languages}
    if out is None:
        return Built(trees, (), None)
    folder = Path(out)
    _write(trees, folder)
    rows = _run(trees, len(kernels)) if run else ()
    return Built(trees, rows, folder)


@dataclass(frozen=True)
class Built:
    """What `build` made: files by language, the results of the generated tests, the folder (if written)."""

    trees: dict[str, SourceTree]
    tests: tuple[Row, ...]
    folder: Path | None


def available(robot: Robot, parameters: str = "numeric") -> tuple[str, ...]:
    """Default quantities that this robot and parameter form have."""
    from linkwright.derive.table import QUANTITIES

    base = parameters == "base"
    return tuple(n for n in DEFAULT_QUANTITIES if not (base and QUANTITIES[n].physical))


def _about(robot: Robot, kernels: Sequence[Kernel]) -> Any:
    from linkwright import __version__
    from linkwright.emit import About, Parameter
    from linkwright.model.conventions import CONVENTIONS
    from linkwright.verify.suite import checks_for

    rows = [Parameter(p.name, "input" if p.value is None else p.value, doc=p.doc) for p in robot.parameters.values()]
    return About(robot.name, CONVENTIONS, tuple(rows), model_hash(robot), __version__, checks_for(robot, kernels))


def model_hash(robot: Robot) -> str:
    """A short hash of everything that the equations depend on."""
    from linkwright.model.describe import describe

    return hashlib.sha256(describe(robot).encode()).hexdigest()[:16]


def _write(trees: dict[str, SourceTree], folder: Path) -> None:
    from linkwright.emit import SourceTree

    files = {f"{language}/{path}": text for language, tree in trees.items() for path, text in tree.items()}
    SourceTree(files).write(folder)


def _run(trees: dict[str, SourceTree], functions: int) -> tuple[Row, ...]:
    from linkwright.verify.toolchains import run_tests

    return tuple(run_tests(tree, language, functions) for language, tree in trees.items())


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
