"""The test file beside generated Python, whatever computes: pytest runs it; so does Python alone, which prints a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.emit.checks import Absent, Accumulate, Action, Array, Case, Multiply, Run, Transpose
from linkwright.emit.program import Program
from linkwright.emit.spell import number, numbers, wrap
from linkwright.emit.target import Target

_RUNNER = '''
def error(terms, floor):
    """Largest element of the sum of the terms, relative to the largest element of the terms."""
    scale = max(float(np.max(np.abs(term), initial=0.0)) for term in terms)
    return float(np.max(np.abs(sum(terms)), initial=0.0)) / max(scale, floor)


def pytest_generate_tests(metafunc):
    metafunc.parametrize("case", range(len(CHECKS)), ids=[check[0] for check in CHECKS])


def test_generated_code(case):
    name, terms, tolerance, floor = CHECKS[case]
    assert error(terms(), floor) <= tolerance, name


def main():
    passed, largest = 0, 0.0
    print(NAME)
    for name, terms, tolerance, floor in CHECKS:
        found = error(terms(), floor)
        ok = found <= tolerance
        passed += ok
        largest = max(largest, found) if found == found else math.inf
        print(f"  {'ok' if ok else 'FAILED':<6} {found:9.2e}  {name}")
    print(f"{len(CHECKS)} checks, {passed} passed, max relative error {largest:.2e}")
    return passed != len(CHECKS)


if __name__ == "__main__":
    sys.exit(main())
'''


_ABSENT = '''
def absent(x, mask):
    """Where the mask is 1, an element must be NaN: it becomes 0; another number inf, which no check allows."""
    x = np.ravel(x)
    return np.where(mask > 0, np.where(np.isnan(x), 0.0, np.inf), x)
'''


def suite_file(
    program: Program, python: Target, imports: str, parts: Sequence[str] = (), checks: Sequence[str] = ()
) -> str:
    """The file. imports: they call the generated module `robot`; parts: further checks; checks: their rows in the table."""
    suite = program.suite
    title = f"{program.about.robot}: tests of the generated functions against independent values"
    data = [line for values in suite.data for line in row(f"np.array([{numbers(python, values)}]),", python)]
    rows = [
        f"    ({check.name!r}, terms_{n}, {number(python, check.tolerance)[0]}, {number(python, check.floor)[0]}),"
        for n, check in enumerate(case.check for case in suite.cases)
    ]
    head = [
        python.comment.block([title, program.mark]),
        imports,
        f"NAME = {program.about.robot!r}",
        "\n".join(["DATA = (", *data, ")"]),
    ]
    cases = [_case(n, case, python) for n, case in enumerate(suite.cases)]
    helpers = [_ABSENT.strip()] if suite.absences else []
    tail = ["\n".join(["CHECKS = (", *rows, *checks, ")"]), _RUNNER.strip()]
    return "\n\n".join(head) + "\n\n\n" + "\n\n\n".join([*helpers, *cases, *parts, *tail]) + "\n"


def row(text: str, python: Target) -> list[str]:
    """A line of a table: inside brackets it may end anywhere."""
    return wrap(text, replace(python, more=""), 1)


def _case(n: int, case: Case, python: Target) -> str:
    lines = [f"def terms_{n}():", "    terms = []"]
    lines += [line for action in case.actions for line in wrap(_action(action, python), python, 1)]
    return "\n".join([*lines, "    return terms"])


def _action(action: Action, python: Target) -> str:
    match action:
        case Run(kernel, inputs, outputs):
            given = zip(kernel.inputs, inputs, strict=True)
            arguments = [f"{port.name}={_shaped(a, port.shape)}" for port, a in given if a is not None]
            results = ", ".join(_array(a) for a in outputs)
            return f"{results} = robot.{kernel.name}({', '.join(arguments)})"
        case Transpose(source, result, rows, columns):
            return f"{_array(result)} = {_shaped(source, (rows, columns))}.T"
        case Multiply(left, right, result, rows, inner, columns):
            return f"{_array(result)} = {_shaped(left, (rows, inner))} @ {_shaped(right, (inner, columns))}"
        case Accumulate(factor, array):
            return f"terms.append({number(python, factor)[0]} * {_array(array)}.ravel())"
        case Absent(array, mask):
            return f"{_array(array)} = absent({_array(array)}, {_array(mask)})"


def _array(array: Array) -> str:
    return f"DATA[{array.index}]" if array.given else f"r{array.index}"


def _shaped(array: Array, shape: Sequence[int]) -> str:
    return f"{_array(array)}.reshape({', '.join(map(str, shape)) or '()'})"
