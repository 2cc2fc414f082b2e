"""The kinds of mechanism, and what can be derived of each. A kind is a type; what differs by kind is dispatched here.

The implementation of a kind is imported in its arm: loading a tree never loads loops or manifolds.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from linkwright.collector import rarely_collected
from linkwright.errors import InputError, QuantityError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import OpenRobot
from linkwright.model.symbol_names import check_symbols

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.graph.quantity import Quantities, Quantity
    from linkwright.manifold.lagrangian import Lagrangian

Mechanism: TypeAlias = "OpenRobot | ClosedRobot | Lagrangian"
"""Whatever equations can be derived of."""


@rarely_collected()
def derive(
    mechanism: Mechanism,
    quantity: str,
    method: str | None = None,
    parameters: str = "numeric",
    symbolic: str = "",
    **options: Any,
) -> Function:
    """A quantity of a mechanism as a Function.

    parameters: "numeric", "symbolic", "inertial" or "base" (see model/parameters.py)
    symbolic:   shell patterns of parameter names that stay symbols in numeric form

    Options such as frame="tool" belong to the quantity. Of closed robots:
    closure: "explicit" (closed form inside), "given" (dependent positions are an input theta) or "tree" (all positions, rates
             and accelerations of the tree are inputs); by default "explicit" where there is a closed form
    form:    of an explicit closure, "trigonometric" or "direct"; by default the one that takes less time
    """
    require_mechanism(mechanism)
    entry = find_quantity(mechanism, quantity)
    if entry.repeats:
        what = f"{quantity} is a solver, which repeats {entry.repeats}: it is no expression"
        raise QuantityError(what, hint=f"derive {entry.repeats}, or have the solver as code: lw.build, lw.compile")
    check_symbols(mechanism, symbolic)
    mechanism, options = derived_of(mechanism, entry, options)
    match mechanism:
        case OpenRobot() | ClosedRobot():
            from linkwright.mechanics.assemble import assemble

            return assemble(mechanism, entry, method, parameters, symbolic, options)
        case _:
            from linkwright.manifold.assemble import assemble

            return assemble(mechanism, entry, method, parameters, symbolic, options)


def derived_of(mechanism: Mechanism, entry: Quantity, options: Mapping[str, Any]) -> tuple[Mechanism, dict[str, Any]]:
    """The mechanism that a quantity is derived of, and its options there: of a closed robot it may be its tree of free joints;
    complains where a dependent joint is on the way to the frame."""
    if not (entry.beside_loops and isinstance(mechanism, ClosedRobot)):
        return mechanism, dict(options)
    from linkwright.mechanics.inverse.beside_loops import frame_beside_loops, free_tree

    frame = frame_beside_loops(mechanism, options.get("frame"), options.get("base"))
    return free_tree(mechanism), {**options, "frame": frame}


def require_mechanism(mechanism: object, asked: str = "derive") -> Mechanism:
    """Complain about what is no mechanism, before any work is done. asked: the function that needs one."""
    if isinstance(mechanism, OpenRobot | ClosedRobot):
        return mechanism
    from linkwright.manifold.lagrangian import Lagrangian

    if not isinstance(mechanism, Lagrangian):
        hint = "load it first: robot = lw.load('arm.urdf')"
        raise InputError(f"{asked} needs a Robot or another mechanism, not {mechanism!r}", hint=hint)
    return mechanism


def require_robot(mechanism: object, asked: str, wanted: str) -> Robot:
    """The robot that a mechanism is, or a complaint. asked: the function that needs one; wanted: what to do instead."""
    found = require_mechanism(mechanism, asked)
    if isinstance(found, OpenRobot | ClosedRobot):
        return found
    raise InputError(f"'{found.name}' has no joints", found.source, wanted)


def known_quantities(mechanism: Mechanism) -> Quantities:
    """The table of a kind of mechanism: quantities, their other names, and those that `build` writes when none is named."""
    match mechanism:
        case OpenRobot():
            from linkwright.mechanics.quantities.table import OPEN

            return OPEN
        case ClosedRobot(platform=None):
            from linkwright.mechanics.quantities.table import WITHOUT_PLATFORM

            return WITHOUT_PLATFORM
        case ClosedRobot():
            from linkwright.mechanics.quantities.table import CLOSED

            return CLOSED
        case _:
            from linkwright.manifold.table import TABLE

            return TABLE


def kind_of(mechanism: Mechanism) -> str:
    """ "open", "closed" or "lagrangian": the kind as data has it."""
    match mechanism:
        case OpenRobot():
            return "open"
        case ClosedRobot():
            return "closed"
        case _:
            return "lagrangian"


def tables() -> Mapping[str, Quantities]:
    """The table of every kind."""
    from linkwright.manifold.table import TABLE as OF_LAGRANGIANS
    from linkwright.mechanics.quantities.table import CLOSED, OPEN

    return {"open": OPEN, "closed": CLOSED, "lagrangian": OF_LAGRANGIANS}


def quantities(mechanism: Mechanism) -> Mapping[str, Quantity]:
    """Everything that can be derived of a mechanism, by name."""
    return known_quantities(mechanism).by_name


def own_quantities(mechanism: Mechanism) -> Mapping[str, Quantity]:
    """What this very mechanism has: of platforms and constraints only where there are some."""
    match mechanism:
        case OpenRobot():
            missing: set[str] = set()
        case ClosedRobot():
            missing = set() if mechanism.platform is not None else {"platform"}
        case _:
            missing = set() if mechanism.constraints else {"constraints"}
    return {n: x for n, x in quantities(mechanism).items() if x.needs not in missing}


def aliases(mechanism: Mechanism) -> Mapping[str, str]:
    """Short and other names -> names of quantities."""
    return known_quantities(mechanism).aliases


def defaults(mechanism: Mechanism) -> tuple[str, ...]:
    """What `build` writes when no quantity is named."""
    return known_quantities(mechanism).default


def find_quantity(mechanism: Mechanism, name: str) -> Quantity:
    """A quantity by its name or one of its aliases."""
    table = known_quantities(mechanism)
    if name not in table.aliases:
        near = difflib.get_close_matches(name, table.aliases, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"one of: {', '.join(table.by_name)}"
        raise QuantityError(f"unknown quantity '{name}'", hint=hint)
    return table.by_name[table.aliases[name]]
