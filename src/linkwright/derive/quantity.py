"""What a quantity is: its inputs and output, the methods that derive it, its equation and reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any

from linkwright.graph.expr import Scalar
from linkwright.model.tree import Tree

Nested = Any
"""A scalar, or a list (of lists) of scalars."""


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


Method = Callable[[Inputs], Nested]


def late(path: str) -> Callable[..., Nested]:
    """A derivation, "module.function" of this room, imported when it is first called: a table of fifty quantities would
    otherwise load fifty files to derive one."""
    module, _, name = path.partition(".")

    def derivation(*args: Any, **options: Any) -> Nested:
        return getattr(import_module(f"linkwright.derive.{module}"), name)(*args, **options)

    return derivation


@dataclass(frozen=True)
class Quantity:
    """One quantity. `physical` says that it needs the inertias as they are: regrouping would change the result.

    symbols: it needs parameters that are symbols
    columns: of a regressor, what its columns may stand for: ten parameters of each of the "links", "base" parameters
    """

    name: str
    inputs: str
    output: str
    methods: Mapping[str, Method]
    doc: str
    equation: str
    reference: str
    unit: str = ""
    physical: bool = False
    aliases: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    symbols: bool = False
    facts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
