"""Products with the mass matrix and Jacobians, made without these matrices. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.graph.quantity import Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.loads import masses_only
from linkwright.mechanics.quantities.kinematics import frame_jacobian
from linkwright.mechanics.quantities.method import Method, always, both, of_closed, of_trees
from linkwright.mechanics.quantities.references import FEATHERSTONE, PROJECTED
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import dot

newton_euler = lazy("linkwright.mechanics.tree.newton_euler:newton_euler")
frame_forces = lazy("linkwright.mechanics.tree.frame_motion:equivalent_forces")
tree_mobility = lazy("linkwright.mechanics.tree.forward_dynamics:mobility")
closed_mobility = lazy("linkwright.mechanics.closed.composed:mobility")


def _generalized_momentum(x: State) -> Nested:
    """Newton-Euler of a robot at rest and without weight, asked for forces at accelerations that are its rates: M v."""
    return x.project(newton_euler(masses_only(x.tree), x.q, x.rest, x.v))


def _equivalent(x: State) -> Nested:
    """J' f, column by column."""
    return [dot(column, x.given["force"]) for column in zip(*frame_jacobian(x), strict=True)]


def _carried(x: State) -> Nested:
    return x.project(frame_forces(x.tree, x.q, x.given["force"], x.options.get("frame")))


def _mobility(mass: str) -> Method:
    """Of closed robots, whose mass matrix is derived in one of its ways."""
    return of_closed(lambda x: closed_mobility(x, frame_jacobian(x), mass), through_W=True)


PRODUCTS = (
    Quantity(
        "generalized_momentum",
        "q v",
        "p",
        {"newton_euler": both(_generalized_momentum)},
        doc="Momenta that belong to the joints' rates, M v, without any M",
        equation="p = M(q) v = dT/dv",
        reference=FEATHERSTONE,
        unit="kg m^2/s | kg m/s",
        aliases=("Mv",),
        lanes=True,
    ),
    Quantity(
        "equivalent_forces",
        "q force",
        "Jtf",
        {"inward": both(_carried), "columns": both(_equivalent)},
        doc="Joint forces that a force and moment on a frame amount to",
        equation="J(q)' f",
        reference="Khatib 1987",
        unit="N m | N",
        aliases=("Jtf",),
        options=("frame",),
    ),
    Quantity(
        "operational_inertia_inverse",
        "q",
        "Linv",
        {
            "factored": of_trees(lambda x: tree_mobility(x.tree, x.q, frame_jacobian(x)), always),
            **{way: _mobility(way) for way in ("projection", "planar")},
        },
        doc="Inverse of the inertia that a force on a frame meets: its acceleration per force and moment, in world axes",
        equation="Lambda(q)^-1 = J M^-1 J'",
        reference="Khatib 1987",
        unit="1/kg | 1/(kg m), 1/(kg m^2)",
        aliases=("osim_inverse",),
        options=("frame",),
        closed=PROJECTED,
        lanes=True,
    ),
)
