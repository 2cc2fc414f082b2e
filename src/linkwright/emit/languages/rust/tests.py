"""What lies beside a generated crate's functions: Cargo.toml, a test program that `cargo test` runs, an example."""

from __future__ import annotations

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.languages.rust.crate import index_names, zeros
from linkwright.emit.program import Program, identifier
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import number, numbers, wrap
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_RUNNER = """\
struct Table {
    checks: usize,
    passed: usize,
    largest: f64,
}

impl Table {
    /// The sum of the terms must vanish, relative to the largest element of the terms.
    fn row(&mut self, name: &str, terms: &[Vec<f64>], tolerance: f64, floor: f64) {
        let scale = terms.iter().flatten().fold(floor, |s, x| s.max(x.abs()));
        let sums = (0..terms[0].len()).map(|k| terms.iter().map(|t| t[k]).sum::<f64>().abs());
        let error = sums.fold(0.0, larger) / scale;
        let ok = error <= tolerance;
        self.checks += 1;
        self.passed += usize::from(ok);
        self.largest = larger(self.largest, error);
        let word = if ok { "ok" } else { "FAILED" };
        println!("  {word:<6} {error:>9.2e}  {name}");
    }
}

fn larger(error: f64, x: f64) -> f64 {
    if x.is_finite() {
        error.max(x)
    } else {
        f64::INFINITY
    }
}

fn main() -> std::process::ExitCode {
    println!("{}", cases::NAME);
    let mut table = Table {
        checks: 0,
        passed: 0,
        largest: 0.0,
    };
    cases::run(&mut table);
    let Table {
        checks,
        passed,
        largest,
    } = table;
    println!("{checks} checks, {passed} passed, max relative error {largest:.2e}");
    std::process::ExitCode::from(u8::from(passed != checks))
}
"""

_HELPERS = {
    "scaled": """\
fn scaled(factor: f64, x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| factor * x).collect()
}""",
    "absent": """\
fn absent(x: &[f64], mask: &[f64]) -> Vec<f64> {
    let checked = |x: f64| if x.is_nan() { 0.0 } else { f64::INFINITY };
    x.iter().zip(mask).map(|(&x, &m)| if m > 0.0 { checked(x) } else { x }).collect()
}""",
    "vector": """\
fn vector<const N: usize>(x: &[f64]) -> [f64; N] {
    std::array::from_fn(|i| x[i])
}""",
    "matrix": """\
fn matrix<const M: usize, const N: usize>(x: &[f64]) -> [[f64; N]; M] {
    std::array::from_fn(|i| std::array::from_fn(|j| x[i * N + j]))
}""",
    "stack": """\
fn stack<const L: usize, const M: usize, const N: usize>(x: &[f64]) -> [[[f64; N]; M]; L] {
    std::array::from_fn(|i| matrix(&x[i * M * N..]))
}""",
    "transpose": """\
fn transpose(x: &[f64], rows: usize, columns: usize) -> Vec<f64> {
    (0..rows * columns).map(|k| x[k % rows * columns + k / rows]).collect()
}""",
    "multiply": """\
fn multiply(x: &[f64], y: &[f64], rows: usize, inner: usize, columns: usize) -> Vec<f64> {
    let element = |i: usize, j: usize| (0..inner).map(|k| x[i * inner + k] * y[k * columns + j]).sum();
    (0..rows * columns).map(|n| element(n / columns, n % columns)).collect()
}""",
}
_SHAPED = ("", "vector", "matrix", "stack")


def crate(program: Program) -> str:
    """The crate's name: that of the robot in lower case, as Cargo wants it."""
    return identifier(program.name.lower(), program.target)


def manifest(program: Program) -> str:
    """The text of Cargo.toml."""
    return f"""\
# {program.mark}
# `cargo test` runs the tests; `cargo test --no-default-features` those of the form without a standard library.
[package]
name = "{crate(program)}"
version = "1.0.0"
edition = "2021"
rust-version = "1.80"
description = "Equations of motion of {program.name}"

[lib]
test = false
doctest = false

[features]
default = ["std"]
std = []

[[test]]
name = "test_{crate(program)}"
harness = false
"""


def tests(program: Program) -> str:
    """tests/test_<robot>.rs: every check of the program, a table, exit code 1 where one fails."""
    target, suite = program.target, program.suite
    title = f"{program.about.robot}: tests of the generated functions against independent values; run: cargo test"
    cases = [_case(program, n, case) for n, case in enumerate(suite.cases)]
    calls = "".join(f"    case_{n}(table);\n" for n in range(len(cases)))
    text = "\n\n".join(cases)
    used = {name for name in _HELPERS if f" {name}(" in text or f"&{name}(" in text or f"[{name}(" in text}
    used |= {"matrix"} if "stack" in used else set[str]()
    data = [
        "\n".join(wrap(f"const D{k}: &[f64] = &[{numbers(target, values)}];", target))
        for k, values in enumerate(suite.data)
    ]
    table = "table" if cases else "_"
    body = [
        "use super::Table;",
        f"pub const NAME: &str = {literal(program.about.robot)};",
        f"pub fn run({table}: &mut Table) {{\n{calls}}}",
        *(text for name, text in _HELPERS.items() if name in used),
        *data,
        *cases,
    ]
    head = target.comment.block([title, program.mark])
    inside = "\n".join(f"    {line}".rstrip() for line in "\n\n".join(body).splitlines())
    allow = "#[allow(clippy::approx_constant, clippy::excessive_precision, unused_variables)]"
    return f"{head}\n\n{_RUNNER}\n{allow}\n#[rustfmt::skip]\nmod cases {{\n{inside}\n}}\n"


