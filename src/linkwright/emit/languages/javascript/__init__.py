"""JavaScript: one ES module with TypeScript's types beside it, for browsers and Node alike; no dependencies."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from linkwright.emit.build_context import BuildContext
from linkwright.emit.constants import Declare, declared, upper
from linkwright.emit.languages import fixed, pasted
from linkwright.emit.languages.javascript import statements as javascript_statements
from linkwright.emit.languages.javascript import tests as javascript_tests
from linkwright.emit.languages.javascript.types import COMMENT, USAGE, doc, named, parameters, several, types
from linkwright.emit.procedure_texts import operations
from linkwright.emit.program import Program, default_rows, labels, program
from linkwright.emit.spell import Speller, numbers, wrap
from linkwright.emit.straight_line import Plan, Statement
from linkwright.emit.target import ARITHMETIC, Commands, Target, call, calls, plain_element
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_KEYWORDS = """
abstract any arguments as async await bigint boolean break case catch class const continue debugger declare default delete do
else enum eval export extends false finally for from function get if implements import in infer instanceof interface is keyof
let module namespace never new null number object of package private protected public readonly require return set static
string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield
Array Float64Array Infinity Input Map Math NaN Number Object Output RangeError TypeError out setChecks
"""
"""Words of JavaScript and TypeScript, and what the module itself calls by name. Its private names begin with $."""


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    return {
        f"{program.name}.js": _module(program),
        f"{program.name}.d.ts": types(program),
        "package.json": javascript_tests.package(program),
        "linkwright_checks.mjs": fixed("javascript", "linkwright_checks.mjs"),
        f"test_{program.name}.mjs": javascript_tests.tests(program),
        f"example_{program.name}.mjs": javascript_tests.example(program),
    }


def signature(program: Program, kernel: Kernel) -> str:
    """How a function is called from JavaScript."""
    return f"{kernel.name}({', '.join(parameters(kernel))})"


CONSTANTS = Declare(
    whole="/** {doc} */\nexport const {name} = {value};",
    wholes="/** {doc} */\nexport const {name} = Object.freeze([{values}]);",
    numbers="/** {doc} */\nexport const {name} = Object.freeze([{values}]);",
    texts="/** {doc} */\nexport const {name} = Object.freeze([{values}]);",
    infinity="Infinity",
    quote=json.dumps,
    name=upper,
)

JAVASCRIPT = Target(
    name="javascript",
    title="JavaScript and TypeScript",
    spell={
        **ARITHMETIC,
        **calls("Math.", {op: (op, 1) for op in ("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log", "abs", "sign")}),
        **calls("Math.", {op: (op, 2) for op in ("atan2", "hypot")}),
        **calls("$", {"pow": ("pow", 2), "min": ("min", 2), "max": ("max", 2), "select": ("select", 3)}),
        "only_if": call("$only_if", 2),
    },
    comment=COMMENT,
    define="const {name} = {value};",
    element=plain_element,
    layout=layout,
    signature=signature,
    constants=CONSTANTS,
    guard="Arrays of the wrong length and numbers that are not finite are named in a `RangeError`; `setChecks(false)` switches"
    " these checks off.",
    commands=Commands(needs=(("node",),), run=(("{0}", "test_*.mjs"),), example="node example_*.mjs"),
    work="$work[{slot}]",
    zeros="{name}.fill(0, {first}, {end});",
    piece=700,
    indent="  ",
    reserved=frozenset(_KEYWORDS.split()),
)  # fmt: skip

_HELPERS = {
    "pow": "/** Math.pow, but 1 where IEEE 754 says 1. */\n"
    "const $pow = (x, y) => (x === 1 || (x === -1 && Math.abs(y) === Infinity) ? 1 : Math.pow(x, y));",
    "min": "const $min = (a, b) => (b < a ? b : a);",
    "max": "const $max = (a, b) => (b > a ? b : a);",
    "select": "const $select = (x, yes, no) => (x > 0 ? yes : no);",
    "only_if": "const $only_if = (condition, x) => (condition > 0 ? x : NaN);",
}


# --- the module ----------------------------------------------------------------------------------------------------------


def module(kernels: Sequence[Kernel], about: BuildContext, keys: Mapping[str, str] | None = None) -> str:
    """The functions alone, as one module whose inputs are not checked; every function fills and returns an object.

    keys: where an output is to be found in that object, if not under its own name, which may be that of no input
    """
    return _module(program(kernels, JAVASCRIPT, about), {} if keys is None else keys)


def _module(program: Program, keys: Mapping[str, str] | None = None) -> str:
    """keys: given where only the functions are wanted."""
    bare = keys is not None
    used = {op for kernel in program.kernels for op in operations(kernel)}
    helpers = [text for op, text in _HELPERS.items() if op in used]
    slots = max(plan.slots for plan in program.plans)
    scratch = "/** Values on their way between the pieces of large functions. */\n"
    scratch += f"const $work = new Float64Array({slots});"
    heading = [program.mark] if bare else [*program.heading("equations of motion, JavaScript"), "", *USAGE]
    parts = [
        JAVASCRIPT.comment.block(heading),
        *([] if bare or not program.about.constants else ["\n".join(declared(program, CONSTANTS))]),
        *([] if bare else [pasted("javascript", "inputs.mjs")]),
        *(["\n".join(helpers)] if helpers else []),
        *([scratch] if slots else []),
        *([pasted("javascript", "named.mjs")] if any(map(named, program.defaults.values())) else []),
        *(_defaults(name, port) for name, port in program.defaults.items()),
    ]
    for plan, speller in zip(program.plans, program.spellers(), strict=True):
        parts += _function(program, plan, speller, keys)
    return "\n\n".join(parts) + "\n"


def _defaults(name: str, port: Port) -> str:
    """Default values; a frozen list for the caller, a fast array for the functions, and a way to change some by name."""
    constant = name.upper()
    if not port.shape:
        value = numbers(JAVASCRIPT, port.defaults or ())
        return f"/** Default of {port.name}. */\nexport const {constant} = {value};\nconst ${constant} = {constant};"
    rows = default_rows(port, JAVASCRIPT, "  {value}, // {place}: {label}")
    text = f"/** Default values of {port.name}. */\nexport const {constant} = Object.freeze([\n" + "\n".join(rows)
    text += f"\n]);\nconst ${constant} = Float64Array.from({constant});"
    if not named(port):
        return text
    usage = COMMENT.safe(f"with_{name}({{ {json.dumps(labels(port)[0])}: 1.5 }})")
    index = "\n".join(f"  [{json.dumps(label)}, {k}]," for k, label in enumerate(labels(port)))
    return f"""{text}
