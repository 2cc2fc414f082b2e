"""Formulas of a Lagrangian: without coordinates where a quantity has such, else element by element."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from unicodedata import combining, normalize

from linkwright.describe.formula import Formula, Line, Tell, element_formula
from linkwright.errors import QuantityError
from linkwright.manifold.compact import compact
from linkwright.manifold.equations import Equations, equations
from linkwright.manifold.hamilton_principle import Step, steps
from linkwright.manifold.lagrangian import Lagrangian, acceleration, position, variation, velocity
from linkwright.manifold.show import equation_line, lines, order_of_names, writer
from linkwright.manifold.terms import Term, leaf
from linkwright.mechanism import find_quantity, quantities
from linkwright.request import Printed

USUAL = "equations_of_motion"
_WORD = re.compile(r"[^\W\d]\w*")


def formulas_of_lagrangian(system: Lagrangian, request: Printed, tell: Tell) -> list[Formula]:
    """The quantities that were named; with style "steps" the seven steps to the equations of motion."""
    if request.frame is not None:
        raise QuantityError(f"'{system.name}' has no frames", system.source, "leave --frame out")
    names = _named(system, request.names(USUAL))
    if request.style == "steps" and names == [USUAL]:
        tell(USUAL)
        made = zip(steps(system, "text"), steps(system, "latex"), strict=True)
        return [_formula(system, USUAL, f"{k}. {a.title}", (a, b), "steps") for k, (a, b) in enumerate(made, 1)]
    found: list[Formula] = []
    for name in names:
        tell(name)
        if name in FORMULAS:
            text, latex = (FORMULAS[name](system, form) for form in ("text", "latex"))
            found.append(_formula(system, name, f"{system.name}: {text.title}", (text, latex), "closed"))
        else:
            found.append(element_formula(system, find_quantity(system, name), request))
    return found


def _named(system: Lagrangian, asked: list[str]) -> list[str]:
    """Names of quantities; what a Lagrangian does not have is told with what it has."""
    try:
        return [find_quantity(system, name).name for name in asked]
    except QuantityError as error:
        hint = f"'{system.name}' is a Lagrangian, which has: {', '.join(quantities(system))}"
        raise QuantityError(error.what, system.source, hint) from None


def _formula(system: Lagrangian, quantity: str, heading: str, made: tuple[Step, Step], style: str) -> Formula:
    """made: the same step as text and as LaTeX."""
    (text, latex), names = made, _spellings(system)
    rows = zip(text.formulas, latex.formulas, strict=True)
    lines = [Line(_left(a), a, b, _mentioned(a, names)) for a, b in rows]
    return Formula(quantity, heading, text.title, text.title, tuple(lines), style)


def _spellings(system: Lagrangian) -> dict[str, str]:
    """Letters of a printed line, without dots and hats -> the variable, constant or input of the file."""
    write = writer(system, "text")
    found = {_bare(write(leaf(x))): x.name for x in (*system.constants, *system.inputs)}
    for v in system.variables:
        found |= {_bare(write(term)): v.name for term in (velocity(v), position(v))}
    return found


def _mentioned(line: str, names: Mapping[str, str]) -> tuple[str, ...]:
    words = _WORD.findall(_bare(line))
    return tuple(dict.fromkeys(names[w] for w in words if w in names))


def _bare(text: str) -> str:
    """Without dots, hats and exponents."""
    return "".join(" " if c in "ᵀ⁰¹²³⁴⁵⁶⁷⁸⁹" else c for c in normalize("NFD", text) if not combining(c))


def _left(line: str) -> str:
    """The left side of an equation, where it is a name."""
    left, equals, _ = line.partition(" = ")
    return left if equals and " " not in left else ""


class _Pen:
    """Writes terms of a system."""

    def __init__(self, system: Lagrangian, form: str) -> None:
        self.form = form
        self._write, self._names = writer(system, form), order_of_names(system)

    def __call__(self, term: Term) -> str:
        return self._write(compact(term, self._names))

    def dotted(self, term: Term) -> str:
        """The time derivative of a symbol."""
        name = self(term)
        return f"\\dot{{{name}}}" if self.form == "latex" else f"d/dt {name}"


def _motion(system: Lagrangian, form: str) -> Step:
    return Step("Equations of motion", tuple(str(line) for line in lines(equations(system), form)))


def _accelerations(system: Lagrangian, form: str) -> Step:
    from linkwright.manifold.explicit import accelerations

    pen, motion = _Pen(system, form), equations(system)
    if system.constraints:
        return _held(system, form, motion)
    found = accelerations(motion)
    made = [f"{pen(acceleration(x.variable))} = {pen(x.term)}" for x in found.solved]
    if found.coupled:
        names = ", ".join(v.name for v in found.coupled)
        made.append(
            f"\\text{{{names}: coupled}}" if form == "latex" else f"{names}: coupled, a linear solve in generated code"
        )
    return Step("Accelerations", tuple(made))


def _held(system: Lagrangian, form: str, motion: Equations) -> Step:
    """Accelerations and multipliers are found together: from the equations and the constraints' rates."""
    pen = _Pen(system, form)
    told = "together, by a linear solve in generated code:"
    made = [f"\\text{{{told}}}" if form == "latex" else told]
    made += [str(equation_line(e, system, form)) for e in motion.equations]
    made += [f"{pen(rates.acceleration)} = 0" for rates in motion.constraints]
    return Step("Accelerations and multipliers", tuple(made))


