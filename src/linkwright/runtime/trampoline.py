"""A Python function in machine code: checks its NumPy arguments, makes the result, calls a kernel; 0.1 microseconds.

ctypes needs a microsecond for that. The function here is compiled once per process and shared: it is an ordinary
METH_FASTCALL function of the C API (stable since Python 3.10), reads array objects at the offsets that every extension
compiled against NumPy's headers relies on, and goes to a Python function for whatever is not plain: lists, batches, other
types, wrong sizes, missing arguments. Where objects are not laid out as expected, `trampoline` says None and all calls
take that path.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from linkwright.graph.function import Port
from linkwright.runtime.compiled import compiled_ir
from linkwright.runtime.machine import Code, host
from linkwright.runtime.trampoline_ir import call_ir

_MOST_PORTS = 32
_HEAD = object.__basicsize__  # the part all objects have; its last word is the type
_TYPE, _DATA, _RANK, _DIMS, _DESCR, _FLAGS = (_HEAD + k for k in (-8, 0, 8, 16, 40, 48))
_READ, _WRITE = 0x101, 0x501  # C-contiguous, aligned; and writeable
_RECORD = 40
"""Bytes per port: name object, default data or null, rank, pointer to dimensions, size in bytes."""

_C_API = (
    "PyTuple_GetItem", "PyTuple_Size", "PyLong_AsVoidPtr", "PyObject_Vectorcall",
    "Py_IncRef", "Py_DecRef", "PyDict_New", "PyDict_SetItem",
)  # fmt: skip
_TABLE = (*_C_API, "PyArray_New", "ndarray", "float64", "out")
"""What the code finds in its table `python`: functions, types and objects of this process."""


def trampoline(
    name: str,
    doc: str,
    kernel: int,
    inputs: Sequence[Port],
    outputs: Sequence[Port],
    slow: Callable[..., Any],
    owner: object,
) -> Callable[..., Any] | None:
    """A callable for the machine code at `kernel`, which takes a pointer per port; `owner` keeps that code alive."""
    entry = _entry()
    if entry is None or len(inputs) + len(outputs) > _MOST_PORTS:
        return None
    keep: list[Any] = [slow, owner]
    words = [kernel, len(inputs), len(outputs), id(slow), _records(inputs, keep), _records(outputs, keep)]
    context = (ctypes.c_int64 * len(words))(*words)
    method = _MethodDef(name.encode(), entry.address("call"), _FASTCALL | _KEYWORDS, doc.encode())
    keep += [context, method, entry]
    return _new_function()(ctypes.byref(method), (ctypes.addressof(context), *keep), None)


_FASTCALL, _KEYWORDS = 0x80, 0x02


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p)
    )  # fmt: skip


@cache
def _new_function() -> Any:
    # A prototype of our own: argument types set on ctypes.pythonapi itself would be everybody's.
    kind = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.POINTER(_MethodDef), ctypes.py_object, ctypes.c_void_p)
    return kind(("PyCFunction_NewEx", ctypes.pythonapi))


def _records(ports: Sequence[Port], keep: list[Any]) -> int:
    """Address of a table with a record per port."""
    words: list[int] = []
    for port in ports:
        name = sys.intern(port.name)
        dims = (ctypes.c_int64 * max(len(port.shape), 1))(*port.shape)
        default = None
        if port.defaults is not None and all(x == x for x in port.defaults):
            default = (ctypes.c_double * max(port.size, 1))(*port.defaults)
        keep += [name, dims, default]
        address = 0 if default is None else ctypes.addressof(default)
        words += [id(name), address, len(port.shape), ctypes.addressof(dims), 8 * port.size]
    table = (ctypes.c_int64 * max(len(words), 1))(*words)
    keep.append(table)
    return ctypes.addressof(table)


@cache
def _entry() -> Code | None:
    """The compiled function `call`, or None where this interpreter or this NumPy is not as expected."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8 or not _layout_holds():
        return None
    api = _numpy_api()
    if api is None:
        return None
    numbers = {
        "TYPE": _TYPE, "DATA": _DATA, "RANK": _RANK, "DIMS": _DIMS, "DESCR": _DESCR, "FLAGS": _FLAGS,
        "MOST": _MOST_PORTS, "RECORD": _RECORD, "READ": _READ, "WRITE": _WRITE,
    }  # fmt: skip
    code = compiled_ir(call_ir(numbers, _TABLE), host())
    functions = [ctypes.cast(getattr(ctypes.pythonapi, f), ctypes.c_void_p).value for f in _C_API]
    table = (*functions, api, id(np.ndarray), id(np.dtype(np.float64)), id(sys.intern("out")))
    (ctypes.c_void_p * len(_TABLE)).from_address(code.variable("python"))[:] = table
    return code


def _layout_holds() -> bool:
    """Look at an array through its fields and compare with what Python says of it."""
    sample = np.zeros((2, 3))

    def word(offset: int) -> int:
        return ctypes.c_int64.from_address(id(sample) + offset).value

    def half(offset: int) -> int:
        return ctypes.c_int32.from_address(id(sample) + offset).value

    dims = word(_DIMS)
    return (
        word(_TYPE) == id(np.ndarray)
        and word(_DATA) == sample.ctypes.data
        and half(_RANK) == 2
        and [ctypes.c_int64.from_address(dims + 8 * k).value for k in (0, 1)] == [2, 3]
        and word(_DESCR) == id(np.dtype(np.float64))
        and half(_FLAGS) & _WRITE == _WRITE
    )


def _numpy_api() -> int | None:
    """The address of PyArray_New: entry 93 of NumPy's function table, unchanged since 1.0."""
    capsule: Any = None
    for name in ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath"):  # NumPy 2, NumPy 1
        if capsule is None:
            with contextlib.suppress(ImportError):
                capsule = getattr(importlib.import_module(name), "_ARRAY_API", None)
    if capsule is None:
        return None
    kind = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    pointer = kind(("PyCapsule_GetPointer", ctypes.pythonapi))
    table = pointer(capsule, None)
    return ctypes.c_void_p.from_address(table + 8 * 93).value
