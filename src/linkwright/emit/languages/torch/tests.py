"""The test file and example beside generated PyTorch: the common suite, and that vmap and derivatives work."""

from __future__ import annotations

from linkwright.emit.languages.jax.tests import Example, Transforms
from linkwright.emit.languages.numpy import NUMPY
from linkwright.emit.languages.numpy import tests as numpy_tests
from linkwright.emit.program import Program

_TORCH = Transforms("torch", {"vmap": "vmap = loop", "forward": "jvp = differences", "reverse": "backward = jvp"})


def tests(program: Program) -> str:
    """test_<robot>.py."""
    imports = "import numpy as np\nimport torch  # noqa: F401"
    return numpy_tests.suite_file(program, NUMPY, imports, *_TORCH.of(program))


EXAMPLE = Example(
    imports="import torch\n\nimport {robot} as robot\n",
    compiled="{function}",
    array="torch.tensor([{numbers}], dtype={real})",
    five="torch.arange(5.0, dtype={real})",
    transforms="torch.func.",
)
