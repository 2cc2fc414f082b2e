"""
Tiny arm: equations of motion, PyTorch
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

Conventions
  M(q) a = tau
  angles in radians */ ''' % /end{document}

Parameters
  m1       1.5   kg  mass of the upper link
  L_upper  0.25  m

Functions
  mass_matrix  M(q) a = tau

Autograd, torch.func.vmap, jvp, jacfwd and jacrev work on every function.
Inputs may have leading batch dimensions, which broadcast; outputs then have them too.
Tensors keep their type and device; numbers, lists and NumPy arrays take those of the tensors beside them, and are
torch.float64 where there is none. A function with several outputs returns them as a tuple, in the order of its description.
CHECK_INPUTS = False in this module leaves out the check for finite numbers.
"""

import math
import threading
from typing import NamedTuple

import numpy as np  # noqa: F401
import torch

NQ = 2
"""length of q"""
JOINT_NAMES = ('upper "arm"', "it's \\ α")
"""joints in the order of q"""
LOWER_POSITION_LIMIT = np.array([-0.5, -np.inf])
"""lower limits of q"""

PARAMETERS = np.array([
    1.5,  # 0: m1
    0.25,  # 1: L_upper
])

_REAL = torch.float64
"""What functions compute with."""

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


def mass_matrix(q, parameters=PARAMETERS):
    """Mass matrix of a small arm

      M(q) a = tau

    in   q  [2]  (rad)  joint positions
    in   parameters  [2]  physical parameters
         may be left out: 2 default values
    out  M  [2x2]
    out  h  [scalar]

    Operations: add 1 mul 4 neg 1 sin 1 cos 1
    Reference: Featherstone 2008, table 6.2
    """
    batch, q, parameters = _inputs(("q", q, (2,)), ("parameters", parameters, (2,)))
    q = torch.unbind(q)
    parameters = torch.unbind(parameters)
    angle = _stack([q[1]])
    sine, cosine = torch.unbind(torch.sin(angle)), torch.unbind(torch.cos(angle))
    t1 = parameters[0] * parameters[1] * cosine[0]
    M_0 = 2.0 * t1 + parameters[0]
    h_0 = -(-0.5 * sine[0])
    return (_array(batch, (2, 2), M_0, t1, t1, parameters[0]), _array(batch, (), h_0))
