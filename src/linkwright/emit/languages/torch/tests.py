"""The test file and example beside generated PyTorch: the common suite, and that vmap and derivatives work."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.jax.tests import Transforms
from linkwright.emit.languages.numpy import tests as numpy_tests
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.spell import numbers, wrap

_TORCH = Transforms("torch", {"vmap": "vmap = loop", "forward": "jvp = differences", "reverse": "backward = jvp"})


def tests(program: Program) -> str:
    """test_<robot>.py."""
    imports = "import numpy as np\nimport torch  # noqa: F401"
    return numpy_tests.suite_file(program, program.target, imports, *_TORCH.of(program))


def example(program: Program) -> str:
    """example_<robot>.py: call the first function, differentiate it, run it on many states."""
    target, kernel = program.target, program.kernels[0]
    state = sample_inputs(program, kernel)
    required = [port for port in kernel.inputs if port.defaults is None]
    names = ", ".join(port.name for port in required)
    plain = replace(target, more="")
    lines = [
        target.comment.block(
            [f"{program.about.robot}: an example", program.mark, "", f"python example_{program.name}.py"]
        ),
        f"import torch\n\nimport {program.name} as robot\n",
    ]
    for p in required:
        made = f"torch.tensor([{numbers(target, state[p.name])}], dtype=torch.float64).reshape({p.shape})"
        lines += wrap(f"{p.name} = {made}", plain)
    lines += [f'print("{kernel.name}:", robot.{kernel.name}({names}))']
    if required and required[0].size:
        first = required[0].name
        rest = ", ".join(["x", *(port.name for port in required[1:])])
        lines += [
            "",
            f"derivative = torch.func.jacfwd(robot.{kernel.name})({names})",
            f'print("derivative along {first}:", derivative)',
            "",
            f"states = {first} + 0.01 * torch.arange(5.0, dtype=torch.float64).reshape(5{', 1' * len(required[0].shape)})",
            f'print("five states:", torch.func.vmap(lambda x: robot.{kernel.name}({rest}))(states))',
        ]
    return "\n".join(lines) + "\n"
