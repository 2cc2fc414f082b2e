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

from linkwright.passes.kernel import Kernel


def call(kernel: Kernel) -> str:
    """In Python: `_newton` of the step as a function of x, direction and damping alone."""
    repeat = kernel.repeat
    assert repeat is not None
    own = {"state": "x", "direction": "direction", "damping": "damping"}
    roles = {p.name: role for p, role in zip(repeat.step.inputs, repeat.roles, strict=True)}
    given = ", ".join(own.get(roles[p.name], p.name) for p in repeat.step.ordered)
    guess = next(p.name for p in kernel.inputs if roles.get(p.name) != "shared")
    step = f"lambda x, direction, damping: {repeat.step.name}({given})"
    return f"_newton({step}, {guess}, {repeat.tolerance!r}, {repeat.limit})"


def latex(kernel: Kernel) -> str:
    """The iteration of a solver, as a formula."""
    assert kernel.repeat is not None
    digits, _, exponent = f"{kernel.repeat.tolerance:.3g}".partition("e")
    power = rf" \cdot 10^{{{int(exponent)}}}" if exponent else ""
    return (
        "Newton's method with damping: the step of the section before is taken from the guess on. A trial with a smaller"
        " residual is kept, and the damping doubled (to 1 at most); otherwise the damping is halved. It ends when the residual"
        f" is at most ${digits}{power}$, after {kernel.repeat.limit} steps at the latest."
    )
