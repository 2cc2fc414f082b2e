"""The parts of a generated crate that are no functions of the robot: lib.rs, default values, shared mathematics."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from linkwright.emit.constants import Declare, declared, escaped, upper
from linkwright.emit.languages.rust.math import FUNCTIONS, closure
from linkwright.emit.languages.rust.sincos import SINCOS
from linkwright.emit.program import Program, identifier, labels
from linkwright.emit.spell import numbers
from linkwright.emit.target import Comment
from linkwright.graph.function import Port

_BIDI = tuple((chr(c), "") for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""The compiler refuses characters that turn the direction of text, even in comments."""


COMMENT = Comment("", "// ", "", _BIDI, "// {}")
_INNER = Comment("", "//! ", "", (*_BIDI, ("```", "'''")))
DOC = Comment("", "/// ", "", (*_BIDI, ("```", "'''")))


_LIB = """
#![no_std]
#![forbid(unsafe_code)]
#![allow(non_snake_case, unused_variables)] // M, C, J are what they are called; a model may not need all of an input
#![allow(
    clippy::approx_constant,
    clippy::eq_op,
    clippy::excessive_precision,
    clippy::too_many_arguments,
    clippy::type_complexity
)]

#[cfg(feature = "std")]
extern crate std;
"""

_USAGE = """\
Matrices are arrays of rows: `M[i][j]`. Every function has a form `.._into` that writes to arrays of the caller's.

Without the feature `std` (`default-features = false`) nothing but `core` is used, and no memory is allocated in either
form. Inputs are checked to be finite numbers where debug assertions are on, as in debug builds; sizes by the compiler.

For most speed build with `RUSTFLAGS="-C target-cpu=native -C llvm-args=-fp-contract=fast -C no-vectorize-slp"`: for the
processor at hand, a b + c as one fused operation, and straight-line code left as it is."""


def lib_file(program: Program, has_functions: bool) -> str:
    """The root of the crate: what it is for, its modules, what they export."""
    first, *rest = program.heading("equations of motion")
    modules = {kernel.name: "" for kernel in program.kernels} | {"math": ""}
    modules |= {"defaults": ""} if program.defaults else {}
    modules |= {"constants": ""} if program.about.constants else {}
    if has_functions:
        modules |= {"math_core": '#[cfg(not(feature = "std"))]\n', "math_std": '#[cfg(feature = "std")]\n'}
    public = sorted(modules.keys() - {"math", "math_core", "math_std"})
    parts = [
        fenced(_INNER, first, rest) + "\n" + _INNER.block(["", *_USAGE.splitlines()]),
        _LIB.strip(),
        "\n".join(f"{modules[name]}#[rustfmt::skip]\nmod {name};" for name in sorted(modules)),
        "\n".join(f"pub use {name}::*;" for name in public),
    ]
    return "\n\n".join(parts) + "\n"


def fenced(comment: Comment, title: str, facts: Iterable[str]) -> str:
    """A comment of Markdown: a title, and facts between fences, which leave them as they are."""
    fence = f"{comment.line}```"
    return "\n".join([comment.block([title, ""]), f"{fence}text", comment.block(facts), fence])


CONSTANTS = Declare(
    whole="/// {doc}\npub const {name}: usize = {value};",
    numbers="/// {doc}\npub const {name}: [f64; {count}] = [{values}];",
    texts="/// {doc}\npub const {name}: [&str; {count}] = [{values}];",
    infinity="f64::INFINITY",
    quote=lambda text: escaped(text, '"\\\\', "\\u{{{:x}}}"),
    name=upper,
)


def constants_file(program: Program) -> str:
    """Sizes, names and limits of the coordinates."""
    head = COMMENT.block([f"{program.about.robot}: sizes, names and limits of the coordinates", program.mark])
    return "\n\n".join([head, "\n".join(declared(program, CONSTANTS))]) + "\n"


def defaults_file(program: Program) -> str:
    """Default values of inputs, with an index per element's name."""
    parts = [COMMENT.block([f"{program.about.robot}: default values of inputs", program.mark])]
    for short, port in program.defaults.items():
        assert port.defaults is not None
        name = short.upper()
        if not port.shape:
            parts.append(
                f"/// Default of {port.name}.\npub const {name}: f64 = {numbers(program.target, port.defaults)};"
            )
            continue
        rows = [f"{numbers(program.target, [x])}, // {k}: {COMMENT.safe(label)}"
                for k, (x, label) in enumerate(zip(port.defaults, labels(port), strict=True))]  # fmt: skip
        body = "\n".join(f"    {line}" for line in nested(rows, port.shape))
        parts.append(f"/// Default values of {port.name}.\npub const {name}: {array_type(port.shape)} = [\n{body}\n];")
        words = index_names(program, port)
        if words:
            indices = "\n".join(f"    pub const {word}: usize = {k};" for k, word in enumerate(words))
            parts.append(
                f"/// Where the elements of {port.name} are: `{port.name}[{short}_index::{words[0]}]`.\n"
                f"#[allow(missing_docs, non_upper_case_globals)]\npub mod {short}_index {{\n{indices}\n}}"
            )
    return "\n\n".join(parts) + "\n"


