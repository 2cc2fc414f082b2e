"""The test file and example beside generated JAX: the common suite, and that jit, vmap and derivatives work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sin

from linkwright.emit.checks import Absent, Run
from linkwright.emit.languages import pasted
from linkwright.emit.languages.numpy import NUMPY
from linkwright.emit.languages.numpy import tests as numpy_tests
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.single import LOOSEST
from linkwright.emit.single_transforms import FLOOR, Subject
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.target import shortest
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

_IMPORTS = "import jax\n\n{setup}import jax.numpy as jnp  # noqa: E402, F401\nimport numpy as np  # noqa: E402"


@dataclass(frozen=True)
class Transforms:
    """Checks of what a library makes of a function: files/transforms.py of its language defines terms_<kind> of each kind in
    `titles`, of a function SUBJECT at STATE along DIRECTION; files/jacobian.py what is asked of a generated derivative."""

    language: str
    titles: Mapping[str, str]

    def of(self, program: Program) -> tuple[list[str], list[str]]:
        """Definitions, and rows in the table of checks; none where there is nothing to ask."""
        subject = _subject(program)
        return self._about(program, subject) if subject else ([], [])

    def _about(self, program: Program, kernel: Kernel) -> tuple[list[str], list[str]]:
        required, state = kernel.required, sample_inputs(program, kernel)
        given = [f"np.array([{numbers(NUMPY, state[p.name])}]).reshape({p.shape})," for p in required]
        lines = [line for text in given for line in numpy_tests.row(text, NUMPY)]
        step = _STEPS[program.target.real.single]
        moved = "DIRECTION = tuple(0.3 + np.sin(1.0 + np.arange(x.size)).reshape(x.shape) for x in STATE)"
        direction = {p.name: [0.3 + sin(1.0 + k) for k in range(p.size)] for p in required}
        subject = Subject(kernel, kernel.outputs[0], state, direction, step)
        titles, asked = dict(self.titles), ["transforms.py"]
        facts = ["STATE = (", *lines, ")", moved, f"H = {step}"]
        parts = [_called("SUBJECT", required, kernel, kernel.outputs[0]), "\n".join(facts)]
        derivative = next((k for k in program.kernels if _is_jacobian(k, kernel)), None)
        if derivative is not None and required[0].size == kernel.outputs[0].size:
            along = next(port for port in derivative.outputs if port.name == "dtau_dq")
            parts.insert(1, _called("DERIVATIVE", required, derivative, along))
            titles["jacobian"] = "jacfwd = derivative as code"
            asked.append("jacobian.py")
            subject = replace(subject, derivative=(derivative, along))
        limit = subject.tolerance if program.target.real.single else _usual_limit
        limits = {kind: limit(kind) for kind in titles}
        rows = [
            f"    ({f'{kernel.name}: {titles[kind]}'!r}, {shortest(tolerance)}, {FLOOR}, terms_{kind}),"
            for kind, tolerance in limits.items()
            if tolerance <= LOOSEST
        ]
        return parts + [pasted(self.language, path) for path in asked], rows


_STEPS = {False: 0.001, True: 0.0625}
"""Of the differences, in double and in single precision: wide enough that rounding is no part of them."""


def _usual_limit(kind: str) -> float:
    """In double precision rounding is far below."""
    return 1e-6 if kind == "forward" else 1e-9


def _called(name: str, given: Sequence[Port], kernel: Kernel, output: Port) -> str:
    """A function of the inputs that are given: one output of a generated one, as one row."""
    wanted = ", ".join(f"{p.name}={p.name}" for p in kernel.inputs if p.name in {q.name for q in given})
    part = f"[{kernel.outputs.index(output)}]" if len(kernel.outputs) > 1 else ""
    head = f"def {name}({', '.join(port.name for port in given)}):"
    return f"{head}\n    return robot.{kernel.name}({wanted}){part}.reshape(-1)"


_JAX = Transforms("jax", {"jit": "jit", "vmap": "vmap", "forward": "jvp = differences", "reverse": "grad = jvp"})


def tests(program: Program) -> str:
    """test_<robot>.py."""
    return numpy_tests.suite_file(program, NUMPY, _with_setup(program, _IMPORTS), *_JAX.of(program))


def _with_setup(program: Program, imports: str) -> str:
    setup = program.target.real.setup
    return imports.replace("{setup}", f"{setup}\n\n" if setup else "")


def _subject(program: Program) -> Kernel | None:
    """The function whose derivatives are tested: the inverse dynamics, else the first that has something to differentiate."""
    if not program.suite.cases:
        return None
    plain = [k for k in program.kernels if k.straight and k.outputs[0].size and not _partial(program, k)]
    fit = [k for k in plain if any(p.defaults is None and p.size for p in k.inputs)]
    return next((k for k in fit if k.name == "inverse_dynamics"), fit[0] if fit else None)


def _partial(program: Program, kernel: Kernel) -> bool:
    """Whether results exist at some inputs only: beside those there is no difference to compare a derivative with."""
    absent = [c.actions for c in program.suite.cases if any(isinstance(a, Absent) for a in c.actions)]
    expected = any(isinstance(a, Run) and a.kernel.name == kernel.name for actions in absent for a in actions)
    return expected or any(instr.op == "only_if" for instr in kernel.code)


def _is_jacobian(kernel: Kernel, subject: Kernel) -> bool:
    """Whether a function gives dtau_dq of the inverse dynamics, at the same inputs. Where theta is one of these, theirs is the
    total derivative, along which theta follows q, and jacfwd is not."""
    known = {port.name for port in subject.required}
    asked = {port.name for port in kernel.required}
    found = subject.name == "inverse_dynamics" and "dtau_dq" in {p.name for p in kernel.outputs}
    return found and asked <= known - {"theta"}


@dataclass(frozen=True)
class Example:
    """What example_<robot>.py calls: `imports` of a library, {function} compiled, an array of {numbers}, five numbers in a row,
    and where the transforms are."""

    imports: str
    compiled: str
    array: str
    five: str
    transforms: str

    def of(self, program: Program) -> str:
        """Compile the first function, call it, differentiate it, run it on many states."""
        target, kernel = program.target, program.kernels[0]
        required, state = kernel.required, sample_inputs(program, kernel)
        names = ", ".join(port.name for port in required)
        title = program.title("an example", "", f"python example_{program.name}.py")
        called = self.compiled.format(function=f"robot.{kernel.name}")
        imports = _with_setup(program, self.imports).format(robot=program.name)
        real = program.target.real.name
        lines = [title, imports, f"{kernel.name} = {called}"]
        for p in required:
            made = self.array.format(numbers=numbers(target, state[p.name]), real=real)
            lines += wrap(f"{p.name} = {made}.reshape({p.shape})", replace(target, more=""))
        lines += [f'print("{kernel.name}:", {kernel.name}({names}))']
        if required and required[0].size:
            first = required[0].name
            rest = ", ".join(["x", *(port.name for port in required[1:])])
            derivative = f"{self.transforms}jacfwd(robot.{kernel.name})"
            many = f"{self.transforms}vmap(lambda x: robot.{kernel.name}({rest}))"
            lines += [
                "",
                f"derivative = {self.compiled.format(function=derivative)}",
                f'print("derivative along {first}:", derivative({names}))',
                "",
                f"many = {self.compiled.format(function=many)}",
                f"states = {first} + 0.01 * {self.five.format(real=real)}.reshape(5{', 1' * len(required[0].shape)})",
                'print("five states:", many(states))',
            ]
        return "\n".join(lines) + "\n"


EXAMPLE = Example(
    imports="import jax\n\n{setup}import jax.numpy as jnp  # noqa: E402\n\nimport {robot} as robot  # noqa: E402\n",
    compiled="jax.jit({function})",
    array="jnp.array([{numbers}])",
    five="jnp.arange(5.0)",
    transforms="jax.",
)
