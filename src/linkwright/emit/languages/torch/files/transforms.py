"""What generated tests for PyTorch ask besides the common checks: vmap and derivatives of a function."""

import numpy as np
import torch

from . import support as robot


def SUBJECT(x):
    return torch.sin(x)


STATE = (np.array([0.5, 0.25]),)
DIRECTION = (np.array([1.0, 2.0]),)
H = 0.001

# --- a generated test file has what follows, with a function and a state of its own


def tensors(values):
    return [torch.tensor(x, dtype=robot._REAL) for x in values]


def along(h):
    """The function's output at the sample state moved by h in a fixed direction."""
    return SUBJECT(*tensors(x + h * d for x, d in zip(STATE, DIRECTION, strict=True)))


def terms_vmap():
    """vmap(f) = f state by state."""
    states = [tensors(x + h * d for x, d in zip(STATE, DIRECTION, strict=True)) for h in (0.0, 0.1, -0.2)]
    batch = [torch.stack(values) for values in zip(*states, strict=True)]
    loop = torch.stack([SUBJECT(*state) for state in states])
    return [np.ravel(torch.func.vmap(SUBJECT)(*batch)), -np.ravel(loop)]


def terms_forward():
    """The derivative along a direction, forward mode, against differences of fourth order."""
    differences = (8.0 * (along(H) - along(-H)) - (along(2 * H) - along(-2 * H))) / (12.0 * H)
    _, found = torch.func.jvp(SUBJECT, tuple(tensors(STATE)), tuple(tensors(DIRECTION)))
    return [np.ravel(found), -np.ravel(differences)]


def terms_reverse():
    """u' (J d), forward mode, against (J' u)' d, by backward()."""
    state = [x.requires_grad_() for x in tensors(STATE)]
    found = SUBJECT(*state)
    weights = torch.cos(torch.arange(found.numel(), dtype=robot._REAL))
    (found @ weights).backward()
    backward = sum(
        float((x.grad * d).sum()) for x, d in zip(state, tensors(DIRECTION), strict=True) if x.grad is not None
    )
    _, forward = torch.func.jvp(SUBJECT, tuple(tensors(STATE)), tuple(tensors(DIRECTION)))
    return [np.array([float((forward * weights).sum())]), -np.array([backward])]
