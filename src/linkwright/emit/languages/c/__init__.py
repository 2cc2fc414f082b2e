"""C99: <robot>.h and <robot>.c, a test program, a Makefile. No allocation, no global state, no library but libm."""

from __future__ import annotations

from collections.abc import Mapping, Set

from linkwright.emit.build_context import Constant
from linkwright.emit.constants import Declare, c_literal, declared, is_infinite, retyped
from linkwright.emit.example_programs import c_example
from linkwright.emit.languages.c import statements as c_statements
from linkwright.emit.languages.c import tests as c_tests
from linkwright.emit.languages.c.support import protected, support
from linkwright.emit.languages.c.vectors import vectors
from linkwright.emit.program import Program, default_rows, function_heading, identifier, labels
from linkwright.emit.spell import Speller, numbers, wrap
from linkwright.emit.straight_line import Plan, Statement
from linkwright.emit.target import ARITHMETIC, Commands, Comment, Target, call, calls
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure_names import read_names

_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int long register restrict
return short signed sizeof static struct switch typedef union unsigned void volatile while
asm bool catch class delete explicit export false friend mutable namespace new operator private protected public template
this throw true try typename using virtual main linkwright_math y0 y1 yn j0 j1 jn gamma signgam
"""
"""Words of C, of C++ (which reads the header too), and functions of math.h that a port would hide."""


def _constant_name(program: str, constant: Constant) -> str:
    """Counts are macros, which may size an array; what an array holds is named as the functions are."""
    name = f"{program}_{constant.name}"
    return name.upper() if isinstance(constant.value, int) else name


CONSTANTS = Declare(
    whole="#define {name} {value} /* {doc} */",
    wholes="/* {doc} */\nstatic const int {name}[{count}] = {{{values}}};",
    numbers="/* {doc} */\nstatic const double {name}[{count}] = {{{values}}};",
    texts="/* {doc} */\nstatic const char *const {name}[{count}] = {{{values}}};",
    infinity="INFINITY",
    quote=c_literal,
    name=_constant_name,
)


def signature(program: Program, kernel: Kernel) -> str:
    """The C declaration of a function."""
    return _signature(program, kernel, "")


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    name = program.name
    return {
        **library(program),
        f"test_{name}.c": c_tests.program(program),
        **{path: support(program, path) for path in c_tests.headers(program)},
        f"example_{name}.c": c_example(program),
        "Makefile": support(program, "Makefile"),
    }


def library(program: Program) -> dict[str, str]:
    """The files that other programs need: headers and sources."""
    return {
        f"{program.name}.h": _header(program),
        **{path: support(program, path) for path in _headers(program)},
        **_sources(program),
    }


LANES = "linkwright_lanes.h"


def in_lanes(program: Program) -> bool:
    """Whether sources include that header."""
    return any(plan.lanes is not None for plan in program.plans)


def _headers(program: Program) -> list[str]:
    """What the sources include; the functions of floats stand on those of doubles."""
    own = f"linkwright_math{program.target.real.suffix}.h"
    return list(dict.fromkeys([own, "linkwright_math.h", *([LANES] if in_lanes(program) else [])]))


C = Target(
    name="c",
    title="C99",
    spell={
        **ARITHMETIC,
        **calls("", {op: (op, 1) for op in ("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log")}),
        **calls("", {op: (op, 2) for op in ("pow", "atan2", "hypot")}),
        "abs": call("fabs", 1),
        **calls("linkwright_", {"min": ("min", 2), "max": ("max", 2), "sign": ("sign", 1), "select": ("select", 3)}),
        "only_if": call("linkwright_only_if", 2),
    },
    comment=Comment("/*", " * ", " */", (("*/", "* /"), ("/*", "/ *")), "/* {} */"),
    define="const double {name} = {value};",
    layout=layout,
    signature=signature,
    constants=CONSTANTS,
    guard="`-DLINKWRIGHT_CHECK` makes every function look at its inputs first: one that is NULL or not finite is named, and the"
    " program stops. Without it nothing is looked at.",
    commands=Commands(
        needs=(("gcc", "cc", "clang"), ("make",)), run=(("{1}", "test", "CC={0}"),), example="make example"
    ),
    pair="double {sine}, {cosine}; linkwright_sincos_of({angle}, &{sine}, &{cosine});",
    lanes=4,
    vectors=vectors("double"),
    zeros="memset(&{element}, 0, {count} * sizeof(double));",
    piece=700,
    reserved=frozenset(_KEYWORDS.split()),
)


# --- the header -------------------------------------------------------------------------------------------------------------


def _header(program: Program) -> str:
    guard = f"{program.name.upper()}_H"
    api = f"{program.name.upper()}_API"
    parts = [
        C.comment.block(program.heading("equations of motion, C99")),
        f"#ifndef {guard}\n#define {guard}",
        f"/* #define {api} static inline  and include the .c files to have the functions inlined */\n"
        f"#ifndef {api}\n{_API.format(api=api)}\n#endif",
        *(["#include <math.h> /* INFINITY */"] if is_infinite(program) else []),
        *(
            ["\n".join(declared(program, retyped(CONSTANTS, "double", program.target.real.name)))]
            if program.about.constants
            else []
        ),
        '#ifdef __cplusplus\nextern "C" {\n#endif',
        *_defaults(program),
    ]
    for kernel in program.kernels:
        prototype = f"{api} {signature(program, kernel)};"
        comment = C.comment.block([*function_heading(kernel), "Arrays must not overlap."])
        parts.append(comment + "\n" + "\n".join(wrap(prototype, C)))
    parts.append("#ifdef __cplusplus\n}\n#endif\n#endif")
    return "\n\n".join(parts) + "\n"


_API = "#ifdef __CUDACC__\n#define {api} __host__ __device__\n#else\n#define {api}\n#endif"
"""A function is also one of the device where nvcc compiles it."""


def _defaults(program: Program) -> list[str]:
    """Arrays of default values, with an index per element's name."""
    real, parts = program.target.real.name, list[str]()
    for short, port in program.defaults.items():
        name = f"{program.name}_{short}"
        words = [f"{name.upper()}_{identifier(label, C)}" for label in labels(port)]
        if port.labels and len(set(words)) == len(words):
            rows = "\n".join(f"    {word} = {k}," for k, word in enumerate(words))
            parts.append(f"enum {{\n{rows}\n}};")
        values = default_rows(port, program.target, "    {value}, /* {place}: {safe} */")
        parts.append(f"static const {real} {name}[{port.size}] = {{\n" + "\n".join(values) + "\n};")
        again = (
            f"static __device__ const {real} {name}_on_device[] = {{{numbers(program.target, port.defaults or ())}}};"
        )
        parts.append("\n".join(["#ifdef __CUDACC__", *wrap(again, C), "#endif"]))
    return parts


