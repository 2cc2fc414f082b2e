"""What generated files say of a Lagrangian on a manifold besides the functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.manifold.constants import elements
from linkwright.manifold.lagrangian import Lagrangian, names_of
from linkwright.manifold.show import writer
from linkwright.manifold.state import labels_of, slots_of

if TYPE_CHECKING:
    from linkwright.emit import BuildContext
    from linkwright.request import Request

_STATE = "The state of a Lagrangian on a product of manifolds, variable after variable:"
_MANIFOLDS = (
    (("R", "Rn", "S1"), "R, R^n, S1", "x", "dx/dt", "d2x/dt2", "delta x"),
    (("S2",), "S2", "unit vector (3)", "omega, dq/dt = omega x q", "domega/dt (no part along q)", "delta q = xi x q"),
    (("SO3",), "SO(3)", "R row by row (9)", "Omega, dR/dt = R hat(Omega)", "dOmega/dt (body axes)", "delta R = R hat(eta)"),
)  # fmt: skip
"""Kinds of variables, manifold, q, v, a, and the variation that forces do work on."""
PARTS = ("Variables", "variable", "manifold", "velocity", "variation", "elements")
_FORMS = {
    "numeric": "The constants are folded into the code.",
    "symbolic": "The constants are inputs.",
}


def about(system: Lagrangian, options: Request) -> BuildContext:
    """What the files say besides the functions: equations, constants, order of the state."""
    from linkwright.describe.tree import kept
    from linkwright.draw.picture import picture
    from linkwright.emit import BuildContext, Parameter
    from linkwright.emit.source_tree import generated_by

    rows = [
        Parameter(name, "input" if c.name not in system.values else float(system.values[c.name][place]))
        for c in system.constants
        if c.kind != "basis"
        for name, place in elements(c)
    ]
    return BuildContext(
        system.name,
        _conventions(system),
        tuple(rows),
        picture=picture(system, mark=generated_by()),
        joints=_rows(system),
        form=_FORMS[options.parameters] + kept(options),
        drawn="variables and equations of motion",
        parts=PARTS,
        reference="Euler-Lagrange in a chart around the state, by differences of sixty digits",
    )


def describe(system: Lagrangian) -> str:
    """Everything that the equations depend on, as text."""
    write = writer(system, "text")
    lines = [f"{v.name}: {v.manifold}" for v in system.variables]
    lines += [
        f"{c.name} {c.kind} {c.shape}: {[str(x) for x in system.values.get(c.name, ())]}" for c in system.constants
    ]
    lines += [f"{i.name} {i.shape}" for i in system.inputs]
    lines += [write(t) for t in (system.lagrangian, system.work, system.dissipation)]
    lines += [f"{c.name} {c.kind} {write(c.term)}" for c in system.constraints]
    for symmetry in system.extra.get("symmetries", ()):
        lines += [f"{symmetry.name} {n} {write(t)}" for n, t in symmetry.motion.items()]
    return "\n".join(lines)


def _conventions(system: Lagrangian) -> str:
    """Of the manifolds that it has, the order of its state, its equations."""
    kinds = {s.kind for s in slots_of(system.variables)}
    own = [row[1:] for row in _MANIFOLDS if kinds.intersection(row[0])]
    lines = [f"  {manifold:<12} q: {q:<23} v: {v:<31} a: {a}" for manifold, q, v, a, _ in own]
    works = ", of ".join(variation for *_, variation in own)
    state = "\n".join([_STATE, *lines, f"Forces are those of the virtual work: of {works}. SI units, radians."])
    return f"{state}\n\n{_order(system)}\n\n{_equations(system)}\n"


def _order(system: Lagrangian) -> str:
    slots = slots_of(system.variables)
    return "\n".join(f"{part}: {', '.join(labels_of(slots, part))}" for part in ("q", "v"))


def _equations(system: Lagrangian) -> str:
    from linkwright.manifold.equations import equations
    from linkwright.manifold.show import equations_text

    write = writer(system, "text")
    return f"L = {write(system.lagrangian)}\nEquations of motion:\n{equations_text(equations(system))}"


def _rows(system: Lagrangian) -> tuple[tuple[str, str, str, str, str], ...]:
    """Variables as rows of the page's table: name, manifold, velocity, variation, elements."""
    found: list[tuple[str, str, str, str, str]] = []
    for s in slots_of(system.variables):
        names = names_of(s.variable)
        span = f"q[{s.iq}]" if s.nq == 1 else f"q[{s.iq}..{s.iq + s.nq - 1}]"
        found.append(
            (
                s.name,
                str(s.variable.manifold),
                names.rate or names.velocity,
                names.variation or f"delta({s.name})",
                span,
            )
        )
    return tuple(found)