def _linearisation(system: Lagrangian, form: str) -> Step:
    from linkwright.manifold.linearise import deviation, linearise

    pen, found = _Pen(system, form), linearise(equations(system))
    made = [f"{pen(e.residual)} = 0" for e in found.equations]
    made += [f"{pen.dotted(deviation(v))} = {pen(rate)}" for v, rate in found.kinematics]
    return Step("Linearised about a motion", tuple(made))


def _hamiltonian(system: Lagrangian, form: str) -> Step:
    from linkwright.manifold.hamiltonian import hamiltonian

    pen, found = _Pen(system, form), hamiltonian(system)
    made = [f"H = {pen(found.hamiltonian)}"]
    for c in found.variables:
        p = leaf(c.symbol)
        made += [f"{pen(p)} = {pen(c.momentum)}", f"{pen(velocity(c.variable))} = {pen(c.velocity)}"]
        made.append(f"{pen.dotted(p)} = {pen(c.rate)}")
    return Step("Hamilton's form", tuple(made))


def _energy(system: Lagrangian, form: str) -> Step:
    from linkwright.manifold.hamiltonian import energy

    return Step("Energy", (f"E = {_Pen(system, form)(energy(system))}",))


def _conserved(system: Lagrangian, form: str) -> Step:
    from linkwright.manifold.symmetry import momentum_map

    pen, made = _Pen(system, form), list[str]()
    for symmetry in system.extra.get("symmetries", ()):
        found = momentum_map(system, symmetry.motion)
        if form == "latex":
            told = "" if found.invariant else " \\quad \\text{(not conserved)}"
            made.append(f"\\text{{{symmetry.name}}}: \\quad {pen(found.term)}{told}")
            continue
        ways = ", ".join(f"{pen(leaf(variation(v)))} = {pen(symmetry.motion[v.name])}"
                         for v in system.variables if v.name in symmetry.motion)  # fmt: skip
        told = "" if found.invariant else "   (L changes along this motion: not conserved)"
        made.append(f"{symmetry.name} ({ways}): {pen(found.term)}{told}")
    return Step("Conserved quantities", tuple(made) or ("the file names no symmetries",))


FORMULAS: Mapping[str, Callable[[Lagrangian, str], Step]] = MappingProxyType(
    {
        "equations_of_motion": _motion,
        "accelerations": _accelerations,
        "linearisation": _linearisation,
        "hamiltonian": _hamiltonian,
        "energy": _energy,
        "conserved_quantities": _conserved,
    }
)
"""Quantity -> its formulas; others are printed element by element."""
