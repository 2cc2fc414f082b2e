"""Which numbers of a model are symbols: named parameters of the file, and names for every inertial number of a link.

A `Form` of a tree says how its inertias are given: as numbers and file parameters (`numeric`, `symbolic`), as ten parameters at
the joint's frame (`inertial`), or as base parameters (`base`, see model/base_parameters.py).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from linkwright.errors import InputError, ModelError, QuantityError, raise_all
from linkwright.graph.domains import floats
from linkwright.graph.expr import Expr, Scalar, number, symbol
from linkwright.graph.function import matching
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, symbols_of
from linkwright.model.checks import body_errors, transmission_errors
from linkwright.model.normal_form import normal_form
from linkwright.model.robot import OpenRobot, Parameter
from linkwright.model.tree import Link, Tree
from linkwright.request import check_form
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia, shift
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec

if TYPE_CHECKING:
    from linkwright.model.closed_robot import ClosedRobot, Robot


@dataclass(frozen=True)
class ParametrisedTree:
    """A tree together with the parameters that are left as symbols in it."""

    tree: Tree
    parameters: tuple[Parameter, ...]


@lru_cache(maxsize=64)  # a robot is compared by identity; many quantities share one form
def parametrised_tree(robot: OpenRobot, mode: str = "numeric", keep: str = "") -> ParametrisedTree:
    """The robot's tree with the wanted numbers as symbols.

    mode: `numeric` puts values in, `symbolic` keeps the file's parameters (or, where a file has none, names mass, centre of
          mass and inertia of each link), `inertial` names ten parameters per link but those that are zero, `full` all ten:
          to who measures them, the file's zeros are guesses as its other numbers are
    keep: shell patterns of names that stay symbols anyway
    """
    check_form(mode)
    named = list(robot.parameters)
    values = values_of(robot, mode, keep)
    tree = normal_form(substitute(robot, values))
    known = dict(robot.parameters)
    if mode in ("inertial", "base", "full"):
        every = {*robot.bodies} - {*robot.carriers} if mode == "full" else set[str]()
        tree, new = _name_links(tree, _inertial, "*", robot.inertial_names, every, robot.parameters.values())
    elif keep or (mode == "symbolic" and not named):
        tree, new = _name_links(tree, _barycentric, keep or "*", robot.inertial_names)
    else:
        new = {}
    file = {n for n in robot.parameters if n not in values}  # those with values are no symbols any more
    if mode == "full":  # those of inertias are none either
        file &= {*tree_symbols(tree.with_inertias([Inertia() for _ in tree.links]))}
    if clash := [n for n in new if n in file]:
        what = f"'{clash[0]}' is a parameter of the file, and the name of an inertial parameter of a link"
        raise QuantityError(what, robot.source, "rename the file's parameter, or the body")
    known.update(new)
    if keep and not matching(list(known), keep):
        raise QuantityError(f"no parameter matches '{keep}'", hint=f"there are: {', '.join(list(known)[:20])}")
    left = [n for n in tree_symbols(tree) if n in known]
    order = {n: k for k, n in enumerate(known)}
    return ParametrisedTree(tree, tuple(known[n] for n in sorted(left, key=order.__getitem__)))


def values_of(robot: Robot, mode: str = "numeric", keep: str = "") -> dict[str, float]:
    """Parameters of the file that a form puts values in for."""
    named = list(robot.parameters)
    kept = set(named) if mode == "symbolic" else set(matching(named, keep))
    return {n: p.value for n, p in robot.parameters.items() if p.value is not None and n not in kept}


def need_values(robot: Robot) -> None:
    """Complain about parameters that have no value."""
    missing = [p.name for p in robot.parameters.values() if p.value is None]
    if missing:
        what = f"parameters without a value: {', '.join(missing)}"
        raise InputError(what, robot.source, "give them numbers under 'parameters:'")


RobotT = TypeVar("RobotT", OpenRobot, "ClosedRobot")


def substitute(robot: RobotT, values: Mapping[str, float]) -> RobotT:
    """The robot with numbers in place of parameters."""
    if not values:
        return robot

    def put(x: Scalar) -> Scalar:
        if not isinstance(x, Expr):
            return x
        graph = Graph()
        nodes = {n: graph.number(v) for n, v in values.items()}
        try:
            y = Expr(graph, copy_nodes(x.graph, graph, [x.index], nodes)[0])
        except ArithmeticError:
            what = f"{x!r} has no value for these parameters"
            raise ModelError(what, robot.source, "correct the values under 'parameters'") from None
        value = number(y)
        if value is None and not symbols_of(graph, [y.index]) and not _is_finite(y):
            what = f"{x!r} is not a finite number for these parameters"
            raise ModelError(what, robot.source, "correct the values under 'parameters'")
        return y if value is None else value

    numeric = robot.map(put)
    raise_all([*body_errors(list(numeric.bodies.values()), "body"), *transmission_errors(numeric.joints.values())])
    return numeric


def _is_finite(constant: Expr) -> bool:
    """Whether an expression without symbols has a value: sqrt(-1) has none."""
    from linkwright.graph.evaluate import evaluate

    return math.isfinite(evaluate(constant.graph, [constant.index], {})[0])


def value_of(x: Scalar, known: Iterable[Parameter]) -> float | None:
    """A formula's value, where all parameters that it depends on have one."""
    constant = number(x)
    if constant is not None or not isinstance(x, Expr):
        return float(x if constant is None else constant)  # type: ignore[arg-type]
    values = {p.name: p.value for p in known if p.value is not None}
    if any(n not in values for n in symbols_of(x.graph, [x.index])):
        return None
    return floats(x.graph, [x.index], values)[0]


