"""Check: one law over generated functions, with its sample data; and its plain steps, which every language can spell.

A check computes something with the generated functions and asks that a sum of products vanish:

    expected values     tau = inverse_dynamics(q, v, a);            tau - tau_expected = 0
    across functions    M = mass_matrix(q), h = nonlinear(q, v);    M a + h - tau = 0
    composition         a2 = forward_dynamics(q, v, tau);           a2 - a = 0
    quadratic forms     T - 1/2 v' M v = 0

The error of a check is the largest element of the sum, relative to the largest element of its terms. Where a given term has a
NaN, what is computed must have one too: solutions that do not exist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, prod

from linkwright.errors import EmitError
from linkwright.passes.kernel import Kernel

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Value:
    """A named array of a check: row-major numbers."""

    name: str
    shape: Shape
    numbers: tuple[float, ...]


@dataclass(frozen=True)
class Call:
    """One call: ports of the function -> names of values it takes and makes. Ports left out take their defaults;
    outputs left out are computed and forgotten."""

    function: str
    inputs: tuple[tuple[str, str], ...]
    outputs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Term:
    """factor times a product of values, as matrices, left to right; "x'" is the transpose of x. A vector is a column."""

    factor: float
    values: tuple[str, ...]


@dataclass(frozen=True)
class Check:
    """Given values, calls in order, then: the sum of the terms is zero, to `tolerance` relative to the largest term.

    floor: terms smaller than this count as this large, so that rounding noise around an expected 0 is no failure
    """

    name: str
    given: tuple[Value, ...]
    calls: tuple[Call, ...]
    terms: tuple[Term, ...]
    tolerance: float = 1e-9
    floor: float = 1e-3

    @property
    def functions(self) -> frozenset[str]:
        return frozenset(call.function for call in self.calls)

    @staticmethod
    def expect(
        name: str, kernel: Kernel, inputs: Mapping[str, Sequence[float]], output: str, expected: Sequence[float],
        tolerance: float = 1e-9,
    ) -> Check:  # fmt: skip
        """A function's output at a sample point equals the expected numbers."""
        ports = {port.name: port for port in kernel.inputs}
        made = {port.name: port for port in kernel.outputs}[output]
        given = [Value(f"{k} in", ports[k].shape, tuple(map(float, x))) for k, x in inputs.items()]
        given.append(Value("expected", made.shape, tuple(map(float, expected))))
        call = Call(kernel.name, tuple((k, f"{k} in") for k in inputs), ((output, "computed"),))
        terms = (Term(1.0, ("computed",)), Term(-1.0, ("expected",)))
        return Check(name, tuple(given), (call,), terms, tolerance)


# --- plain steps: arrays have numbers for names, shapes are known --------------------------------------------------------


@dataclass(frozen=True)
class Array:
    """`index` into the data of the whole suite (`given`) or into the results of one case."""

    index: int
    given: bool
    shape: Shape

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True)
class Run:
    """Call a function: an Array, or None for a default, per input port; an Array per output port."""

    kernel: Kernel
    inputs: tuple[Array | None, ...]
    outputs: tuple[Array, ...]


@dataclass(frozen=True)
class Transpose:
    source: Array
    result: Array
    rows: int
    columns: int


@dataclass(frozen=True)
class Multiply:
    left: Array
    right: Array
    result: Array
    rows: int
    inner: int
    columns: int


@dataclass(frozen=True)
class Accumulate:
    """Add factor times an array to the sum."""

    factor: float
    array: Array


@dataclass(frozen=True)
class Absent:
    """Where the mask is 1, an array must have NaN, which then becomes 0; another number becomes one that no check allows."""

    array: Array
    mask: Array


Action = Run | Transpose | Multiply | Accumulate | Absent


@dataclass(frozen=True)
class Case:
    """A check as plain steps. `results` are the sizes of the arrays it makes, `size` that of the sum."""

    check: Check
    actions: tuple[Action, ...]
    results: tuple[int, ...]
    size: int


@dataclass(frozen=True)
class Suite:
    """All checks of a program; equal data is stored once."""

    data: tuple[tuple[float, ...], ...]
    cases: tuple[Case, ...]


def suite(checks: Sequence[Check], kernels: Sequence[Kernel], spelled: Sequence[Kernel]) -> Suite:
    """Plain steps for the checks whose functions are all there; `spelled` are the kernels with the language's names."""
    table = {kernel.name: (kernel, name) for kernel, name in zip(kernels, spelled, strict=True)}
    data: dict[str, tuple[int, tuple[float, ...]]] = {}  # by their text: 0.0 and -0.0 are two, NaN is one
    cases = [_Lowering(check, table, data).case() for check in checks if check.functions <= table.keys()]
    return Suite(tuple(numbers for _, numbers in data.values()), tuple(cases))


