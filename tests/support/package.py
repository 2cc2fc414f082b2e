"""Internals that tests use: modules at the top of the package. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright import mechanism
from linkwright.compiler import build
from linkwright.errors import (
    CannotClose,
    DependentActuators,
    EmitError,
    Errors,
    ExpressionError,
    FarStart,
    InputError,
    LinkwrightError,
    Locked,
    ModelError,
    QuantityError,
    TooFewActuators,
    printable,
)
from linkwright.kernels import kernel, kernels_of
from linkwright.lazy import target
from linkwright.mechanism import derive, quantities, tables
from linkwright.native import Dynamics, compile
from linkwright.request import Printed, Request

__all__ = [
    "CannotClose",
    "DependentActuators",
    "Dynamics",
    "EmitError",
    "Errors",
    "ExpressionError",
    "FarStart",
    "InputError",
    "LinkwrightError",
    "Locked",
    "ModelError",
    "Printed",
    "QuantityError",
    "Request",
    "TooFewActuators",
    "build",
    "compile",
    "derive",
    "kernel",
    "kernels_of",
    "mechanism",
    "printable",
    "quantities",
    "tables",
    "target",
]
