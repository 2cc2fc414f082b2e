"""Equations of motion as people write them: q × (...) = 0, J Ω̇ + Ω × J Ω + ... = M, with kinematics and constraints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.manifold.compact import compact
from linkwright.manifold.equations import Equation, Equations
from linkwright.manifold.lagrangian import Lagrangian, position, velocity
from linkwright.manifold.notation import latex_symbol, notation_of, text_symbol
from linkwright.manifold.print_terms import latex, text
from linkwright.manifold.tensors import cross, hat, matmul
from linkwright.manifold.terms import Term

Write = Callable[[Term], str]


@dataclass(frozen=True)
class Line:
    """left = right, of a variable or a constraint."""

    of: str
    left: str
    right: str

    def __str__(self) -> str:
        return f"{self.left} = {self.right}"


def writer(mechanism: Lagrangian, form: str) -> Write:
    """Terms of a mechanism -> "text" or "latex"."""
    notation = notation_of(mechanism)
    spell = {"text": text, "latex": latex}[form]
    return lambda term: spell(term, notation)


def order_of_names(mechanism: Lagrangian) -> list[str]:
    """Names of the constants in the order of the file."""
    return [c.name for c in mechanism.constants]


def equation_line(equation: Equation, mechanism: Lagrangian, form: str = "text") -> Line:
    """One equation of motion as a line of text or LaTeX."""
    write, names, v = writer(mechanism, form), order_of_names(mechanism), equation.variable
    if v.manifold.kind == "S2":
        bracket = compact(equation.bracket, names, v.name)
        return Line(v.name, write(cross(position(v), bracket)), "0")
    motion, force = (compact(x, names, v.name) for x in (equation.motion, equation.force))
    return Line(v.name, write(motion), write(force))


def lines(equations: Equations, form: str = "text") -> list[Line]:
    """The equations of motion, then constraints, then the kinematics of the rotations."""
    mechanism = equations.mechanism
    write, names = writer(mechanism, form), order_of_names(mechanism)
    found = [equation_line(e, mechanism, form) for e in equations.equations]
    for rates in equations.constraints:
        term = rates.velocity if rates.position is None else rates.position
        found.append(Line(rates.constraint.name, write(compact(term, names)), "0"))
    for v in mechanism.variables:
        if v.manifold.kind == "SO3":
            symbol = notation_of(mechanism).symbol(v.name)
            rate = (latex_symbol if form == "latex" else text_symbol)(symbol, 1)
            found.append(Line(v.name, rate, write(matmul(position(v), hat(velocity(v))))))
    return found


def equations_text(equations: Equations) -> str:
    """All lines, one below the other."""
    return "\n".join(str(line) for line in lines(equations))


def equations_latex(equations: Equations) -> str:
    """An align environment."""
    rows = [f"  {line.left} &= {line.right}" for line in lines(equations, "latex")]
    return "\\begin{align}\n" + " \\\\\n".join(rows) + "\n\\end{align}\n"
