"""The derivation in seven steps, each with the terms that it has at that point.

1 the Lagrangian, 2 Hamilton's principle, 3 the variation, 4 the variations of the manifolds put in, 5 integration by parts,
6 collection by variation, 7 equations of motion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.manifold.calculus import Gradient, forward
from linkwright.manifold.compact import compact
from linkwright.manifold.equations import Equation, Equations, equations, simplified
from linkwright.manifold.lagrangian import Constraint, Lagrangian, position, variation, velocity
from linkwright.manifold.show import lines, order_of_names, writer
from linkwright.manifold.symbols import Rate, Variable, Variation
from linkwright.manifold.tensors import cross, dot, hat, matmul
from linkwright.manifold.terms import Term, add, leaf, multiply, neg, zero
from linkwright.manifold.variation import time_derivative, variation_of
from linkwright.manifold.walk import substitute


@dataclass(frozen=True)
class Step:
    """One step: its title and its formulas."""

    title: str
    formulas: tuple[str, ...]


def momentum_by_variation(L: Gradient, v: Variable) -> Term:
    """The factor of the rate of the variation in delta L: dL/dx', q x dL/dq', dL/dOmega."""
    p = L.by(velocity(v))
    return cross(position(v), p) if v.manifold.kind == "S2" else p


def collected(equation: Equation) -> Term:
    """The factor of the variation after integration by parts, forces included: what must vanish."""
    return neg(equation.residual)


def product(a: Term, b: Term) -> Term:
    """The product of two scalars, or the scalar product of two vectors."""
    return dot(a, b) if a.shape else multiply(a, b)


def steps(mechanism: Lagrangian, form: str = "text", derived: Equations | None = None) -> tuple[Step, ...]:
    """The seven steps of the derivation, as "text" or "latex"."""
    write, names = writer(mechanism, form), order_of_names(mechanism)
    delta, integral, dt = ("δ", "∫ ", " dt") if form == "text" else (r"\delta ", r"\int ", r"\,dt")
    say: Callable[[Term], str] = lambda term: write(compact(term, names))  # noqa: E731
    L = Gradient(mechanism.lagrangian)
    result = derived or equations(mechanism)
    by_parts: list[str] = []
    gathered: list[str] = []
    for v in mechanism.variables:
        rate, p = leaf(variation(v, 1)), simplified(momentum_by_variation(L, v))
        if not p.is_zero:
            change = simplified(inertial_of(L, v))
            left = f"{integral}{write(product(rate, compact(p, names)))}{dt}"
            right = f"{integral}{write(product(leaf(variation(v)), compact(change, names)))}{dt}"
            by_parts.append(f"{left} = {'−' if form == 'text' else '-'}{right}")
        gathered.append(f"{write(leaf(variation(v)))}: {say(collected(result.of(v.name)))}")
    principle = f"{delta}{integral}L{dt} + {integral}{delta}W{dt} = 0"
    return (
        Step("Lagrangian and virtual work", (f"L = {say(mechanism.lagrangian)}", f"{delta}W = {say(mechanism.work)}")),
        Step(*_principle(mechanism, principle, write, say, form)),
        Step("Variation", (f"{delta}L = {write(forward(mechanism.lagrangian, _symbolic))}",)),
        Step(
            "Variations of the manifolds",
            (*(_rule(v, write) for v in mechanism.variables), f"{delta}L = {say(variation_of(mechanism.lagrangian))}"),
        ),
        Step("Integration by parts", tuple(by_parts)),
        Step("Collection: each factor vanishes", tuple(gathered)),
        Step("Equations of motion", tuple(str(line) for line in lines(result, form))),
    )


def _principle(
    mechanism: Lagrangian, free: str, write: Callable[[Term], str], say: Callable[[Term], str], form: str
) -> tuple[str, tuple[str, ...]]:
    """Hamilton's, or with constraints that of Lagrange and d'Alembert: only variations that they allow."""
    if not mechanism.constraints:
        return "Hamilton's principle", (free,)
    told = [f"{say(virtual(mechanism, c))} = 0" for c in mechanism.constraints]
    forces = [write(leaf(c.multiplier)) for c in mechanism.constraints]
    word = "for variations with" if form == "text" else "\\text{for variations with} \\quad"
    force = "with the multiplier" if form == "text" else "\\quad \\text{with the multiplier} \\quad"
    lines = [f"{word} {line} {force} {m}" for line, m in zip(told, forces, strict=True)]
    return "Principle of Lagrange and d'Alembert", (free, *lines)


def virtual(mechanism: Lagrangian, c: Constraint) -> Term:
    """What a constraint says of variations: velocities replaced by them, without what is there at rest."""
    if c.kind == "holonomic":
        return variation_of(c.term)
    speeds = [velocity(v) for v in mechanism.variables]
    ways = [variation_of(position(v)) if v.manifold.kind != "SO3" else leaf(variation(v)) for v in mechanism.variables]
    moved = substitute(c.term, dict(zip(speeds, ways, strict=True)))
    return add(moved, neg(substitute(c.term, {s: zero(s.shape) for s in speeds})))


def inertial_of(L: Gradient, v: Variable) -> Term:
    """The time derivative of the factor of the rate of the variation."""
    return time_derivative(momentum_by_variation(L, v))


def _symbolic(t: Term) -> Term:
    """delta q, delta dq, delta Omega, delta R as symbols."""
    symbol = t.data
    if isinstance(symbol, Rate):
        return leaf(Variation(f"delta_{symbol.name}", symbol.name, symbol.shape, "delta", symbol.order))
    if isinstance(symbol, Variable):
        return leaf(Variation(f"delta_{symbol.name}", symbol.name, symbol.shape, "tangent", symbol.order))
    return zero(t.shape)


def _rule(v: Variable, write: Callable[[Term], str]) -> str:
    """delta q = xi x q, and alike."""
    x = position(v)
    if v.manifold.kind == "S2":
        xi, dq = leaf(variation(v)), velocity(v)
        rate = add(cross(leaf(variation(v, 1)), x), cross(xi, dq))
        return f"{write(_symbolic(x))} = {write(cross(xi, x))}, {write(_symbolic(dq))} = {write(rate)}"
    if v.manifold.kind == "SO3":
        eta, Omega = leaf(variation(v)), velocity(v)
        rate = add(leaf(variation(v, 1)), cross(Omega, eta))
        return f"{write(_symbolic(x))} = {write(matmul(x, hat(eta)))}, {write(_symbolic(Omega))} = {write(rate)}"
    first = write(leaf(variation(v)))
    return f"{first}, {write(leaf(variation(v, 1)))} = d/dt {first}"
