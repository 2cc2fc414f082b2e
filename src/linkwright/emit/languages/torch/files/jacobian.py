"""What generated tests for PyTorch ask where the derivative of the function is generated too."""

import numpy as np
import torch

from .transforms import tensors


def SUBJECT(x):
    return torch.sin(x)


def DERIVATIVE(x):
    return torch.diag(torch.cos(x))


STATE = (np.array([0.5, 0.25]),)

# --- a generated test file has what follows, with functions and a state of its own


def terms_jacobian():
    """jacfwd of the inverse dynamics is the generated derivative."""
    return [np.ravel(torch.func.jacfwd(SUBJECT)(*tensors(STATE))), -np.ravel(DERIVATIVE(*STATE))]
