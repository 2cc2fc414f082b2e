"""A repeated step in every language: Newton's method with damping around a generated function.

    x, direction, r = step(shared, guess, 0, 0)             the guess itself
    until r is small, or `limit` times:
        trial = step(shared, x, direction, damping)
        better than x?   x = trial, damping doubled, 1 at most
        otherwise        damping halved

A direction that is not finite (the step is singular there) is never followed: the residual then tells that nothing was found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


@dataclass(frozen=True)
class Solver:
    """Who is who among the names of a kernel that repeats another."""

    kernel: Kernel

    def __post_init__(self) -> None:
        assert self.kernel.repeat is not None

    @property
    def step(self) -> Kernel:
        assert self.kernel.repeat is not None
        return self.kernel.repeat.step

    @property
    def roles(self) -> Mapping[str, str]:
        assert self.kernel.repeat is not None
        return {p.name: role for p, role in zip(self.step.inputs, self.kernel.repeat.roles, strict=True)}

    @property
    def tolerance(self) -> str:
        assert self.kernel.repeat is not None
        return repr(self.kernel.repeat.tolerance)

    @property
    def limit(self) -> int:
        assert self.kernel.repeat is not None
        return self.kernel.repeat.limit

    @property
    def size(self) -> int:
        return self.kernel.outputs[0].size

    @property
    def guess(self) -> str:
        shared = {name for name, role in self.roles.items() if role == "shared"}
        return next(p.name for p in self.kernel.inputs if p.name not in shared)

    @property
    def results(self) -> tuple[str, str, str]:
        """Names of x, residual and iterations."""
        x, residual, iterations = (p.name for p in self.kernel.outputs)
        return x, residual, iterations

    def given(
        self, state: str, direction: str, damping: str, order: Order | None = None, shared: Spell = str
    ) -> list[str]:
        """Texts for the inputs of the step, in its order or in the language's."""
        own = {"state": state, "direction": direction, "damping": damping}
        ports = order(self.step) if order is not None else self.step.inputs
        return [own.get(self.roles[p.name]) or shared(p.name) for p in ports]


Order = Callable[[Kernel], Sequence[Port]]
Spell = Callable[[str], str]


def c(kernel: Kernel, robot: str) -> str:
    """Body of a C function."""
    s = Solver(kernel)
    x, residual, iterations = s.results
    first = ", ".join([*s.given(s.guess, "direction", "0.0"), x, "next", residual])
    again = ", ".join([*s.given(x, "direction", "damping"), "trial", "next", "&found"])
    step = f"{robot}_{s.step.name}"
    return f"""\
    double direction[{s.size}] = {{0.0}}, trial[{s.size}], next[{s.size}], found, damping = 1.0;
    int taken = 0;
    {step}({first});
    memcpy(direction, next, sizeof direction);
    while (!({residual}[0] <= {s.tolerance}) && taken < {s.limit} && linkwright_finite(direction, {s.size})) {{
        taken++;
        {step}({again});
        if (found < {residual}[0] && linkwright_finite(next, {s.size})) {{
            memcpy({x}, trial, sizeof trial);
            memcpy(direction, next, sizeof next);
            {residual}[0] = found;
            damping = damping < 0.5 ? 2.0 * damping : 1.0;
        }} else {{
            damping *= 0.5;
        }}
    }}
    {iterations}[0] = taken;"""


def cpp(kernel: Kernel, order: Order) -> str:
    """Body of a C++ function over any scalar that can be compared."""
    s = Solver(kernel)
    x, residual, iterations = s.results
    first = ", ".join([*s.given(s.guess, "direction", "Scalar(0.0)", order), x, "next", residual])
    again = ", ".join([*s.given(x, "direction", "damping", order), "trial", "next", "&found"])
    return f"""\
    Scalar direction[{s.size}] = {{}}, trial[{s.size}], next[{s.size}], found, damping = Scalar(1.0);
    const auto finite = [](const Scalar *y) {{
        return std::all_of(y, y + {s.size}, [](const Scalar &e) {{ return e - e <= Scalar(0.0); }});
    }};
    int taken = 0;
    {s.step.name}<Scalar>({first});
    std::copy_n(next, {s.size}, direction);
    while (!(*{residual} <= Scalar({s.tolerance})) && taken < {s.limit} && finite(direction)) {{
        taken++;
        {s.step.name}<Scalar>({again});
        if (found < *{residual} && finite(next)) {{
            std::copy_n(trial, {s.size}, {x});
            std::copy_n(next, {s.size}, direction);
            *{residual} = found;
            damping = damping < Scalar(0.5) ? damping + damping : Scalar(1.0);
        }} else {{
            damping = damping * Scalar(0.5);
        }}
    }}
    *{iterations} = Scalar(taken);"""
