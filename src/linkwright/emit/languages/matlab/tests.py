"""test_<robot>.m and example_<robot>.m beside generated MATLAB: one command, in MATLAB or in Octave, nothing else needed."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.from_one import ordered
from linkwright.emit.languages.matlab.names import package, quoted, shape_text
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.spell import number, numbers, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_RUNNER = """\
function test_{name}()
%TEST_{upper}  {title}
%   In this folder:  octave --no-gui --eval test_{name}
%               or:  matlab -batch test_{name}
%   Prints a line per check; the last line counts them. Ends with an error where one fails.
%   {mark}
addpath(fileparts(mfilename('fullpath')));
data = sample_data();
checks = all_checks();
passed = 0;
largest = 0;
fprintf('%s\\n', {robot});
for k = 1:size(checks, 1)
    run_case = checks{{k, 2}};
    word = 'FAILED';
    note = '';
    try
        found = relative_error(run_case(data), checks{{k, 4}});
    catch problem
        found = Inf;
        note = [': ', problem.message];
    end
    if found <= checks{{k, 3}}
        word = 'ok';
        passed = passed + 1;
    end
    if found > largest || isnan(found)
        largest = found;
    end
    fprintf('  %-6s %9.2e  %s%s\\n', word, found, checks{{k, 1}}, note);
end
fprintf('%d checks, %d passed, max relative error %.2e\\n', size(checks, 1), passed, largest);
if passed < size(checks, 1)
    error('linkwright:tests', '%d of %d checks failed', size(checks, 1) - passed, size(checks, 1));
end
end

function found = relative_error(terms, least)
% Largest element of the sum of the terms, relative to the largest element of the terms.
total = 0;
scale = least;
for k = 1:numel(terms)
    total = total + terms{{k}};
    scale = max([scale; abs(terms{{k}})]);
end
found = max([0; abs(total)]) / scale;
if ~all(isfinite(total))
    found = Inf;
end
end"""

_ARRAYS = """\
function x = flat(x, shape)
% The elements row by row, as a column.
if ~isequal(size(x), shape)
    error('linkwright:tests', 'a result has size%s, not%s', sprintf(' %d', size(x)), sprintf(' %d', shape));
end
x = permute(x, ndims(x):-1:1);
x = x(:);
end

function x = matrix(x, rows, columns)
x = reshape(x, columns, rows).';
end

