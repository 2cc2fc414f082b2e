"""The table of quantities of a Lagrangian on a manifold."""

from __future__ import annotations

from linkwright.graph.quantity import Method, Quantities, Quantity
from linkwright.lazy import lazy

MARSDEN = "Marsden & West 2001"
LEE = "Lee, Leok & McClamroch 2018"


def _graph(path: str) -> dict[str, Method]:
    """From L by the graph's derivatives."""
    return {"graph": lazy(path)}


def _both(graph: str, variation: str) -> dict[str, Method]:
    """From L by the graph's derivatives, and from the symbolic equations."""
    return {"graph": lazy(graph), "variation": lazy(variation)}


_TABLE = (
    Quantity(
        "accelerations", "q v inputs", "a",
        _both(
            "linkwright.manifold.quantities:accelerations",
            "linkwright.manifold.symbolic:accelerations",
        ),
        "accelerations of a state under given inputs, and the multipliers of constraints",
        "M(q) a = f(q, v, inputs) + C' lambda", LEE, aliases=("forward_dynamics", "aba"),
    ),
    Quantity(
        "equations_of_motion", "q v a inputs multipliers", "residual",
        _both(
            "linkwright.manifold.quantities:equations_of_motion",
            "linkwright.manifold.symbolic:equations_of_motion",
        ),
        "left side less right side of the equations of motion, zero along a motion", "d/dt dL/dv - dL/dq - inputs = 0", LEE,
        aliases=("residual", "equations"),
    ),
    Quantity(
        "inverse_dynamics", "q v a", "tau", _graph("linkwright.manifold.quantities:inverse_dynamics"),
        "force, turning moment of a unit vector and body moment of a rotation that make given accelerations",
        "tau = M(q) a + h(q, v)", LEE, aliases=("rnea", "tau"),
    ),
    Quantity(
        "mass_matrix", "q", "M", _graph("linkwright.manifold.quantities:mass_matrix"),
        "mass matrix", "T = v' M v / 2", LEE, aliases=("M", "crba"),
    ),
    Quantity(
        "kinetic_energy", "q v", "T", _graph("linkwright.manifold.quantities:kinetic_energy"),
        "kinetic energy", "T = v' M v / 2", LEE, "J", aliases=("T",),
    ),
    Quantity(
        "potential_energy", "q", "U", _graph("linkwright.manifold.quantities:potential_energy"),
        "potential energy: minus L at rest", "U = -L(q, 0)", LEE,
        "J", aliases=("U",),
    ),
    Quantity("energy", "q v", "E", _graph("linkwright.manifold.quantities:energy"),
             "energy, kept without inputs and dissipation", "E = p v - L", LEE, "J",
             aliases=("E",)),
    Quantity("lagrangian", "q v", "L", _graph("linkwright.manifold.quantities:lagrangian"),
             "Lagrangian", "L = T - U", LEE, "J", aliases=("L",)),
    Quantity("momentum", "q v", "p", _graph("linkwright.manifold.quantities:momentum"),
             "momenta: dL/d(dx), q x dL/d(dq), dL/dOmega", "p = dL/dv", LEE,
             aliases=("p",)),
    Quantity("conserved_quantities", "q v", "conserved",
             _graph("linkwright.manifold.quantities:conserved_quantities"),
             "momenta along the symmetries that the file names", "p times the symmetry's motion", "Noether 1918",
             aliases=("momentum_map",)),
    Quantity("power", "q v inputs", "P", _graph("linkwright.manifold.quantities:power"),
             "power of the inputs and of constraints that move by themselves, less what dissipation takes", "dE/dt = P",
             LEE, "W"),
    Quantity("linearisation", "q v inputs", "A B", _graph("linkwright.manifold.quantities:linearisation"),
             "change of small deviations: delta x, xi (delta q = xi x q), eta (delta R = R hat(eta)), then those of v",
             "d(chi, dv)/dt = A (chi, dv) + B dinputs", LEE, aliases=("linearization",)),
    Quantity("hamiltonian", "q p", "H", _graph("linkwright.manifold.quantities:hamiltonian"),
             "Hamiltonian by the Legendre transform", "H = p v - L", LEE, "J",
             aliases=("H",)),
    Quantity("hamilton_equations", "q p inputs", "v dp", _graph("linkwright.manifold.quantities:hamilton_equations"),
             "velocities and rates of the momenta", "v = dH/dp, dp/dt = -dH/dq + inputs", LEE),
    Quantity("multipliers", "q v inputs", "multipliers", _graph("linkwright.manifold.quantities:multipliers"),
             "forces of the constraints",
             "M a = f + C' lambda, d(C v)/dt = 0", LEE, needs="constraints"),
    Quantity("constraints", "q v", "velocities places", _graph("linkwright.manifold.quantities:constraints"),
             "what the constraints keep at zero",
             "C(q) v = 0", LEE, needs="constraints"),
    Quantity("rkmk_step", "q v inputs h", "q_next v_next", _graph("linkwright.manifold.time_integrators:rkmk_step"),
             "the state after a step of time h with held inputs: Runge-Kutta-Munthe-Kaas of order 4", "v' = a(q, v, inputs)",
             "Munthe-Kaas 1998", options=("forces",)),
    Quantity("variational_newton", "q p inputs theta h", "theta_next change",
             _graph("linkwright.manifold.time_integrators:variational_newton"),
             "one step of Newton's method for the variational step theta", "p = -D1 Ld(q, q') - h/2 F", MARSDEN,
             options=("forces",)),
    Quantity("variational_end", "q p inputs theta h", "q_next p_next v_next",
             _graph("linkwright.manifold.time_integrators:variational_end"),
             "the state at the end of the variational step theta", "p' = D2 Ld(q, q') + h/2 F", MARSDEN,
             options=("forces",)),
)  # fmt: skip

TABLE = Quantities(
    _TABLE,
    default=(
        "accelerations",
        "equations_of_motion",
        "mass_matrix",
        "kinetic_energy",
        "potential_energy",
        "energy",
        "momentum",
        "power",
    ),
)
