"""JAX: one module of functions of one state, for jit, vmap, grad, jacfwd and jacrev; a test file; an example.

A function of moderate size is written as statements. XLA computes a shared value anew for each of its uses, so a large one
would take minutes to compile: it becomes a table of operations that a scan computes (see `op_tables`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from linkwright.emit import repeat
from linkwright.emit.languages import pasted
from linkwright.emit.languages.jax import statements as jax_statements
from linkwright.emit.languages.jax import tests as jax_tests
from linkwright.emit.languages.numpy import NUMPY, constant_values, default_arrays, head, real, spellings
from linkwright.emit.op_tables import Apply, Steps, Tables, tables
from linkwright.emit.program import Program
from linkwright.emit.spell import Speller, numbers, wrap
from linkwright.emit.straight_line import Plan, Write
from linkwright.emit.target import Commands, Real
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

LARGE = 400
"""Operations from which on a function is a table: of more statements XLA takes long to compile the derivatives."""


@dataclass(frozen=True)
class Library:
    """A library of arrays whose functions are written as functions of arrays: what it calls what they need.

    array:   prefix of its functions
    stack:   makes one array of many, along a new first axis; unstack: the reverse
    loops:   how it writes procedures
    """

    array: str
    stack: str
    unstack: str
    loops: jax_statements.Loops


_JNP = Library("jnp.", "jnp.stack", "jnp.unstack", jax_statements.LAX)


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    return {
        f"{program.name}.py": _module(program),
        f"test_{program.name}.py": jax_tests.tests(program),
        f"example_{program.name}.py": jax_tests.EXAMPLE.of(program),
    }


def _local(port: Port, index: int) -> str:
    return f"{port.name}_{index}"


_TAKEN = "jax jnp functools warnings batch values float globals print range sum max example"

JAX = replace(
    NUMPY,
    name="jax",
    title="Python with JAX",
    real=Real(
        "float",
        setup='jax.config.update("jax_enable_x64", True)',
        told="Double precision needs jax.config.update('jax_enable_x64', True) before anything else; without it results are"
        " single.",
    ),
    spell=spellings("jnp."),
    element=_local,
    layout=layout,
    commands=Commands(needs=(("python:jax",),), run=(("{0}", "test_*.py"),), example="python example_*.py"),
    pair="{sine}, {cosine} = jnp.sin({angle}), jnp.cos({angle})",
    zeros="",
    reserved=NUMPY.reserved | frozenset(_TAKEN.split()),
)


def _is_large(kernel: Kernel) -> bool:
    return sum(instr.op not in ("const", "input") for instr in kernel.code) > LARGE


def _module(program: Program) -> str:
    large = any(map(_is_large, program.kernels))
    loops = any(kernel.procedure is not None for kernel in program.kernels)
    solvers = any(kernel.repeat is not None for kernel in program.kernels)
    support = ["support.py", *["tables.py"] * large, *["loops.py"] * loops, *["newton.py"] * solvers]
    imports = "import functools" if large else ""
    usage = _ALL if all(kernel.straight for kernel in program.kernels) else _LOOPS
    first = [
        JAX.comment.block([*program.heading("equations of motion, JAX"), "", usage, program.target.real.told, *_USAGE]),
        f"{imports}\nimport math\nimport warnings\n\nimport jax\nimport jax.numpy as jnp\nimport numpy as np".lstrip(),
        *constant_values(program),
        *default_arrays(program),
        real(program),
        "\n\n\n".join(pasted("jax", path) for path in support),
    ]
    functions = [
        _table(program, speller) if _is_large(speller.plan.kernel) else function(program, speller, _JNP)
        for speller in program.spellers()
    ]
    return "\n\n".join(first) + "\n\n\n" + "\n\n\n".join(functions) + "\n"


_ALL = "jit, vmap, grad, jacfwd and jacrev work on every function."
_LOOPS = "jit, vmap and jacfwd work on every function, grad and jacrev on those that do not iterate."
_USAGE = (
    "Inputs may also have leading batch dimensions, which broadcast; outputs then have them too.",
    "A function with several outputs returns them as a tuple, in the order of its description.",
    "CHECK_INPUTS = False in this module leaves out the check for finite numbers.",
)


def _taken(kernel: Kernel, batch: str) -> list[str]:
    """Inputs, checked, elements first."""
    triples = ", ".join(f'("{p.name}", {p.name}, {p.shape})' for p in kernel.inputs)
    return _wrapped(f"{', '.join([batch, *(p.name for p in kernel.inputs)])} = _inputs({triples})", 1)


def _returned(results: list[str]) -> list[str]:
    """return a, or a tuple; inside brackets a line may end anywhere."""
    text = f"return {results[0]}" if len(results) == 1 else f"return ({', '.join(results)})"
    return _wrapped(text, 1)


def _wrapped(text: str, depth: int) -> list[str]:
    return wrap(text, replace(JAX, more=""), depth)


# --- as statements ----------------------------------------------------------------------------------------------------------


def function(program: Program, speller: Speller, library: Library) -> str:
    """A function of arrays, written as statements on their elements."""
    plan = speller.plan
    kernel = plan.kernel
    lines = head(program, kernel)
    if kernel.repeat is not None:
        return "\n".join([*lines, *_wrapped(f"return {repeat.call(kernel)}", 1)])
    if kernel.procedure is not None:
        return jax_statements.function(program, kernel, kernel.procedure, lines, library.loops)
    lines += _taken(kernel, "batch")
    lines += [f"    {port.name} = {library.unstack}({port.name})" for port in kernel.inputs if port.size]
    lines += _statements(speller, plan.pieces[0]) + _angles(plan, speller, library)
    lines += _statements(speller, [step for piece in plan.pieces[1:] for step in piece])
    results: list[str] = []
    for n, port in enumerate(kernel.outputs):
        elements = [_element(plan, speller, n, index) for index in range(port.size)]
        results.append(f"_array({', '.join(['batch', str(port.shape), *elements])})")
    return "\n".join([*lines, *_returned(results)])


def _statements(speller: Speller, steps: Iterable[object]) -> list[str]:
    """Outputs that are names, inputs or numbers need no statement: they stand in the array that is returned."""
    kept = [s for s in steps if not isinstance(s, Write) or speller.plan.is_expression(s.value)]
    return speller.lines(kept)  # type: ignore[arg-type]


def _element(plan: Plan, speller: Speller, port: int, index: int) -> str:
    value = plan.kernel.outputs[port].nodes[index]
    return _local(plan.kernel.outputs[port], index) if plan.is_expression(value) else speller.value(value)


def _angles(plan: Plan, speller: Speller, library: Library) -> list[str]:
    """Sines and cosines of all angles that are known at once: two operations instead of one for each."""
    early = plan.early
    if not early.size:
        return []
    angles = [f"{w.port}[{w.start + k}]" for w in early.windows for k in range(w.width)]
    angles += [speller.value(k) for k in early.gathered]
    lines = _wrapped(f"angle = {library.stack}([{', '.join(angles)}])", 1)
    waves = ", ".join(f"{library.unstack}({library.array}{op}(angle))" for op in ("sin", "cos"))
    return [*lines, f"    sine, cosine = {waves}"]


# --- as a table -------------------------------------------------------------------------------------------------------------


def _table(program: Program, speller: Speller) -> str:
    kernel = speller.plan.kernel
    made = tables(kernel)
    name = f"_{kernel.name.upper()}"
    lines = head(program, kernel)
    lines += _taken(kernel, "_")
    lines.append(f"    values = _run({', '.join([name, *(p.name for p in kernel.inputs)])})")
    lines += _returned([f"_shaped(_take(values, {name}_{p.name.upper()}), {p.shape})" for p in kernel.outputs])
    outputs = [
        "\n".join(_wrapped(f"{name}_{port.name.upper()} = {_integers(slots)}", 0))
        for port, slots in zip(kernel.outputs, made.outputs, strict=True)
    ]
    return "\n\n".join([_stages(name, made), *outputs]) + "\n\n\n" + "\n".join(lines)


def _stages(name: str, made: Tables) -> str:
    """Constants and stages: name of the operation, number of values, then indices of its operands."""
    lines = [f"{name} = _Table(", *_wrapped(f"np.array([{numbers(JAX, made.constants)}]),", 1), "    ("]
    for stage in made.stages:
        match stage:
            case Steps():
                lines += [f'        ("steps", {stage.size}, {stage.width},']
                kinds = [stage.kinds[k : k + 100] for k in range(0, stage.size, 100)]
                lines += [f'            "{part}"' for part in kinds]
                lines[-1] += ","
                operands = (stage.left, stage.right)
            case Apply():
                lines += [f'        ("{stage.op}", {stage.size},']
                operands = stage.operands
        for slots in operands:
            lines += _wrapped(f"{_integers(slots)},", 3)
        lines.append("        ),")
    return "\n".join([*lines, "    ),", ")"])


def _integers(values: Iterable[int]) -> str:
    return f"np.array([{', '.join(map(str, values))}], dtype=np.int32)"
