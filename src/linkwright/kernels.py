"""From a mechanism and names of quantities to kernels, one line per stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from linkwright.errors import NoClosedForm, QuantityError
from linkwright.graph.notes import noting
from linkwright.lazy import lazy
from linkwright.mechanism import Mechanism, defaults, derive, derived_of, find_quantity, quantities
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.request import Request

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.graph.notes import Note
    from linkwright.graph.quantity import Quantity
    from linkwright.passes.kernel import Kernel


def kernel(
    robot: Mechanism,
    quantity: str,
    options: Request = Request(),
    *,
    notes: bool = False,
    packed: bool = False,
    **extra: Any,
) -> Kernel:
    """One quantity, from robot to straight-line code. notes: which says what it computes on its way. packed: with narrow
    results (passes/packed.py)."""
    if packed or options.real != "float64":
        whole = kernel(robot, quantity, replace(options, real="float64"), notes=notes, **extra)
        return _as_asked(whole, packed, options.real)
    from linkwright.passes import optimise
    from linkwright.passes.schedule import schedule

    entry = quantities(robot)[quantity]
    if entry.repeats:
        from linkwright.passes.repeat import repeated

        step = kernel(robot, entry.repeats, options, notes=notes, **extra)
        about = (entry.doc, entry.equation, entry.reference)
        return repeated(step, entry.name, entry.output, *about)
    if options.frame is not None and "frame" in entry.options:
        extra = {"frame": options.frame, **extra}
    robot, extra = derived_of(robot, entry, extra)
    try:
        with noting() if notes else nullcontext():
            function = derive(robot, quantity, parameters=options.parameters, symbolic=options.symbolic, **extra)
    except NoClosedForm:
        if (made := _otherwise(robot, entry, options, notes, extra)) is None:
            raise
        return made
    optimised = optimise(function, options.effort)
    said: Mapping[int, Note] = {}
    if notes:
        from linkwright.passes.provenance import provenance

        said = provenance(function, optimised)
    made = schedule(optimised, notes=said)
    if entry.lanes and isinstance(robot, OpenRobot | ClosedRobot):
        return _with_lanes(made, robot, entry, function, options, extra)
    return made


def _with_lanes(
    made: Kernel,
    robot: OpenRobot | ClosedRobot,
    entry: Quantity,
    function: Function,
    options: Request,
    extra: Mapping[str, Any],
) -> Kernel:
    """A kernel, and what one state of it runs where that is faster: with columns and legs in lanes, or with legs alone."""
    from linkwright.mechanics.legs import legwise
    from linkwright.passes import optimise
    from linkwright.passes.lanes.choose import with_lanes

    given = {name: x for name, x in extra.items() if name != "method"}
    for kind in (entry, replace(entry, alike=False)) if entry.alike else (entry,):
        found = legwise(robot, kind, function, (options.parameters, options.symbolic), given)
        if found is not None:
            made = with_lanes(made, found, lambda f: optimise(f, options.effort))
    return made


def _as_asked(kernel: Kernel, packed: bool, real: str) -> Kernel:
    """With narrow results, for other reals."""
    from linkwright.passes.packed import packed as narrow
    from linkwright.passes.precision import in_single

    kernel = kernel if real == "float64" else in_single(kernel)
    return narrow(kernel) if packed else kernel


PROCEDURES: Mapping[str, tuple[Callable[..., Kernel | None], ...]] = {
    "inverse_kinematics": (
        lazy("linkwright.inverse.near_closed_form:near_closed_form"),
        lazy("linkwright.inverse.elimination:elimination"),
        lazy("linkwright.inverse.search:search"),
    )
}
"""Of quantities that not every robot has in closed form: procedures (robot, entry, make, extra) that compute them all the same,
in the order in which they are tried. make(quantity, **extra): the kernel of another quantity, for them to call."""


def _otherwise(
    robot: Mechanism, entry: Quantity, options: Request, notes: bool, extra: Mapping[str, Any]
) -> Kernel | None:
    """The first procedure that applies."""

    def make(quantity: str, **other: Any) -> Kernel:
        return kernel(robot, quantity, options, notes=notes, **other)

    form = {"parameters": options.parameters, "symbolic": options.symbolic}
    for way in PROCEDURES.get(entry.name, ()):
        try:
            made = way(robot, entry, make, {**extra, **form})
        except NoClosedForm:
            continue
        if made is not None:
            return made
    return None


def available(robot: Mechanism, parameters: str = "numeric") -> tuple[str, ...]:
    """Default quantities that this robot and parameter form have."""
    base, table = parameters == "base", quantities(robot)
    return tuple(n for n in defaults(robot) if not (base and table[n].physical))


def kernels_of(
    robot: Mechanism,
    wanted: Sequence[str] | str | None,
    options: Request,
    tell: Callable[[str, float], object] = lambda what, part: None,
) -> tuple[list[Kernel], tuple[tuple[str, str], ...]]:
    """What was asked for; of "all", or of the usual ones, also what the robot does not have, with the reason."""
    if options.frame is not None:
        _check_frame(robot, options.frame)  # an unknown one is said before any work is done
    asked = wanted.split(",") if isinstance(wanted, str) else wanted
    asked = [n.strip() for n in asked or () if n.strip()]
    everything = "all" in asked
    named = [find_quantity(robot, n).name for n in asked or available(robot, options.parameters) if n != "all"]
    names = list(quantities(robot)) if everything else list(dict.fromkeys(named))
    left_out: dict[str, str] = {}
    found: dict[str, Kernel] = {}
    for n, name in enumerate(names):
        tell(name, 0.5 * n / len(names))
        try:
            found[name] = kernel(robot, name, options, notes=True)
        except QuantityError as error:
            if not everything or not _of_one(error, options):
                raise
            left_out[name] = error.what
    if everything or not asked:
        left_out |= {
            n: f"it has no elements: {_sizes(k)}" for n, k in found.items() if not any(p.size for p in k.outputs)
        }
    found = {n: k for n, k in found.items() if n not in left_out}
    if not found:
        raise QuantityError(f"no quantity is left: {next(iter(left_out.values()), 'none was asked for')}")
    return [found[n] for n in names if n in found], tuple((n, left_out[n]) for n in names if n in left_out)


def _check_frame(robot: Mechanism, frame: str) -> None:
    if not isinstance(robot, OpenRobot | ClosedRobot):
        raise QuantityError(f"'{robot.name}' has no frame '{frame}'", hint="only robots made of links have frames")
    from linkwright.mechanics.tree.kinematics import frame_place
    from linkwright.model.parameters import parametrised_tree

    frame_place(parametrised_tree(robot.tree).tree, frame)


def _sizes(kernel: Kernel) -> str:
    """What the outputs would be: "Yb is 1 x 0"."""
    return ", ".join(f"{p.name} is {' x '.join(map(str, p.shape))}" for p in kernel.outputs)


def _of_one(error: QuantityError, options: Request) -> bool:
    """Whether an error speaks of one quantity, and not of what was asked for all of them."""
    return not any(word and f"'{word}'" in error.what for word in (options.parameters, options.frame))
