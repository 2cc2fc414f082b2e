"""The symbolic equations of equations.py on the scalar graph: a second derivation of what mechanics.py finds from L."""

from __future__ import annotations

import contextlib
import random

from linkwright.graph.domains import floats
from linkwright.graph.expr import Scalar, lift
from linkwright.graph.function import count_ops
from linkwright.graph.rewrite import symbols_of
from linkwright.graph.values import named, nodes_of, replaced
from linkwright.manifold.equations import equations
from linkwright.manifold.lower import Lowering, Matrix, Value, Vector
from linkwright.manifold.mechanics import Mechanics
from linkwright.manifold.parts import NotByThis, Parts, need_quadratic
from linkwright.manifold.solve import Solver, constrained
from linkwright.manifold.symbols import Leaf, Rate, Variable

FEW = 24
"""Degrees of freedom up to which every method is tried, and the shortest result taken."""


def equations_of_motion(x: Mechanics) -> Parts:
    """By variation of the action: the equations that `linkwright equations` prints."""
    rows: list[Scalar] = []
    for e in equations(x.system).equations:
        made = x.lower(e.residual)
        rows += made if isinstance(made, list) else [made]
    return {"residual": rows}


def accelerations(x: Mechanics) -> Parts:
    """From the printed equations, linear in the accelerations: where no unit vector needs its own elimination."""
    need_quadratic(x, "accelerations")
    A, f = linear(x)
    solver = Solver(x.slots, A, x.units)
    solution, force = constrained(solver, f, x.centripetal, x.C if x.held else [], x.bias if x.held else [])
    return {"a": solution.alpha, **({"multipliers": force} if x.held else {})}


def linear(x: Mechanics) -> tuple[Matrix, Vector]:
    """A and f of A z = f, from the brackets of the equations without the multipliers."""
    z = x.symbols("~z", x.nv)

    def leaf(symbol: Leaf) -> Value:
        if isinstance(symbol, Variable) and symbol.order == 2:
            own = z[x.slot(symbol.name).v]
            return own if symbol.shape else own[0]
        if isinstance(symbol, Rate) and symbol.order == 1:
            return z[x.slot(symbol.variable).v]
        return x.leaf(symbol)

    lower = Lowering(leaf)
    rows: list[Scalar] = []
    for e in equations(x.system).equations:
        made = lower(e.bracket)
        rows += made if isinstance(made, list) else [made]
    A = x.jacobian(rows, z)
    _make_symmetric(x, A)
    moving = [*z, *x.multipliers]
    return A, [-e for e in replaced(x.graph, rows, named(moving, [0] * len(moving)))]


def _make_symmetric(x: Mechanics, A: list[list[Scalar]]) -> None:
    """One spelling per pair. The form of the equations of unit vectors may hide that masses in space are symmetric."""
    pairs = [(i, j) for i in range(x.nv) for j in range(i) if not (A[i][j] is A[j][i] or A[i][j] == A[j][i])]
    roots = [lift(x.graph, A[i][j] - A[j][i]).index for i, j in pairs]
    rng = random.Random(1)
    values = {n: rng.uniform(0.5, 1.5) for n in symbols_of(x.graph, roots)}
    if any(abs(gap) > 1e-9 for gap in floats(x.graph, roots, values)):
        what = f"accelerations of '{x.system.name}' from the printed equations: masses in space are not symmetric there"
        raise NotByThis(what, x.system.source, "use method graph")
    for i, j in pairs:
        A[i][j] = A[j][i]


def shortest(x: Mechanics) -> Vector:
    """The accelerations by whichever of both methods needs fewer operations; for what is made of them."""
    found = [x.finish(x.solution()[0].alpha)]
    if x.nv <= FEW:
        with contextlib.suppress(NotByThis):
            found.append(x.finish(accelerations(x)["a"]))
    return min(found, key=lambda a: count_ops(x.graph, nodes_of(x.graph, a)).flops)
