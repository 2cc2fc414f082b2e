"""Which room derives the equations of a mechanism, and what that room can derive.

A mechanism names its room: a tree `linkwright.derive`, a robot with loops `linkwright.loops`, a Lagrangian on a manifold
`linkwright.manifold`. Each room has a function `derive` and a module `table` with QUANTITIES, ALIASES and DEFAULT.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from linkwright.errors import InputError, QuantityError

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.graph.quantity import Quantity


class Mechanism(Protocol):
    """Whatever equations can be derived of."""

    @property
    def name(self) -> str: ...

    @property
    def room(self) -> str: ...


def derive(mechanism: Any, quantity: str, method: str | None = None, **options: Any) -> Function:
    """A quantity of a mechanism as a Function, by the room that knows its kind."""
    room = getattr(mechanism, "room", None)
    if not isinstance(room, str):
        hint = "load it first: robot = lw.load('arm.urdf')"
        raise InputError(f"derive needs a Robot or another mechanism, not {mechanism!r}", hint=hint)
    if step := find_quantity(mechanism, quantity).repeats:
        what = f"{quantity} is a solver, which repeats {step}: it is no expression"
        raise QuantityError(what, hint=f"derive {step}, or have the solver as code: lw.build, lw.compile")
    return import_module(room).derive_here(mechanism, quantity, method, **options)


def quantities(mechanism: Mechanism) -> Mapping[str, Quantity]:
    """Everything that can be derived of a mechanism, by name."""
    return import_module(f"{mechanism.room}.table").QUANTITIES


def aliases(mechanism: Mechanism) -> Mapping[str, str]:
    """Short and other names -> names of quantities."""
    return import_module(f"{mechanism.room}.table").ALIASES


def defaults(mechanism: Mechanism) -> tuple[str, ...]:
    """What `build` writes when no quantity is named."""
    return import_module(f"{mechanism.room}.table").DEFAULT


def find_quantity(mechanism: Mechanism, name: str) -> Quantity:
    """A quantity by its name or one of its aliases."""
    table, known = quantities(mechanism), aliases(mechanism)
    if name not in known:
        near = difflib.get_close_matches(name, known, 3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"one of: {', '.join(table)}"
        raise QuantityError(f"unknown quantity '{name}'", hint=hint)
    return table[known[name]]
