"""The test file and example beside generated JAX: the common suite, and that jit, vmap and derivatives work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from linkwright.emit.checks import Absent, Run
from linkwright.emit.languages.numpy import tests as numpy_tests
from linkwright.emit.program import Program
from linkwright.emit.sample_inputs import sample_inputs
from linkwright.emit.spell import numbers, wrap
from linkwright.passes.kernel import Kernel

_TRANSFORMS = '''
def along(h):
    """The function's output at the sample state moved by h in a fixed direction."""
    return np.ravel(SUBJECT(*(x + h * d for x, d in zip(STATE, DIRECTION, strict=True))))


def terms_jit():
    """jit(f) = f."""
    return [np.ravel(jax.jit(SUBJECT)(*STATE)), -np.ravel(SUBJECT(*STATE))]


def terms_vmap():
    """vmap(f) = f state by state."""
    states = [[x + h * d for x, d in zip(STATE, DIRECTION, strict=True)] for h in (0.0, 0.1, -0.2)]
    batch = [jnp.stack(values) for values in zip(*states, strict=True)]
    return [np.ravel(jax.vmap(SUBJECT)(*batch)), -np.ravel([SUBJECT(*state) for state in states])]


def terms_forward():
    """The derivative along a direction, forward mode, against differences of fourth order."""
    h = 1e-3
    differences = (8.0 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12.0 * h)
    return [np.ravel(jax.jit(lambda *x: jax.jvp(SUBJECT, x, DIRECTION)[1])(*STATE)), -differences]


def terms_reverse():
    """u' (J d), forward mode, against (J' u)' d, reverse mode."""
    weights = np.cos(np.arange(along(0.0).size))

    def weighted(*state):
        return jnp.ravel(SUBJECT(*state)) @ weights

    forward = weights @ np.ravel(jax.jvp(SUBJECT, STATE, DIRECTION)[1])
    gradient = jax.jit(jax.grad(weighted, argnums=tuple(range(len(STATE)))))(*STATE)
    return [forward.reshape(1), -np.array([sum(np.vdot(g, d) for g, d in zip(gradient, DIRECTION, strict=True))])]
'''

_JACOBIAN = '''
def terms_jacobian():
    """jacfwd of the inverse dynamics is the generated derivative."""
    return [np.ravel({jacfwd}(SUBJECT)({state})), -np.ravel(robot.{name}({arguments}){part})]
