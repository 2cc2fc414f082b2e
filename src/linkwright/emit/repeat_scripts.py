"""The repeated step (see repeat.py) in languages that are not compiled ahead, and in words."""

from __future__ import annotations

from linkwright.emit.repeat import Order, Solver
from linkwright.passes.kernel import Kernel


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


def matlab(kernel: Kernel, order: Order, package: str) -> str:
    """The solver that repeats a step, as a MATLAB function."""
    s = Solver(kernel)
    x, residual, iterations = s.results
    step = f"{package}.{s.step.name}"
    first = ", ".join([*s.given(s.guess, f"zeros({s.size}, 1)", "0", order), "false"])
    again = ", ".join([*s.given(x, "direction", "damping", order), "false"])
    return f"""\
[{x}, direction, {residual}] = {step}({first});
damping = 1;
{iterations} = 0;
while ~({residual} <= {s.tolerance}) && {iterations} < {s.limit} && all(isfinite(direction))
    {iterations} = {iterations} + 1;
    [trial, next_direction, found] = {step}({again});
    if found < {residual} && all(isfinite(next_direction))
        {x} = trial;
        direction = next_direction;
        {residual} = found;
        damping = min(2 * damping, 1);
    else
        damping = damping / 2;
    end
end"""


def julia(kernel: Kernel, order: Order) -> str:
    """The solver that repeats a step, as a Julia function."""
    s = Solver(kernel)
    x, residual, iterations = s.results
    first = ", ".join(s.given(s.guess, f"zeros({s.size})", "0.0", order))
    again = ", ".join(s.given(x, "direction", "damping", order))
    return f"""\
trial, direction, found = {s.step.name}({first}; check = false)
copyto!({x}, trial)
{residual}[] = found
{iterations}[] = 0.0
damping = 1.0
while !({residual}[] <= {s.tolerance}) && {iterations}[] < {s.limit} && all(isfinite, direction)
    {iterations}[] = {iterations}[] + 1.0
    trial, next_direction, found = {s.step.name}({again}; check = false)
    if found < {residual}[] && all(isfinite, next_direction)
        copyto!({x}, trial)
        direction = next_direction
        {residual}[] = found
        damping = min(2.0 * damping, 1.0)
    else
        damping = 0.5 * damping
    end
end"""


def javascript(kernel: Kernel, order: Order) -> str:
    """Body between the declarations of the results and their return."""
    s = Solver(kernel)
    x, residual, iterations = s.results
    found, following, error = (p.name for p in s.step.outputs)
    first = ", ".join(s.given(s.guess, f"new Float64Array({s.size})", "0", order))
    again = ", ".join(s.given(x, "$direction", "$damping", order))
    return f"""\
  const $start = {s.step.name}({first});
  {x}.set($start.{found});
  {residual} = $start.{error};
  {iterations} = 0;
  let $direction = $start.{following};
  let $damping = 1;
  while (!({residual} <= {s.tolerance}) && {iterations} < {s.limit} && $direction.every(Number.isFinite)) {{
    {iterations}++;
    const $trial = {s.step.name}({again});
    if ($trial.{error} < {residual} && $trial.{following}.every(Number.isFinite)) {{
      {x}.set($trial.{found});
      $direction = $trial.{following};
      {residual} = $trial.{error};
      $damping = Math.min(2 * $damping, 1);
    }} else {{
      $damping /= 2;
    }}
  }}"""


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
