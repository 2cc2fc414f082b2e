"""Julia: a package with one module, in-place and allocating functions, tests and an example. No dependencies.

A line that could end stops a statement, so statements are broken only after an operator or a comma.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from linkwright.emit.constants import Declare, declared, escaped, upper
from linkwright.emit.from_one import subscript
from linkwright.emit.languages import fixed, pasted
from linkwright.emit.languages.julia import tests as julia_tests
from linkwright.emit.languages.julia.functions import block, element_read, functions, signature_text
from linkwright.emit.languages.julia.names import RESERVED, constant, module_name, quoted, unflattened, values_name
from linkwright.emit.program import Program, default_rows, labels
from linkwright.emit.spell import number
from linkwright.emit.target import ARITHMETIC, Commands, Comment, Real, Target, call, calls
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    return {
        "Project.toml": _project(program),
        f"src/{module_name(program)}.jl": _module(program),
        "test/runtests.jl": julia_tests.runtests(program),
        f"example_{program.name}.jl": julia_tests.example(program),
    }


def signature(program: Program, kernel: Kernel) -> str:
    """How a function is called, with its module."""
    return f"{module_name(program)}.{signature_text(program, kernel)}"


def _write(port: Port, index: int) -> str:
    return f"{port.name}[{subscript(port.shape, index, ', ')}]"


CONSTANTS = Declare(
    whole='"{doc}"\nconst {name} = {value}',
    wholes='"{doc}"\nconst {name} = [{values}]',
    numbers='"{doc}"\nconst {name} = ({values})',
    texts='"{doc}"\nconst {name} = ({values})',
    infinity="Inf",
    quote=lambda text: escaped(text, '"\\\\$', "\\U{:08x}"),
    name=upper,
    alone=",",
)

JULIA = Target(
    name="julia",
    title="Julia",
    real=Real("Float64", cast="float({value})"),
    spell={
        **ARITHMETIC,
        **calls("", {op: (op, 1) for op in ("sin", "cos", "tan", "exp", "abs", "sign")}),
        **calls("", {op: (op, 2) for op in ("hypot", "min", "max")}),
        "atan2": call("atan", 2),
        **calls("_", {op: (op, 1) for op in ("sqrt", "log", "asin", "acos")}),
        **calls("_", {"pow": ("pow", 2), "select": ("select", 3), "only_if": ("only_if", 2)}),
    },
    comment=Comment(
        '"""', "", '"""', (("\\", "\\\\"), ("$", "\\$"), ('"""', "'''"), ('"\\', '\\"\\')), "# {}"
    ),  # tree-sitter loses "\
    define="{name} = {value}",
    read=element_read,
    element=_write,
    write="{element} = {value}",
    layout=layout,
    signature=signature,
    constants=CONSTANTS,
    guard="Sizes and finite numbers are checked on every call; the keyword `check = false` leaves the checks out.",
    commands=Commands(
        needs=(("julia",),),
        run=(("{0}", "--startup-file=no", "--project=.", "test/runtests.jl"),),
        example="julia --project=. example_*.jl",
    ),
    pair="{sine}, {cosine} = sincos({angle})",
    sine="sine{index}",
    cosine="cosine{index}",
    work="work[{slot}]",
    piece=700,
    width=1_000_000,  # statements are broken by `wrapped` instead
    reserved=RESERVED,
)


# --- the package ------------------------------------------------------------------------------------------------------------

_SPACE = uuid.UUID("6f3c1a0e-52c7-5d0b-9a53-1f6a6b0c2d11")


def _project(program: Program) -> str:
    name = module_name(program)
    identity = uuid.uuid5(_SPACE, f"{name} {program.about.model_hash}")
    head = [f"# {program.mark}", f'name = "{name}"', f'uuid = "{identity}"', 'version = "0.1.0"', ""]
    return "\n".join([*head, fixed("julia", "Project.toml")])


_USAGE = (
    "Each function `f` has a form `f!` that writes into arrays of the caller and allocates nothing.",
    "Elements may be of any real type; what is computed is at least as precise as {real}.",
    "With `check = false` sizes are not compared, and NaN and Inf not looked for: arrays must then be as documented.",
)


def _module(program: Program) -> str:
    name = module_name(program)
    usage = [line.format(real=program.target.real.name) for line in _USAGE]
    heading = JULIA.comment.block(
        [f"    {name}", "", *block(program.heading("equations of motion, Julia")), "", *usage]
    )
    parts = [heading + f"\nmodule {name}", pasted("julia", "support.jl")]
    parts += ["\n".join(declared(program, CONSTANTS))] if program.about.constants else []
    parts += [text for default, port in program.defaults.items() for text in _default(program, default, port)]
    for plan in program.plans:
        parts += functions(program, plan)
    return "\n\n".join([*parts, f"end # module {name}"]) + "\n"


def _default(program: Program, default: str, port: Port) -> list[str]:
    """A constant with the default values; for a vector also the names, and a function that changes elements by name."""
    assert port.defaults is not None
    name = constant(default)
    if not port.shape:
        return [f'"Default of `{port.name}`."\nconst {name} = {number(program.target, port.defaults[0])[0]}']
    texts = labels(port)
    rows = default_rows(port, program.target, "    {value}, # {place}: {label}", first=1)
    open_, close = unflattened("\n", port.shape).split("\n")
    values = "\n".join(
        [
            f'"Default values of `{port.name}`."',
            f"const {name} = {open_}{program.target.real.name}[",
            *rows,
            f"]{close}",
        ]
    )
    if len(port.shape) != 1:
        return [values]
    names = "\n".join([f"const {name}_NAMES = String[", *(f"    {quoted(text)}," for text in texts), "]"])
    function = values_name(program, default)
    example = JULIA.comment.safe(f'{function}("{texts[0]}" => {number(program.target, port.defaults[0])[0]})')
    return [values, names, _CHANGE.format(function=function, name=name, example=example)]


_CHANGE = '''\
"""
    {function}(changes...)

A copy of `{name}` with elements changed by name: `{example}`.
"""
{function}(changes...) = _changed({name}, {name}_NAMES, changes)'''
