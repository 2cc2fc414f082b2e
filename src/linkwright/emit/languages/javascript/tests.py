"""What lies beside generated JavaScript: package.json, a test program that needs nothing but Node, an example."""

from __future__ import annotations

import json

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.languages.javascript.types import named, optional, required
from linkwright.emit.program import Program, labels
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import number, numbers, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_RUNNER = """\
/** A result as an array, even where it is one number. */
function flat(x) {
  return typeof x === "number" ? [x] : x;
}

function scaled(factor, x) {
  return Array.from(x, (element) => factor * element);
}

/** Largest element of the sum of the terms, relative to the largest element of the terms. */
function relativeError(terms, floor) {
  let scale = floor;
  let error = 0;
  for (let k = 0; k < terms[0].length; k++) {
    let sum = 0;
    for (const term of terms) {
      sum += term[k];
      scale = Math.max(scale, Math.abs(term[k]));
    }
    error = Math.max(error, Math.abs(sum)); // NaN stays NaN
  }
  return error / scale;
}

let passed = 0;
let largest = 0;
console.log(NAME);
for (const [name, terms, tolerance, floor] of CHECKS) {
  const error = relativeError(terms(), floor);
  const ok = error <= tolerance;
  passed += ok;
  largest = Math.max(largest, error);
  console.log(`  ${(ok ? "ok" : "FAILED").padEnd(6)} ${error.toExponential(2).padStart(9)}  ${name}`);
}
console.log(`${CHECKS.length} checks, ${passed} passed, max relative error ${largest.toExponential(2)}`);
if (passed !== CHECKS.length) {
  process.exitCode = 1;
}"""

_PRODUCTS = {
    Absent: """\
function absent(x, mask) {
  for (let k = 0; k < x.length; k++) {
    if (mask[k] > 0) {
      x[k] = Number.isNaN(x[k]) ? 0 : 1e300;
    }
  }
}""",
    Transpose: """\
function transpose(x, rows, columns) {
  return Float64Array.from({ length: rows * columns }, (_, k) => x[(k % rows) * columns + Math.floor(k / rows)]);
}""",
    Multiply: """\
function multiply(x, y, rows, inner, columns) {
  const z = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      for (let k = 0; k < inner; k++) {
        z[i * columns + j] += x[i * inner + k] * y[k * columns + j];
      }
    }
  }
  return z;
}""",
}


def tests(program: Program) -> str:
    """test_<robot>.mjs: every check of the program, a table, exit code 1 where one fails."""
    target, suite = program.target, program.suite
    title = (
        f"{program.about.robot}: the generated functions against independent values; run: node test_{program.name}.mjs"
    )
    data = [line for values in suite.data for line in wrap(f"[{numbers(target, values)}],", target, 1)]
    rows = [
        f"  [{json.dumps(case.check.name)}, terms{n}, {_number(program, case.check.tolerance)}, "
        f"{_number(program, case.check.floor)}],"
        for n, case in enumerate(suite.cases)
    ]
    kinds = {type(action) for case in suite.cases for action in case.actions}
    parts = [
        target.comment.block([title, program.mark]),
        f'import * as robot from "./{program.name}.js";',
        f"const NAME = {json.dumps(program.about.robot)};",
        "\n".join(["const DATA = [", *data, "];"]),
        *(text for kind, text in _PRODUCTS.items() if kind in kinds),
        *(_case(program, n, case) for n, case in enumerate(suite.cases)),
        "\n".join(["const CHECKS = [", *rows, "];"]),
        _RUNNER,
    ]
    return "\n\n".join(parts) + "\n"


def _case(program: Program, n: int, case: Case) -> str:
    lines = [f"function terms{n}() {{", "  const terms = [];"]
    lines += [line for a in case.actions for text in _action(program, a) for line in wrap(text, program.target, 1)]
    return "\n".join([*lines, "  return terms;", "}"])


