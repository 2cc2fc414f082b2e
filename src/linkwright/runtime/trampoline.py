"""A Python function in machine code: checks its NumPy arguments, makes the result, calls a kernel; 0.1 microseconds.

ctypes needs a microsecond for that. The function here (trampoline.ll) is compiled once per process and shared: an ordinary
METH_FASTCALL function of the C API (stable since Python 3.10), which reads array objects at the offsets that every extension
compiled against NumPy's headers relies on, and goes to a Python function for whatever is not plain: lists, long batches, other
types, wrong sizes, missing arguments. Where objects are not laid out as expected, there is no trampoline and all calls take
that path.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from linkwright.graph.function import Port
from linkwright.runtime.compiled import compiled
from linkwright.runtime.machine import Code, host
from linkwright.runtime.real import Real

_HEAD = object.__basicsize__  # the part all objects have; its last word is the type

_CONTEXT = (
    "KERNEL",
    "INPUTS",
    "OUTPUTS",
    "SLOW",
    "IN_RECORDS",
    "OUT_RECORDS",
    "BATCH",
    "MEMORY",
    "MOST_STATES",
    "KEPT",
)
"""Words of the context of one function: code for one state (null: none yet), numbers of ports, the slow Python function, tables
of ports; code for batches, the memory it needs, how many states it may be given here (0: none), and memory that is kept for it
(null: it takes it from the stack)."""

_RECORD = ("PORT_NAME", "PORT_DEFAULT", "PORT_RANK", "PORT_DIMS", "PORT_BYTES")
"""Words of a port in its table: name object, default data or null, rank, pointer to dimensions, size."""

_NUMBERS: Mapping[str, int] = {
    "TYPE": _HEAD - 8, "DATA": _HEAD, "RANK": _HEAD + 8, "DIMS": _HEAD + 16, "DESCR": _HEAD + 40, "FLAGS": _HEAD + 48,
    "READ": 0x101, "WRITE": 0x501,  # C-contiguous and aligned; and writeable
    "MOST": 32, "MOST_RANK": 8, "RECORD": 8 * len(_RECORD),
    **{name: 8 * k for k, name in enumerate(_CONTEXT)},
    **{name: 8 * k for k, name in enumerate(_RECORD)},
}  # fmt: skip

_C_API = (
    "PyTuple_GetItem", "PyTuple_Size", "PyLong_AsVoidPtr", "PyObject_Vectorcall",
    "Py_IncRef", "Py_DecRef", "PyDict_New", "PyDict_SetItem", "PyDict_GetItem", "PyDict_Size",
)  # fmt: skip
_TABLE = (*_C_API, "PyArray_New", "ndarray", "real", "dict", "out", "threads", "None", "1")
"""What the code finds in its table `python`: functions, types and objects of this process."""

_MOST_MEMORY = 64 * 1024
"""Bytes of stack that a batch may use here. One that needs more has memory of its own, which calls can share as long as the
interpreter runs one of them at a time."""


@dataclass(frozen=True)
class Context:
    """What the built-in function of one kernel finds in memory."""

    words: Any
    keep: list[Any]

    def allow_single(self, kernel: int) -> None:
        """From now on, single states run there, by the code at `kernel`."""
        self.words[_CONTEXT.index("KERNEL")] = kernel

    def allow_batches(self, batch: int, memory: int, most: int) -> None:
        """From now on, batches of up to `most` states run there, by the code at `batch`."""
        large = memory > _MOST_MEMORY
        if large and getattr(sys, "_is_gil_enabled", lambda: True)():
            kept = np.empty(memory // 8 + 8)
            self.keep.append(kept)
            self.words[_CONTEXT.index("KEPT")] = -(-kept.ctypes.data // 64) * 64
            large = False
        self.words[_CONTEXT.index("BATCH")] = batch
        self.words[_CONTEXT.index("MEMORY")] = memory + 64
        self.words[_CONTEXT.index("MOST_STATES")] = 0 if large else most


@dataclass(frozen=True)
class Signature:
    """What a trampoline is made for: the slow function takes over what is not plain."""

    name: str
    doc: str
    inputs: Sequence[Port]
    outputs: Sequence[Port]
    real: Real


def trampoline(
    signature: Signature, kernel: int, slow: Callable[..., Any]
) -> tuple[Callable[..., Any], Context] | None:
    """A callable for the machine code at `kernel`, which takes a pointer per port (0: there is none yet); `slow` keeps that
    code alive."""
    ports = (*signature.inputs, *signature.outputs)
    too_many = len(ports) > _NUMBERS["MOST"] or any(len(p.shape) >= _NUMBERS["MOST_RANK"] for p in ports)
    entry = None if too_many else _entry(signature.real)
    if entry is None:
        return None
    keep: list[Any] = [slow, entry]
    ins, outs = (_records(ports, signature.real, keep) for ports in (signature.inputs, signature.outputs))
    words = (kernel, len(signature.inputs), len(signature.outputs), id(slow), ins, outs, 0, 0, 0, 0)
    context = (ctypes.c_int64 * len(_CONTEXT))(*words)
    method = _MethodDef(signature.name.encode(), entry.address("call"), _FASTCALL_KEYWORDS, signature.doc.encode())
    keep += [context, method]
    later: list[Any] = []
    function = _new_function()(ctypes.byref(method), (ctypes.addressof(context), *keep, later), None)
    return function, Context(context, later)


_FASTCALL_KEYWORDS = 0x82


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p)
    )  # fmt: skip


@cache
def _new_function() -> Any:
    # A prototype of our own: argument types set on ctypes.pythonapi itself would be everybody's.
    kind = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.POINTER(_MethodDef), ctypes.py_object, ctypes.c_void_p)
    return kind(("PyCFunction_NewEx", ctypes.pythonapi))


def _records(ports: Sequence[Port], real: Real, keep: list[Any]) -> int:
    """Address of a table with a record per port."""
    words: list[int] = []
    for port in ports:
        name = sys.intern(port.name)
        dims = (ctypes.c_int64 * max(len(port.shape), 1))(*port.shape)
        default = None
        if port.defaults is not None and all(x == x for x in port.defaults):
            default = np.array(port.defaults, real.name)
        keep += [name, dims, default]
        address = 0 if default is None else default.ctypes.data
        words += [id(name), address, len(port.shape), ctypes.addressof(dims), real.bytes * port.size]
    table = (ctypes.c_int64 * max(len(words), 1))(*words)
    keep.append(table)
    return ctypes.addressof(table)


@cache
def _entry(real: Real) -> Code | None:
    """The compiled function `call` for arrays of one kind, or None where this interpreter or this NumPy is not as expected."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8 or not _layout_holds():
        return None
    new_array = _numpy_new()
    if new_array is None:
        return None
    code = compiled(f"trampoline {_HEAD} {real.name}", host(), lambda: _ir(real))
    functions = [ctypes.cast(getattr(ctypes.pythonapi, f), ctypes.c_void_p).value for f in _C_API]
    kinds = (np.ndarray, np.dtype(real.name), dict, sys.intern("out"), sys.intern("threads"), None, 1)
    table = (*functions, new_array, *map(id, kinds))
    (ctypes.c_void_p * len(_TABLE)).from_address(code.variable("python"))[:] = table
    return code