'''


@dataclass(frozen=True)
class Transforms:
    """Checks of what a library makes of a function: `text` defines terms_<kind> of each kind, of a function SUBJECT at STATE
    along DIRECTION. flat: the result of {call} of a function of the module {module}, as one row."""

    text: str
    titles: Mapping[str, str]
    flat: str
    module: str = "robot"
    jacfwd: str = "jax.jacfwd"
    state: str = "*STATE"

    def of(self, program: Program) -> tuple[list[str], list[str]]:
        """Definitions, and rows in the table of checks; none where there is nothing to ask."""
        subject = _subject(program)
        return _transforms(program, subject, self) if subject else ([], [])


_JAX = Transforms(
    _TRANSFORMS,
    {"jit": "jit", "vmap": "vmap", "forward": "jvp = differences", "reverse": "grad = jvp"},
    "jnp.ravel({call})",
)


def tests(program: Program) -> str:
    """test_<robot>.py."""
    return numpy_tests.suite_file(program, program.target, _imports(program), *_JAX.of(program))


def _imports(program: Program) -> str:
    return (
        "import math\nimport sys\nfrom pathlib import Path\n\n"
        'import jax\n\njax.config.update("jax_enable_x64", True)\n\n'
        "import jax.numpy as jnp  # noqa: E402, F401\nimport numpy as np  # noqa: E402\n\n"
        "sys.path.insert(0, str(Path(__file__).parent))\n\n"
        f"import {program.name} as robot  # noqa: E402"
    )


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


def _transforms(program: Program, kernel: Kernel, wanted: Transforms) -> tuple[list[str], list[str]]:
    """Definitions and rows of the checks that jit, vmap and derivatives work."""
    required, output = [port for port in kernel.inputs if port.defaults is None], kernel.outputs[0]
    state = sample_inputs(program, kernel)
    given = [f"np.array([{numbers(program.target, state[p.name])}]).reshape({p.shape})" for p in required]
    names = ", ".join(port.name for port in required)
    call = f"{wanted.module}.{kernel.name}({', '.join(f'{p.name}={p.name}' for p in required)})"
    first = wanted.flat.format(call=f"{call}{'[0]' if len(kernel.outputs) > 1 else ''}")
    lines = [f"def SUBJECT({names}):", f"    return {first}", "", "", "STATE = ("]
    lines += [line for text in given for line in numpy_tests.row(f"{text},", program.target)]
    lines += [")", "DIRECTION = tuple(0.3 + np.sin(1.0 + np.arange(x.size)).reshape(x.shape) for x in STATE)"]
    titles = dict(wanted.titles)
    parts = ["\n".join(lines), wanted.text.strip()]
    tolerance = {"forward": "1e-06"}
    derivative = next((k for k in program.kernels if _is_jacobian(k, kernel)), None)
    if derivative is not None and required[0].size == output.size:
        asked = [port for port in derivative.inputs if port.defaults is None]
        arguments = ", ".join(f"{p.name}=STATE[{[r.name for r in required].index(p.name)}]" for p in asked)
        names = [port.name for port in derivative.outputs]
        part = f"[{names.index('dtau_dq')}]" if len(names) > 1 else ""
        parts.append(
            _JACOBIAN.format(
                jacfwd=wanted.jacfwd, state=wanted.state, name=derivative.name, arguments=arguments, part=part
            ).strip()
        )
        titles["jacobian"] = "jacfwd = derivative as code"
    rows = [
        f"    ({f'{kernel.name}: {title}'!r}, terms_{kind}, {tolerance.get(kind, '1e-09')}, 0.001),"
        for kind, title in titles.items()
    ]
    return parts, rows


def _is_jacobian(kernel: Kernel, subject: Kernel) -> bool:
    """Whether a function gives dtau_dq of the inverse dynamics, at the same inputs. Where theta is one of these, theirs is the
    total derivative, along which theta follows q, and jacfwd is not."""
    known = {port.name for port in subject.inputs if port.defaults is None}
    asked = {port.name for port in kernel.inputs if port.defaults is None}
    found = subject.name == "inverse_dynamics" and "dtau_dq" in {p.name for p in kernel.outputs}
    return found and asked <= known - {"theta"}


def example(program: Program) -> str:
    """example_<robot>.py: compile the first function, call it, differentiate it, run it on many states."""
    target, kernel = program.target, program.kernels[0]
    state = sample_inputs(program, kernel)
    required = [port for port in kernel.inputs if port.defaults is None]
    names = ", ".join(port.name for port in required)
    plain = replace(target, more="")
    lines = [
        target.comment.block(
            [f"{program.about.robot}: an example", program.mark, "", f"python example_{program.name}.py"]
        ),
        'import jax\n\njax.config.update("jax_enable_x64", True)\n',
        f"import jax.numpy as jnp  # noqa: E402\n\nimport {program.name} as robot  # noqa: E402\n",
        f"{kernel.name} = jax.jit(robot.{kernel.name})",
    ]
    for p in required:
        lines += wrap(f"{p.name} = jnp.array([{numbers(target, state[p.name])}]).reshape({p.shape})", plain)
    lines += [f'print("{kernel.name}:", {kernel.name}({names}))']
    if required and required[0].size:
        first = required[0].name
        rest = ", ".join(["x", *(port.name for port in required[1:])])
        lines += [
            "",
            f"derivative = jax.jit(jax.jacfwd(robot.{kernel.name}))",
            f'print("derivative along {first}:", derivative({names}))',
            "",
            f"many = jax.jit(jax.vmap(lambda x: robot.{kernel.name}({rest})))",
            f"states = {first} + 0.01 * jnp.arange(5.0).reshape(5{', 1' * len(required[0].shape)})",
            'print("five states:", many(states))',
        ]
    return "\n".join(lines) + "\n"
