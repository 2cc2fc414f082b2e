"""Closed form of a leg, as a pattern of explicit.py: the platform's pose is known, the leg's joints follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from linkwright.graph.expr import Expr, Scalar, cos, lift, sin
from linkwright.mechanics.closure.explicit_legs import Direction, signs_of, solve_leg
from linkwright.mechanics.closure.explicit_state import Angle, Between, Length, Shifted, State, Step
from linkwright.mechanics.closure.forms import form
from linkwright.mechanics.closure.polygon import Vec2
from linkwright.mechanics.closure.residual import value_of
from linkwright.mechanics.platform.leg_numbers import nearest_signs
from linkwright.mechanics.platform.legs import Leg, parallel
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.model.cut import Closure
from linkwright.model.robot import Drive
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Vec


def leg_of_platform(state: State, closure: Closure) -> list[Step] | None:
    """A leg that ends in a point of the platform. mode: the sign of the root that comes first, see explicit_legs.py."""
    robot = parallel(replace(state.cut, tree=_bare(state.cut.tree)), carrying=True)
    leg = None if robot is None else next((x for x in robot.legs if x.name == closure.name), None)
    if robot is None or leg is None or signs_of(leg) is None:
        return None
    graph = state.graph

    def here(x: Scalar) -> Scalar:
        return lift(graph, x) if isinstance(x, Expr) else x

    def there(x: Scalar) -> Scalar:
        return value_of(state.cut, x)

    platform = link_transforms(robot.platform.map(here), [state.free[k] for k in robot.iq])[len(robot.iq) - 1]
    at_start = link_transforms(robot.platform.map(there), [state.cut.start[k] for k in robot.iq])[len(robot.iq) - 1]
    signs: list[Scalar] = list(_signs(state, leg, at_start, there))
    if closure.mode is not None:
        signs[0] = here(closure.mode)
    own = leg.map(here)
    found = solve_leg(own, platform.point(own.anchor).map(here), signs)
    steps: list[Step] = [Length(leg.iq[k], here(x)) for k, x in found.lengths.items()]
    for direction in sorted(found.directions, key=lambda x: len(x.joints)):
        steps += _known(leg, direction)
    return steps


def _bare(tree: Tree) -> Tree:
    """Geometry alone: inertias may be symbols without values."""
    links = tuple(replace(k, inertia=Inertia(), drive=Drive()) for k in tree.links)
    return replace(tree, links=links, gravity=ZERO, ties=())


def _signs(state: State, leg: Leg, platform: Transform, there: Callable[[Scalar], Scalar]) -> list[int]:
    numbers = leg.map(there)
    near = [state.cut.start[k] for k in leg.iq]
    point: Vec = platform.point(numbers.anchor)
    return nearest_signs(numbers, point, near)


def _known(leg: Leg, direction: Direction) -> list[Step]:
    """What a direction says: of its angle plus the constant turn, and of the angle alone."""
    angle = form({leg.iq[j]: 1 for j in direction.joints})
    turned = Vec2(direction.c, direction.s)
    turn = direction.turn
    straight = turned if turn == 0 else turned * Vec2(cos(turn), -sin(turn))
    single = len(direction.joints) == 1
    steps: list[Step] = [Angle(angle, straight, straight) if single else Between(angle, straight)]
    return steps if turn == 0 else [*steps, Shifted(angle, turn, turned)]
