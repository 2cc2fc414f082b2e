"""How far rounding can take the results of a kernel in single precision: a bound along the values, operation by operation.

Running error analysis (Wilkinson 1963; Higham 2002, section 3.3): each value goes with a bound of the distance between what
floats compute and the exact value, which is bounded from the bounds of its operands and one rounding more. No result of anybody
is looked at, so that a test with such a bound says something of the code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from linkwright.graph.domains import FLOAT
from linkwright.passes.kernel import Kernel
from linkwright.passes.precision import nearest

UNIT = 2.0**-24
"""Largest relative error of one rounding to a float."""
FUNCTION = 8 * UNIT
"""That of a function of a C library: sinf and its kind are within 2 units in the last place, powf and tanf of some within 4."""

Bounded = tuple[float, float]
"""A value, and how far from it a computed one may be."""

Operation = Callable[..., float]
"""Operands with their bounds, (a, ea, b, eb): how far from the operation's exact value they take it."""


def nearest_float(x: float) -> Bounded:
    """A given number, and how far from it the nearest float is."""
    return x, abs(nearest(x) - x)


def bounds(kernel: Kernel, inputs: Mapping[str, Sequence[Bounded]]) -> dict[str, list[Bounded]]:
    """Outputs of a kernel by name, element by element."""
    if kernel.repeat is not None:
        return _repeated(kernel, inputs)
    assert kernel.procedure is None, "what floats cannot compute is refused before (precision.py)"
    made: list[Bounded] = []
    for instr in kernel.code:
        if instr.op == "input":
            port, index = instr.value
            made.append(inputs[port][int(index)])
        elif instr.op == "const":
            made.append(nearest_float(instr.value))
        else:
            made.append(_apply(instr.op, [made[j] for j in instr.args]))
    return {port.name: [made[k] for k in port.nodes] for port in kernel.outputs}


def _repeated(kernel: Kernel, inputs: Mapping[str, Sequence[Bounded]]) -> dict[str, list[Bounded]]:
    """Newton's method ends where the residual is below its tolerance: what is left of it, and rounding in the residual, are
    as far from the solution as the Newton direction there is uncertain. How many steps it takes nobody knows."""
    from linkwright.passes.run_procedure import run_kernel

    repeat = kernel.repeat
    assert repeat is not None
    ports = {port.name: port for port in kernel.inputs}
    given = {name: [x for x, _ in inputs[name]] for name in ports}
    found = run_kernel(kernel, given)
    x, residual, iterations = kernel.outputs
    solution = [(float(value), 0.0) for value in found[x.name].ravel()]
    own = {"state": solution, "direction": [(0.0, 0.0)] * x.size, "damping": [(0.0, 0.0)]}
    roles = zip(repeat.step.inputs, repeat.roles, strict=True)
    step = bounds(repeat.step, {p.name: own[role] if role in own else inputs[p.name] for p, role in roles})
    _, direction, left = repeat.step.outputs
    unsure = step[left.name][0][1]
    share = 1.0 + repeat.tolerance / unsure if unsure > 0.0 else math.inf
    ends = [
        (value, share * error + UNIT * abs(value))
        for (value, _), (_, error) in zip(solution, step[direction.name], strict=True)
    ]
    return {
        x.name: ends,
        residual.name: [(0.0, repeat.tolerance)],
        iterations.name: [(float(found[iterations.name].ravel()[0]), math.inf)],
    }


def _apply(op: str, operands: Sequence[Bounded]) -> Bounded:
    """Value and bound of one operation; infinite where it depends on rounding which way it goes."""
    value = float(FLOAT.ops[op](*(x for x, _ in operands)))
    if any(math.isnan(x) for x, _ in operands) and math.isnan(value):
        return value, max(error for _, error in operands)
    error, rounding = PROPAGATED[op](*(part for operand in operands for part in operand)), _ROUNDING.get(op, FUNCTION)
    return value, error + rounding * (abs(value) + error) if math.isfinite(value) else math.inf if error else 0.0


def _same(a: float, ea: float) -> float:
    return ea


def _sum(a: float, ea: float, b: float, eb: float) -> float:
    return ea + eb


def _either(a: float, ea: float, b: float, eb: float) -> float:
    return max(ea, eb)


def _product(a: float, ea: float, b: float, eb: float) -> float:
    return abs(a) * eb + abs(b) * ea + ea * eb


def _quotient(a: float, ea: float, b: float, eb: float) -> float:
    return (ea + abs(a / b) * eb) / (abs(b) - eb) if abs(b) > eb else math.inf


def _between(f: Callable[[float], float], x: float, e: float) -> float:
    """How far a monotone function goes within e of x; infinite where that is outside its domain."""
    if not e:
        return 0.0
    ends = [f(x - e), f(x + e)]
    return math.inf if any(map(math.isnan, ends)) else max(abs(end - f(x)) for end in ends)


def _monotone(op: str) -> Operation:
    def far(x: float, e: float) -> float:
        return _between(FLOAT.ops[op], x, e)

    return far


def _wave(slope: Callable[[float], float]) -> Operation:
    def far(x: float, e: float) -> float:
        return min(abs(slope(x)) * e + e * e / 2, 2.0)

    return far


def _tan(x: float, e: float) -> float:
    return _between(math.tan, x, e) if e < abs(math.cos(x)) else math.inf


def _power(a: float, ea: float, b: float, eb: float) -> float:
    if not eb and b == round(b) and b >= 0:  # a whole power is monotone on each side of zero
        return (abs(a) + ea) ** b - abs(a) ** b
    if a <= ea:
        return math.inf
    return max(abs((a + s * ea) ** (b + t * eb) - a**b) for s in (-1, 1) for t in (-1, 1))


def _angle(y: float, ey: float, x: float, ex: float) -> float:
    if not ey and not ex:
        return 0.0
    near = math.hypot(x, y) - math.hypot(ex, ey)
    if near <= 0.0 or (x < 0.0 and 0.0 < ey >= abs(y)):  # at zero, or over the cut
        return math.inf
    return (abs(x) * ey + abs(y) * ex + ex * ey) / (near * math.hypot(x, y))


def _sign(x: float, e: float) -> float:
    return 0.0 if abs(x) > e or not e else 2.0


def _select(c: float, ec: float, yes: float, ey: float, no: float, en: float) -> float:
    value, error = (yes, ey) if c > 0 else (no, en)
    if abs(c) > ec or not ec:
        return error
    return max(abs(yes - value) + ey, abs(no - value) + en)


def _only_if(c: float, ec: float, x: float, ex: float) -> float:
    return ex if abs(c) > ec or not ec else math.inf


PROPAGATED: Mapping[str, Operation] = MappingProxyType(
    {
        **dict.fromkeys(("add", "sub", "hypot"), _sum),
        "mul": _product,
        "div": _quotient,
        **dict.fromkeys(("neg", "abs"), _same),
        **dict.fromkeys(("min", "max"), _either),
        "sin": _wave(math.cos),
        "cos": _wave(math.sin),
        "tan": _tan,
        "pow": _power,
        "atan2": _angle,
        "sign": _sign,
        "select": _select,
        "only_if": _only_if,
        **{op: _monotone(op) for op in ("sqrt", "asin", "acos", "exp", "log")},
    }
)
"""How far operands that are not exact take each operation."""

_ROUNDING = {
    **dict.fromkeys(("neg", "abs", "min", "max", "sign", "select", "only_if"), 0.0),
    **dict.fromkeys(("add", "sub", "mul", "div", "sqrt"), UNIT),
}
"""What an operation itself rounds; the others are functions of a library."""
