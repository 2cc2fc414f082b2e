"""Internals that tests use: linkwright.inverse. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.graph.quantity import Quantity
from linkwright.inverse.eigenvalues import eigenvalues
from linkwright.inverse.linear_algebra import null_rows
from linkwright.inverse.lines import line_vector
from linkwright.inverse.search import search
from linkwright.inverse.starts import starts_of
from linkwright.kernels import kernel
from linkwright.passes.run_procedure import run_kernel

__all__ = [
    "Quantity",
    "eigenvalues",
    "kernel",
    "line_vector",
    "null_rows",
    "run_kernel",
    "search",
    "starts_of",
]