def _action(program: Program, action: Action) -> list[str]:
    match action:
        case Run(kernel, inputs, outputs):
            return _call(kernel, inputs, outputs)
        case Transpose(source, result, rows, columns):
            return [f"const {_array(result)} = transpose({_array(source)}, {rows}, {columns});"]
        case Multiply(left, right, result, rows, inner, columns):
            product = f"multiply({_array(left)}, {_array(right)}, {rows}, {inner}, {columns})"
            return [f"const {_array(result)} = {product};"]
        case Accumulate(factor, array):
            return [f"terms.push(scaled({_number(program, factor)}, {_array(array)}));"]
        case Absent(array, mask):
            return [f"absent({_array(array)}, {_array(mask)});"]


def _call(kernel: Kernel, inputs: tuple[Array | None, ...], outputs: tuple[Array, ...]) -> list[str]:
    """Inputs with defaults come last, as in the function itself."""
    given = sorted(zip(kernel.inputs, inputs, strict=True), key=lambda pair: pair[0].defaults is not None)
    call = f"robot.{kernel.name}({', '.join(_argument(array, port) for port, array in given)})"
    if len(outputs) == 1:
        return [f"const {_array(outputs[0])} = flat({call});"]
    made = f"made{outputs[0].index}"
    taken = zip(kernel.outputs, outputs, strict=True)
    return [f"const {made} = {call};", *(f"const {_array(a)} = flat({made}.{port.name});" for port, a in taken)]


def _argument(array: Array | None, port: Port) -> str:
    if array is None:
        return "undefined"
    return _array(array) if port.shape else f"{_array(array)}[0]"


def _array(array: Array) -> str:
    return f"DATA[{array.index}]" if array.given else f"r{array.index}"


def _number(program: Program, x: float) -> str:
    return number(program.target, x)[0]


def package(program: Program) -> str:
    """package.json; the file has no comments, so the description says where it comes from."""
    module = f"./{program.name}.js"
    types = f"./{program.name}.d.ts"
    facts = {
        "name": program.name.lower(),
        "version": "1.0.0",
        "description": f"{' '.join(program.about.robot.split())}: equations of motion. {program.mark}",
        "type": "module",
        "main": module,
        "types": types,
        "exports": {".": {"types": types, "default": module}},
        "sideEffects": False,
        "scripts": {"test": f"node test_{program.name}.mjs", "example": f"node example_{program.name}.mjs"},
    }
    return json.dumps(facts, indent=2) + "\n"


def example(program: Program) -> str:
    """example_<robot>.mjs: calls some functions, once with an array for the result, and with a changed parameter."""
    target = program.target
    title = f"{program.about.robot}: how the functions are called; run: node example_{program.name}.mjs"
    parts = [
        target.comment.block([title, program.mark]),
        f'import * as robot from "./{program.name}.js";',
    ]  # fmt: skip
    parts += ["\n".join(_shown(program, kernel)) for kernel in program.kernels[:SHOWN]]
    return "\n\n".join(parts) + "\n"


def _shown(program: Program, kernel: Kernel) -> list[str]:
    target = program.target
    values = sample_inputs(program, kernel)
    lines = ["{"]
    for port in required(kernel):
        text = f"[{numbers(target, values[port.name])}]" if port.shape else numbers(target, values[port.name])
        lines += wrap(f"const {port.name} = {text};", target, 1)
    arguments = [port.name for port in required(kernel)]
    lines.append(f"  console.log({json.dumps(kernel.name)}, robot.{kernel.name}({', '.join(arguments)}));")
    for port in optional(kernel):
        if port.shape and named(port):
            name = program.default_name(kernel, port)
            changed = f"{{ {json.dumps(labels(port)[0])}: 2 }}"
            lines.append(f"  const {port.name} = robot.with_{name}({changed});")
            arguments.append(port.name)
        else:
            arguments.append("undefined")
    if len(kernel.outputs) == 1 and kernel.outputs[0].shape:
        lines.append(f"  const out = new Float64Array({kernel.outputs[0].size}); // used again and again")
        lines += wrap(f"robot.{kernel.name}({', '.join([*arguments, 'out'])});", target, 1)
        lines.append("  console.log(out);")
    return [*lines, "}"]