def index_names(program: Program, port: Port) -> list[str]:
    """Constants' names of a port's elements: upper case where that keeps them apart; none where nothing does."""
    words = [identifier(label, program.target) for label in port.labels] if len(port.shape) == 1 else []
    upper = [word.upper() for word in words]
    return upper if len(set(upper)) == len(words) else words if len(set(words)) == len(words) else []


def nested(rows: list[str], shape: tuple[int, ...]) -> list[str]:
    """Lines of elements with the brackets of an array of arrays around the inner ones."""
    if len(shape) <= 1:
        return rows
    size = prod(shape[1:])
    groups = [nested(rows[k * size : (k + 1) * size], shape[1:]) for k in range(shape[0])]
    return [line for group in groups for line in ("[", *(f"    {x}" for x in group), "],")]


def array_type(shape: tuple[int, ...]) -> str:
    """[[f64; columns]; rows]."""
    text = "f64"
    for size in reversed(shape):
        text = f"[{text}; {size}]"
    return text


def zeros(shape: tuple[int, ...]) -> str:
    """[[0.0; columns]; rows]."""
    text = "0.0"
    for size in reversed(shape):
        text = f"[{text}; {size}]"
    return text


# --- mathematics -----------------------------------------------------------------------------------------------------------

_SMALL = {
    "abs": "pub(crate) fn abs(x: f64) -> f64 {\n    f64::from_bits(x.to_bits() & (u64::MAX >> 1))\n}",
    "min": "pub(crate) fn min(a: f64, b: f64) -> f64 {\n    if b < a { b } else { a }\n}",
    "max": "pub(crate) fn max(a: f64, b: f64) -> f64 {\n    if b > a { b } else { a }\n}",
    "sign": "pub(crate) fn sign(x: f64) -> f64 {\n    if x > 0.0 { 1.0 } else if x < 0.0 { -1.0 } else { x }\n}",
    "select": "pub(crate) fn select(x: f64, yes: f64, no: f64) -> f64 {\n    if x > 0.0 { yes } else { no }\n}",
    "only_if": "pub(crate) fn only_if(condition: f64, x: f64) -> f64 {\n    if condition > 0.0 { x } else { f64::NAN }\n}",
}
_CIRCLE = ("sincos", "sincos_one", "sin", "cos")
MATH = (*_SMALL, *_CIRCLE, *FUNCTIONS, "check", "zero")

_CHECK = """\
/// With debug assertions, names an input that is not finite, and stops.
#[inline(always)]
#[track_caller]
pub(crate) fn check<'a>(function: &str, input: &str, values: impl Iterator<Item = &'a f64>) {
    for (k, x) in values.enumerate() {
        debug_assert!(x.is_finite(), "{function}: element {k} of {input} is {x}, not a finite number");
    }
}"""

_ZERO = """\
/// Sets elements of an array of any depth to zero, counted row by row.
#[inline(always)]
pub(crate) fn zero<A: Flat>(array: &mut A, first: usize, end: usize) {
    array.flat()[first..end].fill(0.0);
}

pub(crate) trait Flat {
    fn flat(&mut self) -> &mut [f64];
}

impl<const N: usize> Flat for [f64; N] {
    fn flat(&mut self) -> &mut [f64] {
        self
    }
}

impl<const M: usize, const N: usize> Flat for [[f64; N]; M] {
    fn flat(&mut self) -> &mut [f64] {
        self.as_flattened_mut()
    }
}

impl<const L: usize, const M: usize, const N: usize> Flat for [[[f64; N]; M]; L] {
    fn flat(&mut self) -> &mut [f64] {
        self.as_flattened_mut().as_flattened_mut()
    }
}"""


def math_file(program: Program, used: frozenset[str]) -> str:
    """The module of elementary functions, of those that are used."""
    circle = bool(used & {*_CIRCLE, "tan"})
    parts = [
        COMMENT.block(["What generated functions share.", program.mark]),
        "#![allow(dead_code)] // which of these are used depends on the feature `std`",
    ]
    if used & FUNCTIONS.keys():
        parts.append(
            '#[cfg(not(feature = "std"))]\npub(crate) use crate::math_core::*;\n'
            '#[cfg(feature = "std")]\npub(crate) use crate::math_std::*;'
        )
    parts += [_CHECK] if "check" in used else []
    parts += [_ZERO] if "zero" in used else []
    parts += [f"#[inline(always)]\n{text}" for op, text in _SMALL.items() if op in used or (circle and op == "abs")]
    parts += [SINCOS] if circle else []
    return "\n\n".join(parts) + "\n"


def math_std_file(program: Program, used: frozenset[str]) -> str:
    """Elementary functions by the standard library."""
    parts = [COMMENT.block(["Elementary functions of the standard library.", program.mark])]
    for name in FUNCTIONS:
        if name in used:
            arity = ", ".join(f"{x}: f64" for x in ("x", "y")[: 2 if "y" in FUNCTIONS[name].std else 1])
            parts.append(f"#[inline(always)]\npub(crate) fn {name}({arity}) -> f64 {{\n    {FUNCTIONS[name].std}\n}}")
    return "\n\n".join(parts) + "\n"


def math_core_file(program: Program, used: frozenset[str]) -> str:
    """Elementary functions where there is no standard library."""
    lines = [
        "Elementary functions without a standard library: within 3 units in the last place, tan within 5.",
        program.mark,
    ]
    return "\n\n".join([COMMENT.block(lines), *(FUNCTIONS[name].core for name in closure(used))]) + "\n"
