"""A repeated step where whole batches go on together, and in words: Newton's method with damping around a generated function.
Other languages write the statements of passes.procedural.newton.

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
    def guess(self) -> str:
        shared = {name for name, role in self.roles.items() if role == "shared"}
        return next(p.name for p in self.kernel.inputs if p.name not in shared)

    def given(self, state: str, direction: str, damping: str, order: Order) -> list[str]:
        """Texts for the inputs of the step, in the language's order."""
        own = {"state": state, "direction": direction, "damping": damping}
        return [own.get(self.roles[p.name]) or p.name for p in order(self.step)]


Order = Callable[[Kernel], Sequence[Port]]


def numpy(kernel: Kernel, order: Order) -> str:
    """Body of a NumPy function: all elements of a batch together."""
    s = Solver(kernel)
    first = ", ".join(s.given(s.guess, f"np.zeros_like({s.guess})", "0.0", order))
    again = ", ".join(s.given("x", "ahead", "damping", order))
    return f"""\
    {s.guess} = np.asarray({s.guess}, dtype=float)
    with np.errstate(all="ignore"):
        x, direction, residual = {s.step.name}({first})
    iterations, damping = np.zeros(np.shape(residual)), np.ones(np.shape(residual))
    for _ in range({s.limit}):
        going = ~(residual <= {s.tolerance}) & np.isfinite(direction).all(axis=-1)
        if not np.any(going):
            break
        ahead = np.where(going[..., None], direction, 0.0)
        with np.errstate(all="ignore"):
            trial, following, found = {s.step.name}({again})
        better = going & (found < residual) & np.isfinite(following).all(axis=-1)
        x = np.where(better[..., None], trial, x)
        direction = np.where(better[..., None], following, direction)
        residual = np.where(better, found, residual)
        damping = np.where(better, np.minimum(2.0 * damping, 1.0), 0.5 * damping)
        iterations = iterations + going
    return x, residual, iterations"""


def jax(kernel: Kernel, order: Order) -> str:
    """Body of a JAX function: a while loop that jit and vmap accept."""
    s = Solver(kernel)
    first = ", ".join(s.given(s.guess, f"jnp.zeros_like({s.guess})", "0.0", order))
    again = ", ".join(s.given("x", "jnp.where(going[..., None], direction, 0.0)", "damping", order))
    return f"""\
    {s.guess} = jnp.asarray({s.guess}, dtype=float)
    x, direction, residual = {s.step.name}({first})

    def open_ones(state):
        _, direction, residual, _, iterations = state
        return ~(residual <= {s.tolerance}) & jnp.isfinite(direction).all(axis=-1) & (iterations < {s.limit})

    def once(state):
        x, direction, residual, damping, iterations = state
        going = open_ones(state)
        trial, following, found = {s.step.name}({again})
        better = going & (found < residual) & jnp.isfinite(following).all(axis=-1)
        return (
            jnp.where(better[..., None], trial, x),
            jnp.where(better[..., None], following, direction),
            jnp.where(better, found, residual),
            jnp.where(better, jnp.minimum(2.0 * damping, 1.0), 0.5 * damping),
            iterations + going,
        )

    start = (x, direction, residual, jnp.ones_like(residual), jnp.zeros_like(residual))
    x, _, residual, _, iterations = jax.lax.while_loop(lambda state: open_ones(state).any(), once, start)
    return x, residual, iterations"""


def latex(kernel: Kernel) -> str:
    """The iteration of a solver, as a formula."""
    s = Solver(kernel)
    digits, _, exponent = f"{float(s.tolerance):.3g}".partition("e")
    power = rf" \cdot 10^{{{int(exponent)}}}" if exponent else ""
    return (
        "Newton's method with damping: the step of the section before is taken from the guess on. A trial with a smaller"
        " residual is kept, and the damping doubled (to 1 at most); otherwise the damping is halved. It ends when the residual"
        f" is at most ${digits}{power}$, after {s.limit} steps at the latest."
    )
