"""The table of quantities of a Lagrangian on a manifold."""

from __future__ import annotations

from linkwright.graph.quantity import Method, Quantities, Quantity
from linkwright.lazy import lazy

MARSDEN = "Marsden & West 2001"
LEE = "Lee, Leok & McClamroch 2018"


def _one(name: str) -> dict[str, Method]:
    return {"graph": lazy(f"linkwright.manifold.quantities:{name}")}


def _two(name: str) -> dict[str, Method]:
    """From L by the graph's derivatives, and from the symbolic equations."""
    return {
        "graph": lazy(f"linkwright.manifold.quantities:{name}"),
        "variation": lazy(f"linkwright.manifold.symbolic:{name}"),
    }


def _step(name: str) -> dict[str, Method]:
    return {"graph": lazy(f"linkwright.manifold.stepping:{name}")}


_TABLE = (
    Quantity(
        "accelerations", "q v inputs", "a", _two("accelerations"),
        "accelerations of a state under given inputs, and the multipliers of constraints",
        "M(q) a = f(q, v, inputs) + C' lambda", LEE, aliases=("forward_dynamics", "aba"),
    ),
    Quantity(
        "equations_of_motion", "q v a inputs multipliers", "residual", _two("equations_of_motion"),
        "left side less right side of the equations of motion, zero along a motion", "d/dt dL/dv - dL/dq - inputs = 0", LEE,
        aliases=("residual", "equations"),
    ),
    Quantity(
        "inverse_dynamics", "q v a", "tau", _one("inverse_dynamics"),
        "force, turning moment of a unit vector and body moment of a rotation that make given accelerations",
        "tau = M(q) a + h(q, v)", LEE, aliases=("rnea", "tau"),
    ),
    Quantity(
        "mass_matrix", "q", "M", _one("mass_matrix"), "mass matrix", "T = v' M v / 2", LEE, aliases=("M", "crba"),
    ),
    Quantity(
        "kinetic_energy", "q v", "T", _one("kinetic_energy"), "kinetic energy", "T = v' M v / 2", LEE, "J", aliases=("T",),
    ),
    Quantity(
        "potential_energy", "q", "U", _one("potential_energy"), "potential energy: minus L at rest", "U = -L(q, 0)", LEE,
        "J", aliases=("U",),
    ),
    Quantity("energy", "q v", "E", _one("energy"), "energy, kept without inputs and dissipation", "E = p v - L", LEE, "J",
             aliases=("E",)),
    Quantity("lagrangian", "q v", "L", _one("lagrangian"), "Lagrangian", "L = T - U", LEE, "J", aliases=("L",)),
    Quantity("momentum", "q v", "p", _one("momentum"), "momenta: dL/d(dx), q x dL/d(dq), dL/dOmega", "p = dL/dv", LEE,
             aliases=("p",)),
    Quantity("conserved_quantities", "q v", "conserved", _one("conserved_quantities"),
             "momenta along the symmetries that the file names", "p times the symmetry's motion", "Noether 1918",
             aliases=("momentum_map",)),
    Quantity("power", "q v inputs", "P", _one("power"),
             "power of the inputs and of constraints that move by themselves, less what dissipation takes", "dE/dt = P",
             LEE, "W"),
    Quantity("linearisation", "q v inputs", "A B", _one("linearisation"),
             "change of small deviations: delta x, xi (delta q = xi x q), eta (delta R = R hat(eta)), then those of v",
             "d(chi, dv)/dt = A (chi, dv) + B dinputs", LEE, aliases=("linearization",)),
    Quantity("hamiltonian", "q p", "H", _one("hamiltonian"), "Hamiltonian by the Legendre transform", "H = p v - L", LEE, "J",
             aliases=("H",)),
    Quantity("hamilton_equations", "q p inputs", "v dp", _one("hamilton_equations"),
             "velocities and rates of the momenta", "v = dH/dp, dp/dt = -dH/dq + inputs", LEE),
    Quantity("multipliers", "q v inputs", "multipliers", _one("multipliers"), "forces of the constraints",
             "M a = f + C' lambda, d(C v)/dt = 0", LEE),
    Quantity("constraints", "q v", "velocities places", _one("constraints"), "what the constraints keep at zero",
             "C(q) v = 0", LEE),
    Quantity("rkmk_step", "q v inputs h", "q_next v_next", _step("rkmk_step"),
             "the state after a step of time h with held inputs: Runge-Kutta-Munthe-Kaas of order 4", "v' = a(q, v, inputs)",
             "Munthe-Kaas 1998", options=("forces",)),
    Quantity("variational_newton", "q p inputs theta h", "theta_next change", _step("variational_newton"),
             "one step of Newton's method for the variational step theta", "p = -D1 Ld(q, q') - h/2 F", MARSDEN,
             options=("forces",)),
    Quantity("variational_end", "q p inputs theta h", "q_next p_next v_next", _step("variational_end"),
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
