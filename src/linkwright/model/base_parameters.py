"""Base parameters: the smallest set of inertial numbers that the torques depend on, from the physical ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from linkwright.graph.expr import Scalar, is_zero, number, symbol
from linkwright.graph.graph import Graph
from linkwright.model.regroup import regroup, spin_directions
from linkwright.model.robot import Parameter
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.vector import Mat, Vec, Z


@dataclass(frozen=True)
class BaseParameter:
    """One base parameter: its name, the link and slot it fills, the inertia of one unit of it, and its value or formula.

    more: what one unit of it is on other links, where bodies are alike
    """

    name: str
    link: int
    slot: str
    unit: Inertia
    value: Scalar
    more: tuple[tuple[int, Inertia], ...] = ()

    @property
    def column(self) -> tuple[tuple[int, Inertia], ...]:
        """Links, and the inertia that one unit of it is on each."""
        return (self.link, self.unit), *self.more


@dataclass(frozen=True)
class BaseForm:
    """A tree whose inertias are the base parameters' symbols, and the list of them."""

    tree: Tree
    parameters: tuple[BaseParameter, ...]


def known_values(parameters: Iterable[Parameter]) -> dict[str, float]:
    """Values of the symbols that have one."""
    return {p.name: p.value for p in parameters if p.value is not None}


def base_form(tree: Tree, parameters: Iterable[Parameter] = ()) -> BaseForm:
    """Regroup, then give every inertial number that is left a name of its own.

    parameters: the tree's symbols; what their values make zero is not divided by

    In the `lamina` gauge a revolute link is a flat plate: Izz = Ixx + Iyy has no name of its own. Parameters without effect on
    any torque (a first link's Ixx, say) are still listed; whoever derives the torques sees that they are not used.
    """
    values = known_values(parameters)
    grouped = regroup(tree, "lamina", values)
    spins = spin_directions(tree, values)
    graph = Graph()
    listed: list[BaseParameter] = []
    inertias: list[Inertia] = []
    for i, link in grouped.outward():
        flat = link.joint_type.about_z and spins[i] != Z
        symbols: list[Scalar] = []
        for k, (slot, value) in enumerate(zip(PARAMETER_NAMES, link.inertia.parameters, strict=True)):
            if is_zero(value) or (flat and slot == "Izz") or _negligible(value, link.inertia):
                symbols.append(0)
                continue
            name = f"{slot}R_{link.name}"
            listed.append(BaseParameter(name, i, slot, _unit(k, flat), value))
            symbols.append(symbol(name, graph))
        inertias.append(_flattened(Inertia.from_parameters(symbols), flat))
    return BaseForm(grouped.with_inertias(inertias), tuple(listed))


def form_of_parameters(tree: Tree, parameters: Iterable[BaseParameter]) -> BaseForm:
    """A tree whose inertias are the symbols of these base parameters."""
    graph = Graph()
    listed = tuple(parameters)
    inertias = [Inertia() for _ in tree.links]
    for p in listed:
        name = symbol(p.name, graph)
        for link, unit in p.column:
            inertias[link] = inertias[link] + unit.map(lambda e, name=name: e * name if not is_zero(e) else 0)
    return BaseForm(tree.with_inertias(inertias), listed)


def _negligible(value: Scalar, inertia: Inertia) -> bool:
    """Rounding left over from the regrouping of numbers that cancel."""
    x = number(value)
    sizes = [abs(float(v)) for p in inertia.parameters if (v := number(p)) is not None]
    return isinstance(x, float) and abs(x) < 1e-14 * max(sizes, default=0.0)


def _unit(k: int, flat: bool) -> Inertia:
    return _flattened(Inertia.from_parameters([1 if j == k else 0 for j in range(10)]), flat)


def _flattened(x: Inertia, flat: bool) -> Inertia:
    """With Izz = Ixx + Iyy where the gauge says so."""
    if not flat:
        return x
    t = x.I
    return Inertia(x.m, x.h, Mat(t[0], t[1], Vec(t[2][0], t[2][1], t[0][0] + t[1][1])))