def _signature(program: Program, kernel: Kernel, restrict: str) -> str:
    real = program.target.real.name
    parts = [_input(port, real, restrict) for port in kernel.inputs]
    parts += [f"{real} {p.name}[{restrict}{p.size}]" for p in kernel.outputs]
    return f"void {program.name}_{kernel.name}({', '.join(parts) or 'void'})"


def _input(port: Port, real: str, restrict: str) -> str:
    if port.defaults is not None and port.shape:  # may be NULL, so it is no array of a known size
        return f"const {real} *{restrict}{port.name}"
    return f"const {real} {port.name}[{restrict}{port.size}]" if port.shape else f"{real} {port.name}"


# --- the source -------------------------------------------------------------------------------------------------------------


_PART = 60_000
"""Instructions in one file: gcc needs about ten seconds for them, and make compiles several files at a time."""


def _sources(program: Program) -> dict[str, str]:
    """Path -> text: <robot>.c, and where that would be long, <robot>_part2.c, ..."""
    parts: list[list[str]] = []
    size = _PART
    for plan, speller in zip(program.plans, program.spellers(), strict=True):
        if size >= _PART:
            parts.append([])
            size = 0
        parts[-1] += _function(program, plan, speller)
        size += len(plan.kernel.code)
    head = C.comment.block(program.heading("equations of motion, C99"))
    headers = [path for path in _headers(program) if path != "linkwright_math.h" or not program.target.real.suffix]
    includes = "\n".join(f'#include "{path}"' for path in (f"{program.name}.h", *headers))
    names = [f"{program.name}_part{n}.c" if n > 1 else f"{program.name}.c" for n in range(1, len(parts) + 1)]
    return {path: "\n\n".join([head, includes, *part]) + "\n" for path, part in zip(names, parts, strict=True)}


def _function(program: Program, plan: Plan, speller: Speller) -> list[str]:
    """A function: in one piece, or as a chain of pieces that hand values on through a scratch array."""
    kernel = plan.kernel
    if kernel.procedure is not None:
        procedure = kernel.procedure
        head = _prologue(program, kernel, read_names(procedure.body))
        return [_whole(program, kernel, [*head, *c_statements.body(program, kernel, procedure)])]
    used = plan.reads(*plan.pieces) | {window.port for window in plan.early.windows}
    used |= {kernel.code[k].value[0] for k in plan.early.gathered if kernel.code[k].op == "input"}
    body = _prologue(program, kernel, used)
    own, pieces = _body(program, speller)
    if plan.lanes is None:
        return [*pieces, _whole(program, kernel, [*body, *own])]
    in_vectors, others = _body(program, Speller(plan.lanes, program.target))
    both = ["#ifdef LINKWRIGHT_LANES", *in_vectors, "#else", *own, "#endif"]
    if pieces or others:
        pieces = ["#ifdef LINKWRIGHT_LANES", *others, "#else", *pieces, "#endif"]
    return [*pieces, _whole(program, kernel, [*body, *both])]


