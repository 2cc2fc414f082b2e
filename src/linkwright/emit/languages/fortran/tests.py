"""The test program, example, Makefile and fpm manifest beside generated Fortran: nothing but a compiler is needed."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.languages.fortran.data import constant, extents, flat, shaped, text
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.spell import number, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_RUNNER = """\
    subroutine begin_check()
        check_sum = 0.0_dp
        check_scale = 0.0_dp
    end subroutine begin_check

    subroutine add_term(factor, n, x)
        real(dp), intent(in) :: factor
        integer, intent(in) :: n
        real(dp), intent(in) :: x(n)

        check_sum(:n) = check_sum(:n) + factor * x
        check_scale = max(check_scale, maxval([0.0_dp, abs(factor * x)]))
    end subroutine add_term

    subroutine end_check(title, n, tolerance, least)
        character(*), intent(in) :: title
        integer, intent(in) :: n
        real(dp), intent(in) :: tolerance, least
        real(dp) :: error
        logical :: ok

        error = huge(error)
        if (all(abs(check_sum(:n)) <= huge(error))) &  ! false for NaN
            error = maxval([0.0_dp, abs(check_sum(:n))]) / max(check_scale, least)
        ok = error <= tolerance
        check_count = check_count + 1
        if (ok) check_passed = check_passed + 1
        check_largest = max(check_largest, error)
        write (output_unit, "(2x, a6, 1x, es10.2e3, 2x, a)") merge("ok    ", "FAILED", ok), error, title
    end subroutine end_check
"""

_PRODUCTS = {
    Absent: """\
    !> Where mask is 1, x must be NaN, which does not compare.
    subroutine absent(n, x, mask)
        integer, intent(in) :: n
        real(dp), intent(inout) :: x(n)
        real(dp), intent(in) :: mask(n)

        where (mask > 0.0_dp) x = merge(huge(x), 0.0_dp, abs(x) >= 0.0_dp)
    end subroutine absent
""",
    Transpose: """\
    !> Matrices are flat here, row by row: column by column they are each other's transposes.
    subroutine turn(x, y, rows, columns)
        integer, intent(in) :: rows, columns
        real(dp), intent(in) :: x(columns, rows)
        real(dp), intent(out) :: y(rows, columns)

        y = transpose(x)
    end subroutine turn
""",
    Multiply: """\
    !> z = x y, of matrices that are flat row by row: read column by column, z' = y' x'.
    subroutine multiply(x, y, z, rows, inner, columns)
        integer, intent(in) :: rows, inner, columns
        real(dp), intent(in) :: x(inner, rows), y(columns, inner)
        real(dp), intent(out) :: z(columns, rows)

        z = matmul(y, x)
    end subroutine multiply
