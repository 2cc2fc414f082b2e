"""A solver as a kernel: a Newton step, repeated with damping until the residual is small."""

from __future__ import annotations

from dataclasses import replace

from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel, Repeat

STATE, DIRECTION, DAMPING = "state", "direction", "damping"
TOLERANCE, LIMIT = 1e-12, 50
"""Residual at which a state counts as solved, and the most steps to get there."""


def repeated(step: Kernel, name: str, state: str, doc: str = "", equation: str = "", reference: str = "") -> Kernel:
    """The kernel that repeats `step`. The step's inputs `state`, "direction" and "damping" are its own; its outputs are the
    next state, the next direction and the residual, in this order."""
    own = {state: STATE, DIRECTION: DIRECTION, DAMPING: DAMPING}
    roles = tuple(own.get(p.name, "shared") for p in step.inputs)
    assert sorted(r for r in roles if r != "shared") == [DAMPING, DIRECTION, STATE], roles
    found, direction, residual = step.outputs
    assert found.shape == direction.shape
    assert residual.shape == ()
    ports = dict(zip(roles, step.inputs, strict=True))
    shared = [_bare(p) for p, role in zip(step.inputs, roles, strict=True) if role == "shared"]
    required, optional = [p for p in shared if p.defaults is None], [p for p in shared if p.defaults is not None]
    guess = replace(_bare(ports[STATE]), name="guess", doc=f"first guess of {state}, near the solution that is wanted")
    outputs = (
        replace(_bare(found), name=state, doc=ports[STATE].doc),
        Port("residual", (), (-1,), doc=f"largest error left; {TOLERANCE:g} or less: solved", unit=residual.unit),
        Port("iterations", (), (-1,), doc=f"steps taken, at most {LIMIT}"),
    )
    return Kernel(
        name,
        (*required, guess, *optional),
        outputs,
        (),
        step.ops,
        doc=doc,
        equation=equation,
        reference=reference,
        facts=(("Repeats", step.name), *(x for x in step.facts if x[0] == "frame")),
        repeat=Repeat(step, roles, TOLERANCE, LIMIT),
    )


def _bare(port: Port) -> Port:
    return replace(port, nodes=(-1,) * port.size)
