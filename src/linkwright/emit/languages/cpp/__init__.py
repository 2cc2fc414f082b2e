"""C++17: <robot>.hpp, header only, every function a template over the scalar; programs that test and show it; Makefile, CMake.

For double the sines and cosines are those of generated C, so the machine code is too; any other scalar (float, dual
numbers, tapes, expression types) finds its functions by argument-dependent lookup.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from linkwright.emit.constants import Declare, c_literal, declared
from linkwright.emit.languages.c import LANES, angles, in_lanes
from linkwright.emit.languages.c.support import support
from linkwright.emit.languages.cpp import dual as cpp_dual
from linkwright.emit.languages.cpp import example as cpp_example
from linkwright.emit.languages.cpp import statements as cpp_statements
from linkwright.emit.languages.cpp import tests as cpp_tests
from linkwright.emit.languages.cpp.interface import (
    documentation,
    in_place,
    parameter,
    prototype,
    signature,
    value_definition,
)
from linkwright.emit.program import Program, default_rows, identifier, labels
from linkwright.emit.spell import Speller, numbers, wrap
from linkwright.emit.straight_line import Define, Pair, Plan, Statement, Write
from linkwright.emit.target import ARITHMETIC, Commands, Comment, Target, Vectors, call, calls
from linkwright.passes.kernel import Kernel

_WORDS = """
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept
const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double
dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return short signed sizeof
static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union
unsigned using virtual void volatile wchar_t while xor xor_eq
Scalar std linkwright linkwright_math dual_numbers detail result main unix linux
"""
_GLOBAL = """
abs acos asin atan atan2 cbrt ceil cos cosh div erf exp fabs floor fma fmod frexp gamma hypot j0 j1 jn ldexp log logb modf pow
remainder rint round scalb signgam sin sincos sinh sqrt tan tanh trunc y0 y1 yn
abort atof atoi bsearch calloc exit free getenv index labs malloc qsort rand random realloc rindex select srand srandom system
clearerr fclose feof ferror fopen fread fwrite getc gets getw printf putc puts putw remove rename rewind scanf setbuf stderr
stdin stdout tmpfile ungetc memchr memcmp memcpy memmove memset strlen strcmp
access alarm brk chdir chown close dup fork link lockf nice pause pipe read sleep swab sync time clock signal raise write
"""
"""Functions that C libraries put into the global namespace: neither a namespace nor an argument may be called so."""

_SHARED = ("linkwright_math.hpp", "linkwright_checks.hpp", "Makefile", "CMakeLists.txt")
_RESTRICT = "LINKWRIGHT_CPP_RESTRICT "
_STANDARD = ("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log", "abs", "pow", "atan2", "hypot")


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    name = program.name
    files = {
        f"{name}.hpp": header(program),
        f"test_{name}.cpp": cpp_tests.program(program),
        f"example_{name}.cpp": cpp_example.example(program),
        **{path: support(program, path, "cpp") for path in _SHARED},
        "linkwright_checks.h": support(program, "linkwright_checks.h"),
    }
    if in_lanes(program):
        files[LANES] = support(program, LANES)
    autodiff = cpp_dual.program(program)
    return files | ({f"autodiff_{name}.cpp": autodiff} if autodiff else {})


CONSTANTS = Declare(
    whole="/** {doc} */\ninline constexpr std::size_t {name} = {value};",
    wholes="/** {doc} */\ninline constexpr std::array<int, {count}> {name} = {{{{{values}}}}};",
    numbers="/** {doc} */\ninline constexpr std::array<double, {count}> {name} = {{{{{values}}}}};",
    texts="/** {doc} */\ninline constexpr std::array<std::string_view, {count}> {name} = {{{{{values}}}}};",
    infinity="std::numeric_limits<double>::infinity()",
    quote=c_literal,
    number=lambda target, x: repr(x),
)

CPP = Target(
    name="cpp",
    title="C++17",
    spell={
        **ARITHMETIC,
        **calls("", {op: (op, 2 if op in ("pow", "atan2", "hypot") else 1) for op in _STANDARD}),
        **{op: call(f"linkwright::{op}<Scalar>", n) for op, n in {"min": 2, "max": 2, "sign": 1, "select": 3}.items()},
        "only_if": call("linkwright::only_if<Scalar>", 2),
    },
    comment=Comment("/**", " * ", " */", (("*/", "* /"), ("/*", "/ *"), ("\\", "/")), "// {}"),
    define="const Scalar {name} = {value};",
    layout=layout,
    signature=signature,
    commands=Commands(
        needs=(("g++", "c++", "clang++"), ("make",)), run=(("{1}", "test", "CXX={0}"),), example="make example"
    ),
    constants=CONSTANTS,
    guard="Sizes are in the types. `-DLINKWRIGHT_CHECK`, for the whole program, makes functions throw `std::invalid_argument`"
    " where a pointer is null or a number not finite; without it nothing is looked at.",
    number=lambda x: f"Scalar({x!r})",
    pair="Scalar {sine}, {cosine}; linkwright::sincos<Scalar>({angle}, {sine}, {cosine});",
    lanes=4,
    vectors=Vectors(
        define="const linkwright_real{lanes} {name} = {value};",
        load="*reinterpret_cast<const linkwright_near{lanes} *>(&{first})",
        store="*reinterpret_cast<linkwright_near{lanes} *>(&{first})",
        gather="linkwright_real{lanes}{{{values}}}",
        lane="{vector}[{lane}]",
        put="LINKWRIGHT_PUT{lanes}({vector}, {lane}, {value})",
        array="const linkwright_near{lanes} {name}[{count}] = {{{rows}}};",
        start="reinterpret_cast<const Scalar *>(&{vector})",
        sqrt="linkwright_sqrt{lanes}({vector})",
    ),
    zeros="linkwright::fill<Scalar>(&{element}, {count}, Scalar(0.0));",
    piece=700,
    reserved=frozenset((_WORDS + _GLOBAL).split()),
)


# --- the header -------------------------------------------------------------------------------------------------------------


def header(program: Program) -> str:
    """<robot>.hpp: constants, functions under their descriptions, definitions."""
    guard = f"{program.name.upper()}_HPP"
    parts = [
        CPP.comment.block(program.heading("equations of motion, C++17")).replace("/**", "/** @file", 1),
        f"#ifndef {guard}\n#define {guard}",
        "\n".join(f'#include "{path}"' for path in ("linkwright_math.hpp", *([LANES] if in_lanes(program) else []))),
        "#include <array>\n#include <cstddef>\n#include <limits>\n#include <string_view>",
        f"namespace {program.name} {{",
        *(["\n".join(declared(program, program.target.constants or CONSTANTS))] if program.about.constants else []),
        *_defaults(program),
    ]
    for kernel in program.kernels:
        parts += documentation(program, kernel)
    parts.append("// Definitions")
    for plan, speller in zip(program.plans, program.spellers(), strict=True):
        parts += _function(program, plan, speller)
    parts.append(f"}} // namespace {program.name}\n\n#endif")
    return "\n\n".join(parts) + "\n"


def _defaults(program: Program) -> list[str]:
    """Arrays of default values, with an index per element's name."""
    real, parts = program.target.real.name, list[str]()
    for name, port in program.defaults.items():
        if not port.shape:
            continue  # stands in the declaration
        words = [identifier(label, CPP) for label in labels(port)]
        if port.labels and len(set(words)) == len(words):
            rows = "\n".join(f"inline constexpr std::size_t {word} = {k};" for k, word in enumerate(words))
            use = f"/** Indices of the elements of `{name}`: p[{name}_index::{words[0]}] */"
            parts.append(f"{use}\nnamespace {name}_index {{\n{rows}\n}}")
        values = default_rows(port, CPP, "    {value}, // {place}: {safe}")
        head = f"template <class Scalar = {real}>\ninline const std::array<Scalar, {port.size}> default_{name} = {{{{"
        parts.append("\n".join([f"/** Default values of `{name}` */", head, *values, "}};"]))
        again = f"__device__ const Scalar default_{name}_on_device[] = {{{numbers(CPP, port.defaults or ())}}};"
        parts.append("\n".join(["#ifdef __CUDACC__", "template <class Scalar>", *wrap(again, CPP), "#endif"]))
    return parts


