"""Kernels with packed results, and what goes with them: tables as constants of the language, and tests of packed values.

A check of the whole result is one of the packed values x: the whole is E x + c by the table, and L (E x + c) R, with L and R
given numbers, is K x + k. So what the table says is tested with the values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, prod
from random import Random

from linkwright.emit.build_context import BuildContext, Constant
from linkwright.emit.checks import Check, Shape, Term, Value
from linkwright.passes.kernel import Kernel, Packing
from linkwright.passes.packed import packed

MOST = 4000
"""Numbers of a matrix K; of a larger one a random combination of its rows is tested (Freivalds 1977)."""

Rows = list[list[float]]


def narrowed(kernels: Sequence[Kernel], about: BuildContext) -> tuple[list[Kernel], BuildContext]:
    """Packed kernels, and the facts of their files."""
    made = [_told(packed(kernel)) for kernel in kernels]
    tables = [constant for kernel in made for packing in kernel.packings for constant in _constants(kernel, packing)]
    packings = {(k.name, p.output): p for k in made for p in k.packings}
    shapes = {(k.name, p.name): p.shape for k in kernels for p in k.outputs}
    checks = [found for check in about.checks for found in _checks(check, packings, shapes)]
    return made, replace(about, constants=(*about.constants, *tables), checks=tuple(checks))


def _stem(kernel: Kernel, packing: Packing) -> str:
    """What the constants of a packed output are called after."""
    return kernel.name if len(kernel.outputs) == 1 else f"{kernel.name}_{packing.output}"


def _constants(kernel: Kernel, packing: Packing) -> Iterator[Constant]:
    size = " x ".join(map(str, packing.shape))
    stem = _stem(kernel, packing)
    doc = f"place in the packed {packing.output} of each of its {size} elements, row by row"
    if packing.constants:
        doc += f"; -1 - k stands for element k of {stem}_constants"
        yield Constant(f"{stem}_constants", packing.constants, f"elements of {packing.output} that never change")
    yield Constant(f"{stem}_table", packing.table, doc)


def _told(kernel: Kernel) -> Kernel:
    """With a line that says how to unpack."""
    lines = [f"{p.output}[{_stem(kernel, p)}_table[e]] is element e of {p.output}" for p in kernel.packings]
    return replace(kernel, facts=(*kernel.facts, ("Packed", "; ".join(lines)))) if lines else kernel


# --- checks -----------------------------------------------------------------------------------------------------------------


def _checks(
    check: Check, packings: Mapping[tuple[str, str], Packing], shapes: Mapping[tuple[str, str], Shape]
) -> Iterator[Check]:
    """A check of whole results as checks of packed ones; none where two packed results are multiplied with each other."""
    made = [((call.function, port), name) for call in check.calls for port, name in call.outputs]
    narrow = {name: packings[key] for key, name in made if key in packings}
    if not narrow:
        yield check
        return
    rewriting = _Rewriting(check, narrow, {name: shapes[key] for key, name in made if key in shapes})
    picked = rewriting.picked()
    if picked is not None:
        yield picked
    product = rewriting.product(once=picked is not None)
    if product is not None:
        yield product


@dataclass(frozen=True)
class _Rewriting:
    check: Check
    narrow: Mapping[str, Packing]
    shapes: Mapping[str, Shape]

    @property
    def given(self) -> dict[str, Value]:
        return {value.name: value for value in self.check.given}

    def picked(self) -> Check | None:
        """Of a comparison element by element: the elements that are there, each once."""
        names = [term.values[0] for term in self.check.terms]
        if any(len(term.values) > 1 for term in self.check.terms) or any(n.endswith("'") for n in names):
            return None
        found = [n for n in names if n in self.narrow]
        if len(found) != 1 or not all(n in self.given for n in names if n not in self.narrow):
            return None
        table = self.narrow[found[0]].table
        first = [table.index(k) for k in range(max(table) + 1)]
        values = [
            Value(v.name, (len(first),), tuple(v.numbers[e] for e in first)) if v.name in names else v
            for v in self.check.given
        ]
        return replace(self.check, given=tuple(values))

    def product(self, once: bool) -> Check | None:
        """Every term as a matrix times packed values. once: one combination of the rows is enough."""
        if any(isnan(x) for value in self.check.given for x in value.numbers):
            return None
        terms: list[Term] = []
        given = self.given
        for term in self.check.terms:
            narrow = [n for n in map(_bare, term.values) if n in self.narrow]
            if not narrow:
                terms.append(term)
                continue
            if len(narrow) > 1 or not all(n in given for n in map(_bare, term.values) if n not in self.narrow):
                return None
            K, k = self._linear(term, narrow[0])
            name = f"of {narrow[0]} {len(terms)}"
            given[name] = Value(name, (len(K), len(K[0])), tuple(x for row in K for x in row))
            terms.append(Term(term.factor, (name, narrow[0])))
            if any(k):
                given[f"{name} constant"] = Value(f"{name} constant", (len(k),), tuple(k))
                terms.append(Term(term.factor, (f"{name} constant",)))
        made = replace(self.check, given=tuple(given.values()), terms=tuple(terms))
        if once or max(prod(given[t.values[0]].shape) for t in terms if t.values[0] in given) > MOST:
            made = self._combined(made)
        if made is not None and once:
            made = replace(made, name=f"{made.name} by its table")
        return made

    def _linear(self, term: Term, name: str) -> tuple[Rows, list[float]]:
        """L X R of a packed X as K x + k."""
        packing = self.narrow[name]
        place = [_bare(n) for n in term.values].index(name)
        rows, columns = _matrix_shape(packing.shape)
        table = [list(packing.table[i * columns : (i + 1) * columns]) for i in range(rows)]
        if term.values[place].endswith("'"):
            rows, columns, table = columns, rows, [list(column) for column in zip(*table, strict=True)]
        left, right = self._given_product(term.values[:place]), self._given_product(term.values[place + 1 :])
        K: Rows = []
        k: list[float] = []
        for L in left if left is not None else _units(rows):
            for R in zip(*right, strict=True) if right is not None else _units(columns):
                K.append([0.0] * (max(packing.table) + 1))
                k.append(0.0)
                for i, j in ((i, j) for i in range(rows) if L[i] for j in range(columns) if R[j]):
                    e = table[i][j]
                    if e >= 0:
                        K[-1][e] += L[i] * R[j]
                    else:
                        k[-1] += L[i] * R[j] * packing.constants[-1 - e]
        return K, k

    def _given_product(self, names: Sequence[str]) -> Rows | None:
        """A product of given matrices; None: there are none."""
        product: Rows | None = None
        for name in names:
            value = self.given[_bare(name)]
            rows, columns = _matrix_shape(value.shape)
            matrix = [list(value.numbers[i * columns : (i + 1) * columns]) for i in range(rows)]
            if name.endswith("'"):
                matrix = [list(column) for column in zip(*matrix, strict=True)]
            product = matrix if product is None else _times(product, matrix)
        return product

    def _combined(self, check: Check) -> Check | None:
        """One random combination of the rows of all terms; None where a term is a matrix, or a product of what is computed."""
        given = {value.name: value for value in check.given}
        size = max(given[t.values[0]].shape[0] for t in check.terms if t.values[0] in given)
        random = Random(7)
        mix = [round(random.uniform(0.5, 1.5), 3) for _ in range(size)]
        terms: list[Term] = []
        for term in check.terms:
            name = term.values[0]
            if name not in given:  # computed, and whole
                if len(term.values) > 1 or len(self.shapes.get(name, ())) != 1:
                    return None
                given["mixed rows"] = Value("mixed rows", (size,), tuple(mix))
                terms.append(Term(term.factor, ("mixed rows'", name)))
                continue
            value = given[name]
            flat = value if len(term.values) > 1 else Value(name, (prod(value.shape), 1), value.numbers)
            rows, columns = _matrix_shape(flat.shape)
            if rows != size or (len(term.values) > 1 and term.values[1] not in self.narrow):
                return None
            sums = [sum(mix[i] * flat.numbers[i * columns + j] for i in range(rows)) for j in range(columns)]
            given[name] = Value(name, (1, columns), tuple(sums))
            terms.append(term)
        return replace(check, given=tuple(given.values()), terms=tuple(terms))


def _bare(name: str) -> str:
    return name.removesuffix("'")


def _matrix_shape(shape: Shape) -> tuple[int, int]:
    """Rows and columns: a vector is a column, a stack of matrices is one tall matrix."""
    if len(shape) > 2:
        return prod(shape[:-1]), shape[-1]
    rows, columns = (*shape, 1, 1)[:2]
    return rows, columns


def _times(a: Rows, b: Rows) -> Rows:
    return [
        [sum((x * y for x, y in zip(row, column, strict=True)), 0.0) for column in zip(*b, strict=True)] for row in a
    ]


def _units(size: int) -> Rows:
    return [[float(i == j) for j in range(size)] for i in range(size)]
