"""Internals that tests use: linkwright.runtime. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.runtime import (
    NativeFunction,
    cache,
    compiled,
    native,
    native_batch,
    native_function,
    single_ir,
    trampoline,
)
from linkwright.runtime.dependent_columns import independent_columns
from linkwright.runtime.machine import Machine, host
from linkwright.runtime.normal_equations import NormalEquations
from linkwright.runtime.operations import OPERATIONS
from linkwright.runtime.plan import PIECE, Step, plan
from linkwright.runtime.real import FLOAT32, FLOAT64, Real
from linkwright.runtime.threads import Slices, in_threads, processors

__all__ = [
    "FLOAT32",
    "FLOAT64",
    "Machine",
    "NativeFunction",
    "NormalEquations",
    "OPERATIONS",
    "PIECE",
    "Real",
    "Slices",
    "Step",
    "cache",
    "compiled",
    "host",
    "in_threads",
    "independent_columns",
    "native",
    "native_batch",
    "native_function",
    "plan",
    "processors",
    "single_ir",
    "trampoline",
]
