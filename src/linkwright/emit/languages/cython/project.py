"""What makes a package of generated Cython: setup, project file, the package's __init__, type stubs, an example."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from linkwright.emit.constants import upper
from linkwright.emit.languages import pasted
from linkwright.emit.languages.numpy import NUMPY, constant_values, default_arrays
from linkwright.emit.program import Program, function_heading, labels
from linkwright.emit.sample_inputs import SHOWN, sample_inputs
from linkwright.emit.spell import numbers, wrap
from linkwright.passes.kernel import Kernel


def files(program: Program) -> Mapping[str, str]:
    """Path -> text."""
    name = program.name
    return {
        "setup.py": _setup(program),
        "pyproject.toml": _project(program),
        "MANIFEST.in": f"# {program.mark}\ninclude {name}/*.h {name}/*.c {name}/*.pxd {name}/*.pyx {name}/*.pyi\n",
        f"{name}/__init__.py": _init(program),
        f"{name}/__init__.pxd": _init_for_cython(program),
        f"{name}/__init__.pyi": _stubs(program),
        f"{name}/py.typed": f"# {program.mark}\n",
        f"example_{name}.py": _example(program),
    }


def arguments(kernel: Kernel) -> list[str]:
    """Arguments of the Python function."""
    inputs = [port.name if port.defaults is None else f"{port.name}=None" for port in kernel.ordered]
    return [*inputs, "*", "out=None"]


def docstring(lines: Iterable[str]) -> list[str]:
    """A docstring of a function, indented."""
    return [f"    {line}".rstrip() for line in NUMPY.comment.block(lines).replace('"""\n', '"""', 1).splitlines()]


def _comment(*lines: str) -> str:
    return "\n".join(f"# {NUMPY.comment.safe(line)}" for line in lines)


def _setup(program: Program) -> str:
    title = f"{program.about.robot}: builds the package; `python setup.py test` builds it here and runs its tests"
    text = pasted("cython", "setup.py").replace('ROBOT = "robot"', f'ROBOT = "{program.name}"')
    return f"{_comment(title, program.mark)}\n{text}\n"


def _project(program: Program) -> str:
    text = pasted("cython", "project.toml").replace('name = "robot"', f'name = "{program.name.rstrip("_")}"')
    return f"{_comment(program.mark)}\n{text}\n".replace('version = "0"', f'version = "{program.about.version or 0}"')


_USAGE = (
    "An input is one state, or n of them along a first axis; outputs are then, too. Inputs that are one state go with all.",
    "Batches are computed without the GIL. out= takes arrays to write to, {real} in C order: one, or a tuple of them.",
    "A function with several outputs returns a tuple, in the order of its description.",
    "set_checks(False): inputs are no longer searched for numbers that are not finite.",
)


def _dtype(program: Program) -> str:
    return "float32" if program.target.real.single else "float64"


def _init(program: Program) -> str:
    names = [kernel.name for kernel in program.kernels]
    constants = [upper(program.name, constant) for constant in program.about.constants]
    constants += [word for name in program.defaults for word in (name.upper(), f"{name.upper()}_INDEX")]
    usage = [line.format(real=_dtype(program)) for line in _USAGE]
    parts = [NUMPY.comment.block([*program.heading("equations of motion, Cython around C"), "", *usage])]
    imports = (
        f"from {program.name}._{program.name} import (\n" + "".join(f"    {n},\n" for n in [*names, "set_checks"]) + ")"
    )
    parts.append(("import numpy as np\n\n" if constants else "") + imports)
    parts += constant_values(program)
    for (name, port), text in zip(program.defaults.items(), default_arrays(program), strict=True):
        index = "\n".join(f"    {label!r}: {k}," for k, label in enumerate(labels(port)))
        parts.append(f"{text}\n{name.upper()}.setflags(write=False)\n{name.upper()}_INDEX = {{\n{index}\n}}")
    everything = "\n".join(f"    {word!r}," for word in [*names, "set_checks", *constants])
    parts.append(f"__all__ = [\n{everything}\n]")
    return "\n\n".join(parts) + "\n"


def _init_for_cython(program: Program) -> str:
    names = "".join(f"    c_{kernel.name},\n" for kernel in program.kernels)
    title = f"{program.about.robot}: from {program.name} cimport c_{program.kernels[0].name}"
    return f"{_comment(title, program.mark)}\n\nfrom {program.name}._{program.name} cimport (\n{names})\n"


def _stubs(program: Program) -> str:
    parts = [_comment(f"{program.about.robot}: types of the generated functions", program.mark)]
    parts.append(
        f"import numpy as np\nfrom numpy.typing import ArrayLike, NDArray\n\nArray = NDArray[np.{_dtype(program)}]"
    )
    kinds_of = {int: "int", float: "Array", str: "tuple[str, ...]"}
    for c in program.about.constants:
        places = not isinstance(c.value, int) and isinstance(c.value[0], int)
        kind = "NDArray[np.int_]" if places else kinds_of[type(c.value if isinstance(c.value, int) else c.value[0])]
        parts.append(f'{upper(program.name, c)}: {kind}\n"""{c.doc}"""')
    for name in program.defaults:
        parts.append(f"{name.upper()}: Array\n{name.upper()}_INDEX: dict[str, int]")
    for kernel in program.kernels:
        inputs = [f"{p.name}: ArrayLike" + ("" if p.defaults is None else " | None = None") for p in kernel.ordered]
        kinds = ["Array" if port.shape else "float | Array" for port in kernel.outputs]
        many = len(kinds) > 1
        out = f"tuple[{', '.join('Array' for _ in kinds)}]" if many else "Array"
        result = f"tuple[{', '.join(kinds)}]" if many else kinds[0]
        given = [*inputs, "*", f"out: {out} | None = None"]
        head = f"def {kernel.name}(\n" + "".join(f"    {text},\n" for text in given) + f") -> {result}:"
        what = NUMPY.comment.safe(function_heading(kernel)[0])
        parts.append(f'{head}\n    """{what}"""')
    parts.append("def set_checks(on: bool) -> None: ...")
    return "\n\n".join(parts) + "\n"


def _example(program: Program) -> str:
    title = f"{program.about.robot}: how the generated functions are called. First: python setup.py build_ext --inplace"
    lines = [NUMPY.comment.block([title, program.mark]), "", "import numpy as np", f"import {program.name}"]
    for kernel in program.kernels[:SHOWN]:
        lines += ["", f"print({kernel.name!r})"]
        sample = sample_inputs(program, kernel)
        free = [port for port in kernel.inputs if port.name in sample]
        for port in free:
            text = f"np.array([{numbers(NUMPY, sample[port.name])}])"
            text += "" if len(port.shape) == 1 else f".reshape({port.shape})"
            lines += wrap(f"{port.name} = {text}", NUMPY)
        given = [f"{port.name}={port.name}" for port in free]
        function = f"{program.name}.{kernel.name}"
        lines.append(f"print({function}({', '.join(given)}))")
        batch = [f"{port.name}=np.stack([{port.name}, 2 * {port.name}])" for port in free]
        lines += ["# two states at once", f"print({function}({', '.join(batch)}))"] if batch else []
        named = next((p for p in kernel.optional if p.shape), None)
        if named is not None:
            word = program.default_name(kernel, named).upper()
            lines.append(f"{named.name} = {program.name}.{word}.copy()")
            if len(named.shape) == 1:
                lines.append(f"{named.name}[{program.name}.{word}_INDEX[{labels(named)[0]!r}]] *= 2")
            lines.append(f"print({function}({', '.join([*given, f'{named.name}={named.name}'])}))")
    return "\n".join(lines) + "\n"
