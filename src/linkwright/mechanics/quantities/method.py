"""Method: one way to derive a quantity, of trees, of closed robots, or of both; when it is tried is said here as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwright.graph.expr import number
from linkwright.graph.quantity import Nested
from linkwright.mechanics.state import State
from linkwright.model.tree import BASE, Tree

Derivation = Callable[[State], "Nested | None"]
"""From a state to the result; None where the method does not apply to this mechanism."""
Rule = Callable[[Tree], bool]
"""Whether a method is worth trying on a tree when the user names none; where none is, the first one that serves is."""

_SHORT = 10
"""Degrees of freedom of a tree up to which a method that grows faster may still be the cheaper one."""


_VERY_SHORT = 4
"""Rates of the tree of a closed robot up to which Lagrange's equations may be the shortest."""


def always(tree: Tree) -> bool:
    """It may be the shortest on any mechanism."""
    return True


def when_named(tree: Tree) -> bool:
    """A derivation of its own, to compare with; never the shortest."""
    return False


def short(tree: Tree) -> bool:
    """It grows faster than the first method."""
    return tree.nv <= _SHORT


def very_short(tree: Tree) -> bool:
    """It differentiates what others compute once."""
    return tree.nv <= _VERY_SHORT


def long_without_mimics(tree: Tree) -> bool:
    """It grows slower than the first method, and wants joints of their own."""
    shared = len({link.iv for link in tree.links}) < len(tree.links)
    return tree.nv > _SHORT and not shared and all(number(k.ratio) == 1 for k in tree.links)


_OF_ARTICULATED_BODIES = 400
"""Operations of the articulated bodies of a link without a zero in its geometry."""


def not_deep(tree: Tree) -> bool:
    """It eliminates joints from the mass matrix: two operations per pair of those that are on the way to each of them. On long
    chains these alone are more than all that articulated bodies take."""
    ways: list[int] = []
    for link in tree.links:
        ways.append(len(link.rates) + (ways[link.parent] if link.parent != BASE else 0))
    pairs = sum(way * way for way in ways)
    return pairs <= _OF_ARTICULATED_BODIES * len(tree.links) or not long_without_mimics(tree)


@dataclass(frozen=True)
class Way:
    """A derivation and when it is tried. through_W: of closed robots, rates and forces may also go through the matrix W, which
    is shorter for one degree of freedom."""

    derive: Derivation
    tried: Rule
    through_W: bool = False


@dataclass(frozen=True)
class Method:
    """The derivation of either kind, None where it has none."""

    tree: Way | None = None
    closed: Way | None = None

    def way(self, closed: bool) -> Way | None:
        """How it derives closed robots, or trees."""
        return self.closed if closed else self.tree

    def __call__(self, x: State) -> Nested | None:
        way = self.way(x.embedding is not None)
        assert way is not None, "asked of a kind of mechanism that it does not serve"
        return way.derive(x)

    def __or__(self, other: Method) -> Method:
        """A method of trees and one of closed robots under one name."""
        return Method(self.tree or other.tree, self.closed or other.closed)


def both(derive: Derivation, tried: Rule = always) -> Method:
    """One derivation for trees and, at closed positions and rates, for closed robots."""
    return Method(Way(derive, tried), Way(derive, tried))


def of_trees(derive: Derivation, tried: Rule = when_named) -> Method:
    """A derivation of trees alone."""
    return Method(tree=Way(derive, tried))


def of_closed(derive: Derivation, tried: Rule = always, through_W: bool = False) -> Method:
    """A derivation of closed robots alone."""
    return Method(closed=Way(derive, tried, through_W))


def embedded(derive: Callable[[Any], Nested | None]) -> Derivation:
    """A derivation of closed robots that takes their embedding."""
    return lambda x: derive(x.embedding)


def holonomic(derive: Derivation) -> Derivation:
    """A derivation of closed robots that wants free rates that are derivatives of coordinates; where a robot has others, it
    does not apply."""

    def derivation(x: State) -> Nested | None:
        return derive(x) if x.embedding is None or x.embedding.holonomic else None

    return derivation
