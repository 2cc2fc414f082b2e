"""Forces inside the mechanism, its centre of mass and its momentum. Entries of the table of quantities."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.quantity import Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.method import Method, always, both, embedded, of_closed, of_trees
from linkwright.mechanics.quantities.references import FEATHERSTONE, KLEINFINGER
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import Matrix

base_wrench = lazy("linkwright.mechanics.tree.cut_forces:base_wrench")
center_of_mass = lazy("linkwright.mechanics.tree.center_of_mass:center_of_mass")
centroidal_momentum = lazy("linkwright.mechanics.tree.momentum:centroidal_momentum")
centroidal_momentum_matrix = lazy("linkwright.mechanics.tree.momentum:centroidal_momentum_matrix")
com_jacobian = lazy("linkwright.mechanics.tree.center_of_mass:com_jacobian")
cut_forces = lazy("linkwright.mechanics.tree.cut_forces:cut_forces")
momentum = lazy("linkwright.mechanics.tree.momentum:momentum")
tangent_jacobians = lazy("linkwright.mechanics.tree.tangent:tangent_jacobians")
closed_cut_forces = lazy("linkwright.mechanics.closed.constraint_forces:cut_forces")
multipliers = lazy("linkwright.mechanics.closed.constraint_forces:multipliers")

_CENTROIDAL = "Orin, Goswami & Lee 2013"


def _com_derivative(x: State) -> Nested:
    """Shorter where parallel axes leave the centre of mass a short expression."""
    return tangent_jacobians(x, center_of_mass(x.tree, x.q))[0] if x.q else [[], [], []]


def _regrouped(derive: Callable[..., Nested], *names: str) -> dict[str, Method]:
    """The derivation on inertias moved inward beforehand, and on those of the links as they are: parameters that are symbols
    may cost more to move than the moving saves."""

    def by(regrouped: bool) -> Method:
        return both(lambda x: derive(x.tree, *(getattr(x, name) for name in names), regrouped=regrouped))

    return {"regrouped": by(True), "links": by(False)}


def _regrouped_columns(derive: Callable[..., Matrix]) -> dict[str, Method]:
    """The same of a matrix with a column per rate."""

    def by(regrouped: bool) -> Method:
        return both(lambda x: x.per_free_rate(derive(x.tree, x.q, regrouped=regrouped)))

    return {"regrouped": by(True), "links": by(False)}


MOMENTA = (
    Quantity(
        "cut_forces",
        "q v a wrench",
        "cut",
        {
            "newton_euler": of_trees(lambda x: cut_forces(x.tree, x.q, x.v, x.a, x.wrench), always)
            | of_closed(embedded(closed_cut_forces)),
        },
        doc="Force and moment every joint transmits to its child, at the joint's frame",
        equation="f_i = sum over outer links",
        reference=KLEINFINGER,
        unit="N, N m",
        physical=True,
        closed={
            "doc": "Force and moment that every joint of the tree transmits to its child, at the joint's frame, loops closed",
            "equation": "f_i = sum over outer links, closing forces included",
            "reference": "Khalil & Dombre 2002, section 10.5",
        },
        lanes=True,
    ),
    Quantity(
        "base_wrench",
        "q v a wrench",
        "W",
        _regrouped(base_wrench, "q", "v", "a", "wrench"),
        doc="Force and moment that the ground exerts on the moving links, at the world's origin (floating: residual)",
        equation="d(momentum)/dt - weight - external wrenches",
        reference=KLEINFINGER,
        unit="N, N m",
        physical=True,
        lanes=True,
    ),
    Quantity(
        "center_of_mass",
        "q",
        "com",
        _regrouped(center_of_mass, "q"),
        doc="Centre of mass of all links that move (without rotors and bodies fixed to the ground)",
        equation="c(q) = sum m_i c_i / sum m_i",
        reference=FEATHERSTONE,
        unit="m",
        physical=True,
        aliases=("com",),
        closed={
            "doc": "Centre of mass of all links that move",
            "reference": FEATHERSTONE,
        },
        lanes=True,
    ),
    Quantity(
        "com_jacobian",
        "q",
        "Jcom",
        {
            **_regrouped_columns(com_jacobian),
            "differentiated": of_trees(_com_derivative, always),
        },
        doc="Jacobian of the centre of mass",
        equation="dc/dt = Jcom(q) v",
        reference=_CENTROIDAL,
        unit="m | 1",
        physical=True,
        aliases=("Jcom",),
        closed={
            "reference": FEATHERSTONE,
        },
        lanes=True,
    ),
    Quantity(
        "momentum",
        "q v",
        "h",
        _regrouped(momentum, "q", "v"),
        doc="Linear and angular momentum of the links about the world's origin, in world axes (without rotors)",
        equation="h = sum (p_i; L_i)",
        reference=_CENTROIDAL,
        unit="kg m/s, kg m^2/s",
        physical=True,
        aliases=("h",),
        lanes=True,
    ),
    Quantity(
        "centroidal_momentum_matrix",
        "q",
        "Ag",
        _regrouped_columns(centroidal_momentum_matrix),
        doc="Momentum of the links about their centre of mass per joint velocity, in world axes, rows linear then angular",
        equation="hg = Ag(q) v",
        reference=_CENTROIDAL,
        unit="kg, kg m | kg m, kg m^2",
        physical=True,
        aliases=("ccrba", "Ag"),
        lanes=True,
    ),
    Quantity(
        "centroidal_momentum",
        "q v",
        "hg",
        _regrouped(centroidal_momentum, "q", "v"),
        doc="Linear and angular momentum of the links about their centre of mass, in world axes (without rotors)",
        equation="hg = Ag(q) v",
        reference=_CENTROIDAL,
        unit="kg m/s, kg m^2/s",
        physical=True,
        aliases=("hg",),
        lanes=True,
    ),
    Quantity(
        "constraint_forces",
        "q v a wrench",
        "lam",
        {"multipliers": of_closed(embedded(multipliers))},
        doc="Multipliers of the closures' rows, then of the couplings, when the motors act at the free joints",
        equation="M a + C v + g + passive = tau + J' lambda  (of the tree)",
        reference="Khalil & Dombre 2002, section 10.5",
        unit="N, N m",
        physical=True,
        lanes=True,
    ),
)