function z = product(x, y, rows, inner, columns)
z = matrix(x, rows, inner) * matrix(y, inner, columns);
z = reshape(z.', rows * columns, 1);
end"""


_ABSENT = """\
function x = absent(x, mask)
% Where the mask is 1, an element must be NaN: it becomes 0; another number Inf, which no check allows.
wrong = mask > 0 & ~isnan(x);
x(mask > 0) = 0;
x(wrong) = Inf;
end"""


def tests(program: Program) -> str:
    """Every check of the program, a table, an error where one fails."""
    target, suite = program.target, program.suite
    title = f"{program.about.robot}: the generated functions against independent values."
    head = _RUNNER.format(
        title=target.comment.safe(title), mark=program.mark, robot=quoted(program.about.robot),
        name=program.name, upper=program.name.upper(),
    )  # fmt: skip
    rows: list[str] = []
    for n, case in enumerate(suite.cases, 1):
        limits = f"{number(target, case.check.tolerance)[0]}, {number(target, case.check.floor)[0]}"
        rows.append(f"checks({n}, :) = {{{quoted(case.check.name)}, @case_{n}, {limits}}};")
    start = [f"checks = cell({len(rows)}, 4);"]
    cases = "\n".join(["function checks = all_checks()", *start, *rows, "end"])
    data = ["function data = sample_data()", f"data = cell({len(suite.data)}, 1);"]
    data += [
        line for k, x in enumerate(suite.data, 1) for line in wrap(f"data{{{k}}} = [{numbers(target, x)}].';", target)
    ]
    bodies = [_case(program, n, case) for n, case in enumerate(suite.cases, 1)]
    helpers = [_ARRAYS, _ABSENT] if suite.absences else [_ARRAYS]
    return "\n\n".join([head, *helpers, cases, "\n".join([*data, "end"]), *bodies]) + "\n"


def _case(program: Program, n: int, case: Case) -> str:
    lines = [f"function terms = case_{n}(data)", "terms = {};"]
    lines += [f"result = cell({len(case.results)}, 1);"] if case.results else []
    for action in case.actions:
        for text in _action(program, action):
            lines += wrap(text, program.target)
    return "\n".join([*lines, "end"])


def _action(program: Program, action: Action) -> list[str]:
    match action:
        case Run(kernel, inputs, outputs):
            given = dict(zip((port.name for port in kernel.inputs), inputs, strict=True))
            texts = [_given(given[port.name], port) for port in ordered(kernel)]
            while texts and texts[-1] == "[]":
                texts.pop()
            results = ", ".join(_array(a) for a in outputs)
            flats = [
                f"{_array(a)} = flat({_array(a)}, [{shape_text(port.shape or (1,), column=True)}]);"
                for a, port in zip(outputs, kernel.outputs, strict=True)
            ]
            return [f"[{results}] = {package(program)}.{kernel.name}({', '.join(texts)});", *flats]
        case Transpose(source, result, rows, columns):
            return [f"{_array(result)} = reshape({_array(source)}, {columns}, {rows}).';",
                    f"{_array(result)} = {_array(result)}(:);"]  # fmt: skip
        case Multiply(left, right, result, rows, inner, columns):
            sizes = f"{rows}, {inner}, {columns}"
            return [f"{_array(result)} = product({_array(left)}, {_array(right)}, {sizes});"]
        case Accumulate(factor, array):
            return [f"terms{{end + 1}} = {number(program.target, factor)[0]} * {_array(array)};"]
        case Absent(array, mask):
            return [f"{_array(array)} = absent({_array(array)}, {_array(mask)});"]


def _given(array: Array | None, port: Port) -> str:
    """An argument of a call; [] stands for the default."""
    return "[]" if array is None else unflattened(_array(array), port.shape)


def unflattened(text: str, shape: Sequence[int]) -> str:
    """A column of elements, row by row, as an array of a shape."""
    if len(shape) < 2:
        return text
    if len(shape) == 2:
        return f"reshape({text}, {shape[1]}, {shape[0]}).'"
    sizes = " ".join(map(str, reversed(shape)))
    return f"permute(reshape({text}, [{sizes}]), [{' '.join(map(str, range(len(shape), 0, -1)))}])"


def _array(array: Array) -> str:
    return f"{'data' if array.given else 'result'}{{{array.index + 1}}}"


# --- the example ------------------------------------------------------------------------------------------------------------

_SHOWN = 3
"""Functions that the example calls."""


def example(program: Program) -> str:
    """example_<robot>.m: a few calls at a state of the tests, and how long one takes."""
    name, kernels = program.name, program.kernels[:_SHOWN]
    lines = [
        f"function example_{name}()",
        f"%EXAMPLE_{name.upper()}  {program.target.comment.safe(program.about.robot)}: how the generated functions are called.",
        f"%   In this folder:  octave --no-gui --eval example_{name}",
        f"%               or:  matlab -batch example_{name}",
        f"%   {program.mark}",
        "addpath(fileparts(mfilename('fullpath')));",
    ]
    known: dict[str, tuple[float, ...]] = {}
    for kernel in kernels:
        lines += _inputs(program, kernel, known)
        arguments = [port.name for port in ordered(kernel) if port.defaults is None]
        outputs = ", ".join(port.name for port in kernel.outputs)
        call = f"{package(program)}.{kernel.name}({', '.join(arguments)})"
        lines += wrap(f"[{outputs}] = {call};" if len(kernel.outputs) > 1 else f"{outputs} = {call};", program.target)
        for port in kernel.outputs:
            lines += [f"disp({quoted(f'{port.name} of {kernel.name}')});", f"disp({port.name});"]
    return "\n".join([*lines, *_timing(program, kernels[0]), "end"]) + "\n"


def _inputs(program: Program, kernel: Kernel, known: dict[str, tuple[float, ...]]) -> list[str]:
    """Values for the inputs that must be given and do not have them yet."""
    values = sample_inputs(program, kernel)
    lines: list[str] = []
    for port in (p for p in kernel.inputs if p.name in values and known.get(p.name) != values[p.name]):
        text = f"[{numbers(program.target, values[port.name])}].'"
        text = numbers(program.target, values[port.name]) if not port.shape else unflattened(text, port.shape)
        lines += wrap(f"{port.name} = {text};", program.target)
    known |= values
    return lines


def _timing(program: Program, kernel: Kernel) -> list[str]:
    arguments = [port.name if port.defaults is None else "[]" for port in ordered(kernel)]
    return [
        "tic;",
        "for k = 1:100",
        f"    {package(program)}.{kernel.name}({', '.join([*arguments, 'false'])});",
        "end",
        f"fprintf('{kernel.name}: %.1f microseconds per call, inputs not checked\\n', 1e4 * toc);",
    ]