const ${constant}_INDEX = new Map([
{index}
]);

/** The default values of {port.name}, some of them changed by name: {usage}. */
export function with_{name}(changes) {{
  return $changed({json.dumps(port.name)}, {constant}, ${constant}_INDEX, changes);
}}"""


def _function(program: Program, plan: Plan, speller: Speller, keys: Mapping[str, str] | None) -> list[str]:
    """A function: in one piece, or as a chain of pieces, each small enough for the engine's optimiser."""
    kernel = plan.kernel
    arguments = {port.name: f"{port.name} = ${program.default_name(kernel, port).upper()}" for port in kernel.optional}
    bare, key = keys is not None, keys or {}
    fills = bare or several(kernel)
    if fills:
        arguments["out"] = "out = {}"
    body = [*_results(kernel, fills, key), *([] if bare else _checks(kernel))]
    pieces: list[str] = []
    if kernel.procedure is not None:
        body += javascript_statements.body(program, kernel, kernel.procedure, bare)
    else:
        own, pieces = speller.function([], lambda n, piece: _piece(plan, speller, n, piece))
        body += own
    body += [
        f"  out.{key.get(port.name, port.name)} = {port.name};" for port in kernel.outputs if not port.shape and fills
    ]
    body.append(f"  return {'out' if fills else kernel.outputs[0].name};")
    head = f"export function {kernel.name}({', '.join(arguments.get(p, p) for p in parameters(kernel))}) {{"
    return [*pieces, "\n".join([*([] if bare else [doc(kernel)]), *wrap(head, JAVASCRIPT), *body, "}"])]


def _results(kernel: Kernel, fills: bool, key: Mapping[str, str]) -> list[str]:
    """Every output as a local name; fills: whether results go into an object, under which key."""
    lines: list[str] = []
    for port in kernel.outputs:
        new = f"new Float64Array({port.size})"
        place = f"out.{key.get(port.name, port.name)} ??= {new}" if fills else f"out ?? {new}"
        lines.append(f"  const {port.name} = {place};" if port.shape else f"  let {port.name};")
    return [wrapped for line in lines for wrapped in wrap(line.strip(), JAVASCRIPT, 1)]


def _checks(kernel: Kernel) -> list[str]:
    where = json.dumps(kernel.name)
    arrays = [port.name for port in kernel.inputs if port.shape]
    lines: list[str] = []
    for port in kernel.inputs:
        size = (
            f's({where}, "{port.name}", {port.name}, {port.size})'
            if port.shape
            else f'({where}, "{port.name}", {port.name})'
        )
        lines.append(f"$number{size};")
    for port in kernel.outputs:
        if port.shape:
            overlap = " || ".join(f"{port.name} === {name}" for name in arrays) or "false"
            lines.append(f'$result({where}, "{port.name}", {port.name}, {port.size}, {overlap});')
    inside = [wrapped for line in lines for wrapped in wrap(line, JAVASCRIPT, 2)]
    return ["  if ($checks) {", *inside, "  }"] if lines else []


def _piece(plan: Plan, speller: Speller, n: int, piece: tuple[Statement, ...]) -> tuple[str, list[str]]:
    """Definition of the n-th piece, and the statement that calls it. It is given only what it reads or writes;
    outputs that are plain numbers are returned."""
    inputs, _, outputs, _ = plan.arguments(piece)
    names = [*(port.name for port in inputs), *(port.name for port in outputs if port.shape)]
    scalars = [port.name for port in outputs if not port.shape]
    title = f"${plan.kernel.name}_{n}"
    lines = [f"  let {', '.join(scalars)};"] if scalars else []
    lines += speller.lines(piece)
    result = scalars[0] if len(scalars) == 1 else f"[{', '.join(scalars)}]"
    lines += [f"  return {result};"] if scalars else []
    definition = "\n".join([*wrap(f"function {title}({', '.join(names)}) {{", JAVASCRIPT), *lines, "}"])
    return definition, wrap(f"{f'{result} = ' if scalars else ''}{title}({', '.join(names)});", JAVASCRIPT, 1)
