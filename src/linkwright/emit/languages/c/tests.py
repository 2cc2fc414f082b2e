"""The test program and Makefile beside generated C: nothing but a C compiler is needed to run them."""

from __future__ import annotations

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.program import Program
from linkwright.emit.spell import number, numbers, wrap
from linkwright.graph.function import Port

_RUNNER = """\
static double sum[{longest}], scale;
static int passed, failed;
static double largest;

static void begin(void)
{{
    memset(sum, 0, sizeof sum);
    scale = 0.0;
}}

static void add(double factor, const double *x, int n)
{{
    for (int i = 0; i < n; i++) {{
        sum[i] += factor * x[i];
        scale = fmax(scale, fabs(factor * x[i]));
    }}
}}

static void end(const char *name, int n, double tolerance, double least)
{{
    double error = 0.0;
    for (int i = 0; i < n; i++)
        error = isfinite(sum[i]) ? fmax(error, fabs(sum[i])) : INFINITY;
    error /= fmax(scale, least);
    const int ok = error <= tolerance; /* false for NaN */
    passed += ok;
    failed += !ok;
    largest = error > largest || isnan(error) ? error : largest;
    printf("  %-6s %9.2e  %s\\n", ok ? "ok" : "FAILED", error, name);
}}
"""

_PRODUCTS = {
    Absent: """\
static void absent(double *x, const double *mask, int n)
{
    for (int i = 0; i < n; i++)
        if (mask[i] > 0.0)
            x[i] = isnan(x[i]) ? 0.0 : 1e300;
}""",
    Transpose: """\
static void transpose(const double *x, double *y, int rows, int columns)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            y[j * rows + i] = x[i * columns + j];
}""",
    Multiply: """\
static void multiply(const double *x, const double *y, double *z, int rows, int inner, int columns)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            z[i * columns + j] = 0.0;
            for (int k = 0; k < inner; k++)
                z[i * columns + j] += x[i * inner + k] * y[k * columns + j];
        }
}""",
}
"""Only what a suite uses: a compiler would warn of the rest."""


def program(program: Program) -> str:
    """test_<robot>.c: every check of the program, a table, exit code 1 where one fails."""
    target, suite = program.target, program.suite
    title = f"{program.about.robot}: tests of the generated functions against independent values"
    c_string = '"' + program.about.robot.translate(_ESCAPES) + '"'
    parts = [
        target.comment.block([title, program.mark]),
        f'#include "{program.name}.h"\n#include <math.h>\n#include <stdio.h>\n#include <string.h>',
        _RUNNER.format(longest=max((case.size for case in suite.cases), default=1)).rstrip(),
    ]
    kinds = {type(action) for case in suite.cases for action in case.actions}
    parts += [text for kind, text in _PRODUCTS.items() if kind in kinds]
    for k, values in enumerate(suite.data):
        parts.append(
            "\n".join(wrap(f"static const double d{k}[{len(values)}] = {{{numbers(target, values)}}};", target))
        )
    parts += [_case(program, n, case) for n, case in enumerate(suite.cases)]
    lines = [f"    case_{n}();" for n in range(len(suite.cases))]
    lines.insert(0, f'    printf("%s\\n", {c_string});')
    lines.append('    printf("%d checks, %d passed, max relative error %.2e\\n", passed + failed, passed, largest);')
    parts.append("\n".join(["int main(void)", "{", *lines, "    return failed != 0;", "}"]))
    return "\n\n".join(parts) + "\n"


_ESCAPES = str.maketrans({'"': '\\"', "\\": "\\\\", "\n": " ", "?": "\\?"})


def _case(program: Program, n: int, case: Case) -> str:
    check = case.check
    arrays = ", ".join(f"r{k}[{size}]" for k, size in enumerate(case.results))
    lines = wrap(f"double {arrays};", program.target, 1) if arrays else []
    lines.append("    begin();")
    lines += [line for action in case.actions for line in wrap(_action(program, action), program.target, 1)]
    name = check.name.translate(_ESCAPES)
    limits = f"{number(program.target, check.tolerance)[0]}, {number(program.target, check.floor)[0]}"
    lines.append(f'    end("{name}", {case.size}, {limits});')
    return "\n".join([f"static void case_{n}(void)", "{", *lines, "}"])


def _action(program: Program, action: Action) -> str:
    match action:
        case Run(kernel, inputs, outputs):
            arguments = [_argument(program, a, port) for a, port in zip(inputs, kernel.inputs, strict=True)]
            arguments += [_array(a) for a in outputs]
            return f"{program.name}_{kernel.name}({', '.join(arguments)});"
        case Transpose(source, result, rows, columns):
            return f"transpose({_array(source)}, {_array(result)}, {rows}, {columns});"
        case Multiply(left, right, result, rows, inner, columns):
            return f"multiply({_array(left)}, {_array(right)}, {_array(result)}, {rows}, {inner}, {columns});"
        case Accumulate(factor, array):
            return f"add({number(program.target, factor)[0]}, {_array(array)}, {array.size});"
        case Absent(array, mask):
            return f"absent({_array(array)}, {_array(mask)}, {array.size});"


def _argument(program: Program, array: Array | None, port: Port) -> str:
    """Arrays by address, NULL for their defaults; a scalar by value."""
    if array is None:
        assert port.defaults is not None
        return "NULL" if port.shape else number(program.target, port.defaults[0])[0]
    return _array(array) if port.shape else f"{_array(array)}[0]"


def _array(array: Array) -> str:
    return f"{'d' if array.given else 'r'}{array.index}"


def makefile(program: Program) -> str:
    """Builds and runs test_*.c, each with the robot's own source: several robots may share a folder."""
    version = f" {program.about.version}" if program.about.version else ""
    return f"""\
# Written by Linkwright{version}. `make test` builds and runs the tests of all robots here, `make example` their examples.
# ARCH= builds for any machine of the family; -ffp-contract=fast lets a*b + c be one fused operation; stores put together
# into vectors (slp) cost straight-line code a few percent.
CC ?= cc
ARCH ?= -march=native
OPT ?= -O3
CFLAGS ?= $(OPT) $(ARCH) -std=c99 -ffp-contract=fast -fno-math-errno -fno-tree-slp-vectorize -Wall -Wextra
LDLIBS ?= -lm

ROBOTS := $(patsubst test_%.c,%,$(wildcard test_*.c))
objects = $(patsubst %.c,%.o,$(1).c $(wildcard $(1)_part*.c))
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)

.PHONY: all test example clean
.SECONDARY:
.SECONDEXPANSION:
all: $(foreach robot,$(ROBOTS),$(call objects,$(robot)))

test: $(ROBOTS:%=test_%)
\t@set -e; for robot in $(ROBOTS); do ./test_$$robot; done

%.o: %.c $(wildcard *.h)
\t$(CC) $(CFLAGS) -c -o $@ $<

example: $(ROBOTS:%=example_%)
\t@set -e; for robot in $(ROBOTS); do ./example_$$robot; done

test_%: test_%.c $$(call objects,$$*)
\t$(CC) $(CFLAGS) -o $@ $^ $(LDLIBS)

example_%: example_%.c $$(call objects,$$*)
\t$(CC) $(CFLAGS) -o $@ $^ $(LDLIBS)

clean:
\trm -f *.o $(ROBOTS:%=test_%) $(ROBOTS:%=example_%)
"""