def tree_symbols(tree: Tree) -> list[str]:
    """Symbols that occur anywhere in a tree."""
    found: dict[str, None] = {}

    def look(x: Scalar) -> Scalar:
        if isinstance(x, Expr):
            found.update(dict.fromkeys(symbols_of(x.graph, [x.index])))
        return x

    tree.map(look)
    return list(found)


# --- names for the numbers of a link ------------------------------------------------------------------------------------

_Namer = Callable[[str, Scalar], Scalar]
"""Turns (name, value) into the value or a symbol for it."""


def _name_links(
    tree: Tree,
    rebuild: Callable[[str, Inertia, _Namer], Inertia],
    patterns: str,
    names: Mapping[str, str],
    every: Collection[str] = (),
    known: Iterable[Parameter] = (),
) -> tuple[Tree, dict[str, Parameter]]:
    """Replace the numeric inertial parameters whose names match by symbols that carry the numbers as their values.

    names: of links that have the parameters of another, that other; every: links all of whose ten get symbols
    known: parameters of the file, whose values may be in formulas of these"""
    graph = Graph()
    parameters: dict[str, Parameter] = {}

    def name(label: str, x: Scalar) -> Scalar:
        parameters[label] = Parameter(label, value_of(x, known))
        return symbol(label, graph)

    def name_some(label: str, x: Scalar) -> Scalar:
        return name(label, x) if number(x) and matching([label], patterns) else x

    inertias: list[Inertia] = []
    own = {link.name: link for link in tree.links}
    for link in tree.links:
        source = own[names.get(link.name, link.name)]
        namer = name if source.name in every else name_some
        inertias.append(rebuild(source.name, at_joint(tree, source), namer).seen_from(joint_place(tree, link)))
    return (tree.with_inertias(inertias), parameters) if parameters else (tree, parameters)


def at_joint(tree: Tree, link: Link) -> Inertia:
    """A link's inertia at the joint's own frame."""
    return _tidy(link.inertia.seen_from(joint_place(tree, link).inverse))


def joint_place(tree: Tree, link: Link) -> Transform:
    """The joint's own frame (as the file has it) in the frame of the normal form."""
    return tree.frames[link.name].X if link.name in tree.frames else Transform()


def _tidy(x: Inertia) -> Inertia:
    """Rounding of the way there and back must not look like parameters: entries far below the largest one are zero."""
    values = [abs(float(v)) for p in x.parameters if (v := number(p)) is not None]
    floor = 1e-15 * max(values, default=0.0)
    return x.map(lambda p: 0 if isinstance(v := number(p), float) and abs(v) < floor else p)


def _inertial(link: str, x: Inertia, name: _Namer) -> Inertia:
    """m, mx .. mz, Ixx .. Izz at the joint's frame."""
    return Inertia.from_parameters([name(f"{p}_{link}", v) for p, v in zip(PARAMETER_NAMES, x.parameters, strict=True)])


def _barycentric(link: str, x: Inertia, name: _Namer) -> Inertia:
    """mass, centre of mass c, inertia Ic about the centre of mass."""
    mass = number(x.m)
    if mass is None or mass == 0:
        return x
    com = x.h * (1.0 / float(mass))
    about = _tidy(replace(x, I=x.I - shift(com, x.h))).I
    entries = dict(zip(PARAMETER_NAMES[4:], Inertia(0, com, about).parameters[4:], strict=True))
    t = {p: name(f"Ic{p[1:]}_{link}", v) for p, v in entries.items()}
    I_com = Mat(Vec(t["Ixx"], t["Ixy"], t["Ixz"]), Vec(t["Ixy"], t["Iyy"], t["Iyz"]), Vec(t["Ixz"], t["Iyz"], t["Izz"]))
    c = Vec(*(name(f"c{k}_{link}", v) for k, v in zip("xyz", com, strict=True)))
    return Inertia.about_com(name(f"mass_{link}", mass), c, I_com)
