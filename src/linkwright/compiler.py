"""The pipeline, one line per stage: Robot -> Function -> optimised Function -> Kernel -> source files or native functions."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.collector import rarely_collected
from linkwright.describe import about_build, model_hash
from linkwright.errors import EmitError, QuantityError
from linkwright.kernels import available, kernel, kernels_of
from linkwright.mechanism import Mechanism
from linkwright.model.symbol_names import check_symbols
from linkwright.request import Layout, Request

if TYPE_CHECKING:
    from linkwright.emit import BuildContext, SourceTree, Target
    from linkwright.fmu.package import Units
    from linkwright.passes.kernel import Kernel
    from linkwright.verification.toolchains import Row

__all__ = [
    "Built",
    "Request",
    "about_build",
    "available",
    "build",
    "kernel",
    "kernels_of",
    "languages_of",
    "model_hash",
]


def build(
    robot: Mechanism | str | Path,
    to: Sequence[str] | str = ("c",),
    out: str | Path | None = None,
    quantities: Sequence[str] | str | None = None,
    *,
    parameters: str = "numeric",
    symbolic: str = "",
    frame: str | None = None,
    effort: int = 1,
    layout: str = "full",
    real: str = "float64",
    run: bool = True,
    progress: Callable[[str, float], object] | None = None,
) -> Built:
    """Write a robot's equations as source code, one folder per language, each with its own tests; run those that can run.

    Nothing is written unless all of it could be produced.

    to:         languages, "all" for every one; "fmu" besides or alone: Functional Mock-up Units (docs/fmu.md)
    quantities: names; "all" stands for every quantity that this robot has in this form of its parameters
    frame:      of the functions that speak of one frame (poses, Jacobians, twists); the last one by default
    effort:     0 does not optimise, 1 optimises in milliseconds, 2 searches for seconds
    layout:     of results: "full", or "packed": no zeros, other constants and second halves, but tables of where values go
    real:       what functions compute with: "float64", or "float32" in languages that have it ("all" stands for those then)
    progress:   called with what is being done and how much of all is done (0 to 1)
    """
    from linkwright.readers import load

    tell: Callable[[str, float], object] = progress or _untold
    robot = load(robot) if isinstance(robot, str | Path) else robot
    options, packs = Request(parameters, symbolic, effort, frame, real), _packs(layout)
    languages, packed = _targets(to, packs, real)
    check_symbols(robot, symbolic)
    if packed and not languages:
        return _only_units(robot, options, out, tell)
    with rarely_collected():
        units = _units(robot, options, tell) if packed else None
        kernels, about = _derived(robot, quantities, options, tuple(languages), tell)
        trees, about = _written(kernels, about, languages, packs, tell)
    made = Built(trees, (), None, about.left_out, units=units)
    if out is None:
        return made
    folder = Path(out)
    _write(made, folder, about, languages)
    rows = _run(trees, len(kernels), tell) if run else ()
    rows = rows if units is None else (*rows, units.row)
    return replace(made, tests=rows, folder=folder, older=_older(trees, folder))


def _derived(
    robot: Mechanism,
    quantities: Sequence[str] | str | None,
    options: Request,
    languages: Sequence[str],
    tell: Callable[[str, float], object],
) -> tuple[Sequence[Kernel], BuildContext]:
    """Kernels, and what files say besides. In floats only what can be tested: of inverse kinematics rounding decides which
    solutions there are."""
    kernels, left_out = kernels_of(robot, quantities, options, tell)
    tell("tests", 0.5)
    about = about_build(robot, kernels, options, left_out, languages)
    if options.real == "float64":
        return kernels, about
    from linkwright.emit.single import untested

    hidden = untested(about.checks, kernels)
    if hidden and (quantities is not None and "all" not in quantities):
        what = f"rounding to float32 can change all that {', '.join(hidden)} would be tested by"
        raise QuantityError(what, hint="build it in float64, in a folder of its own")
    why = "rounding to float32 can change all that it would be tested by"
    about = replace(about, left_out=(*about.left_out, *((name, why) for name in hidden)))
    return [k for k in kernels if k.name not in hidden], about


def _written(
    kernels: Sequence[Kernel],
    about: BuildContext,
    languages: Mapping[str, Target],
    packs: bool,
    tell: Callable[[str, float], object],
) -> tuple[dict[str, SourceTree], BuildContext]:
    """Files by language, and the facts in them."""
    from linkwright.emit import emit
    from linkwright.emit.narrow import narrowed

    if packs:
        kernels, about = narrowed(kernels, about)
    trees: dict[str, SourceTree] = {}
    for n, (language, target) in enumerate(languages.items()):
        tell(f"writing {language}", 0.55 + 0.15 * n / len(languages))
        trees[language] = emit(kernels, target, about)
    return trees, about


def _refuse_units(packs: bool, real: str) -> None:
    """What units cannot be."""
    if packs:
        raise EmitError("units have no packed results: the standard names every variable", hint="build fmu by itself")
    if real != "float64":
        raise EmitError("functions of units compute in float64", hint="build fmu without --real float32")


def _targets(to: Sequence[str] | str, packs: bool, real: str) -> tuple[Mapping[str, Target], bool]:
    """Languages as they are written for these reals, and whether units are wanted, too; before any work is done."""
    from linkwright.emit import SINGLE, TARGETS, in_single

    names, packed = _apart(to)
    if packed:
        _refuse_units(packs, real)
    if real == "float64":
        return {name: TARGETS[name] for name in names}, packed
    every = len(names) == len(TARGETS)  # "all"
    return {name: in_single(name) for name in names if not every or name in SINGLE}, packed


def _packs(layout: str) -> bool:
    """Whether results are packed; generated code decides nothing about batches."""
    asked = Layout.of(layout)
    if asked.soa:
        raise EmitError(
            "'soa' is a layout of batches in this process", hint="layout='packed', or lw.compile(..., layout='soa')"
        )
    return asked.packed


def _apart(to: Sequence[str] | str) -> tuple[tuple[str, ...], bool]:
    """Languages, and whether units are wanted, too: they are no language, but C in the packing of a standard."""
    names = [name.strip() for name in (to.split(",") if isinstance(to, str) else to)]
    others = [name for name in names if name.lower() != "fmu"]
    packed = len(others) < len(names)
    if packed and not any(others):
        return (), True
    try:
        return languages_of(others), packed
    except EmitError as error:
        raise EmitError(error.what, error.where, f"{error.hint}; and fmu") from None


def _units(robot: Mechanism, options: Request, tell: Callable[[str, float], object], share: float = 0.4) -> Units:
    from linkwright.fmu.package import units_of

    return units_of(robot, options, lambda what, part: tell(what, share * part))


def _only_units(
    robot: Mechanism, options: Request, out: str | Path | None, tell: Callable[[str, float], object]
) -> Built:
    """Without any language beside them."""
    with rarely_collected():
        units = _units(robot, options, tell, 1.0)
    if out is None:
        return Built({}, (), None, units=units)
    units.write(Path(out))
    return Built({}, (units.row,), Path(out), units=units)


def _untold(what: str, part: float) -> None:
    """Progress that nobody asked to see."""


@dataclass(frozen=True)
class Built:
    """What `build` made.

    trees:    files by language
    tests:    results of the generated tests
    folder:   where they were written, if they were
    left_out: quantities asked for by "all" that the robot does not have, with the reason
    older:    generated files in the same folders that this build did not write: of another robot, or of functions that are no
              longer asked for
    units:    Functional Mock-up Units, where they were asked for
    """

    trees: dict[str, SourceTree]
    tests: tuple[Row, ...]
    folder: Path | None
    left_out: tuple[tuple[str, str], ...] = ()
    older: tuple[str, ...] = ()
    units: Units | None = None


def languages_of(to: Sequence[str] | str) -> tuple[str, ...]:
    """Names of languages, each once; an unknown one is said before any work is done."""
    from linkwright.emit import TARGETS, unknown_language

    names = to.split(",") if isinstance(to, str) else to
    found = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
    unknown = [name for name in found if name not in TARGETS and name != "all"]
    if unknown or not found:
        raise unknown_language(unknown[0] if unknown else "")
    return tuple(TARGETS) if "all" in found else found


def _write(made: Built, folder: Path, about: BuildContext, languages: Mapping[str, Target]) -> None:
    """One folder per language, one of units, and a page above them unless the user has one there."""
    from linkwright.emit import SourceTree
    from linkwright.emit.readme import PAGE, index
    from linkwright.emit.source_tree import MARK, is_ours

    if made.units is not None:
        made.units.refuse_others(folder)
    files = {f"{language}/{path}": text for language, tree in made.trees.items() for path, text in tree.items()}
    page = folder / PAGE
    if not page.exists() or (page.is_file() and is_ours(page)):
        mark = f"{MARK} {about.version} from model {about.model_hash}. Do not edit: generate it again."
        files[PAGE] = index(about, mark, {n: (languages[n], list(tree)) for n, tree in made.trees.items()})
    SourceTree(files).write(folder)
    if made.units is not None:
        made.units.write(folder)


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

    from linkwright.verification.programs import Children
    from linkwright.verification.toolchains import run_tests

    done, children = list[str](), Children()

    def test(language: str) -> Row:
        tell(f"testing {', '.join(n for n in trees if n not in done)}", 0.7 + 0.3 * len(done) / len(trees))
        start = time.perf_counter()
        row = run_tests(trees[language], language, functions, children=children)
        done.append(language)
        return replace(row, seconds=round(time.perf_counter() - start, 3))

    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        try:
            return tuple(pool.map(test, trees))
        except BaseException:  # Ctrl-C, or a signal that unwinds the command: the pool would wait for its compilers
            children.end()
            pool.shutdown(cancel_futures=True)
            raise
