# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, embedsignature=True
"""What generated Cython shares: arrays of NumPy as inputs and outputs, for one state or a batch."""

from libc.math cimport isfinite

ctypedef double _Real

cdef enum:
    _PORTS = 2

# --- a generated module has what follows, after the type it computes with and the number of its ports

cdef extern from "numpy/arrayobject.h":
    ctypedef Py_ssize_t npy_intp
    ctypedef struct PyArrayObject:
        pass
    enum:
        NPY_FLOAT
        NPY_DOUBLE
        NPY_ARRAY_IN_ARRAY
        NPY_ARRAY_FORCECAST
    int import_array "_import_array"() except -1
    bint PyArray_Check(object)
    bint PyArray_ISCARRAY(PyArrayObject *)
    object PyArray_FROMANY(object, int, int, int, int)
    object PyArray_EMPTY(int, npy_intp *, int, int)
    int PyArray_TYPE(PyArrayObject *)
    int PyArray_NDIM(PyArrayObject *)
    npy_intp *PyArray_DIMS(PyArrayObject *)
    npy_intp PyArray_NBYTES(PyArrayObject *)
    char *PyArray_BYTES(PyArrayObject *)

import_array()

ctypedef void (*_Function)(const _Real **, _Real **) noexcept nogil

cdef bint _checks = True
cdef int _TYPE = NPY_FLOAT if sizeof(_Real) == 4 else NPY_DOUBLE


def set_checks(bint on):
    """Whether functions refuse inputs that are not finite numbers. Sizes are always looked at."""
    global _checks
    _checks = on


cdef bint _fits(PyArrayObject *array, tuple shape, Py_ssize_t extra) noexcept:
    """Whether an array has that shape after `extra` axes."""
    cdef Py_ssize_t k
    if PyArray_NDIM(array) != extra + len(shape):
        return False
    for k in range(len(shape)):
        if PyArray_DIMS(array)[extra + k] != <Py_ssize_t>shape[k]:
            return False
    return True


cdef Py_ssize_t _states(str function, str name, tuple shape, object array) except -2:
    """Number of states along a first axis; -1 where there is none."""
    if _fits(<PyArrayObject *>array, shape, 0):
        return -1
    if not _fits(<PyArrayObject *>array, shape, 1):
        many = f"(n, {str(shape)[1:]}" if shape else "(n,)"
        raise ValueError(f"{function}: {name} has shape {array.shape}; it must be {shape}, or {many} for n states")
    return PyArray_DIMS(<PyArrayObject *>array)[0]


cdef int _finite(str function, str name, const _Real *x, Py_ssize_t n, Py_ssize_t size) except -1:
    cdef Py_ssize_t k
    for k in range(n):
        if not isfinite(x[k]):
            where = f" of state {k // size}" if n > size else ""
            raise ValueError(f"{function}: element {k % size} of {name}{where} is {x[k]}, not a finite number")
    return 0


cdef object _new(tuple shape, Py_ssize_t states):
    cdef npy_intp dims[8]
    cdef int k, n = 0
    if states >= 0:
        dims[0], n = states, 1
    for k in range(<int>len(shape)):
        dims[n + k] = shape[k]
    return PyArray_EMPTY(n + <int>len(shape), dims, _TYPE, 0)


cdef int _accept(str function, str name, tuple shape, Py_ssize_t states, object array, list held) except -1:
    """Whether an output may be written to the caller's array: type, shape, and that it overlaps no other array."""
    if not PyArray_Check(array):
        raise ValueError(f"{function}: out for {name} must be a NumPy array")
    cdef PyArrayObject *mine = <PyArrayObject *>array
    cdef PyArrayObject *other
    cdef Py_ssize_t extra = states >= 0
    if not _fits(mine, shape, extra) or (extra and PyArray_DIMS(mine)[0] != states):
        wanted = (states, *shape) if extra else shape
        raise ValueError(f"{function}: out for {name} has shape {array.shape}, not {wanted}")
    if PyArray_TYPE(mine) != _TYPE or not PyArray_ISCARRAY(mine):
        raise ValueError(f"{function}: out for {name} must be float{8 * sizeof(_Real)}, in the order of C, and writable")
    for value in held:
        other = <PyArrayObject *>value
        if PyArray_BYTES(other) < PyArray_BYTES(mine) + PyArray_NBYTES(mine) and (
                PyArray_BYTES(mine) < PyArray_BYTES(other) + PyArray_NBYTES(other)):
            raise ValueError(f"{function}: out for {name} overlaps another array")
    return 0


cdef object _taken(object value):
    """An input as an array. What is no number is refused by way of doubles: rounding to floats takes all that can be read."""
    cdef int flags = NPY_ARRAY_IN_ARRAY
    if _TYPE == NPY_FLOAT and not (PyArray_Check(value) and PyArray_TYPE(<PyArrayObject *>value) == NPY_FLOAT):
        value = PyArray_FROMANY(value, NPY_DOUBLE, 0, 0, flags)
        flags |= NPY_ARRAY_FORCECAST
    return PyArray_FROMANY(value, _TYPE, 0, 0, flags)


cdef object _evaluate(str function, _Function call, tuple values, tuple inputs, tuple outputs, object out):
    """Values of the outputs, for one state or for all of a batch. A batch is computed without the GIL."""
    cdef const _Real *x[_PORTS]
    cdef _Real *y[_PORTS]
    cdef Py_ssize_t step[_PORTS]
    cdef Py_ssize_t size, found, state, states = -1
    cdef int k, n = <int>len(inputs), m = <int>len(outputs)
    cdef list held = [], made
    for k in range(n):
        name, shape, size, optional = <tuple>inputs[k]
        x[k], step[k] = NULL, 0
        if optional and values[k] is None:
            continue
        array = _taken(values[k])
        held.append(array)
        x[k] = <const _Real *>PyArray_BYTES(<PyArrayObject *>array)
        found = _states(function, name, shape, array)
        if found >= 0:
            if states >= 0 and states != found:
                raise ValueError(f"{function}: {name} has {found} states, another input {states}")
            states, step[k] = found, size
        if _checks:
            _finite(function, name, x[k], size if found < 0 else found * size, size)
    if out is None:
        made = [_new(port[1], states) for port in outputs]
    else:
        made = [out] if m == 1 else list(out)
        if len(made) != m:
            raise ValueError(f"{function}: out must hold {m} arrays, not {len(made)}")
    for k in range(m):
        name, shape, size = <tuple>outputs[k]
        if out is not None:
            _accept(function, name, shape, states, made[k], held)
            held.append(made[k])
        step[n + k] = size
        y[k] = <_Real *>PyArray_BYTES(<PyArrayObject *>made[k])
    if states < 0:
        call(x, y)
    else:
        with nogil:
            for state in range(states):
                call(x, y)
                for k in range(n):
                    x[k] += step[k]
                for k in range(m):
                    y[k] += step[n + k]
    if out is None and states < 0:
        for k in range(m):
            if not outputs[k][1]:
                made[k] = made[k][()]  # a number, not an array of none
    return made[0] if m == 1 else tuple(made)