# --- definitions ------------------------------------------------------------------------------------------------------------


def _function(program: Program, plan: Plan, speller: Speller) -> list[str]:
    """A function: in one piece, or as a chain of pieces that hand values on through a scratch array; and its form by value."""
    kernel = plan.kernel
    if kernel.procedure is not None:
        lines, found = cpp_statements.body(CPP, kernel, kernel.procedure)
        return _whole(program, kernel, [*_inputs(program, kernel), *_using(found), *lines])
    body = _inputs(program, kernel)
    if plan.lanes is None:
        own, pieces = _body(speller)
        return [*pieces, *_whole(program, kernel, [*body, *own])]
    in_vectors, others = _body(Speller(plan.lanes, CPP), 2, "_in_lanes")
    own, pieces = _body(speller, 2)
    double = "    if constexpr (std::is_same_v<Scalar, double>) {"
    both = ["#ifdef LINKWRIGHT_LANES", double, *in_vectors, "    } else", "#endif", "    {", *own, "    }"]
    others = ["#ifdef LINKWRIGHT_LANES", *others, "#endif"] if others else []
    return [*others, *pieces, *_whole(program, kernel, [*body, *both])]


def _body(speller: Speller, depth: int = 1, suffix: str = "") -> tuple[list[str], list[str]]:
    """Statements of a function, and the functions of its pieces."""
    plan, indent = speller.plan, CPP.indent * depth
    whole = plan.pieces[:1] if len(plan.pieces) > 2 else plan.pieces
    ahead = angles(speller, "Scalar", _SINCOS, depth)
    own, pieces = speller.function(ahead, lambda n, piece: _piece(speller, f"{n}{suffix}", piece, indent), depth)
    using = _using(_operations(plan, *whole), indent)
    if pieces:
        own = [f"{indent}Scalar work[{max(plan.slots, 1)}];", *own]
        pieces = ["namespace detail {", *pieces, "} // namespace detail"]
    return [*using, *own], pieces


