"""The parts of a generated crate that are no functions of the robot: Cargo.toml, lib.rs, default values, constants."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from linkwright.emit.constants import Declare, declared, escaped, retyped, upper
from linkwright.emit.languages import fixed, pasted
from linkwright.emit.program import Program, identifier, labels
from linkwright.emit.spell import numbers
from linkwright.emit.target import Comment, Real
from linkwright.graph.function import Port

_BIDI = tuple((chr(c), "") for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""The compiler refuses characters that turn the direction of text, even in comments."""


COMMENT = Comment("", "// ", "", _BIDI, "// {}")
_INNER = Comment("", "//! ", "", (*_BIDI, ("```", "'''")))
DOC = Comment("", "/// ", "", (*_BIDI, ("```", "'''")))


def crate(program: Program) -> str:
    """The crate's name: that of the robot in lower case, as Cargo wants it."""
    return identifier(program.name.lower(), program.target)


def manifest(program: Program) -> str:
    """The text of Cargo.toml."""
    text = fixed("rust", "Cargo.toml").replace("robot", crate(program)).replace("ROBOT", program.name)
    return f"# {program.mark}\n{text}"


def lib_file(program: Program) -> str:
    """The root of the crate: what it is for, its modules, what they export."""
    first, *rest = program.heading("equations of motion")
    modules = [kernel.name for kernel in program.kernels]
    modules += ["defaults"] if program.defaults else []
    modules += ["constants"] if program.about.constants else []
    parts = [
        fenced(_INNER, first, rest) + f"\n{_INNER.block([''])}\n" + pasted("rust", "src/lib.rs"),
        "\n".join(f"#[rustfmt::skip]\nmod {name};" for name in sorted(modules)),
        "\n".join(f"pub use {name}::*;" for name in sorted(modules)),
    ]
    return "\n\n".join(parts) + "\n"


def fenced(comment: Comment, title: str, facts: Iterable[str]) -> str:
    """A comment of Markdown: a title, and facts between fences, which leave them as they are."""
    fence = f"{comment.line}```"
    return "\n".join([comment.block([title, ""]), f"{fence}text", comment.block(facts), fence])


CONSTANTS = Declare(
    whole="/// {doc}\npub const {name}: usize = {value};",
    wholes="/// {doc}\npub const {name}: [isize; {count}] = [{values}];",
    numbers="/// {doc}\npub const {name}: [f64; {count}] = [{values}];",
    texts="/// {doc}\npub const {name}: [&str; {count}] = [{values}];",
    infinity="f64::INFINITY",
    quote=lambda text: escaped(text, '"\\\\', "\\u{{{:x}}}"),
    name=upper,
)


def constants_file(program: Program) -> str:
    """Sizes, names and limits of the coordinates."""
    head = COMMENT.block([f"{program.about.robot}: sizes, names and limits of the coordinates", program.mark])
    return "\n\n".join([head, "\n".join(declared(program, retyped(CONSTANTS, "f64", program.target.real.name)))]) + "\n"


def defaults_file(program: Program) -> str:
    """Default values of inputs, with an index per element's name."""
    parts = [COMMENT.block([f"{program.about.robot}: default values of inputs", program.mark])]
    real = program.target.real
    for short, port in program.defaults.items():
        assert port.defaults is not None
        name = short.upper()
        if not port.shape:
            parts.append(
                f"/// Default of {port.name}.\npub const {name}: {real.name} = {numbers(program.target, port.defaults)};"
            )
            continue
        rows = [f"{numbers(program.target, [x])}, // {k}: {COMMENT.safe(label)}"
                for k, (x, label) in enumerate(zip(port.defaults, labels(port), strict=True))]  # fmt: skip
        body = "\n".join(f"    {line}" for line in nested(rows, port.shape))
        parts.append(
            f"/// Default values of {port.name}.\npub const {name}: {array_type(port.shape, real)} = [\n{body}\n];"
        )
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


def array_type(shape: tuple[int, ...], real: Real) -> str:
    """[[f64; columns]; rows]."""
    text = real.name
    for size in reversed(shape):
        text = f"[{text}; {size}]"
    return text


def zeros(shape: tuple[int, ...]) -> str:
    """[[0.0; columns]; rows]."""
    text = "0.0"
    for size in reversed(shape):
        text = f"[{text}; {size}]"
    return text
