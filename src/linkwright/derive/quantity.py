"""What a derivation of this room may use, and how it is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from linkwright.graph.expr import Scalar
from linkwright.graph.quantity import Method, Nested, Quantity
from linkwright.model.tree import Tree

__all__ = ["Inputs", "Method", "Nested", "Quantity", "late"]


@dataclass(frozen=True)
class Inputs:
    """What a derivation may use: the tree and symbols (or numbers) for its inputs; options of the call.

    v, a, j, s: the rates and their time derivatives dv/dt, d2v/dt2 (jerk), d3v/dt3 (snap).
    """

    tree: Tree
    q: list[Scalar]
    v: list[Scalar]
    a: list[Scalar]
    j: list[Scalar]
    s: list[Scalar]
    tau: list[Scalar]
    wrench: list[Scalar]
    options: Mapping[str, Any]


def late(path: str) -> Callable[..., Nested]:
    """A derivation, "module.function" of this room, imported when it is first called: a table of fifty quantities would
    otherwise load fifty files to derive one."""
    module, _, name = path.partition(".")

    def derivation(*args: Any, **options: Any) -> Nested:
        return getattr(import_module(f"linkwright.derive.{module}"), name)(*args, **options)

    return derivation