def _ir(real: Real) -> str:
    """trampoline.ll with everything filled in."""
    from importlib.resources import files

    fresh, numbers = iter(range(10**6)), {**_NUMBERS, "REAL": real.number}

    def read(match: re.Match[str]) -> str:
        indent, result, kind, base, offset = match.groups()
        at = f"%at{next(fresh)}"
        return f"{indent}{at} = getelementptr i8, ptr {base}, i64 {offset}\n{indent}{result} = load {kind}, ptr {at}"

    def entry(match: re.Match[str]) -> str:
        place = f"getelementptr inbounds (ptr, ptr @python, i64 {_TABLE.index(match[1])})"
        return f"load ptr, ptr {place}, !invariant.load !0"

    text = re.sub(r";.*", "", files("linkwright.runtime").joinpath("trampoline.ll").read_text())
    text = re.sub(r"( *)(%\w+) = load (\w+), ptr (%\w+) @\+(\w+)", read, text)
    text = re.sub(r"@python:(\w+)", entry, text)
    text = re.sub(r"(?<![%@\w])[A-Z][A-Z_]+\b", lambda match: str(numbers[match[0]]), text)
    variable = f"@python = dso_local global [{len(_TABLE)} x ptr] zeroinitializer"
    return "\n".join((variable, text, "attributes #0 = { nounwind }", "!0 = !{}"))


def _layout_holds() -> bool:
    """Look at an array through its fields and compare with what Python says of it."""
    sample = np.zeros((2, 3))

    def word(name: str) -> int:
        return ctypes.c_int64.from_address(id(sample) + _NUMBERS[name]).value

    def half(name: str) -> int:
        return ctypes.c_int32.from_address(id(sample) + _NUMBERS[name]).value

    return (
        word("TYPE") == id(np.ndarray)
        and word("DATA") == sample.ctypes.data
        and half("RANK") == 2
        and [ctypes.c_int64.from_address(word("DIMS") + 8 * k).value for k in (0, 1)] == [2, 3]
        and word("DESCR") == id(np.dtype(np.float64))
        and half("FLAGS") & _NUMBERS["WRITE"] == _NUMBERS["WRITE"]
    )


def _numpy_new() -> int | None:
    """The address of PyArray_New: entry 93 of NumPy's function table, unchanged since 1.0."""
    capsule: Any = None
    for name in ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath"):  # NumPy 2, NumPy 1
        if capsule is None:
            with contextlib.suppress(ImportError):
                capsule = getattr(importlib.import_module(name), "_ARRAY_API", None)
    if capsule is None:
        return None
    kind = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    table = kind(("PyCapsule_GetPointer", ctypes.pythonapi))(capsule, None)
    return ctypes.c_void_p.from_address(table + 8 * 93).value
