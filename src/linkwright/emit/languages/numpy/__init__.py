"""NumPy: one module, vectorised over leading batch dimensions, and a test file for pytest or plain Python."""

from __future__ import annotations

import keyword
import sys
from collections.abc import Mapping

from linkwright.emit import repeat
from linkwright.emit.constants import Declare, declared, upper
from linkwright.emit.example_programs import numpy_example
from linkwright.emit.languages import pasted
from linkwright.emit.languages.numpy import statements as numpy_statements
from linkwright.emit.languages.numpy import tests as numpy_tests
from linkwright.emit.program import Program, default_rows, function_heading
from linkwright.emit.spell import Speller, wrap
from linkwright.emit.target import (
    ARITHMETIC,
    ATOM,
    COMPARE,
    LOOSE,
    Commands,
    Comment,
    Real,
    Spelling,
    Target,
    array_element,
    calls,
)
from linkwright.passes.kernel import Kernel


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    return {
        f"{program.name}.py": _module(program),
        f"test_{program.name}.py": test_file(program),
        f"example_{program.name}.py": numpy_example(program),
    }


def signature(program: Program, kernel: Kernel) -> str:
    """How a function is called from Python, with the names of its defaults."""
    optional = [f"{port.name}={program.default_name(kernel, port).upper()}" for port in kernel.optional]
    return f"{kernel.name}({', '.join([*(port.name for port in kernel.required), *optional])})"


CONSTANTS = Declare(
    whole='{name} = {value}\n"""{doc}"""',
    wholes='{name} = np.array([{values}])\n"""{doc}"""',
    numbers='{name} = np.array([{values}])\n"""{doc}"""',
    texts='{name} = ({values})\n"""{doc}"""',
    infinity="np.inf",
    quote=repr,
    name=upper,
    alone=",",
    number=lambda target, x: repr(x),
)


def spellings(np: str) -> dict[str, Spelling]:
    """Operations in a library that calls them as NumPy does, by the prefix of its functions."""
    return {
        **ARITHMETIC,
        **calls(np, {op: (op, 1) for op in ("sqrt", "sin", "cos", "tan", "exp", "log", "abs", "sign")}),
        **calls(np, {"asin": ("arcsin", 1), "acos": ("arccos", 1), "atan2": ("arctan2", 2), "hypot": ("hypot", 2)}),
        **calls(np, {"pow": ("power", 2), "min": ("minimum", 2), "max": ("maximum", 2)}),
        "select": Spelling(f"{np}where({{0}} > 0, {{1}}, {{2}})", ATOM, (COMPARE + 1, LOOSE, LOOSE)),
        "only_if": Spelling(f"{np}where({{0}} > 0, {{1}}, {np}nan)", ATOM, (COMPARE + 1, LOOSE)),
    }


_TAKEN = "np math batch numpy sys pathlib pytest float globals print range sum max"
"""Words the generated files use themselves, and modules they import; a module of Python's own must not be hidden either."""

NUMPY = Target(
    name="numpy",
    repeats=True,
    title="Python with NumPy",
    spell=spellings("np."),
    comment=Comment('"""', "", '"""', (("\\", "/"), ('"""', "'''")), "# {}"),
    define="{name} = {value}",
    read=array_element,
    write="{element} = {value}",
    layout=layout,
    signature=signature,
    constants=CONSTANTS,
    guard="Shapes are always checked. Numbers that are not finite raise `ValueError`, unless `CHECK_INPUTS` of the module is"
    " set to `False`.",
    commands=Commands(needs=(("python:numpy",),), run=(("{0}", "test_*.py"),), example="python example_*.py"),
    real=Real("float"),
    zeros="{name}[{first}:{end}] = 0.0",
    adjacent=False,
    nest=8,
    more=" \\",
    reserved=frozenset({*keyword.kwlist, *sys.stdlib_module_names, *_TAKEN.split()}),
)


