"""Laws of Lagrangians on manifolds: against brute force in a chart, and against differences of many digits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.function import Function
from linkwright.manifold.state import slots_of
from linkwright.verification.context import LagrangianContext
from linkwright.verification.context.lagrangian import State, outputs
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap, largest


def masses(s: LagrangianContext) -> Finding:
    """Law 6: mass matrix, energies and momenta."""
    names = ("mass_matrix", "momentum", "kinetic_energy", "potential_energy", "energy")
    for name in names:
        s.function(name)  # refused where the kinetic energy is not quadratic
    return s.found(s.compared(*names))


def power(s: LagrangianContext) -> Finding:
    """Law 7: dE/dt along the motion is the power of inputs less what dissipation takes."""
    gaps: list[float] = []
    for n, (state, b) in enumerate(zip(s.states, s.reference, strict=True)):
        if s.robot.constraints:  # forces of constraints do no work on velocities that they allow
            state = _allowed(s, state)
        along = _motion(s, state)
        rate = directional_difference(s.function("energy"), {"q": state.q, "v": state.v}, along)
        P = outputs(s.function("power"), state)["P"]
        size = float(np.abs(along["v"]).max()) * float(np.abs(b.momentum).max())
        gaps.append(gap(rate, P, size))
        gaps.append(gap(s.value("power", n)["P"], b.power, size))
    return Finding(largest(gaps))


def conserved(s: LagrangianContext) -> Finding:
    """Law 10: the symmetries that the file names keep their momenta where no input acts on them."""
    f = s.function("conserved_quantities")
    if s.robot.constraints:
        return Finding(note="constraints may take part in the momenta")
    gaps = s.compared("conserved_quantities")
    for n, state in enumerate(s.states):
        free = replace(state, inputs={k: 0 * x for k, x in state.inputs.items()})
        if s.robot.dissipation.is_zero:
            along = _motion(s, free)
            rate = directional_difference(f, {"q": free.q, "v": free.v}, along)
            size = float(np.abs(along["v"]).max()) * float(np.abs(s.reference[n].momentum).max())
            gaps.append(gap(rate, np.zeros_like(rate), size))
    return Finding(largest(gaps))


def held(s: LagrangianContext) -> Finding:
    """Law 12: the accelerations keep the constraints."""
    f = s.function("constraints")
    port = f.outputs["velocities"]
    alone = f.with_ports(f.graph, [port])
    gaps: list[float] = []
    for state in s.states:
        state = _allowed(s, state)
        rate = directional_difference(alone, {"q": state.q, "v": state.v}, _motion(s, state))
        gaps.append(gap(rate, np.zeros_like(rate), _motion(s, state)["v"]))
    return Finding(largest(gaps))


def undone(s: LagrangianContext) -> Finding:
    """Law 19: the equations vanish at the accelerations, and only there."""
    gaps: list[float] = []
    for n in range(len(s.states)):
        found = s.value("accelerations", n)
        more = {"multipliers": found["multipliers"]} if "multipliers" in found else {}
        residual = s.value("equations_of_motion", n, a=found["a"], **more)["residual"]
        size = s.value("inverse_dynamics", n, a=found["a"])["tau"]
        gaps.append(gap(residual, 0 * residual, np.append(size, 1.0)))
    return Finding(largest(gaps))


def linearised(s: LagrangianContext) -> Finding:
    """Law 20: A and B are the differences of accelerations, along any direction of the tangent space."""
    rng, gaps = np.random.default_rng(s.seed), list[float]()
    f = _alone(s.function("accelerations"), "a")
    for n, state in enumerate(s.states):
        found = s.value("linearisation", n)
        chi = rng.uniform(-1, 1, s.robot.nv)
        du: dict[str, Array] = {k: rng.uniform(-1, 1, x.shape) for k, x in state.inputs.items()}
        dv, dq = rng.uniform(-1, 1, s.robot.nv), np.zeros(s.robot.nq)
        for x in slots_of(s.robot.variables):
            if x.kind == "S2":
                u = state.q[x.q]
                chi[x.v] -= u * (u @ chi[x.v])
                dq[x.q] = np.cross(chi[x.v], u)
                dv[x.v] -= u * (u @ dv[x.v] + dq[x.q] @ state.v[x.v])  # omega stays across q
            elif x.kind == "SO3":
                dq[x.q] = np.cross(state.q[x.q].reshape(3, 3), chi[x.v]).ravel()
            else:
                dq[x.q] = chi[x.v]
        at = {"q": state.q, "v": state.v, **state.inputs}
        expected = directional_difference(f, at, {"q": dq, "v": dv, **du})
        made = found["A"][s.robot.nv :] @ np.concatenate([chi, dv])
        if "B" in found:
            made = made + found["B"][s.robot.nv :] @ np.concatenate([np.ravel(du[i.name]) for i in s.robot.inputs])
        gaps.append(gap(made, expected))
    return Finding(largest(gaps))


def hamilton(s: LagrangianContext) -> Finding:
    """Law 21: H is the energy, v comes back from p, and dp/dt is that of the motion."""
    gaps: list[float] = []
    momentum = s.function("momentum")
    for n, state in enumerate(s.states):
        p = s.value("momentum", n)["p"]
        gaps.append(gap(s.value("hamiltonian", n, p=p)["H"], s.reference[n].kinetic + s.reference[n].potential))
        if s.function_or_none("hamilton_equations") is None:
            continue
        both = s.value("hamilton_equations", n, p=p)
        gaps.append(gap(both["v"], state.v))
        rate = directional_difference(momentum, {"q": state.q, "v": state.v}, _motion(s, state))
        gaps.append(gap(both["dp"], rate))
    return Finding(largest(gaps))


# --- motions -----------------------------------------------------------------------------------------------------------------


def _alone(f: Function, output: str) -> Function:
    return f if len(f.outputs) == 1 else f.with_ports(f.graph, [f.outputs[output]])


def _motion(s: LagrangianContext, state: State) -> dict[str, Array]:
    """Rates of q and v along the motion through a state."""
    a = outputs(s.function("accelerations"), state)["a"]
    dq = np.zeros(s.robot.nq)
    for x in slots_of(s.robot.variables):
        v, q = state.v[x.v], state.q[x.q]
        if x.kind == "S2":
            dq[x.q] = np.cross(v, q)
        else:
            dq[x.q] = np.cross(q.reshape(3, 3), v).ravel() if x.kind == "SO3" else v
    return {"q": dq, "v": a}


def _allowed(s: LagrangianContext, state: State) -> State:
    """The state with velocities that the constraints allow: the nearest ones."""
    f = _alone(s.function("constraints"), "velocities")
    rest = np.ravel(f(q=state.q, v=0 * state.v))
    C = np.array([np.ravel(f(q=state.q, v=u)) - rest for u in np.eye(s.robot.nv)]).T
    v = state.v - np.linalg.pinv(C) @ (C @ state.v + rest)
    return replace(state, v=v)