@dataclass
class _Lowering:
    check: Check
    kernels: Mapping[str, tuple[Kernel, Kernel]]
    data: dict[str, tuple[int, tuple[float, ...]]]
    known: dict[str, Array] = field(default_factory=dict[str, Array])
    actions: list[Action] = field(default_factory=list[Action])
    results: list[int] = field(default_factory=list[int])
    masks: dict[str, tuple[float, ...]] = field(default_factory=dict[str, tuple[float, ...]])

    def case(self) -> Case:
        for value in self.check.given:
            if prod(value.shape) != len(value.numbers):
                raise self._error(f"'{value.name}' has {len(value.numbers)} numbers for shape {value.shape}")
            if any(map(isnan, value.numbers)):
                self.masks[value.name] = tuple(float(isnan(x)) for x in value.numbers)
            self.known[value.name] = self._given(tuple(0.0 if isnan(x) else x for x in value.numbers), value.shape)
        for call in self.check.calls:
            self._run(call)
        sizes = {self._term(term) for term in self.check.terms}
        if len(sizes) != 1:
            raise self._error(f"its terms have different sizes: {sorted(sizes)}")
        return Case(self.check, tuple(self.actions), tuple(self.results), sizes.pop())

    def _error(self, what: str) -> EmitError:
        return EmitError(f"check '{self.check.name}': {what}")

    def _given(self, numbers: tuple[float, ...], shape: Shape) -> Array:
        return Array(self.data.setdefault(repr(numbers), (len(self.data), numbers))[0], True, shape)

    def _new(self, shape: Shape) -> Array:
        self.results.append(prod(shape))
        return Array(len(self.results) - 1, False, shape)

    def _get(self, name: str) -> Array:
        if name not in self.known:
            raise self._error(f"no value is called '{name}'")
        return self.known[name]

    def _argument(self, name: str) -> Array:
        if name in self.masks:
            raise self._error(f"'{name}' has elements that are no numbers")
        return self._get(name)

    def _run(self, call: Call) -> None:
        kernel, spelled = self.kernels[call.function]
        wanted = dict(call.inputs)
        inputs: list[Array | None] = []
        for port in kernel.inputs:
            array = self._argument(wanted.pop(port.name)) if port.name in wanted else None
            if array is None and port.defaults is None:
                raise self._error(f"{call.function} needs '{port.name}'")
            if array is not None and array.size != port.size:
                raise self._error(f"'{port.name}' of {call.function} has {port.size} elements, not {array.size}")
            inputs.append(array)
        made = dict(call.outputs)
        outputs: list[Array] = []
        for port in kernel.outputs:
            outputs.append(self._new(port.shape))
            if port.name in made:
                self.known[made.pop(port.name)] = outputs[-1]
        if wanted or made:
            raise self._error(f"{call.function} has no {', '.join((*wanted, *made))}")
        self.actions.append(Run(spelled, tuple(inputs), tuple(outputs)))

    def _term(self, term: Term) -> int:
        array, (rows, columns) = self._factor(term.values[0])
        for name in term.values[1:]:
            right, (inner, width) = self._factor(name)
            if inner != columns:
                raise self._error(f"a {rows}x{columns} matrix cannot be multiplied with {inner}x{width} '{name}'")
            product = self._new((rows, width))
            self.actions.append(Multiply(array, right, product, rows, inner, width))
            array, columns = product, width
        for name in {t.values[0] for t in self.check.terms if len(t.values) == 1} & self.masks.keys():
            if not array.given:
                self.actions.append(Absent(array, self._given(self.masks[name], array.shape)))
        self.actions.append(Accumulate(term.factor, array))
        return array.size

    def _factor(self, name: str) -> tuple[Array, tuple[int, int]]:
        """An array as a matrix: rows, columns."""
        flipped = name.endswith("'")
        array = self._get(name.rstrip("'"))
        stacked = len(array.shape) > 2  # a stack of matrices is one tall matrix
        rows, columns = (array.size // array.shape[-1], array.shape[-1]) if stacked else (*array.shape, 1, 1)[:2]
        if not flipped:
            return array, (rows, columns)
        if rows != 1 and columns != 1:  # a row and a column hold the same numbers in the same order
            turned = self._new((columns, rows))
            self.actions.append(Transpose(array, turned, rows, columns))
            array = turned
        return array, (columns, rows)
