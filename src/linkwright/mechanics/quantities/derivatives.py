"""Derivatives of the equations of motion. Entries of the table of quantities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from linkwright.graph.quantity import Nested, Quantity, is_vector
from linkwright.lazy import lazy
from linkwright.mechanics.quantities import derivations
from linkwright.mechanics.quantities.closed_methods import WAYS
from linkwright.mechanics.quantities.method import Derivation, Method, always, of_closed, of_trees, short
from linkwright.mechanics.quantities.references import MUELLER, PROJECTION
from linkwright.mechanics.state import State

if TYPE_CHECKING:
    from linkwright.graph.calculus import Mode

inverse_dynamics_derivatives = lazy("linkwright.mechanics.tree.dynamics_derivatives:inverse_dynamics_derivatives")
forward_dynamics_derivatives = lazy("linkwright.mechanics.tree.dynamics_derivatives:forward_dynamics_derivatives")
closed_forward_derivatives = lazy("linkwright.mechanics.closed.derivatives:forward_dynamics_derivatives")
total_by_parameters = lazy("linkwright.mechanics.closed.derivatives:parameter_derivatives")
by_parameters = lazy("linkwright.mechanics.tree.parameter_derivatives:parameter_derivatives")
tangent_jacobians = lazy("linkwright.mechanics.tree.tangent:tangent_jacobians")
linearisation = lazy("linkwright.mechanics.tree.linearisation:linearisation")
inverse_dynamics_rates = lazy("linkwright.mechanics.tree.newton_euler_rates:inverse_dynamics_rates")
gravity_rates = lazy("linkwright.mechanics.tree.newton_euler_rates:gravity_rates")
mass_matrix_rates = lazy("linkwright.mechanics.tree.matrix_rates:mass_matrix_rates")
coriolis_matrix_rates = lazy("linkwright.mechanics.tree.matrix_rates:coriolis_matrix_rates")
time_derivative = lazy("linkwright.mechanics.tree.time_derivatives:time_derivative")

Change = Callable[[Derivation], Derivation]
"""From a quantity to a derivative of it."""


def _ways(change: Change, quantity: str = "inverse_dynamics") -> dict[str, Method]:
    """A derivative of a quantity of closed robots, in whatever way this is derived."""
    return {way: of_closed(change(table[quantity])) for way, table in WAYS.items()}


def _differentiated(of: Derivation) -> Derivation:
    """Along q (tangent space) and v."""

    def derivation(x: State) -> Nested | None:
        x = x.in_free_rates()
        values = of(x)
        return tangent_jacobians(x, values) if is_vector(values) else None

    return derivation


def _series(order: int) -> Change:
    """A time derivative by Taylor series."""

    def change(of: Derivation) -> Derivation:
        def derivation(x: State) -> Nested | None:
            values = of(x)
            return time_derivative(x, values, order) if isinstance(values, Sequence) else None

        return derivation

    return change


def _taylor(of: Derivation, order: int) -> Method:
    """The same for trees, to compare with, and for closed robots."""
    return of_trees(_series(order)(of)) | of_closed(_series(order)(of))


def _inverse_derivatives(x: State) -> Nested:
    return inverse_dynamics_derivatives(x.tree, x.q, x.v, x.a, x.wrench)


def _forward_derivatives(x: State) -> Nested:
    return forward_dynamics_derivatives(x.tree, x.q, x.v, x.tau, x.wrench)


def _closed_forward_derivatives(way: str) -> Derivation:
    return lambda x: closed_forward_derivatives(x.in_free_rates(), way)


def _linearised(derivatives: Derivation) -> Derivation:
    def derivation(x: State) -> Nested | None:
        found = derivatives(x)
        return None if found is None else linearisation(x.in_free_rates(), found)

    return derivation


def _by_parameters(mode: Mode) -> Derivation:
    return lambda x: by_parameters(x, derivations.inverse_dynamics(x), mode)


def _total_by_parameters(x: State) -> Nested:
    x = x.in_free_rates()
    return total_by_parameters(x, derivations.inverse_dynamics(x))


def _force_rate(order: int) -> Derivation:
    def derivation(x: State) -> Nested:
        motion = [x.v, x.a, x.j, x.s][: order + 2]
        return inverse_dynamics_rates(x.tree, x.q, motion, x.wrench)[order]

    return derivation


def _gravity_rate(order: int) -> Derivation:
    return lambda x: gravity_rates(x.tree, x.q, [x.v, x.a][:order])[order]


def _coriolis_rate(order: int) -> Derivation:
    return lambda x: coriolis_matrix_rates(x.tree, x.q, [x.v, x.a, x.j][: order + 1])


DERIVATIVES = (
    Quantity(
        "inverse_dynamics_derivatives",
        "q v a wrench",
        "dtau_dq dtau_dv",
        {
            "recursive": of_trees(_inverse_derivatives, always),
            "differentiation": of_trees(_differentiated(derivations.inverse_dynamics), short),
            **_ways(_differentiated),
        },
        doc="Derivatives of the joint forces along q (tangent space) and v; along a they are the mass matrix",
        equation="d tau / d q,  d tau / d v",
        reference="Singh, Russell & Wensing 2022",
        unit="N m/rad, N m s/rad",
        aliases=("rnea_derivatives",),
        closed={
            "doc": "Derivatives of the forces in the free joints along q (tangent space; dependent joints follow) and v; along "
            "a they are the mass matrix",
            "reference": PROJECTION,
        },
        lanes=True,
        alike=True,
    ),
    Quantity(
        "forward_dynamics_derivatives",
        "q v tau wrench",
        "da_dq da_dv da_dtau",
        {
            "inverse_dynamics": of_trees(_forward_derivatives, always),
            **{way: of_closed(_closed_forward_derivatives(way)) for way in WAYS},
        },
        doc="Derivatives of the accelerations along q (tangent space), v and tau",
        equation="d a / d q,  d a / d v,  d a / d tau",
        reference="Carpentier & Mansard 2018",
        unit="1/s^2, 1/s, 1/(kg m^2)",
        aliases=("aba_derivatives",),
        closed={
            "doc": "Derivatives of the accelerations along q (tangent space; dependent joints follow), v and tau",
        },
        lanes=True,
        alike=True,
    ),
    Quantity(
        "inverse_dynamics_parameter_derivatives",
        "q v a wrench",
        "dtau_dp",
        {
            "reverse": of_trees(_by_parameters("reverse"), always),
            "forward": of_trees(_by_parameters("forward"), short) | of_closed(_total_by_parameters),
        },
        doc="Derivatives of the joint forces by the parameters that are symbols, in the order of the input `parameters`",
        equation="d tau / d p",
        closed={
            "doc": "Derivatives of the forces in the free joints by the parameters that are symbols, in the order of the input "
            "`parameters`; where a length changes, the loops stay closed",
        },
        reference="Griewank & Walther 2008",
        symbols=True,
    ),
    Quantity(
        "linearisation",
        "q v tau wrench",
        "A B",
        {
            "inverse_dynamics": of_trees(_linearised(_forward_derivatives), always),
            **{way: of_closed(_linearised(_closed_forward_derivatives(way))) for way in WAYS},
        },
        doc="How small deviations of position (tangent space) and velocity grow under forward dynamics",
        equation="d/dt (dq, dv) = A (dq, dv) + B dtau",
        reference="Carpentier & Mansard 2018",
        closed={
            "doc": "How small deviations of free positions (tangent space; dependent joints follow) and velocities grow under "
            "forward dynamics",
        },
        lanes=True,
    ),
    Quantity(
        "inverse_dynamics_rate",
        "q v a j wrench",
        "dtau",
        {
            "newton_euler": of_trees(_force_rate(1), always),
            "taylor": of_trees(_series(1)(derivations.inverse_dynamics)),
            **_ways(_series(1)),
        },
        doc="Time derivative of the joint forces along a motion; wrenches are constant in their frames",
        equation="d tau / d t",
        reference=MUELLER,
        unit="N m/s | N/s",
        aliases=("dtau",),
        lanes=True,
    ),
    Quantity(
        "inverse_dynamics_rate2",
        "q v a j s wrench",
        "ddtau",
        {
            "newton_euler": of_trees(_force_rate(2), always),
            "taylor": of_trees(_series(2)(derivations.inverse_dynamics)),
            **_ways(_series(2)),
        },
        doc="Second time derivative of the joint forces along a motion; wrenches are constant in their frames",
        equation="d^2 tau / d t^2",
        reference=MUELLER,
        unit="N m/s^2 | N/s^2",
        aliases=("ddtau",),
    ),
    Quantity(
        "mass_matrix_rate2",
        "q v a",
        "ddM",
        {
            "composite_body": of_trees(lambda x: mass_matrix_rates(x.tree, x.q, [x.v, x.a]), always),
            "taylor": of_trees(_series(2)(derivations.mass_matrix)),
            **_ways(_series(2), "mass_matrix"),
        },
        doc="Second time derivative of the mass matrix along a motion",
        equation="d^2 M / d t^2",
        reference=MUELLER,
        unit="kg m^2/s^2 | kg m/s^2 | kg/s^2",
        aliases=("ddM",),
    ),
    Quantity(
        "coriolis_matrix_rate",
        "q v a",
        "dC",
        {
            "recursive": of_trees(_coriolis_rate(1), always),
            "taylor": _taylor(derivations.coriolis_matrix, 1),
        },
        doc="Time derivative of the Coriolis matrix along a motion",
        equation="d C / d t",
        reference=MUELLER,
        unit="N m | N",
        aliases=("dC",),
    ),
    Quantity(
        "coriolis_matrix_rate2",
        "q v a j",
        "ddC",
        {
            "recursive": of_trees(_coriolis_rate(2), always),
            "taylor": _taylor(derivations.coriolis_matrix, 2),
        },
        doc="Second time derivative of the Coriolis matrix along a motion",
        equation="d^2 C / d t^2",
        reference=MUELLER,
        unit="N m/s | N/s",
        aliases=("ddC",),
    ),
    Quantity(
        "gravity_rate",
        "q v",
        "dg",
        {
            "newton_euler": of_trees(_gravity_rate(1), always),
            "first_moments": of_trees(_series(1)(derivations.gravity_of_composites), always),
            "taylor": of_trees(_series(1)(derivations.gravity)),
            **_ways(_series(1), "gravity"),
        },
        doc="Time derivative of the joint forces of gravity along a motion",
        equation="d g / d t",
        reference=MUELLER,
        unit="N m/s | N/s",
        aliases=("dg",),
    ),
    Quantity(
        "gravity_rate2",
        "q v a",
        "ddg",
        {
            "newton_euler": of_trees(_gravity_rate(2), always),
            "first_moments": of_trees(_series(2)(derivations.gravity_of_composites), always),
            "taylor": of_trees(_series(2)(derivations.gravity)),
            **_ways(_series(2), "gravity"),
        },
        doc="Second time derivative of the joint forces of gravity along a motion",
        equation="d^2 g / d t^2",
        reference=MUELLER,
        unit="N m/s^2 | N/s^2",
        aliases=("ddg",),
    ),
)