def literal(text: str) -> str:
    """A string of Rust: what is not plain ASCII as an escape."""
    plain = (c if " " <= c <= "~" and c not in '"\\' else f"\\u{{{ord(c):x}}}" for c in text)
    return f'"{"".join(plain)}"'


def _case(program: Program, n: int, case: Case) -> str:
    check, target = case.check, program.target
    lines = [line for a in case.actions for text in _action(program, a) for line in wrap(text, target, 1)]
    terms = ", ".join(
        f"scaled({number(target, a.factor)[0]}, {_slice(a.array)})" for a in case.actions if isinstance(a, Accumulate)
    )
    limits = f"{number(target, check.tolerance)[0]}, {number(target, check.floor)[0]}"
    lines += wrap(f"let terms = [{terms}];", target, 1)
    lines.append(f"    table.row({literal(check.name)}, &terms, {limits});")
    return "\n".join([f"fn case_{n}(table: &mut Table) {{", *lines, "}"])


def _action(program: Program, action: Action) -> list[str]:
    match action:
        case Run(kernel, inputs, outputs):
            given = zip(inputs, kernel.inputs, strict=True)
            arguments = ", ".join(_argument(program, kernel, array, port) for array, port in given)
            made = ", ".join(f"y{a.index}" for a in outputs)
            made = made if len(outputs) == 1 else f"({made})"
            flat = [f"let r{a.index} = {_flat(a, p)};" for a, p in zip(outputs, kernel.outputs, strict=True)]
            return [f"let {made} = {crate(program)}::{kernel.name}({arguments});", *flat]
        case Transpose(source, result, rows, columns):
            return [f"let r{result.index} = transpose({_slice(source)}, {rows}, {columns});"]
        case Multiply(left, right, result, rows, inner, columns):
            product = f"multiply({_slice(left)}, {_slice(right)}, {rows}, {inner}, {columns})"
            return [f"let r{result.index} = {product};"]
        case Accumulate():
            return []
        case Absent(array, mask):
            return [f"let {_name(array)} = absent({_slice(array)}, {_slice(mask)});"]


def _flat(array: Array, port: Port) -> str:
    name = f"y{array.index}"
    return f"{name}{'.as_flattened()' * (len(port.shape) - 1)}.to_vec()" if port.shape else f"[{name}]"


def _argument(program: Program, kernel: Kernel, array: Array | None, port: Port) -> str:
    if array is None:
        return f"{'&' if port.shape else ''}{crate(program)}::{program.default_name(kernel, port).upper()}"
    if not port.shape:
        return f"{_name(array)}[0]"
    return f"&{_SHAPED[len(port.shape)]}({_slice(array)})"


def _name(array: Array) -> str:
    return f"{'D' if array.given else 'r'}{array.index}"


def _slice(array: Array) -> str:
    return _name(array) if array.given else f"&{_name(array)}"


def example(program: Program) -> str:
    """examples/example_<robot>.rs: calls some functions, by value and into an array."""
    name = crate(program)
    title = f"{program.about.robot}: how the functions are called; run: cargo run --example example_{crate(program)}"
    body: list[str] = []
    for kernel in program.kernels[:SHOWN]:
        body += _shown(program, kernel)
    head = program.target.comment.block([title, program.mark])
    allow = "#[allow(non_snake_case, clippy::approx_constant, clippy::excessive_precision)]\n#[rustfmt::skip]"
    return "\n".join([head, "", f"use {name} as robot;", "", allow, "fn main() {", *body, "}"]) + "\n"


def _shown(program: Program, kernel: Kernel) -> list[str]:
    target = program.target
    values = sample_inputs(program, kernel)
    lines: list[str] = []
    plain: list[str] = []  # what the first call is given, with defaults as they are
    changed: list[str] = []
    for port in kernel.inputs:
        by = "&" if port.shape else ""
        plain.append(f"{by}{port.name}")
        changed.append(f"{by}{port.name}")
        if port.defaults is None:
            text = _nested([number(target, x)[0] for x in values[port.name]], port.shape)
            lines += wrap(f"let {port.name} = {text};", target, 2)
            continue
        short = program.default_name(kernel, port)
        plain[-1] = f"{by}robot::{short.upper()}"
        words = index_names(program, port)
        if words:
            lines.append(f"        let mut {port.name} = robot::{short.upper()};")
            lines.append(f"        {port.name}[robot::{short}_index::{words[0]}] = 2.0;")
        else:
            changed[-1] = plain[-1]
    lines += wrap(f'println!("{kernel.name} {{:?}}", robot::{kernel.name}({", ".join(plain)}));', target, 2)
    lines += [f"        let mut {port.name} = {zeros(port.shape)}; // used again and again" for port in kernel.outputs]
    changed += [f"&mut {port.name}" for port in kernel.outputs]
    lines += wrap(f"robot::{kernel.name}_into({', '.join(changed)});", target, 2)
    lines += [f'        println!("{{{port.name}:?}}");' for port in kernel.outputs]
    return ["    {", *lines, "    }"]


def _nested(numbers: list[str], shape: tuple[int, ...]) -> str:
    """Brackets of an array of arrays."""
    if not shape:
        return numbers[0]
    size = len(numbers) // shape[0] if shape[0] else 0
    parts = [_nested(numbers[k * size : (k + 1) * size], shape[1:]) for k in range(shape[0])]
    return f"[{', '.join(parts)}]"
