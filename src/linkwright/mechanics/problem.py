"""Problem: what a quantity is derived from, of an open tree and of a closed robot alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from linkwright.graph.expr import number
from linkwright.model.robot import Parameter
from linkwright.model.tree import Tree

if TYPE_CHECKING:
    from linkwright.mechanics.closure.explicit import Solution
    from linkwright.model.base_parameters import BaseParameter
    from linkwright.model.cut import Cut

Model: TypeAlias = "Tree | Cut"
"""An open tree, or a closed robot cut open, in one form of its parameters."""


@dataclass(frozen=True)
class Problem:
    """What a quantity is derived from.

    models:   the cheapest result among them is kept
    labels:   names of the result's elements or columns
    given:    what the method takes besides the inputs
    solution: the closed form of a closed robot's closure, if it has one
    defaults: values of inputs that the caller may leave out
    """

    name: str
    models: tuple[Model, ...]
    parameters: tuple[Parameter, ...]
    labels: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    solution: Solution | None = None
    defaults: Mapping[str, tuple[float, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def closed(self) -> bool:
        return not isinstance(self.models[0], Tree)

    @property
    def tree(self) -> Tree:
        return tree_of(self.models[0])


def tree_of(model: Model) -> Tree:
    """The tree of a model, cut open or open anyway."""
    return model if isinstance(model, Tree) else model.tree


@dataclass(frozen=True)
class BaseModel:
    """Base parameters: a model in its physical parameters, the same in base parameters, and those that torques depend on.

    known, geometry: parameters of the physical model, and those of them that are no inertias
    """

    own: Model
    base: Model
    chosen: tuple[BaseParameter, ...]
    known: tuple[Parameter, ...]
    geometry: tuple[Parameter, ...]


class ParametrisedModel(ABC):
    """A robot whose numbers may become symbols: what an open and a closed one do in their own ways."""

    name: str

    @abstractmethod
    def own(self, parameters: str, symbolic: str) -> tuple[Model, tuple[Parameter, ...]]:
        """The model in a form of its parameters, and those left as symbols."""

    @abstractmethod
    def base(self, parameters: str, symbolic: str) -> BaseModel:
        """The model in base parameters."""

    @abstractmethod
    def regrouped(self, own: Model, gauge: str) -> Model:
        """The same mechanism with inertias moved inward; gauge: see model/regroup.py."""

    def solution(self, model: Model) -> Solution | None:
        """The closed form of the closure, of closed robots that have one."""
        return None

    def variants(self, own: Model) -> Sequence[Model]:
        """Numbers are moved inward silently; symbols may cost more to move than the moving saves. In planar mechanisms the
        gauge makes no difference, and is not tried twice."""
        if numeric_inertias(tree_of(own)):
            return [self.regrouped(own, "lamina")]
        classic, lamina = (self.regrouped(own, gauge) for gauge in ("classic", "lamina"))
        return [own, classic] if classic == lamina else [own, classic, lamina]

    def problem(
        self,
        models: Sequence[Model],
        parameters: Sequence[Parameter],
        labels: tuple[str, ...] = (),
        given: Mapping[str, Any] = MappingProxyType({}),
    ) -> Problem:
        """What is derived from these."""
        return Problem(self.name, tuple(models), tuple(parameters), labels, given, self.solution(models[0]))


def numeric_inertias(tree: Tree) -> bool:
    """Whether no inertia has a symbol in it."""
    return all(number(x) is not None for link in tree.links for x in link.inertia.parameters)
