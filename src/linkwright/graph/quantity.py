"""What a quantity is: its inputs and output, the methods that derive it, its equation and reference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias, TypeGuard

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar

Nested: TypeAlias = "Scalar | Sequence[Nested]"
"""A scalar, or a list (of lists) of scalars."""

Method = Callable[[Any], "Nested | None"]
"""A derivation: from what its room gives it (symbols for the inputs, and the mechanism) to the result;
None where it does not apply."""


@dataclass(frozen=True)
class Quantity:
    """One quantity. `physical` says that it needs the inertias as they are: regrouping would change the result.

    symbols: it needs parameters that are symbols
    repeats: of a solver, the quantity that is one step of it; its state is the output's name
    columns: of a regressor, what its columns may stand for: ten parameters of each of the "links", "base" parameters; "values"
             are the base parameters themselves
    unknown: inertias and drives are what it is to measure: all of their parameters count, those that are zero in the file too
    kinematic: it does not depend on inertias
    closure: of closed robots, the only closure that it is derived with
    every_frame: where no frame is named it is of all of them
    factored: its elements are products, which are printed factor by factor
    lanes:   legs that are alike are tried in the lanes of vectors (mechanics/legs.py): it does much for each leg
    alike:   and columns of which the same is asked (graph/columns.py)
    needs:   what only some mechanisms of a kind have, and it is of no use without: "platform", "constraints"
    closed:  what is said otherwise of closed robots: doc, equation, reference, ...
    beside_loops: of closed robots without a platform it is that of the tree of their free joints
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
    unknown: bool = False
    repeats: str = ""
    kinematic: bool = False
    every_frame: bool = False
    factored: bool = False
    lanes: bool = False
    alike: bool = False
    closure: str = ""
    needs: str = ""
    beside_loops: bool = False
    closed: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def check_asked(self, method: str | None, options: Iterable[str]) -> None:
        """Complain about a method or an option that there is not."""
        if method is not None and method not in self.methods:
            raise QuantityError(f"{self.name} has no method '{method}'", hint=f"one of: {', '.join(self.methods)}")
        for name in options:
            if name not in self.options:
                hint = f"options: {', '.join(self.options)}" if self.options else "it has none of its own"
                raise QuantityError(f"{self.name} has no option '{name}'", hint=hint)


@dataclass(frozen=True)
class Quantities:
    """The quantities of one kind of mechanism; default: what `build` writes when no quantity is named."""

    entries: tuple[Quantity, ...]
    default: tuple[str, ...]

    @cached_property
    def by_name(self) -> Mapping[str, Quantity]:
        return MappingProxyType({x.name: x for x in self.entries})

    @cached_property
    def aliases(self) -> Mapping[str, str]:
        """Short and other names -> names."""
        return MappingProxyType({alias: x.name for x in self.entries for alias in (x.name, *x.aliases)})


def flatten(x: Nested) -> list[Any]:
    """Elements of nested lists, row-major."""
    if not isinstance(x, list):
        return [x]
    return [e for part in x for e in flatten(part)]


def is_vector(x: Nested | None) -> TypeGuard[list[Scalar]]:
    """Whether x is a list of scalars."""
    return isinstance(x, list) and not any(isinstance(e, list) for e in x)


def is_matrix(x: Nested | None) -> TypeGuard[list[list[Scalar]]]:
    """Whether x is a list of rows."""
    return isinstance(x, list) and all(isinstance(row, list) for row in x)


def shape_of(x: Nested) -> tuple[int, ...]:
    """Sizes of nested lists, outermost first."""
    return (len(x), *shape_of(x[0])) if isinstance(x, list) and x else (0,) if isinstance(x, list) else ()
