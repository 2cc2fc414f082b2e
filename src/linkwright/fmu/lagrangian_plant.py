"""The plant of a Lagrangian on a manifold: unit vectors and rotations are states as they are, put back to their length.

dq/dt = v (numbers, vectors),  omega x q (unit vectors),  R hat(Omega) (rotations);   dv/dt = accelerations
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import QuantityError
from linkwright.fmu.compose import Composition
from linkwright.fmu.plant import Plant, Signal
from linkwright.graph.expr import Expr, Scalar
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import Slot, input_elements, labels_of, place_rates, slots_of, units_of
from linkwright.request import Request
from linkwright.simulation.integrators import start_state
from linkwright.simulation.lagrangian_flow import input_labels, need_values
from linkwright.spatial.matrix import unit_length
from linkwright.spatial.vector import Vec

_CURVED = ("S2", "SO3")


def lagrangian_plant(system: Lagrangian, request: Request) -> Plant:
    """States are the places and velocities of all variables, from the start that the file says."""
    if request.frame is not None:
        what = f"'{system.name}' has no frame '{request.frame}'"
        raise QuantityError(what, hint="only robots made of links have frames")
    slots, nq, nx = slots_of(system.variables), system.nq, system.nq + system.nv
    inputs = {name: len(elements) for name, elements in input_elements(system).items()}
    sizes = {"x": nx, "u": sum(inputs.values())}
    made = Composition(system, request, sizes)
    x, u = made.symbols("x"), iter(made.symbols("u"))
    q, v = on_manifold(slots, x[:nq], x[nq:])
    given = {name: [next(u) for _ in range(size)] for name, size in inputs.items()}
    a = made.derived("accelerations", {"q": q, "v": v, **given})["a"]
    rates = [*place_rates(slots, q, v), *a]
    curved = any(s.kind in _CURVED for s in slots)
    return Plant(
        system.name,
        _states(system, slots),
        _rates(slots),
        nq,
        tuple(Signal(name, doc="force or moment of the work") for name in input_labels(system)),
        (),
        made.parameter_signals(),
        made.motion(rates, ()),
        made.directional(rates, ()),
        made.projection(q, v) if curved else None,
        notes=("constraints are kept by their accelerations only: they drift slowly",) if system.constraints else (),
    )


def on_manifold(slots: Sequence[Slot], q: Sequence[Expr], v: Sequence[Expr]) -> tuple[list[Scalar], list[Scalar]]:
    """Unit vectors of length one, angular velocities without a part along them, rotations orthogonal."""
    places: list[Scalar] = list(q)
    speeds: list[Scalar] = list(v)
    for s in slots:
        if s.kind == "S2":
            n = places[s.q] = unit_length(q[s.q])
            along = Vec(*n).dot(Vec(*v[s.v]))
            speeds[s.v] = [w - along * e for w, e in zip(v[s.v], n, strict=True)]
        elif s.kind == "SO3":
            places[s.q] = _orthogonal(q[s.q])
    return places, speeds


def _orthogonal(r: Sequence[Scalar]) -> list[Scalar]:
    """Rows by Gram and Schmidt: where R is a rotation already, it stays."""
    first, row = Vec(*unit_length(r[:3])), Vec(*r[3:6])
    along = first.dot(row)
    second = Vec(*unit_length([e - along * f for e, f in zip(row, first, strict=True)]))
    return [*first, *second, *first.cross(second)]


def _states(system: Lagrangian, slots: Sequence[Slot]) -> tuple[Signal, ...]:
    need_values(system)
    starts = zip(("q", "v"), start_state(system), strict=True)
    return tuple(
        Signal(name, "" if unit == "1" else unit, float(x))
        for part, start in starts
        for name, unit, x in zip(labels_of(slots, part), units_of(slots, part), start, strict=True)
    )


def _rates(slots: Sequence[Slot]) -> tuple[Signal, ...]:
    return (
        *(Signal(f"der({n})") for n in labels_of(slots, "q")),
        *(Signal(n, u) for n, u in zip(labels_of(slots, "a"), units_of(slots, "a"), strict=True)),
    )
