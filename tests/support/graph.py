"""Internals that tests use: linkwright.graph. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.exact.elimination import ranks_modulo
from linkwright.exact.equality import equal, evaluate_field, is_zero
from linkwright.exact.field import PRIMES, SMOOTH, field
from linkwright.graph import calculus
from linkwright.graph import evaluate as evaluate_module
from linkwright.graph import taylor as taylor_module
from linkwright.graph.calculus import Mode, derivative, directional, gradient, jacobian
from linkwright.graph.columns import Alike, each_column, keeping
from linkwright.graph.domains import FLOAT, Domain, make_plan, mpmath_domain
from linkwright.graph.evaluate import FLOAT as evaluate_FLOAT
from linkwright.graph.evaluate import MPMATH, NUMPY, evaluate
from linkwright.graph.evaluate import mpmath_domain as evaluate_mpmath_domain
from linkwright.graph.expr import (
    Expr,
    Scalar,
    apply,
    as_number,
    cos,
    floats,
    lift,
    lifter,
    number,
    sign,
    sin,
    sqrt,
    symbol,
    symbol_name,
)
from linkwright.graph.expr import is_zero as expr_is_zero
from linkwright.graph.function import Function, Ops, Port, count_ops
from linkwright.graph.graph import Graph
from linkwright.graph.interval import Interval
from linkwright.graph.ops import OPS
from linkwright.graph.quantity import is_matrix, is_vector
from linkwright.graph.rates import time_derivative
from linkwright.graph.rewrite import copy_nodes, reachable, symbols_of
from linkwright.graph.sympy_bridge import _TO, from_sympy, to_sympy
from linkwright.graph.taylor import taylor
from linkwright.readable.as_it_is import latex, text
from linkwright.readable.equations import Readable, equations, readable, readable_function
from linkwright.readable.function_latex import function_latex
from linkwright.readable.names import latex_name

__all__ = [
    "Domain",
    "Expr",
    "FLOAT",
    "Alike",
    "Function",
    "Graph",
    "Interval",
    "MPMATH",
    "Mode",
    "NUMPY",
    "OPS",
    "Ops",
    "PRIMES",
    "Port",
    "Readable",
    "SMOOTH",
    "Scalar",
    "_TO",
    "apply",
    "as_number",
    "calculus",
    "copy_nodes",
    "cos",
    "count_ops",
    "derivative",
    "directional",
    "each_column",
    "equal",
    "equations",
    "evaluate",
    "evaluate_FLOAT",
    "evaluate_field",
    "evaluate_module",
    "evaluate_mpmath_domain",
    "expr_is_zero",
    "field",
    "floats",
    "from_sympy",
    "function_latex",
    "gradient",
    "is_matrix",
    "keeping",
    "is_vector",
    "is_zero",
    "jacobian",
    "latex",
    "latex_name",
    "lift",
    "lifter",
    "make_plan",
    "mpmath_domain",
    "number",
    "ranks_modulo",
    "reachable",
    "readable",
    "readable_function",
    "sign",
    "sin",
    "sqrt",
    "symbol",
    "symbol_name",
    "symbols_of",
    "taylor",
    "taylor_module",
    "text",
    "time_derivative",
    "to_sympy",
]
