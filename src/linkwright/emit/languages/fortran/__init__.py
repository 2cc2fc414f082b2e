"""Fortran 2008: a module <robot> of pure subroutines, a test program, an example, a Makefile and a manifest for fpm.

Names are the same in capitals and small letters, declarations come first, and a matrix lies column by column: an interface
gives true M(i, j), so that only this file knows that the kernel counts row by row.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from linkwright.emit.constants import Declare, declared, pieces, retyped
from linkwright.emit.languages import fixed
from linkwright.emit.languages.fortran import tests as fortran_tests
from linkwright.emit.languages.fortran.data import constant
from linkwright.emit.languages.fortran.procedure import element, order, procedure, read
from linkwright.emit.languages.fortran.statements import procedural
from linkwright.emit.program import Program, identifier
from linkwright.emit.source_tree import MARK
from linkwright.emit.spell import wrap
from linkwright.emit.straight_line import Plan
from linkwright.emit.target import (
    ARITHMETIC,
    ATOM,
    POWER,
    SUM,
    Commands,
    Comment,
    Real,
    Spelling,
    Target,
    call,
    calls,
    shortest,
)
from linkwright.passes.kernel import Kernel

_TAKEN = """
sp int32 real32 linkwright_math_single
dp int64 real64 real integer logical character reshape abs sqrt sin cos tan asin acos atan2 exp log hypot min max sign merge
all any size huge trim present matmul transpose len_trim check_inputs require_finite linkwright_math example print write
read stop end call use module program subroutine function contains pure implicit none private public parameter do if else
then return case select data result row output_unit
"""
"""Words that generated files use as intrinsics or names; a few keywords besides, which Fortran allows but no reader likes."""

_SHARED = ("linkwright_math.f90", "linkwright_checks.f90", "Makefile")
"""The same text whatever the robot: several robots may share a folder."""


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    return {
        f"{program.name}.f90": _module(program),
        **{path: fixed("fortran", path).replace(MARK, program.stamp, 1) for path in _shared(program)},
        f"test_{program.name}.f90": fortran_tests.program(program, module_name(program)),
        f"example_{program.name}.f90": fortran_tests.example(program, module_name(program)),
        "fpm.toml": f"# {program.mark}\n" + fixed("fortran", "fpm.toml").replace("ROBOT", program.name),
    }


def _shared(program: Program) -> list[str]:
    """What is the same whatever the robot; tests stand on functions of doubles in any case."""
    return list(dict.fromkeys([*_SHARED, f"linkwright_math{program.target.real.suffix}.f90"]))


def signature(program: Program, kernel: Kernel) -> str:
    """call f(q, v, tau, parameters): what may be left out comes last."""
    return f"call {kernel.name}({', '.join(port.name for port in order(kernel))})"


def _quoted(words: str) -> str:
    """A character constant; what cannot be seen by its number, and not more in one piece than a line holds."""
    found = [f'"{x}"' if plain else _bytes(x) for plain, x in pieces(words, '"', 60)]
    return " // &\n            ".join(found) or '""'


def _bytes(letter: str) -> str:
    return " // ".join(f"achar({byte})" for byte in letter.encode())


CONSTANTS = Declare(
    whole="    !> {doc}\n    integer, parameter, public :: {name} = {value}",
    wholes="    !> {doc}\n    integer, parameter, public :: {name}({count}) = [{values}]",
    numbers="    !> {doc}\n    real(dp), parameter, public :: {name}({count}) = [real(dp) :: {values}]",
    texts="    !> {doc}\n    character(len={bytes}), parameter, public :: {name}({count}) = "
    "[character(len={bytes}) :: {values}]",
    infinity="linkwright_infinity",
    quote=_quoted,
    more=" &",
)


def double(x: float) -> str:
    """0.1_dp"""
    return f"{shortest(x)}_dp"


FORTRAN = Target(
    name="fortran",
    title="Fortran 2008",
    spell={
        **ARITHMETIC,
        "pow": Spelling("{0} ** {1}", POWER, (ATOM, ATOM)),
        **calls("", {op: (op, 1) for op in ("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log", "abs")}),
        **calls("", {op: (op, 2) for op in ("atan2", "hypot")}),
        **calls("linkwright_", {op: (op, 2) for op in ("min", "max")}),
        "sign": call("linkwright_sign", 1),
        "select": call("linkwright_select", 3),
        "only_if": call("linkwright_only_if", 2),
    },
    comment=Comment("", "!> ", "", inside="! {}"),
    define="{name} = {value}",
    read=read,
    element=element,
    write="{element} = {value}",
    layout=layout,
    signature=signature,
    constants=CONSTANTS,
    guard="Sizes are in the types. A number that is not finite stops the program and is named; `make CHECK=off`, or"
    " `check_inputs = .false.` in `linkwright_math.f90`, leaves the checks out.",
    commands=Commands(needs=(("gfortran",), ("make",)), run=(("{1}", "test", "FC={0}"),), example="make example"),
    number=double,
    real=Real("real(dp)", setup="dp => real64", cast="real({value}, dp)", exact=double),
    negative=SUM,
    pair="{sine} = sin({angle}); {cosine} = cos({angle})",
    sine="sine({index})",
    cosine="cosine({index})",
    work="work({slot})",
    lanes=4,
    piece=700,
    width=110,
    more=" &",
    caseless=True,
    longest=44,
    reserved=frozenset(_TAKEN.split()),
)


def module_name(program: Program) -> str:
    """A module must not be called as one of its procedures."""
    taken = {kernel.name.lower() for kernel in program.kernels}
    return f"{program.name}_robot" if program.name.lower() in taken else program.name


# --- the module -------------------------------------------------------------------------------------------------------------


def _module(program: Program) -> str:
    name = module_name(program)
    parts = [part for plan in program.plans for part in _parts(program, plan)]
    body = "\n\n".join(parts)
    constants = (
        ["\n".join(declared(program, retyped(CONSTANTS, "real(dp)", program.target.real.name)))]
        if program.about.constants
        else []
    )
    constants += _defaults(program)
    own = "\n\n".join([*constants, body])
    words = ["check_inputs", "require_finite", *(w for w in _HELPERS if re.search(rf"\b{w}\b", own))]
    head = [
        FORTRAN.comment.block([*program.heading("equations of motion, Fortran 2008"), "", *_USAGE]),
        f"module {name}",
        f"    use, intrinsic :: iso_fortran_env, only: {program.target.real.setup}",
        *wrap(f"use linkwright_math{program.target.real.suffix}, only: {', '.join(words)}", FORTRAN, 1),
        "    implicit none",
        "    private",
        *(f"    public :: {kernel.name}" for kernel in program.kernels),
    ]
    return "\n\n".join(["\n".join(head), *constants]) + f"\n\ncontains\n\n{body}\n\nend module {name}\n"


def _parts(program: Program, plan: Plan) -> list[str]:
    steps = plan.kernel.procedure
    return procedure(program, plan) if steps is None else procedural(program, plan.kernel, steps)


_HELPERS = tuple(
    f"linkwright_{name}" for name in ("sincos", "min", "max", "sign", "select", "only_if", "nan", "infinity")
)

_USAGE = (
    "Matrices are true matrices, M(i, j); a stack of poses is T(k, i, j). No allocation, no state, no I/O: procedures are",
    "pure and may be called from several threads. Inputs that are no finite numbers end the program with a message, unless",
    "check_inputs in linkwright_math.f90 is .false. (`make CHECK=off`); the checks then cost nothing.",
)


def _defaults(program: Program) -> list[str]:
    """Arrays of default values, with an index per element's name where the names make words."""
    parts: list[str] = []
    taken = {kernel.name.lower() for kernel in program.kernels} | {module_name(program).lower()}
    taken |= {f"default_{short}".lower() for short in program.defaults}
    for short, port in program.defaults.items():
        assert port.defaults is not None
        lines = [f"    !> {FORTRAN.comment.safe(port.doc or short)}: default values, and the place of each"]
        lines += constant(program.target, f"default_{short}", port.shape, port.defaults, ", public")
        words = [f"{short}_{identifier(label, FORTRAN)}" for label in port.labels]
        low = {word.lower() for word in words}
        if words and len(low) == len(words) and not low & taken and max(map(len, words)) <= 63 and len(port.shape) == 1:
            for k, word in enumerate(words, 1):
                lines.append(f"    integer, parameter, public :: {word} = {k}")
            taken |= low
        parts.append("\n".join(lines))
    return parts