def _module(program: Program) -> str:
    loops = any(kernel.procedure is not None for kernel in program.kernels)
    modules = "import math\nimport threading" if loops else "import math"
    solvers = any(kernel.repeat is not None for kernel in program.kernels)
    first = [
        NUMPY.comment.block(
            [*program.heading("equations of motion, NumPy"), "", *_USAGE, *told(program), *([_LOOPS] if loops else [])]
        ),
        f"{modules}\n\nimport numpy as np",
        *constant_values(program),
        *default_arrays(program),
    ]
    parts = [f"{real(program)}\n\n{_support(program)}", *([pasted("numpy", "newton.py")] if solvers else [])]
    parts += [_function(program, speller) for speller in program.spellers()]
    return "\n\n".join(first) + "\n\n\n" + "\n\n\n".join(parts) + "\n"


def _support(program: Program) -> str:
    """Where a function calls others again and again, the inputs of these are not checked: they are its own."""
    text = pasted("numpy", "support.py")
    if all(kernel.procedure is None for kernel in program.kernels):
        return text
    checks = "if CHECK_INPUTS and "
    text = text.replace(checks, f'{checks}getattr(_INNER, "checks", True) and ')
    inner = '_INNER = threading.local()\n"""Whether a function is at work that calls others."""'
    return f"{inner}\n{text}\n\n\n{pasted('numpy', 'loops.py')}"


def told(program: Program) -> list[str]:
    """What a file's head says of what its functions compute with."""
    return [program.target.real.told] if program.target.real.told else []


def real(program: Program) -> str:
    """What the functions of a module compute with."""
    return f'_REAL = {program.target.real.name}\n"""What functions compute with."""'


_LOOPS = "A function that has loops computes the states of a batch one after the other."
_USAGE = (
    "Inputs may have leading batch dimensions, which broadcast; outputs then have them too.",
    "A function with several outputs returns them as a tuple, in the order of its description.",
    "CHECK_INPUTS = False in this module leaves out the check for finite numbers.",
)


def constant_values(program: Program) -> list[str]:
    """Sizes, names and limits of the coordinates."""
    return ["\n".join(declared(program, CONSTANTS))] if program.about.constants else []


def default_arrays(program: Program) -> list[str]:
    """Default values of inputs, with the elements' names beside them."""
    parts: list[str] = []
    for name, port in program.defaults.items():
        body = "\n".join(default_rows(port, NUMPY, "    {value},  # {place}: {label}"))
        text = f"np.array([\n{body}\n])"
        text += "" if len(port.shape) == 1 else f".reshape({', '.join(map(str, port.shape)) or '()'})"
        parts.append(f"{name.upper()} = {text}")
    return parts


def _function(program: Program, speller: Speller) -> str:
    kernel = speller.plan.kernel
    lines = head(program, kernel)
    if kernel.repeat is not None:
        return "\n".join([*lines, *wrap(f"return {repeat.call(kernel)}", NUMPY, 1)])
    if kernel.procedure is not None:
        return numpy_statements.function(program, kernel, kernel.procedure, lines)
    lines += [f'    batch_{p.name}, {p.name} = _elements("{p.name}", {p.name}, {p.shape})' for p in kernel.inputs]
    lines.append(f"    batch = np.broadcast_shapes({', '.join(f'batch_{p.name}' for p in kernel.inputs)})")
    lines += [f"    {port.name} = np.empty(({port.size}, *batch), _REAL)" for port in kernel.outputs]
    lines += speller.lines(step for piece in speller.plan.pieces for step in piece)
    results = [f"_array({port.name}, {port.shape})" for port in kernel.outputs]
    lines += wrap(f"return {', '.join(results)}", NUMPY, 1)
    return "\n".join(lines)


def head(program: Program, kernel: Kernel) -> list[str]:
    """First lines of a function: how it is called, and what it says about itself."""
    comment = NUMPY.comment.block(function_heading(kernel)).replace('"""\n', '"""', 1)
    return [f"def {signature(program, kernel)}:", *(f"    {line}".rstrip() for line in comment.splitlines())]


def test_file(program: Program) -> str:
    """test_<robot>.py."""
    return numpy_tests.suite_file(program, NUMPY)