_SINCOS = "linkwright::sincos<{count}>({angles}, &sine[{place}], &cosine[{place}]);"


def _whole(program: Program, kernel: Kernel, body: list[str]) -> list[str]:
    """A function from its body, and its form by value."""
    name, parameters = in_place(kernel, _RESTRICT)
    head = prototype(name, parameters, CPP.width)
    return ["\n".join(["template <class Scalar>", head, "{", *body, "}"]), value_definition(program, kernel)]


def _inputs(program: Program, kernel: Kernel) -> list[str]:
    """Defaults where they are wanted, then a look at the numbers."""
    lines: list[str] = []
    for port in kernel.inputs:
        if port.defaults is not None and port.shape:
            default = f"LINKWRIGHT_CPP_DEFAULT(default_{program.default_name(kernel, port)})"
            lines.append(f"    if (!{port.name})\n        {port.name} = {default};")
    for port in kernel.inputs:
        address = port.name if port.shape else f"&{port.name}"
        lines.append(f'    linkwright::check("{program.name}::{kernel.name}", "{port.name}", {address}, {port.size});')
    return lines


def _using(found: Set[str], indent: str = CPP.indent) -> list[str]:
    """Standard functions that statements call; those of other scalars are found by argument-dependent lookup."""
    return [f"{indent}using std::{op};" for op in _STANDARD if op in found]


def _operations(plan: Plan, *pieces: tuple[Statement, ...]) -> set[str]:
    found: set[str] = set()
    stack: list[int] = []
    for step in (step for piece in pieces for step in piece):
        if isinstance(step, Define) or (isinstance(step, Write) and plan.is_expression(step.value)):
            stack.append(step.value)
        elif isinstance(step, Pair) and step.angle in plan.nested:
            stack.append(step.angle)
    while stack:
        instr = plan.kernel.code[stack.pop()]
        found.add(instr.op)
        stack.extend(j for j in instr.args if j in plan.nested)
    return found


def _piece(speller: Speller, n: str, piece: tuple[Statement, ...], indent: str) -> tuple[str, list[str]]:
    """Definition of the n-th piece, and the statement that calls it. It is given only what it reads or writes."""
    plan, kernel = speller.plan, speller.plan.kernel
    given, tables, outputs, work = plan.arguments(piece)
    inputs, made = [port for port in kernel.ordered if port in given], [*(port.name for port in outputs), *work]
    parameters = [parameter(port, _RESTRICT) for port in inputs]
    parameters += [f"const Scalar *{_RESTRICT}{name}" for name in tables]
    parameters += [f"Scalar *{_RESTRICT}{name}" for name in made]
    names = [*(port.name for port in inputs), *tables, *made]
    head = prototype(f"LINKWRIGHT_CPP_PIECE void {kernel.name}_{n}", parameters, CPP.width)
    body = [*_using(_operations(plan, piece)), *speller.lines(piece)]
    text = "\n".join(["template <class Scalar>", head, "{", *body, "}"])
    return text, [f"{indent}detail::{kernel.name}_{n}<Scalar>({', '.join(names)});"]
