"""Loops and branches of generated functions for PyTorch. States of a batch go on together; one that is ready stays as it is."""

import contextlib
import math

import torch

from .support import _INNER, _REAL, _bare, _inputs

# --- a generated module with loops has what follows


def _real(x):
    return x.to(_REAL) if isinstance(x, torch.Tensor) else torch.tensor(x, dtype=_REAL)


def _whole(x):
    """A whole number; one that every state has is Python's own."""
    return x


def _same(state):
    return state


def _finite(x):
    return torch.isfinite(_real(x))


def _zeros(*shape):
    return torch.zeros(shape, dtype=_REAL)


def _full(shape, value):
    return _real(value).expand(shape)


def _place(shape, index):
    """Place of an element in an array's numbers; one outside, which nobody will use, becomes one inside."""
    place = 0
    for k, size in zip(index, shape, strict=True):
        inside = k.clamp(0, size - 1) if isinstance(k, torch.Tensor) else min(max(k, 0), size - 1)
        place = place * size + inside
    return torch.as_tensor(place).reshape(1)


def _at(x, *index):
    if not any(isinstance(k, torch.Tensor) for k in index):
        return x[tuple(min(max(k, 0), size - 1) for k, size in zip(index, x.shape, strict=True))]
    return x.reshape(-1).gather(0, _place(x.shape, index)).reshape(())


def _put(x, value, *index):
    """The array with another number at one place."""
    return x.reshape(-1).scatter(0, _place(x.shape, index), _real(value).reshape(1)).reshape(x.shape)


def _both(a, b):
    return a & b


def _either(a, b):
    return a | b


def _denied(a):
    return torch.logical_not(a) if isinstance(a, torch.Tensor) else not a


def _chosen(condition, yes, no):
    """State by state, one of two values of each variable."""
    return tuple(
        a if a is b else torch.where(condition, torch.as_tensor(a), torch.as_tensor(b))
        for a, b in zip(yes, no, strict=True)
    )


def _branch(condition, yes, no, state):
    """One of two ways; both where states go different ones."""
    going = torch.as_tensor(condition)
    if bool(_bare(going).all()):
        return yes(state)
    if not bool(_bare(going).any()):
        return no(state)
    return _chosen(going, yes(state), no(state))


def _repeat(going, once, state):
    """while going(state): state = once(state)."""
    while True:
        condition = torch.as_tensor(going(state))
        if not bool(_bare(condition).any()):
            return state
        state = _branch(condition, once, _same, state)


def _count(start, stop, once, state):
    """for k in range(start, stop): state = once(k, state)."""
    if not isinstance(start, torch.Tensor) and not isinstance(stop, torch.Tensor):
        for k in range(start, stop):
            state = once(k, state)
        return state
    _, *state = _repeat(lambda x: x[0] < stop, lambda x: (x[0] + 1, *once(x[0], tuple(x[1:]))), (start, *state))
    return tuple(state)


def _each(function, *inputs):
    """A function of one state at (name, value, shape) of each input, which may have leading batch dimensions."""
    batch, *elements = _inputs(*inputs)
    states = [x.movedim(0, -1).reshape((*batch.shape, *p[2])).to(_REAL) for x, p in zip(elements, inputs, strict=True)]
    checks, _INNER.checks = getattr(_INNER, "checks", True), False
    try:
        with torch.device(batch.device) if batch.device.type != "cpu" else contextlib.nullcontext():
            results = _mapped(function, batch.shape)(*states)
    finally:
        _INNER.checks = checks
    if isinstance(results, tuple):
        return tuple(x.to(batch.dtype) for x in results)
    return results.to(batch.dtype)


def _mapped(function, batch):
    """A function of one state as one of a batch."""
    if not batch:
        return function

    def mapped(*states):
        flat = (x.reshape((math.prod(batch), *x.shape[len(batch) :])) for x in states)
        results = torch.func.vmap(function)(*flat)
        if isinstance(results, tuple):
            return tuple(x.reshape((*batch, *x.shape[1:])) for x in results)
        return results.reshape((*batch, *results.shape[1:]))

    return mapped
