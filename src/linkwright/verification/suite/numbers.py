"""Numbers for a robot whose parameters are symbols: the model's own values, sample values where it has none, and other values.

Sample values are made up, the same in every run: lengths between 0.3 and 0.8, angles between 0.3 and 1.2, masses between 1
and 2, principal moments of inertia near 1, products of inertia and offsets of centres of mass below 0.1, gravity 9.81.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.domains import Domain
from linkwright.graph.evaluate import NUMPY, evaluate
from linkwright.graph.expr import Expr
from linkwright.graph.function import Function, Port
from linkwright.model import numeric
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot
from linkwright.passes.kernel import Kernel
from linkwright.referee.algebra import inertia_matrix
from linkwright.referee.tree import ReferenceTree, reference_tree
from linkwright.spatial.inertia import PARAMETER_NAMES

FROM_INERTIAS = ("base_parameters", "identification_parameters")
"""Quantities that start from inertias, whatever form of the parameters the others have."""
CHANGE = 0.2
"""How far other values of parameters are from the model's own, at most; zeros by as large a part of the least value."""
_TINY = 1e-9
_SECOND = ("Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")
_BARYCENTRIC = {"mass": "m", **{f"Ic{n[1:]}": n for n in _SECOND}, **{f"c{k}": f"c{k}" for k in "xyz"}}


RobotT = TypeVar("RobotT", OpenRobot, ClosedRobot, Robot)


def _abs(x: Any) -> Any:
    return x * np.sign(x.real)


def _hypot(a: Any, b: Any) -> Any:
    return np.sqrt(a * a + b * b)


def _atan2(a: Any, b: Any) -> Any:
    return np.arctan2(a.real, b.real) + 1j * (b.real * a.imag - a.real * b.imag) / (a.real**2 + b.real**2)


_COMPLEX = Domain(
    "complex", complex, complex(np.pi),
    {**NUMPY.ops, "abs": _abs, "hypot": _hypot, "atan2": _atan2},
)  # fmt: skip
"""Complex steps of parameters: the operations that NumPy has for real numbers alone, to first order of the imaginary part."""


def in_numbers(robot: RobotT, values: Mapping[str, Any]) -> RobotT:
    """The robot with a number for every expression. No check: sample values need not be those of a real body.

    Values may be complex; couplings then keep the symbols of parameters, else only those of coordinates.
    """
    if not any(isinstance(x, complex) for x in values.values()):
        return numeric.in_numbers(robot, values)

    def number(x: Any) -> Any:
        return complex(evaluate(x.graph, [x.index], values, _COMPLEX)[0]) if isinstance(x, Expr) else x

    if isinstance(robot, ClosedRobot) and robot.couplings:
        return replace(replace(robot, couplings=()).map(number), couplings=robot.couplings)
    return robot.map(number)


