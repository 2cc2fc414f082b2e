"""MATLAB and Octave: a package folder with one file per function, an example, and a test function. No toolboxes.

Only what both read alike is written: no `!`, `#`, `+=` or `endfunction`, no strings in double quotes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.emit.from_one import from_one, subscript
from linkwright.emit.languages import fixed
from linkwright.emit.languages.matlab import statements as matlab_statements
from linkwright.emit.languages.matlab import tests as matlab_tests
from linkwright.emit.languages.matlab.constants import CONSTANTS, constants_file
from linkwright.emit.languages.matlab.names import RESERVED, package, quoted, shape_text, values_name
from linkwright.emit.procedure_texts import operations
from linkwright.emit.program import Program, function_heading, labels
from linkwright.emit.spell import Speller, numbers, wrap
from linkwright.emit.straight_line import Plan, Save, Statement
from linkwright.emit.target import ARITHMETIC, Commands, Comment, Real, Target, call, calls, shortest
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    folder = f"+{package(program)}"
    files = {f"{folder}/Contents.m": _contents(program)}
    files |= {f"{folder}/constants.m": constants_file(program)} if program.about.constants else {}
    files |= {f"{folder}/{values_name(program, n)}.m": _values(program, n, p) for n, p in program.defaults.items()}
    files |= {f"{folder}/{plan.kernel.name}.m": _file(program, plan) for plan in program.plans}
    name = program.name
    files |= {f"example_{name}.m": matlab_tests.example(program), f"test_{name}.m": matlab_tests.tests(program)}
    files |= {"linkwright_checks.m": fixed("matlab", "linkwright_checks.m")}
    return files


def signature(program: Program, kernel: Kernel) -> str:
    """How a function is called, with its package."""
    return _call(f"{package(program)}.{kernel.name}", [p.name for p in kernel.ordered] + ["check"], kernel)


def _call(name: str, inputs: Sequence[str], kernel: Kernel) -> str:
    outputs = ", ".join(port.name for port in kernel.outputs)
    return f"{outputs if len(kernel.outputs) == 1 else f'[{outputs}]'} = {name}({', '.join(inputs)})"


def _element(port: Port, index: int) -> str:
    return f"{port.name}({subscript(port.shape, index)})" if port.shape else port.name


_REAL = {"sqrt": 1, "log": 1, "asin": 1, "acos": 1, "pow": 2}
"""Functions that turn complex outside their domain, where every other language says NaN: how many arguments they have."""

_LOCAL = {**{op: f"real_{op}" for op in _REAL}, "select": "select", "only_if": "only_if"}
"""Operations that are functions of ours, which stand in each file that uses them."""


def plain(x: float) -> str:
    """Every literal is a double."""
    return shortest(x).removesuffix(".0")


MATLAB = Target(
    name="matlab",
    title="MATLAB and Octave",
    spell={
        **ARITHMETIC,
        **calls("", {op: (op, 1) for op in ("sin", "cos", "tan", "exp", "abs", "sign")}),
        **calls("", {op: (op, 2) for op in ("atan2", "hypot", "min", "max")}),
        **calls("real_", {op: (op, arity) for op, arity in _REAL.items()}),
        "select": call("select", 3),
        "only_if": call("only_if", 2),
    },
    comment=Comment("", "% ", "", inside="% {}"),
    define="{name} = {value};",
    read=_element,
    element=_element,
    layout=layout,
    signature=signature,
    constants=CONSTANTS,
    guard="Sizes and finite numbers are checked on every call; `false` as the last argument (`check`) leaves the checks out.",
    commands=Commands(
        needs=(("octave", "octave-cli"),),
        run=(("{0}", "--no-gui", "--norc", "--no-history", "--eval", "test_*"),),
        example="octave --no-gui --eval example_*",
    ),
    number=plain,
    real=Real(exact=plain),
    work="work({slot})",
    adjacent=False,
    piece=2000,
    width=100,
    more=" ...",
    longest=55,
    reserved=RESERVED,
)


# --- one function, one file -------------------------------------------------------------------------------------------------


def _file(program: Program, whole: Plan) -> str:
    plan = from_one(whole)
    kernel = plan.kernel
    arguments = [port.name for port in kernel.ordered]
    head = wrap(f"function {_call(kernel.name, [*arguments, 'check'], kernel)}", MATLAB)
    body, pieces = _body(program, plan, Speller(plan, program.target))
    lines = [*head, *_help(program, kernel), *_entrance(program, kernel), *body, "end"]
    used = operations(kernel)
    support = [name for op, name in _LOCAL.items() if op in used] + ["check_input"]
    return "\n\n".join(["\n".join(lines), *pieces, *map(_local, support)]) + "\n"


def _local(name: str) -> str:
    """A function that stands in each file that uses it."""
    return fixed("matlab", f"{name}.m").rstrip()


def _help(program: Program, kernel: Kernel) -> list[str]:
    """The comment that `help` shows: one line that says it all, then how to call it."""
    name = f"{package(program)}.{kernel.name}"
    title, *rest = function_heading(kernel)
    usage = [_call(name, [port.name for port in kernel.required], kernel)]
    usage += [_call(name, [port.name for port in kernel.ordered], kernel)] if kernel.optional else []
    usage += [signature(program, kernel)]
    values = dict.fromkeys(_values_call(program, kernel, port) for port in kernel.optional)
    lines = [*usage, *rest, "", *_NOTES]
    lines += [f"Values of inputs that are left out or []: {', '.join(values)}."] if values else []
    lines += [f"See also {package(program)}.Contents", "", program.mark]
    title = f"%{kernel.name.upper()}  {MATLAB.comment.safe(title)}"
    return [title, *(f"%   {MATLAB.comment.safe(line)}".rstrip() for line in lines), "%#codegen"]


_NOTES = (
    "Vectors may be rows or columns; a vector that is returned is a column.",
    "check = false: sizes are not compared, and NaN and Inf not looked for. The default is true.",
)


def _values_call(program: Program, kernel: Kernel, port: Port) -> str:
    return f"{package(program)}.{values_name(program, program.default_name(kernel, port))}()"


def _entrance(program: Program, kernel: Kernel) -> list[str]:
    """Defaults and checks of the inputs."""
    lines: list[str] = []
    for count, port in enumerate(kernel.ordered, 1):
        if port.defaults is not None:
            lines += [f"if nargin < {count} || isempty({port.name})"]
            lines += [f"    {port.name} = {_values_call(program, kernel, port)};", "end"]
    if kernel.inputs:
        title = quoted(f"{package(program)}.{kernel.name}")
        lines += [f"if nargin < {len(kernel.inputs) + 1} || check"]
        lines += [
            f"    check_input({title}, {quoted(p.name)}, {p.name}, {shape_text(p.shape)});" for p in kernel.inputs
        ]
        lines += ["end"]
    cast = program.target.real.cast
    return lines + [f"{p.name} = {cast.format(value=p.name)};" for p in kernel.inputs if cast]


def _body(program: Program, plan: Plan, speller: Speller) -> tuple[list[str], list[str]]:
    """Statements of the function, and the pieces it calls where it is large. Outputs start as zeros."""
    if plan.kernel.procedure is not None:
        return matlab_statements.body(program, plan.kernel, plan.kernel.procedure), []
    outputs, kind = plan.kernel.outputs, program.target.real.suffix
    body = [f"{port.name} = zeros({shape_text(port.shape, column=True)}{kind});" for port in outputs if port.shape]
    own, pieces = speller.function([], lambda n, steps: _piece(plan, speller, n, steps), 0)
    body += [f"work = zeros({max(plan.slots, 1)}, 1{kind});"] if pieces else []
    cast = program.target.real.cast
    own += [f"{p.name} = {cast.format(value=p.name)};" for p in outputs if cast and not p.shape]
    return [*body, *own], pieces


def _piece(plan: Plan, speller: Speller, n: int, steps: tuple[Statement, ...]) -> tuple[str, list[str]]:
    """Definition of the n-th piece, and the statement that calls it. It is given only what it reads or writes."""
    given, _, made, work = plan.arguments(steps)
    outputs = [port.name for port in made]
    outputs += ["work"] if not made or any(isinstance(step, Save) for step in steps) else []
    inputs = [port.name for port in (*given, *(port for port in made if port.shape))]
    inputs += ["work"] if work or "work" in outputs else []
    results = outputs[0] if len(outputs) == 1 else f"[{', '.join(outputs)}]"
    use = f"{results} = {plan.kernel.name}_{n}({', '.join(inputs)})"
    text = "\n".join([*wrap(f"function {use}", MATLAB), *speller.lines(steps, 0), "end"])
    return text, wrap(f"{use};", MATLAB)


# --- other files ------------------------------------------------------------------------------------------------------------


def _contents(program: Program) -> str:
    """Contents.m: what `help <robot>` shows."""
    title, *rest = program.heading("equations of motion, MATLAB and Octave")
    return MATLAB.comment.block([title, *(f"  {line}".rstrip() for line in rest)]) + "\n"


def _values(program: Program, name: str, port: Port) -> str:
    """A function that returns default values and the names of the elements; pairs of name and value change some."""
    assert port.defaults is not None
    name = values_name(program, name)
    full = f"{package(program)}.{name}"
    texts = [MATLAB.comment.safe(label) for label in labels(port)]
    flat = [f"    {numbers(MATLAB, [x])}  % {text}" for x, text in zip(port.defaults, texts, strict=True)]
    shape = [] if len(port.shape) <= 1 else [f"values = {matlab_tests.unflattened('values', port.shape)};"]
    example = f"('{texts[0]}', {numbers(MATLAB, port.defaults[:1])})" if texts else ""
    head = [
        f"%{name.upper()}  Default values of '{port.name}', and the names of its elements.",
        f"%   values = {full}()",
        f"%   [values, names] = {full}()",
        f"%   values = {full}{example} changes elements by name.",
        f"%   {program.mark}",
    ]
    lines = [f"function [values, names] = {name}(varargin)", *head, "%#codegen", "values = ["]
    lines += [*flat, "];", "if nargout > 1 || nargin > 0", "    names = {"]
    lines += [f"        {quoted(text)}" for text in texts]
    lines += [
        "    };",
        "    values = changed(values, names, varargin{:});",
        "end",
        *shape,
        "end",
        "",
        _local("changed"),
    ]
    return "\n".join(lines) + "\n"
