"""Java 17, no dependencies: a package with one class that callers see and one of code for each function; tests; an example.

A class holds 65,535 constants and a method 64 KB, and HotSpot compiles no method of more than 8,000 bytes: each function is a
class of its own, and a large one a chain of methods.
"""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.emit.constants import Declare, upper
from linkwright.emit.languages import fixed
from linkwright.emit.languages.java import functions, names, tests
from linkwright.emit.program import Program
from linkwright.emit.target import ARITHMETIC, Commands, Real, Target, calls

_LIBRARY = ("linkwright/Support.java", "linkwright/Checks.java")


def layout(program: Program) -> Mapping[str, str]:
    """Path -> text of every file."""
    package = program.name
    classes = names.classes(program)
    code = {
        f"{package}/{classes[plan.kernel.name]}.java": functions.code(program, plan, speller)
        for plan, speller in zip(program.plans, program.spellers(), strict=True)
    }
    return {
        f"{package}/{names.robot(program)}.java": functions.robot(program),
        **code,
        **{path: fixed("java", path) for path in _LIBRARY},
        f"test_{program.name}.java": tests.tests(program),
        f"example_{program.name}.java": tests.example(program),
    }


CONSTANTS = Declare(
    whole="    /** {doc} */\n    public static final int {name} = {value};",
    wholes="    /** {doc} */\n    public static final List<Integer> {name} = List.of({values});",
    numbers="    /** {doc} */\n    public static final List<Double> {name} = List.of({values});",
    texts="    /** {doc} */\n    public static final List<String> {name} = List.of({values});",
    infinity="Double.POSITIVE_INFINITY",
    quote=names.literal,
    name=upper,
    many=names.many,
)

JAVA = Target(
    name="java",
    title="Java",
    real=Real("double", cast="(double){value}"),
    spell={
        **ARITHMETIC,
        **calls("Math.", {op: (op, 1) for op in ("sqrt", "sin", "cos", "tan", "asin", "acos", "exp", "log", "abs")}),
        **calls("Math.", {"sign": ("signum", 1), "atan2": ("atan2", 2), "hypot": ("hypot", 2)}),
        **calls("Support.", {"pow": ("pow", 2), "min": ("min", 2), "max": ("max", 2)}),
        **calls("Support.", {"select": ("select", 3), "only_if": ("only_if", 2)}),
    },
    comment=names.COMMENT,
    define="final double {name} = {value};",
    layout=layout,
    signature=functions.signature,
    constants=CONSTANTS,
    guard="Arrays of the wrong length and numbers that are not finite are named in an `IllegalArgumentException`;"
    " `java -Dlinkwright.unchecked=true` leaves these checks out.",
    commands=Commands(
        needs=(("javac",), ("java",)),
        run=(("{0}", "-encoding", "UTF-8", "-cp", ".", "test_*.java"), ("{1}", "-cp", ".", "test_*")),
        example="javac -encoding UTF-8 -cp . example_*.java && java -cp . example_*",
    ),
    zeros="Arrays.fill({name}, {first}, {end}, 0.0);",
    piece=350,
    reserved=names.RESERVED,
)
