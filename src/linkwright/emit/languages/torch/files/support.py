"""What generated functions for PyTorch share: inputs with their checks, operations on numbers and tensors, outputs."""

import math
import threading
from typing import NamedTuple

import torch

_REAL = torch.float64

# --- a generated module has what follows, after imports of its own

CHECK_INPUTS = True
"""Whether inputs must be finite numbers; their shapes are always checked."""

_INNER = threading.local()
"""Whether a function is at work that calls others: what these are given is not the user's own."""


class _Batch(NamedTuple):
    shape: tuple
    dtype: torch.dtype
    device: torch.device


def _inputs(*inputs):
    """(name, value, shape) of each input -> the common batch, and each input's elements along the first axis.

    What is not a tensor takes type and device of the tensors that are given; that of the module where there are none.
    """
    given = [value for _, value, _ in inputs if isinstance(value, torch.Tensor)]
    kinds = {x.dtype for x in given if x.is_floating_point()}
    dtype = _REAL if len(kinds) != 1 else kinds.pop()
    device = given[0].device if given else torch.device("cpu")
    values = [torch.as_tensor(value, dtype=dtype, device=device) for _, value, _ in inputs]
    for (name, _, shape), value in zip(inputs, values, strict=True):
        if tuple(value.shape[max(value.ndim - len(shape), 0) :]) != shape:
            raise ValueError(
                f"{name} has shape {tuple(value.shape)}; it must end with {shape}, after any batch dimensions"
            )
        if _are_checked() and not torch.isfinite(_bare(value)).all():
            raise ValueError(f"{name} has elements that are no finite numbers: {value}")
    batch = torch.broadcast_shapes(*(x.shape[: x.ndim - len(p[2])] for x, p in zip(values, inputs, strict=True)))
    rows = [x.expand((*batch, *p[2])).reshape((*batch, math.prod(p[2]))) for x, p in zip(values, inputs, strict=True)]
    return _Batch(tuple(batch), dtype, device), *(x.movedim(-1, 0) for x in rows)


def _are_checked():
    return CHECK_INPUTS and getattr(_INNER, "checks", True) and not torch.compiler.is_compiling()


def _bare(x):
    """The numbers of a tensor, all of them, whatever vmap, grad and jvp make of it."""
    while torch._C._functorch.is_functorch_wrapped_tensor(x):
        x = torch._C._functorch.get_unwrapped(x)
    return x


def _array(batch, shape, *elements):
    """Elements, row by row, as an array."""
    if not elements:
        return torch.zeros((*batch.shape, *shape), dtype=batch.dtype, device=batch.device)
    rows = [torch.as_tensor(x, dtype=batch.dtype, device=batch.device).expand(batch.shape) for x in elements]
    return torch.stack(rows, -1).reshape((*batch.shape, *shape))


def _stack(elements):
    """Elements along a new first axis; numbers among them are as many as a batch has states."""
    kind = next((x for x in elements if isinstance(x, torch.Tensor)), torch.zeros((), dtype=_REAL))
    rows = [torch.as_tensor(x, dtype=kind.dtype, device=kind.device) for x in elements]
    return torch.stack([x.expand(kind.shape) for x in rows])


def _lifted(function):
    """A function of tensors, for numbers too, which take the type of the tensors beside them."""

    def lifted(*values):
        dtype = next((x.dtype for x in values if isinstance(x, torch.Tensor)), _REAL)
        return function(*(x if isinstance(x, torch.Tensor) else torch.tensor(x, dtype=dtype) for x in values))

    return lifted


def _in_one(function):
    """A function of two tensors, for tensors of two types."""
    return _lifted(lambda a, b: function(a.to(torch.result_type(a, b)), b.to(torch.result_type(a, b))))


_sqrt, _sin, _cos, _tan, _asin, _acos = map(
    _lifted, (torch.sqrt, torch.sin, torch.cos, torch.tan, torch.asin, torch.acos)
)
_exp, _log, _abs, _sign = map(_lifted, (torch.exp, torch.log, torch.abs, torch.sign))
_pow, _atan2, _hypot, _min, _max = map(_in_one, (torch.pow, torch.atan2, torch.hypot, torch.minimum, torch.maximum))
_select = _lifted(lambda x, yes, no: torch.where(x > 0, yes, no))
_only_if = _lifted(lambda condition, x: torch.where(condition > 0, x, torch.nan))