@dataclass(frozen=True)
class Numbers:
    """A robot and the form in which its inertias are given; every set of values makes a tree in numbers of it."""

    robot: Robot
    parameters: str = "numeric"
    symbolic: str = ""

    @cached_property
    def own(self) -> dict[str, float]:
        """Values of the file's parameters; of a closed robot those without one get a value with which its loops close."""
        return numeric.closing_values(self.robot)

    @cached_property
    def _own_tree(self) -> ReferenceTree:
        return reference_tree(in_numbers(self.robot.tree, self.own))

    def values(self, port: Port) -> dict[str, float]:
        """A value for every element of a port `parameters`: the model's own, samples where it has none."""
        if port.defaults is not None:
            return dict(zip(port.labels, port.defaults, strict=True))
        known: dict[str, float] = {}
        for mode in (self.parameters, "inertial"):
            named = parametrised_tree(self.robot.tree, mode, self.symbolic).parameters
            known |= {p.name: p.value for p in named if p.value is not None}
        known |= self.own
        if any(n not in known for n in port.labels):
            known |= self.base_values()
        return {n: known[n] for n in port.labels}

    def base_values(self) -> dict[str, float]:
        """Base parameters of the robot, from its values or sample values."""
        f = self._base_map
        given = {p.name: list(self.values(p).values()) for p in f.inputs.values()}
        return dict(zip(f.outputs["base"].labels, map(float, f(**given)), strict=True))

    @cached_property
    def _base_map(self) -> Function:
        from linkwright.mechanism import derive

        return derive(self.robot, "base_parameters", parameters=self.parameters, symbolic=self.symbolic)

    def defaults(self, kernel: Kernel) -> bool:
        return all(p.defaults is not None for p in kernel.inputs if p.name == "parameters")

    def given(self, kernel: Kernel, changed: bool) -> dict[str, float]:
        """Values of a function's parameters, the model's own or others."""
        found = {n: x for p in kernel.inputs if p.name == "parameters" for n, x in self.values(p).items()}
        return {n: x + CHANGE * other(n) * (x or self.least) for n, x in found.items()} if changed else found

    @cached_property
    def least(self) -> float:
        """The least magnitude of a value that is not zero. Zeros are changed by a part of it: inertias stay positive."""
        inertial = parametrised_tree(self.robot.tree, "inertial", self.symbolic).parameters
        values = [*self.own.values(), *(p.value for p in inertial if p.value is not None)]
        return min((abs(x) for x in values if abs(x) > _TINY), default=CHANGE)

    def passed(self, kernel: Kernel, changed: bool = False) -> Array | None:
        """What to pass for `parameters`; None where there are none, where the defaults are meant, or where checks have values
        of their own."""
        if (self.defaults(kernel) and not changed) or kernel.name == "identification_parameters":
            return None
        known = self.given(kernel, changed)
        return np.array([known[n] for p in kernel.inputs if p.name == "parameters" for n in p.labels])

    def tree(self, values: Mapping[str, Any]) -> ReferenceTree:
        """The robot with these values: of the file's parameters by their names, of a link's inertia by its made-up names."""
        own = {n: values.get(n, x) for n, x in self.own.items()}
        made = self._own_tree if own == self.own else reference_tree(in_numbers(self.robot.tree, own))
        named = [n for n in values if n not in own]
        if not named:
            return made
        names = self.robot.tree.inertial_names
        movers = [replace(m, G=_changed(m.G, names.get(m.name, m.name), values)) for m in made.movers]
        return replace(made, movers=tuple(movers))

    def speaks_of(self, labels: Iterable[str]) -> bool:
        """Whether all names are parameters of the file, or numbers of a moving body: base parameters are neither."""
        names = {m.name for m in self._own_tree.movers}
        slots = {*PARAMETER_NAMES, *_BARYCENTRIC}
        return all(n in self.own or (n.partition("_")[0] in slots and n.partition("_")[2] in names) for n in labels)


def _changed(G: Array, name: str, values: Mapping[str, Any]) -> Array:
    """An inertia with some of its numbers replaced: by m_, mx_, Ixx_ at the frame, or by mass_, cx_, Icxx_ about the centre."""
    here, tensor = _at_frame(G), G[3:, 3:]
    direct = {n: values[f"{n}_{name}"] for n in here if f"{n}_{name}" in values}
    if direct:
        return inertia_matrix(np.array([*{**here, **direct}.values()]))
    about = {old: values[f"{new}_{name}"] for new, old in _BARYCENTRIC.items() if f"{new}_{name}" in values}
    if not about:
        return G
    c = np.array([here["mx"], here["my"], here["mz"]]) / here["m"]
    central = dict(zip(_SECOND, _six(tensor - _shift(here["m"], c)), strict=True))
    central |= {n: x for n, x in about.items() if n in central}
    c = np.array([about.get(f"c{k}", x) for k, x in zip("xyz", c, strict=True)])
    m = about.get("m", here["m"])
    xx, xy, yy, xz, yz, zz = central.values()
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) + _shift(m, c)
    return inertia_matrix(np.array([m, *(m * c), *_six(tensor)]))


def _at_frame(G: Array) -> dict[str, float]:
    H = G[3:, :3]
    return dict(zip(PARAMETER_NAMES, [G[0, 0], H[2, 1], H[0, 2], H[1, 0], *_six(G[3:, 3:])], strict=True))


def _six(t: Array) -> list[float]:
    return [t[0, 0], t[0, 1], t[1, 1], t[0, 2], t[1, 2], t[2, 2]]


def _shift(m: float, c: Array) -> Array:
    return m * (c @ c * np.eye(3) - np.outer(c, c))


def other(name: str) -> float:
    """A number in -1..1 that depends on the name alone, so that all functions agree on it."""
    return float(np.random.default_rng(list(name.encode())).uniform(-1, 1))


def physical_parameters(made: ReferenceTree, labels: Iterable[str]) -> Array:
    """Values of m_link, mx_link, ...; zero for the pieces between the axes of a joint."""
    known = {f"{n}_{m.name}": x for m in made.movers for n, x in _at_frame(m.G).items()}
    return np.array([known.get(n, 0.0) for n in labels])
