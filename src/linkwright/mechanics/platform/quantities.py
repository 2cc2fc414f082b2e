"""Quantities of parallel robots, leg by leg: the entries of the table that legwise.py derives.

Each takes the inputs of this room; None where a robot is not made of a platform and legs, so that another method serves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from linkwright.errors import QuantityError
from linkwright.graph.expr import Expr, Scalar, lift, lifter, number
from linkwright.graph.function import count_ops
from linkwright.graph.graph import Graph
from linkwright.graph.quantity import Nested, flatten
from linkwright.mechanics.embedding import Embedding
from linkwright.mechanics.loads import Load
from linkwright.mechanics.platform import legwise
from linkwright.mechanics.platform.inverse_jacobian import inverse_jacobian as by_directions
from linkwright.mechanics.platform.leg_kinematics import PointMotion, View
from linkwright.mechanics.platform.legs import Leg, Parallel, parallel
from linkwright.mechanics.state import State
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.matrix import Matrix
from linkwright.spatial.vector import ZERO, Vec

Work = Callable[[Leg, list[Expr], View], Nested]
VELOCITIES = ("euler", "twist")


def forces(x: State, load: Load, wrenches: bool = False) -> list[Scalar] | None:
    """What a load needs, leg by leg; None where the robot is not parallel. wrenches: conjugate to the platform's velocity and
    angular velocity, not to its coordinates."""
    own = x.embedding
    assert own is not None
    robot = _six(own) if wrenches else parallel(own.cut)
    if robot is None:
        return None
    robot = edited(robot, load.edit)
    v = own.free_rates if load.moves else [0] * own.free
    a = own.free_accelerations if load.speeds_up else [0] * own.free
    derive = legwise.inverse_dynamics_wrench if wrenches else legwise.inverse_dynamics
    return derive(robot, x.q, v, a, own.wrench if load.pushed else (), cheapest_views(robot, _force(v, a)))


def platform_forces(x: State, load: Load) -> list[Scalar] | None:
    """The same as force and moment on the platform."""
    return forces(x, load, wrenches=True)


def mass_matrix(x: State) -> Matrix | None:
    """M leg by leg; None where the robot is not parallel."""
    robot = None if x.embedding is None else parallel(x.embedding.cut)
    return None if robot is None else legwise.mass_matrix_x(robot, x.q, cheapest_views(robot, _inertia))


def platform_mass_matrix(x: Embedding) -> Matrix:
    """From accelerations of the platform's coordinates to force and moment."""
    robot = _six(x)
    return legwise.mass_matrix_x(robot, x.positions, cheapest_views(robot, _inertia), wrenches=True)


def inverse_jacobian(x: Embedding) -> Matrix:
    """Rates of the actuated joints by the platform's velocity."""
    velocities = x.options.get("velocities", VELOCITIES[0])
    if velocities not in VELOCITIES:
        raise QuantityError(f"there are no velocities '{velocities}'", hint=f"one of: {', '.join(VELOCITIES)}")
    robot = _six(x) if velocities == "twist" else _known(x)
    if not robot.actuated:
        raise QuantityError("no joint of the legs has a motor", hint="name them: actuated: 1 under legs")
    return by_directions(robot, x.positions, velocities == "twist", angles=x.closure != "explicit")


def inverse_jacobian_by_projection(x: Embedding) -> Matrix | None:
    """Rows of W; conjugate to the coordinates only."""
    _known(x)
    return None if x.options.get("velocities") == "twist" else [x.W[k] for k in x.cut.actuated]


def inverse_kinematics(x: Embedding) -> list[Scalar]:
    """Coordinates of the joints with motors, or of all joints of the legs."""
    robot, q = _known(x), x.positions
    if x.options.get("joints", "actuated") == "all":
        return [q[k] for leg in robot.legs for k in leg.iq]
    return [q[robot.legs[n].iq[j]] for n, j in robot.actuated]


# --- what they share --------------------------------------------------------------------------------------------------------


def _known(x: Embedding) -> Parallel:
    robot = parallel(x.cut)
    if robot is None:
        raise QuantityError(
            f"'{x.tree.name}' is not a platform that legs carry, each at one point and with as many joints as that fixes",
            hint="describe it by platform: and legs:",
        )
    return robot


def _six(x: Embedding) -> Parallel:
    robot = _known(x)
    if len(robot.iq) != 6:
        what = f"the platform of '{x.tree.name}' has {len(robot.iq)} coordinates; force and moment belong to six"
        raise QuantityError(what, hint="use the quantities of its coordinates: inverse_dynamics, mass_matrix, ...")
    if not robot.compact:
        what = "force and moment of the platform cannot be computed from base parameters"
        raise QuantityError(what, hint="use parameters='inertial'")
    return robot


def edited(robot: Parallel, edit: Callable[[Tree], Tree]) -> Parallel:
    """The robot with all its trees changed."""
    legs = tuple(replace(leg, tree=edit(leg.tree)) for leg in robot.legs)
    return replace(robot, platform=edit(robot.platform), legs=legs)


# --- views ------------------------------------------------------------------------------------------------------------------


def cheapest_views(robot: Parallel, work: Work) -> list[View]:
    """For each leg the axes in which its work takes the fewest operations; legs that look alike are alike."""
    known: dict[object, View] = {}
    found: list[View] = []
    for leg in robot.legs:
        if leg.looks not in known:
            known[leg.looks] = min(_views(leg), key=lambda view, leg=leg: _cost(leg, work, view))
        found.append(known[leg.looks])
    return found


def _views(leg: Leg) -> list[View]:
    every = [View(k, merged) for k in range(BASE, len(leg.tree.links)) for merged in (False, True)]
    return [view for view in every if PointMotion(leg, [0.3] * len(leg.tree.links), view).kept is not None]


def _cost(leg: Leg, work: Work, view: View) -> int:
    graph = Graph()
    own = leg.map(lifter(graph))
    q = [Expr(graph, graph.symbol(f"q[{k}]")) for k in range(len(leg.tree.links))]
    result = work(own, q, view)
    ops = count_ops(graph, [lift(graph, e).index for e in flatten(result)])
    return ops.flops + ops.sin + ops.cos


def _force(v: Sequence[Scalar], a: Sequence[Scalar]) -> Work:
    """What a leg needs to move, or to hold still."""
    moving, pushed = (any(number(e) != 0 for e in part) for part in (v, a))

    def work(leg: Leg, q: list[Expr], view: View) -> list[Scalar]:
        graph = q[0].graph
        velocity, acceleration = (Vec(*(Expr(graph, graph.symbol(f"{n}[{k}]")) for k in range(3))) for n in "va")
        f = legwise.leg_force(
            leg, q, velocity if moving else ZERO, acceleration if pushed or moving else ZERO, (), view
        )
        return list(f)

    return work


def _inertia(leg: Leg, q: list[Expr], view: View) -> list[Scalar]:
    return [e for row in legwise.leg_inertia(leg, q, view) for e in row]
