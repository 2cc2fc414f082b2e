"""Rust: a crate without dependencies, `no_std`, no unsafe code; one module per function, a test program, an example."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from linkwright.emit.languages import fixed
from linkwright.emit.languages.rust import crate as rust_crate
from linkwright.emit.languages.rust import statements as rust_statements
from linkwright.emit.languages.rust import tests as rust_tests
from linkwright.emit.languages.rust.crate import COMMENT, DOC, array_type, fenced, zeros
from linkwright.emit.procedure_texts import is_called
from linkwright.emit.program import Program, function_heading
from linkwright.emit.source_tree import MARK
from linkwright.emit.spell import Speller, wrap
from linkwright.emit.straight_line import Plan, Statement
from linkwright.emit.target import ARITHMETIC, Commands, Real, Target, calls
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_KEYWORDS = """
abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl in let
loop macro match mod move mut override priv pub raw ref return safe self static struct super trait true try type typeof
union unsafe unsized use virtual where while yield Self Some None Ok Err
alloc core std test proc_macro main lib math math_core math_std sincos defaults constants real linkwright_checks
"""
"""Words of the language, patterns that a name would match, crates, and modules of the generated one."""

_LIBRARY = (
    "src/math.rs",
    "src/real{real}.rs",
    "src/math_core.rs",
    "src/math_std.rs",
    "src/sincos.rs",
    "tests/linkwright_checks/mod.rs",
)


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    files = {f"src/{k.name}.rs": text for k, text in zip(program.kernels, _functions(program), strict=True)}
    for path in _LIBRARY:
        files[path.format(real="")] = fixed("rust", path.format(real=program.target.real.suffix)).replace(
            MARK, program.stamp, 1
        )
    files["src/lib.rs"] = rust_crate.lib_file(program)
    if program.about.constants:
        files["src/constants.rs"] = rust_crate.constants_file(program)
    if program.defaults:
        files["src/defaults.rs"] = rust_crate.defaults_file(program)
    files["Cargo.toml"] = rust_crate.manifest(program)
    files[f"tests/test_{rust_crate.crate(program)}.rs"] = rust_tests.tests(program)
    files[f"examples/example_{rust_crate.crate(program)}.rs"] = rust_tests.example(program)
    return files


def signature(program: Program, kernel: Kernel) -> str:
    """The Rust declaration of a function."""
    return f"fn {kernel.name}({', '.join(_input(program, p) for p in kernel.inputs)}) -> {_result(program, kernel)}"


def _place(port: Port, index: int) -> str:
    """[i][j] of an element of an array of arrays."""
    text = ""
    for k in range(len(port.shape)):
        below = prod(port.shape[k + 1 :])
        text += f"[{index // below % port.shape[k]}]"
    return text


def _read(port: Port, index: int) -> str:
    return f"{port.name}{_place(port, index)}"


def _element(port: Port, index: int) -> str:
    return f"{port.name}{_place(port, index)}" if port.shape else f"*{port.name}"


RUST = Target(
    name="rust",
    title="Rust",
    real=Real("f64", cast="f64::from({value})"),
    spell={
        **ARITHMETIC,
        **calls("math::", {op: (op, 1) for op in ("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log", "abs", "sign")}),
        **calls("math::", {op: (op, 2) for op in ("pow", "atan2", "hypot", "min", "max")}),
        **calls("math::", {"select": ("select", 3), "only_if": ("only_if", 2)}),
    },
    comment=COMMENT,
    define="let {name} = {value};",
    read=_read,
    element=_element,
    write="{element} = {value};",
    layout=layout,
    signature=signature,
    constants=rust_crate.CONSTANTS,
    guard="Sizes are in the types. Debug builds look at every input first: one that is not finite is named in a panic. Release"
    " builds do not look, unless `debug-assertions = true` in the profile says so.",
    commands=Commands(
        needs=(("cargo",),),
        run=(("{0}", "test", "--offline", "--quiet"),),
        example="cargo run --quiet --example example_*",
    ),
    pair="let ({sine}, {cosine}) = math::sincos_one({angle});",
    lanes=4,
    zeros="math::zero({name}, {first}, {end});",
    piece=700,
    reserved=frozenset(_KEYWORDS.split()),
)  # fmt: skip


# --- functions -------------------------------------------------------------------------------------------------------------


def _input(program: Program, port: Port) -> str:
    return f"{port.name}: {'&' if port.shape else ''}{array_type(port.shape, program.target.real)}"


def _output(program: Program, port: Port) -> str:
    return f"{port.name}: &mut {array_type(port.shape, program.target.real)}"


def _result(program: Program, kernel: Kernel) -> str:
    kinds = [array_type(port.shape, program.target.real) for port in kernel.outputs]
    return kinds[0] if len(kinds) == 1 else f"({', '.join(kinds)})"


def _functions(program: Program) -> list[str]:
    pairs = zip(program.plans, program.spellers(), strict=True)
    return [_function(program, plan, speller) for plan, speller in pairs]


def _function(program: Program, plan: Plan, speller: Speller) -> str:
    """A module: the function by value, the same into arrays, and its pieces where it is large."""
    kernel = plan.kernel
    if kernel.procedure is not None:
        body = rust_statements.body(program, kernel, kernel.procedure)
        return _module(program, kernel, body, rust_statements.ALLOW)
    body, pieces = speller.function(_angles(plan, speller), lambda n, piece: _piece(program, plan, speller, n, piece))
    if pieces:
        body = [f"    let mut work = [0.0; {max(plan.slots, 1)}];", *body]
    return _module(program, kernel, body, "", *pieces)


def _module(program: Program, kernel: Kernel, body: list[str], allow: str = "", *pieces: str) -> str:
    """The text of a module from the body of its function."""
    ports = [*(_input(program, p) for p in kernel.inputs), *(_output(program, p) for p in kernel.outputs)]
    checks = [f'    math::check("{kernel.name}", "{p.name}", {_elements(p)});' for p in kernel.inputs]
    into = [f"/// As [`{kernel.name}`], with results in arrays of the caller's.", *([allow] if allow else [])]
    into += wrap(f"pub fn {kernel.name}_into({', '.join(ports)}) {{", RUST)
    if is_called(program, kernel):
        names = ", ".join(p.name for p in (*kernel.inputs, *kernel.outputs))
        into += [*checks, *wrap(f"{kernel.name}_unchecked({names});", RUST, 1), "}", "", *([allow] if allow else [])]
        into += [*wrap(f"pub(crate) fn {kernel.name}_unchecked({', '.join(ports)}) {{", RUST), *body, "}"]
    else:
        into += [*checks, *body, "}"]
    text = "\n\n".join(["\n".join(_by_value(program, kernel)), "\n".join(into), *pieces])
    head = RUST.comment.block([f"{program.about.robot}: {kernel.name}", program.mark])
    return "\n\n".join([head, *(["use crate::math;"] if "math::" in text else []), text]) + "\n"


def _by_value(program: Program, kernel: Kernel) -> list[str]:
    first, *rest = function_heading(kernel)
    lines = [fenced(DOC, f"{first.rstrip('.')}.", rest[1:])]
    for port in kernel.inputs:
        if port.defaults is not None:
            lines.append(f"///\n/// Default values: [`{program.default_name(kernel, port).upper()}`](crate)")
    lines.append("#[inline]\n#[must_use]")
    lines += wrap(f"pub {signature(program, kernel)} {{", RUST)
    lines += [f"    let mut {port.name} = {zeros(port.shape)};" for port in kernel.outputs]
    arguments = [*(p.name for p in kernel.inputs), *(f"&mut {p.name}" for p in kernel.outputs)]
    lines += wrap(f"{kernel.name}_into({', '.join(arguments)});", RUST, 1)
    names = ", ".join(port.name for port in kernel.outputs)
    return [*lines, f"    {names if len(kernel.outputs) == 1 else f'({names})'}", "}"]


def _elements(port: Port) -> str:
    """An iterator over all elements."""
    return f"{port.name}.iter(){'.flatten()' * (len(port.shape) - 1)}" if port.shape else f"[{port.name}].iter()"


def _angles(plan: Plan, speller: Speller) -> list[str]:
    """Sines and cosines that are computed ahead: each call has a constant length and becomes vector code."""
    early = plan.early
    if not early.size:
        return []
    ports = {port.name: port for port in plan.kernel.inputs}
    lines = [f"    let mut sine = [0.0; {early.size}];", f"    let mut cosine = [0.0; {early.size}];"]
    for w in early.windows:
        source = f"{w.port}{'.as_flattened()' * (len(ports[w.port].shape) - 1)}[{w.start}..{w.start + w.width}]"
        lines.append(_sincos(f"&{source}", w.place, w.width))
    if early.gathered:
        texts = ", ".join(speller.value(k) for k in early.gathered)
        lines += wrap(f"let angle = [{texts}];", RUST, 1)
        lines.append(_sincos("&angle", early.first, len(early.gathered)))
    return lines


def _sincos(source: str, place: int, count: int) -> str:
    span = f"{place}..{place + count}"
    return f"    math::sincos({source}, &mut sine[{span}], &mut cosine[{span}]);"


def _piece(
    program: Program, plan: Plan, speller: Speller, n: int, piece: tuple[Statement, ...]
) -> tuple[str, list[str]]:
    """Definition of the n-th piece, and the statement that calls it. It is given only what it reads or writes."""
    real = program.target.real.name
    inputs, tables, outputs, _ = plan.arguments(piece)
    kinds = [*(_input(program, p) for p in inputs), *(f"{name}: &[{real}; {plan.early.size}]" for name in tables)]
    kinds += [*(_output(program, p) for p in outputs), f"work: &mut [{real}; {max(plan.slots, 1)}]"]
    names = [*(p.name for p in inputs), *(f"&{name}" for name in tables), *(p.name for p in outputs), "&mut work"]
    title = f"{plan.kernel.name}_{n}"
    lines = ["#[inline(never)]", *wrap(f"fn {title}({', '.join(kinds)}) {{", RUST), *speller.lines(piece), "}"]
    return "\n".join(lines), wrap(f"{title}({', '.join(names)});", RUST, 1)
