"""Forms: angles and rates as linear combinations of coordinates, and the relations between them that are linear.

A form is a sum of coefficients times coordinates, keyed by their index; a constant, where there is one, travels beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from linkwright.graph.expr import Expr, Scalar, is_zero, number
from linkwright.graph.graph import tidy

LinearForm = tuple[tuple[int, Scalar], ...]
"""((index, coefficient), ...), sorted, without zeros: two equal forms are equal tuples."""

NONE: LinearForm = ()


def form(terms: Mapping[int, Scalar] | Iterable[tuple[int, Scalar]]) -> LinearForm:
    """A linear form: sorted, without zeros."""
    return tuple(sorted(((k, _plain(c)) for k, c in dict(terms).items() if not is_zero(c)), key=lambda x: x[0]))


def single(index: int, coefficient: Scalar = 1) -> LinearForm:
    """The form of one coordinate."""
    return form({index: coefficient})


def plus(a: LinearForm, b: LinearForm, factor: Scalar = 1) -> LinearForm:
    """a + factor b."""
    total = dict(a)
    for k, c in b:
        total[k] = total[k] + factor * c if k in total else factor * c
    return form(total)


def times(a: LinearForm, factor: Scalar) -> LinearForm:
    """A form times a scalar."""
    return form({k: c * factor for k, c in a})


def total(a: LinearForm, values: Mapping[int, Scalar]) -> Scalar:
    """The value of a form; coefficients one and minus one cost nothing."""
    result: Scalar = 0
    for k, c in a:
        result = result + c * values[k]
    return result


def _plain(c: Scalar) -> Scalar:
    value = number(c)
    return c if value is None else tidy(value)


def divided(a: Scalar, b: Scalar) -> Scalar:
    """a / b, exact where both are exact."""
    x, y = number(a), number(b)
    if isinstance(x, int | Fraction) and isinstance(y, int | Fraction):
        return Fraction(x) / y
    return a / b


def multiple(a: LinearForm, b: LinearForm) -> Scalar | None:
    """k where a = k b."""
    if [k for k, _ in a] != [k for k, _ in b]:
        return None
    factor = divided(a[0][1], b[0][1]) if number(b[0][1]) is not None else None
    if factor is None:
        return 1 if a == b else None
    return factor if all(is_zero(c - factor * d) for (_, c), (_, d) in zip(a, b, strict=True)) else None


@dataclass(frozen=True)
class Relation:
    """coordinate = form + constant, for all motions (angles: up to whole turns, which the constant has at the start)."""

    index: int
    form: LinearForm
    constant: Scalar


@dataclass
class Relations:
    """Linear relations, solved for one dependent coordinate each and put into each other.

    units: constant angles that are no numbers, with their cosines and sines where those are shorter than the angle
    """

    dependent: frozenset[int]
    found: dict[int, Relation] = field(default_factory=dict[int, Relation])
    units: list[tuple[Expr, Scalar, Scalar]] = field(default_factory=list["tuple[Expr, Scalar, Scalar]"])

    def reduced(self, a: LinearForm) -> tuple[LinearForm, Scalar]:
        """The same form in the coordinates that are left, and the constant that this adds."""
        constant: Scalar = 0
        rest: LinearForm = form((k, c) for k, c in a if k not in self.found)
        for k, c in a:
            if k in self.found:
                rest = plus(rest, self.found[k].form, c)
                constant = constant + c * self.found[k].constant
        return rest, constant

    def add(self, a: LinearForm, constant: Scalar, prefer: int | None = None) -> bool:
        """Learn that a + constant = 0; False where it says nothing new."""
        rest, more = self.reduced(a)
        choices = [k for k, c in rest if k in self.dependent and number(c) is not None]
        if not choices:
            return False
        pivot = prefer if prefer in choices else choices[-1]
        c = dict(rest)[pivot]
        minus = divided(-1, c)
        new = Relation(pivot, times(form((k, x) for k, x in rest if k != pivot), minus), (constant + more) * minus)
        self.found[pivot] = new
        for k, old in list(self.found.items()):
            factor = dict(old.form).get(pivot)
            if factor is not None:
                others = form((j, x) for j, x in old.form if j != pivot)
                self.found[k] = Relation(k, plus(others, new.form, factor), old.constant + factor * new.constant)
        return True


@dataclass
class Span:
    """Forms that are known, and what they span: a basis of solved forms besides the coordinates known from the beginning.

    basis: pivot coordinate -> (what it equals in known coordinates, what it equals in solved forms)
    """

    known: set[int]
    basis: dict[int, tuple[LinearForm, LinearForm]] = field(default_factory=dict[int, "tuple[LinearForm, LinearForm]"])

    def split(self, a: LinearForm) -> tuple[LinearForm, LinearForm, LinearForm]:
        """a as (unknown remainder, known coordinates, solved forms by their number)."""
        rest = form((k, c) for k, c in a if k not in self.known and k not in self.basis)
        known = form((k, c) for k, c in a if k in self.known)
        solved: LinearForm = NONE
        for k, c in a:
            if k in self.basis and k not in self.known:
                coordinates, others, forms = self._of(k)
                rest, known, solved = plus(rest, others, c), plus(known, coordinates, c), plus(solved, forms, c)
        return rest, known, solved

    def _of(self, pivot: int) -> tuple[LinearForm, LinearForm, LinearForm]:
        coordinates, forms = self.basis[pivot]
        others = form((k, c) for k, c in coordinates if k not in self.known)
        return form((k, c) for k, c in coordinates if k in self.known), others, forms

    def learn(self, a: LinearForm, label: int) -> None:
        """The form a is solved, as number `label`."""
        rest, known, solved = self.split(a)
        choices = [k for k, c in rest if number(c) is not None]
        pivot = choices[-1]
        minus = divided(-1, dict(rest)[pivot])
        others = form((k, c) for k, c in rest if k != pivot)
        new = (times(plus(others, known), minus), times(plus(solved, single(label), -1), minus))
        for k, (coordinates, forms) in list(self.basis.items()):
            factor = dict(coordinates).get(pivot)
            if factor is not None:
                left = form((j, x) for j, x in coordinates if j != pivot)
                self.basis[k] = plus(left, new[0], factor), plus(forms, new[1], factor)
        self.basis[pivot] = new