def _body(program: Program, speller: Speller) -> tuple[list[str], list[str]]:
    """Statements of a function, and the functions of its pieces."""
    own, pieces = speller.function(angles(speller), lambda n, piece: _piece(program, speller, n, piece))
    return [f"    {speller.target.real.name} work[{max(speller.plan.slots, 1)}];", *own] if pieces else own, pieces


def _prologue(program: Program, kernel: Kernel, used: Set[str]) -> list[str]:
    """Inputs that nobody reads, defaults where they are wanted, a look at the numbers."""
    body = [f"    (void){port.name};" for port in kernel.inputs if port.name not in used]
    for port in kernel.inputs:
        if port.defaults is not None and port.shape:
            default = program.default_name(kernel, port)
            body.append(f"    if (!{port.name})\n        {port.name} = LINKWRIGHT_DEFAULT({program.name}_{default});")
    look = f"LINKWRIGHT_FINITE{program.target.real.suffix.upper()}"
    return body + [f"    {look}({p.name if p.shape else '&' + p.name}, {p.size});" for p in kernel.inputs]


def _whole(program: Program, kernel: Kernel, body: list[str]) -> str:
    """A function from its body."""
    signature = _signature(program, kernel, "LINKWRIGHT_RESTRICT ")
    head = wrap(f"{'LINKWRIGHT_STRAIGHT ' if protected(kernel) else ''}{program.name.upper()}_API {signature}", C)
    return "\n".join([*head, "{", *body, "}"])


_SINCOS = "linkwright_sincos{suffix}({{count}}, {{angles}}, &sine[{{place}}], &cosine[{{place}}]);"


def angles(speller: Speller, real: str = "", call: str = "", depth: int = 1) -> list[str]:
    """Sines and cosines that are computed ahead: each call has a constant length and becomes vector code."""
    early = speller.plan.early
    if not early.size:
        return []
    real = real or speller.target.real.name
    call = call or _SINCOS.format(suffix=speller.target.real.suffix)
    lines = [f"{real} sine[{early.size}], cosine[{early.size}];"]
    for w in early.windows:
        lines.append(call.format(count=w.width, angles=f"&{w.port}[{w.start}]", place=w.place))
    if early.gathered:
        count, texts = len(early.gathered), [speller.value(k) for k in early.gathered]
        lanes, vectors = speller.target.lanes, speller.target.vectors
        in_vectors = count % lanes == 0 and any(instr.lanes > 1 for instr in speller.plan.kernel.code)
        if in_vectors and vectors:  # put together in registers: a vector stored in parts is read slowly
            rows = ["{" + ", ".join(texts[k : k + lanes]) + "}" for k in range(0, count, lanes)]
            lines.append(vectors.array.format(lanes=lanes, name="angle", count=len(rows), rows=", ".join(rows)))
            for k in range(len(rows)):
                start = vectors.start.format(vector=f"angle[{k}]")
                lines.append(call.format(count=lanes, angles=start, place=early.first + lanes * k))
        else:
            lines.append(f"const {real} angle[{count}] = {{{', '.join(texts)}}};")
            lines.append(call.format(count=count, angles="angle", place=early.first))
    return [part for line in lines for part in wrap(line, speller.target, depth)]


def _piece(program: Program, speller: Speller, n: int, piece: tuple[Statement, ...]) -> tuple[str, list[str]]:
    """Definition of the n-th piece, and the statement that calls it. It is given only what it reads or writes."""
    inputs, tables, outputs, work = speller.plan.arguments(piece)
    made = [*(port.name for port in outputs), "work"]
    real = program.target.real.name
    parameters = [_input(port, real, "LINKWRIGHT_RESTRICT ") for port in inputs]
    parameters += [f"const {real} *LINKWRIGHT_RESTRICT {name}" for name in tables]
    parameters += [f"{real} *LINKWRIGHT_RESTRICT {name}" for name in made]
    names = [*(port.name for port in inputs), *tables, *made]
    title = f"{program.name}_{speller.plan.kernel.name}_{n}"
    head = wrap(f"LINKWRIGHT_PIECE void {title}({', '.join(parameters)})", C)
    unused = [] if work else ["    (void)work;"]
    return "\n".join([*head, "{", *unused, *speller.lines(piece), "}"]), [f"    {title}({', '.join(names)});"]
