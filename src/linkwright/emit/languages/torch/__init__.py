"""PyTorch: one module of functions of one state or a batch, for autograd, vmap, jvp and jacrev; a test file; an example.

Functions are written as JAX's are, in statements; loops go on until the last state of a batch is ready.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from linkwright.emit.languages import pasted
from linkwright.emit.languages.jax import JAX, Library, function
from linkwright.emit.languages.jax.statements import Loops
from linkwright.emit.languages.numpy import NUMPY, constant_values, default_arrays, real
from linkwright.emit.languages.torch import tests
from linkwright.emit.program import Program
from linkwright.emit.target import Commands, Real, calls

_LOOPS = Loops(
    compiled="",
    zeros="_zeros{shape}",
    table="torch.tensor([{values}], dtype=_REAL).reshape({shape})",
    full="_full({shape}, {value})",
    element="_at({name}, {index})",
    store="_put({name}, {value}, {index})",
    array="torch.",
    finite="_finite",
    both="_both",
    either="_either",
    denied="_denied",
    counted="_count",
    repeated="_repeat",
    branch="_branch",
    short="_branch",
)
_LIBRARY = Library("torch.", "_stack", "torch.unbind", _LOOPS)
_USAGE = (
    "Autograd, torch.func.vmap, jvp, jacfwd and jacrev work on every function.",
    "Inputs may have leading batch dimensions, which broadcast; outputs then have them too.",
    "Tensors keep their type and device; numbers, lists and NumPy arrays take those of the tensors beside them, and are",
    "{real} where there is none. A function with several outputs returns them as a tuple, in the order of its description.",
    "CHECK_INPUTS = False in this module leaves out the check for finite numbers.",
)


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    return {
        f"{program.name}.py": _module(program),
        f"test_{program.name}.py": tests.tests(program),
        f"example_{program.name}.py": tests.EXAMPLE.of(program),
    }


_TAKEN = "torch math np threading contextlib typing NamedTuple batch values float globals print range sum max example"

TORCH = replace(
    JAX,
    name="torch",
    repeats=False,
    title="Python with PyTorch",
    real=Real("torch.float64"),
    spell={
        **NUMPY.spell,
        **calls("_", {op: (op, 1) for op in ("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log", "abs", "sign")}),
        **calls("_", {op: (op, 2) for op in ("pow", "atan2", "hypot", "min", "max", "only_if")}),
        **calls("_", {"select": ("select", 3)}),
    },
    layout=layout,
    commands=Commands(needs=(("python:torch",),), run=(("{0}", "test_*.py"),), example="python example_*.py"),
    pair="{sine}, {cosine} = _sin({angle}), _cos({angle})",
    reserved=NUMPY.reserved | frozenset(_TAKEN.split()),
)  # fmt: skip


def _module(program: Program) -> str:
    loops = any(kernel.procedure is not None for kernel in program.kernels)
    modules = ["contextlib"] * loops + ["math", "threading"]
    imports = "\n".join(f"import {name}" for name in modules)
    usage = [line.format(real=program.target.real.name) for line in _USAGE]
    head = [
        TORCH.comment.block([*program.heading("equations of motion, PyTorch"), "", *usage]),
        f"{imports}\nfrom typing import NamedTuple\n\nimport numpy as np  # noqa: F401\nimport torch",
        *constant_values(program),
        *default_arrays(program),
        real(program),
        pasted("torch", "support.py"),
    ]
    parts = [pasted("torch", "loops.py")] if loops else []
    parts += [function(program, speller, _LIBRARY) for speller in program.spellers()]
    return "\n\n".join(head) + "\n\n\n" + "\n\n\n".join(parts) + "\n"