""",
}
"""Only what a suite uses: a compiler would warn of the rest."""


def program(program: Program, module: str) -> str:
    """test_<robot>.f90: every check of the program, a table, an exit code that is not 0 where one fails."""
    target, suite = program.target, program.suite
    title = f"{program.about.robot}: tests of the generated procedures against independent values"
    used = {a.kernel.name for case in suite.cases for a in case.actions if isinstance(a, Run)}
    longest = max((case.size for case in suite.cases), default=1)
    head = [
        target.comment.block([title, program.mark]),
        f"program test_{program.name}",
        "    use, intrinsic :: iso_fortran_env, only: dp => real64, output_unit",
        *(f"    use {module}, only: {name}" for name in sorted(used)),
        "    implicit none",
        "    integer :: check_count = 0, check_passed = 0",
        "    character(10) :: check_text",
        f"    real(dp) :: check_largest = 0.0_dp, check_scale, check_sum({max(longest, 1)})",
    ]
    for k, values in enumerate(suite.data):
        head += constant(target, f"data_{k}", (len(values),), values)
    body = [
        f'    write (output_unit, "(a)") {text(program.about.robot)}',
        *(f"    call case_{n}()" for n in range(len(suite.cases))),
        '    write (check_text, "(es10.2e3)") check_largest',
        '    write (output_unit, "(i0, a, i0, a, a)") check_count, " checks, ", check_passed, &',
        '        " passed, max relative error ", trim(adjustl(check_text))',
        "    if (check_passed /= check_count) error stop",
    ]
    kinds = {type(action) for case in suite.cases for action in case.actions}
    parts = [_RUNNER if suite.cases else "", *(part for kind, part in _PRODUCTS.items() if kind in kinds)]
    parts += [_case(program, n, case) for n, case in enumerate(suite.cases)]
    procedures = "\n".join(part for part in parts if part)
    contains = f"\ncontains\n\n{procedures}\n" if procedures else "\n"
    return "\n".join([*head, "", *body]) + f"\n{contains}end program test_{program.name}\n"


def _case(program: Program, n: int, case: Case) -> str:
    target, check = program.target, case.check
    declared = [f"        real(dp) :: result_{k}({size})" for k, size in enumerate(case.results)]
    for run in (action for action in case.actions if isinstance(action, Run)):
        made = zip(run.kernel.outputs, run.outputs, strict=True)
        declared += [f"        real(dp) :: made_{a.index}{extents(p.shape)}" for p, a in made if len(p.shape) != 1]
    lines = ["        call begin_check()"]
    for action in case.actions:
        lines += [line for statement in _action(program, action) for line in wrap(statement, target, 2)]
    limits = f"{case.size}, {number(target, check.tolerance)[0]}, {number(target, check.floor)[0]}"
    lines += [f"        call end_check( &\n            {text(check.name)}, &\n            {limits})"]
    head = [f"    subroutine case_{n}()", *declared, ""]
    return "\n".join([*head, *lines, f"    end subroutine case_{n}\n"])


def _action(program: Program, action: Action) -> list[str]:
    match action:
        case Run(kernel, inputs, outputs):
            return _run(kernel, inputs, outputs)
        case Transpose(source, result, rows, columns):
            return [f"call turn({_array(source)}, {_array(result)}, {rows}, {columns})"]
        case Multiply(left, right, result, rows, inner, columns):
            return [f"call multiply({_array(left)}, {_array(right)}, {_array(result)}, {rows}, {inner}, {columns})"]
        case Accumulate(factor, array):
            return [f"call add_term({number(program.target, factor)[0]}, {array.size}, {_array(array)})"]
        case Absent(array, mask):
            return [f"call absent({array.size}, {_array(array)}, {_array(mask)})"]


def _run(kernel: Kernel, inputs: Sequence[Array | None], outputs: Sequence[Array]) -> list[str]:
    given = [(port, array) for port, array in zip(kernel.inputs, inputs, strict=True) if array is not None]
    made = list(zip(kernel.outputs, outputs, strict=True))
    arguments = [shaped(_array(a), port.shape) for port, a in given if port.defaults is None]
    arguments += [_array(a) if len(port.shape) == 1 else f"made_{a.index}" for port, a in made]
    arguments += [f"{port.name}={shaped(_array(a), port.shape)}" for port, a in given if port.defaults is not None]
    copies = [f"{_array(a)} = {flat(f'made_{a.index}', p.shape, p.size)}" for p, a in made if len(p.shape) != 1]
    return [f"call {kernel.name}({', '.join(arguments)})", *copies]


def _array(array: Array) -> str:
    return f"{'data' if array.given else 'result'}_{array.index}"


# --- the example ------------------------------------------------------------------------------------------------------------


def example(program: Program, module: str) -> str:
    """example_<robot>.f90: calls the first procedure at a state of the tests; again with other parameters."""
    target, kernel = program.target, program.kernels[0]
    state = sample_inputs(program, kernel)
    required = [port for port in kernel.inputs if port.defaults is None]
    optional = [port for port in kernel.inputs if port.defaults is not None]
    names = [kernel.name, *(f"default_{program.default_name(kernel, port)}" for port in optional)]
    lines = [
        target.comment.block([f"{program.about.robot}: an example", program.mark, "", "make example"]),
        "program example",
        "    use, intrinsic :: iso_fortran_env, only: dp => real64, output_unit",
        *(f"    use {module}, only: {name}" for name in names),
        "    implicit none",
    ]
    for port in required:
        lines += constant(target, f"{port.name}_at", port.shape, state[port.name])
    lines += [f"    real(dp) :: {port.name}{extents(port.shape)}" for port in kernel.outputs]
    lines += [f"    real(dp) :: my_{port.name}{extents(port.shape)}" for port in optional]
    lines += ["    integer :: row"] if any(len(port.shape) == 2 for port in kernel.outputs) else []
    arguments = [*(f"{port.name}_at" for port in required), *(port.name for port in kernel.outputs)]
    lines += ["", *wrap(f"call {kernel.name}({', '.join(arguments)})", target, 1)]
    lines += [line for port in kernel.outputs for line in _show(port)]
    if optional:
        lines += ["", "    ! the same with parameters of one's own, here each 10 % larger"]
        lines += [f"    my_{p.name} = 1.1_dp * default_{program.default_name(kernel, p)}" for p in optional]
        given = ", ".join([*arguments, *(f"{port.name}=my_{port.name}" for port in optional)])
        lines += wrap(f"call {kernel.name}({given})", target, 1)
        lines += [line for port in kernel.outputs for line in _show(port)]
    return "\n".join([*lines, "end program example"]) + "\n"


def _show(port: Port) -> list[str]:
    unit = f" ({port.unit})" if port.unit else ""
    title = f'    write (output_unit, "(a)") {text(port.name + unit)}'
    if len(port.shape) != 2:
        return [title, f'    write (output_unit, "(*(es14.6))") {port.name}']
    show = f'        write (output_unit, "(*(es14.6))") {port.name}(row, :)'
    return [title, f"    do row = 1, {port.shape[0]}", show, "    end do"]


# --- build files ------------------------------------------------------------------------------------------------------------


def makefile(program: Program) -> str:
    """Builds and runs test_*.f90, each with the robot's own module: several robots may share a folder."""
    version = f" {program.about.version}" if program.about.version else ""
    return f"""\
# Written by Linkwright{version}. `make test` builds and runs the tests of every robot in this folder, `make example` the
# examples. CHECK=off leaves out the checks of inputs. ARCH= builds for any machine of the family. Large procedures come in
# pieces, which must stay apart: compilers need time quadratic in the size of a procedure.
ifeq ($(origin FC),default)
FC = gfortran
endif
ARCH ?= -march=native
OPT ?= -O3
FFLAGS ?= $(OPT) $(ARCH) -std=f2008 -ffp-contract=fast -fno-tree-slp-vectorize -fno-inline-functions-called-once \\
          -Wall -Wextra -Wno-compare-reals -pedantic
CHECK ?= on

ROBOTS := $(patsubst test_%.f90,%,$(wildcard test_*.f90))

.PHONY: all test example clean
all: $(ROBOTS:%=%.o)

test: $(ROBOTS:%=test_%)
\t@set -e; for robot in $(ROBOTS); do ./test_$$robot; done

example: $(ROBOTS:%=example_%)
\t@set -e; for robot in $(ROBOTS); do ./example_$$robot; done

ifeq ($(CHECK),off)
linkwright_math.o: linkwright_math.f90
\tsed 's/check_inputs = .true./check_inputs = .false./' $< > unchecked.f90
\t$(FC) $(FFLAGS) -c -o $@ unchecked.f90
\trm -f unchecked.f90
else
linkwright_math.o: linkwright_math.f90
\t$(FC) $(FFLAGS) -c -o $@ $<
endif

$(ROBOTS:%=%.o): %.o: %.f90 linkwright_math.o
\t$(FC) $(FFLAGS) -c -o $@ $<

test_%: test_%.f90 %.o
\t$(FC) $(FFLAGS) -O0 -o $@ $< $*.o linkwright_math.o

example_%: example_%.f90 %.o
\t$(FC) $(FFLAGS) -o $@ $< $*.o linkwright_math.o

clean:
\trm -f *.o *.mod $(ROBOTS:%=test_%) $(ROBOTS:%=example_%)
"""


def manifest(program: Program) -> str:
    """fpm.toml: `fpm test`, `fpm run`, or this folder as a dependency of another package."""
    return f"""\
# {program.mark}
name = "{program.name}"
description = "equations of motion"

[build]
auto-executables = false
auto-tests = false
auto-examples = false

[library]
source-dir = "."

[[executable]]
name = "example_{program.name}"
source-dir = "."
main = "example_{program.name}.f90"

[[test]]
name = "test_{program.name}"
source-dir = "."
main = "test_{program.name}.f90"
"""
