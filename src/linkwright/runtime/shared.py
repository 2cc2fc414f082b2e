"""Functions that many kernels use, compiled once per process: sine and cosine, the transposition of batches.

A kernel's module has a variable of the function's name, through which it calls; `link` fills those it finds.
"""

from __future__ import annotations

import ctypes
from functools import cache

from linkwright.runtime.cache import remembered
from linkwright.runtime.ir import Lanes, Module
from linkwright.runtime.machine import Code, Machine, compile_ir
from linkwright.runtime.sincos import write_sincos
from linkwright.runtime.transpose import write_transposition

_WIDTHS = (1, 2, 4, 8)
_SINCOS = {f"sincos.{n}": n for n in _WIDTHS}
_TRANSPOSITION = ("stream", *(f"{kind}.{n}" for kind in ("gather", "scatter") for n in _WIDTHS))


def link(code: Code, machine: Machine) -> Code:
    """Code with its variables for shared functions filled in."""
    for name in (*_SINCOS, *_TRANSPOSITION):
        if place := code.variable(name):
            lanes = _SINCOS.get(name, 0)
            home = _sincos(machine, lanes) if lanes else _transposition(machine)
            ctypes.c_int64.from_address(place).value = home.address(name)
    return code


def load_ir(text: str, machine: Machine) -> Code:
    """The code of a piece of IR, from the disk cache where it was compiled before."""
    return Code(remembered("\n".join((machine.key, text)), lambda: compile_ir(text, machine)), machine)


@cache
def _sincos(machine: Machine, lanes: int) -> Code:
    module = Module(lanes)
    write_sincos(module, Lanes(lanes), machine.fma)
    return load_ir(module.text(), machine)


@cache
def _transposition(machine: Machine) -> Code:
    module = Module(machine.lanes)
    write_transposition(module, Lanes(machine.lanes))
    return load_ir(module.text(), machine)
