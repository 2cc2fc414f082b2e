"""Internals that tests use: linkwright.manifold. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.formula.text import Text
from linkwright.manifold import tensors, terms
from linkwright.manifold.build import Description, declared_scope, lagrangian
from linkwright.manifold.calculus import Gradient
from linkwright.manifold.compact import compact
from linkwright.manifold.constants import Constants
from linkwright.manifold.degree import degrees, holds
from linkwright.manifold.equations import Equations, equations, inertial, potential
from linkwright.manifold.exact import equal, vanishes
from linkwright.manifold.explicit import accelerations
from linkwright.manifold.from_text import system
from linkwright.manifold.hamilton_principle import momentum_by_variation, steps
from linkwright.manifold.hamiltonian import energy, hamiltonian
from linkwright.manifold.lagrangian import Lagrangian, acceleration, position, rate, variation, velocity
from linkwright.manifold.linearise import deviation, linearise, linearised_accelerations
from linkwright.manifold.mechanics import Mechanics
from linkwright.manifold.normal_form import normal, normal_form, to_term
from linkwright.manifold.notation import split_name
from linkwright.manifold.parse import parse
from linkwright.manifold.polynomial import Poly, times
from linkwright.manifold.print_terms import latex, text
from linkwright.manifold.quotients import divided, shortened
from linkwright.manifold.scope import Scope
from linkwright.manifold.show import equations_latex, equations_text, lines, order_of_names, writer
from linkwright.manifold.state import slots_of
from linkwright.manifold.symbols import Constant, Variable
from linkwright.manifold.symmetry import momentum_map, shift, turn
from linkwright.manifold.tensors import cross, dot, hat, inverse, matmul, transpose
from linkwright.manifold.terms import FUNCTIONS, Term, add, leaf, multiply, neg, number, power, total, zero
from linkwright.manifold.variation import time_derivative, variation_of
from linkwright.manifold.walk import postorder, rebuild, substitute

__all__ = [
    "Constant",
    "Constants",
    "Description",
    "Equations",
    "FUNCTIONS",
    "Gradient",
    "Lagrangian",
    "Mechanics",
    "Poly",
    "Scope",
    "Term",
    "Text",
    "Variable",
    "acceleration",
    "accelerations",
    "add",
    "compact",
    "cross",
    "declared_scope",
    "degrees",
    "deviation",
    "divided",
    "dot",
    "energy",
    "equal",
    "equations",
    "equations_latex",
    "equations_text",
    "hamiltonian",
    "hat",
    "holds",
    "inertial",
    "inverse",
    "lagrangian",
    "latex",
    "leaf",
    "linearise",
    "linearised_accelerations",
    "lines",
    "matmul",
    "momentum_by_variation",
    "momentum_map",
    "multiply",
    "neg",
    "normal",
    "normal_form",
    "number",
    "order_of_names",
    "parse",
    "position",
    "postorder",
    "potential",
    "power",
    "rate",
    "rebuild",
    "shift",
    "shortened",
    "slots_of",
    "split_name",
    "steps",
    "substitute",
    "system",
    "tensors",
    "terms",
    "text",
    "time_derivative",
    "times",
    "to_term",
    "total",
    "transpose",
    "turn",
    "vanishes",
    "variation",
    "variation_of",
    "velocity",
    "writer",
    "zero",
]
