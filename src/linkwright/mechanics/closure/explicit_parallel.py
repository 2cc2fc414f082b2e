"""Closed form of a leg, as a pattern of explicit.py: the platform's pose is known, the leg's joints follow."""

from __future__ import annotations

from dataclasses import replace

from linkwright.graph.expr import Expr, Scalar, cos, lift, sin
from linkwright.mechanics.closure.explicit_legs import Direction, signs_of, solve_leg
from linkwright.mechanics.closure.explicit_state import Angle, Between, Length, Shifted, State, Step
from linkwright.mechanics.closure.forms import form
from linkwright.mechanics.closure.polygon import Vec2
from linkwright.mechanics.closure.residual import value_of
from linkwright.mechanics.platform.leg_numbers import nearest_signs
from linkwright.mechanics.platform.legs import Leg, Parallel, parallel
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.model.cut import Closure, Cut
from linkwright.model.robot import Drive
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.vector import ZERO


def leg_of_platform(state: State, closure: Closure) -> list[Step] | None:
    """A leg that ends in a point of the platform. mode: the sign of the root that comes first, see explicit_legs.py."""
    robot = _platform(state.cut)
    leg = None if robot is None else _leg(robot, closure)
    if robot is None or leg is None:
        return None
    graph = state.graph

    def here(x: Scalar) -> Scalar:
        return lift(graph, x) if isinstance(x, Expr) else x

    platform = link_transforms(robot.platform.map(here), [state.free[k] for k in robot.iq])[len(robot.iq) - 1]
    signs = [here(x) for x in closure.signs or _signs(state.cut, robot, leg, closure)]
    own = leg.map(here)
    found = solve_leg(own, platform.point(own.anchor).map(here), signs)
    steps: list[Step] = [Length(leg.iq[k], here(x)) for k, x in found.lengths.items()]
    for direction in sorted(found.directions, key=lambda x: len(x.joints)):
        steps += _known(leg, direction)
    return steps


def signed_legs(cut: Cut) -> list[Closure]:
    """The loops of a robot, those of a platform's legs with the signs of their roots."""
    robot = _platform(cut)
    legs = [None if robot is None else _leg(robot, x) for x in cut.closures]
    return [
        x if robot is None or leg is None else replace(x, signs=_signs(cut, robot, leg, x))
        for x, leg in zip(cut.closures, legs, strict=True)
    ]


def _platform(cut: Cut) -> Parallel | None:
    return parallel(replace(cut, tree=_bare(cut.tree)), carrying=True)


def _leg(robot: Parallel, closure: Closure) -> Leg | None:
    """The leg that a loop closes, if it has a closed form."""
    leg = next((x for x in robot.legs if x.name == closure.name), None)
    return None if leg is None or signs_of(leg) is None else leg


def _bare(tree: Tree) -> Tree:
    """Geometry alone: inertias may be symbols without values."""
    links = tuple(replace(k, inertia=Inertia(), drive=Drive()) for k in tree.links)
    return replace(tree, links=links, gravity=ZERO, ties=())


def _signs(cut: Cut, robot: Parallel, leg: Leg, closure: Closure) -> tuple[Scalar, ...]:
    """As the loop's mode says, and as the robot stands at the start."""

    def there(x: Scalar) -> Scalar:
        return value_of(cut, x)

    platform = link_transforms(robot.platform.map(there), [cut.start[k] for k in robot.iq])[len(robot.iq) - 1]
    numbers = leg.map(there)
    signs = nearest_signs(numbers, platform.point(numbers.anchor), [cut.start[k] for k in leg.iq])
    return tuple(signs) if closure.mode is None else (closure.mode, *signs[1:])


def _known(leg: Leg, direction: Direction) -> list[Step]:
    """What a direction says: of its angle plus the constant turn, and of the angle alone."""
    angle = form({leg.iq[j]: 1 for j in direction.joints})
    turned = Vec2(direction.c, direction.s)
    turn = direction.turn
    straight = turned if turn == 0 else turned * Vec2(cos(turn), -sin(turn))
    single = len(direction.joints) == 1
    steps: list[Step] = [Angle(angle, straight, straight) if single else Between(angle, straight)]
    return steps if turn == 0 else [*steps, Shifted(angle, turn, turned)]
