"""Cython: a package that pip installs, around the C of the C target. Single states and batches; nogil functions to cimport.

Arrays are read by NumPy's own C functions, not by typed memoryviews: these add 20,000 lines to the module, take six times
as long to compile, and a call takes longer than the equations. Callers' memoryviews go to the nogil functions as &q[0].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from linkwright.emit.languages import c, pasted
from linkwright.emit.languages.cython import project as cython_project
from linkwright.emit.languages.numpy import NUMPY, test_file
from linkwright.emit.program import Program, function_heading
from linkwright.emit.spell import number, wrap
from linkwright.emit.target import Commands
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_WORDS = """
DEF IF ELIF ELSE NULL api bint cdef char cimport class const cpdef ctypedef double enum except extern float fused gil include
inline int long nogil noexcept object public readonly short signed sizeof struct union unsigned void
BufferError ValueError enumerate isinstance len list memset range str tuple isfinite np out set_checks
numpy Cython cython setuptools pytest build dist setup conftest tests
"""
"""Words of Cython, names that the generated module uses, and packages that one of ours must not hide."""


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    name = program.name
    return {
        **{f"{name}/{path}": text for path, text in c.library(program).items()},
        f"{name}/_{name}.pyx": _module(program),
        f"{name}/_{name}.pxd": _definitions(program),
        **cython_project.files(program),
        f"test_{name}.py": test_file(program),
    }


def signature(program: Program, kernel: Kernel) -> str:
    """How a function is called from Python."""
    return f"{kernel.name}({', '.join(cython_project.arguments(kernel))})"


CYTHON = replace(
    c.C,
    name="cython",
    title="Cython",
    layout=layout,
    signature=signature,
    constants=NUMPY.constants,
    guard="Shapes are always checked. Numbers that are not finite raise `ValueError`, unless `set_checks(False)` was called.",
    commands=Commands(
        needs=(("python:Cython",), ("python:setuptools",), ("python:numpy",), ("gcc", "cc", "clang", "cl")),
        run=(("{0}", "setup.py", "--quiet", "test"),),
        example="python setup.py --quiet build_ext --inplace && python example_*.py",
    ),
    reserved=c.C.reserved | NUMPY.reserved | frozenset(_WORDS.split()),
)


# --- the module -------------------------------------------------------------------------------------------------------------


def _module(program: Program) -> str:
    ports = max(len(kernel.inputs) + len(kernel.outputs) for kernel in program.kernels)
    externs = [f"    void {program.name}_{k.name}({', '.join(_types(program, k))}) noexcept" for k in program.kernels]
    head = [
        "# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, embedsignature=True",
        NUMPY.comment.block(program.heading("equations of motion, Cython around C")),
        "",
        "from libc.math cimport isfinite",
        "",
        f'cdef extern from "{program.name}.h" nogil:',
        *externs,
        "",
        f"ctypedef {program.target.real.name} _Real",
        "",
        "cdef enum:",
        f"    _PORTS = {ports}",
    ]
    parts = ["\n".join(head) + "\n\n" + pasted("cython", "support.pyx")]
    for kernel in program.kernels:
        parts += [_nogil(program, kernel), _adapter(program, kernel), _function(program, kernel)]
    return "\n\n\n".join(parts) + "\n"


def _definitions(program: Program) -> str:
    """What other Cython code may cimport."""
    title = f"{program.about.robot}: functions without the GIL, for other Cython code"
    head = "\n".join(f"# {NUMPY.comment.safe(line)}" for line in (title, program.mark))
    return head + "\n\n" + "\n".join(f"{cdef(program, kernel)}" for kernel in program.kernels) + "\n"


def _types(program: Program, kernel: Kernel) -> list[str]:
    real = program.target.real.name
    return [*(f"const {real} *" if p.shape else real for p in kernel.inputs), *(f"{real} *" for _ in kernel.outputs)]


def cdef(program: Program, kernel: Kernel) -> str:
    """The declaration of a C function for Cython."""
    names = [port.name for port in (*kernel.inputs, *kernel.outputs)]
    parameters = [
        f"{kind}{name}" if kind[-1] == "*" else f"{kind} {name}"
        for kind, name in zip(_types(program, kernel), names, strict=True)
    ]
    return f"cdef void c_{kernel.name}({', '.join(parameters)}) noexcept nogil"


def _nogil(program: Program, kernel: Kernel) -> str:
    names = ", ".join(port.name for port in (*kernel.inputs, *kernel.outputs))
    return f"{cdef(program, kernel)}:\n    {program.name}_{kernel.name}({names})"


def _adapter(program: Program, kernel: Kernel) -> str:
    """Every function behind the same type, so that one loop serves all."""
    arguments = [_argument(k, port) for k, port in enumerate(kernel.inputs)]
    arguments += [f"y[{k}]" for k in range(len(kernel.outputs))]
    head = f"cdef void _{kernel.name}(const _Real **x, _Real **y) noexcept nogil:"
    return f"{head}\n    {program.name}_{kernel.name}({', '.join(arguments)})"


def _argument(k: int, port: Port) -> str:
    if port.shape:
        return f"x[{k}]"  # NULL for the defaults
    if port.defaults is None:
        return f"x[{k}][0]"
    return f"(x[{k}][0] if x[{k}] != NULL else {number(NUMPY, port.defaults[0])[0]})"


def _function(program: Program, kernel: Kernel) -> str:
    inputs = [f'("{p.name}", {p.shape}, {p.size}, {p.defaults is not None})' for p in kernel.inputs]
    outputs = [f'("{p.name}", {p.shape}, {p.size})' for p in kernel.outputs]
    lines = [f"def {signature(program, kernel)}:"]
    lines += cython_project.docstring(function_heading(kernel))
    lines += ["    return _evaluate("]
    flat = replace(NUMPY, more="")
    values = "".join(f"{p.name}, " for p in kernel.inputs)
    for text in (
        f'"{kernel.name}", _{kernel.name}, ({values.rstrip()}),',
        f"({', '.join(inputs)},),",
        f"({', '.join(outputs)},), out,",
    ):
        lines += wrap(text.replace("(,)", "()"), flat, 2)
    return "\n".join([*lines, "    )"])
