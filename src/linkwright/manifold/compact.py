"""A term in the order and with the brackets of a textbook: accelerations first, (m1 + m2) l^2 factored, a x (b x c) folded.

The value does not change; the normal form stays what decides. `compact` undoes for the eye what the normal form expands.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.manifold import tensors
from linkwright.manifold import terms as t
from linkwright.manifold.degree import holds
from linkwright.manifold.fold import fold, pulled
from linkwright.manifold.normal_form import common_powers, denominator, normal_form
from linkwright.manifold.polynomial import Exact, Poly, Powers, accumulate, at_most, key, scaled, sort_key, times
from linkwright.manifold.quotients import shortened
from linkwright.manifold.symbols import Constant
from linkwright.manifold.terms import Term
from linkwright.manifold.vector_products import chain_of
from linkwright.manifold.walk import postorder, substitute

_READABLE = 20_000  # terms of a product of sums
Piece = tuple[Powers, Term | None]  # what moves: scalar factors, and the vector


def compact(term: Term, names: Sequence[str] = (), own: str = "") -> Term:
    """A scalar or vector in textbook form; `names`: constants in the order of writing, `own`: the variable that goes first."""
    try:
        with at_most(_READABLE):
            return _compact(term, names, own)
    except ExpressionError:  # too long to write out: as it stands
        return term


def _compact(term: Term, names: Sequence[str], own: str) -> Term:
    rank = {name: i for i, name in enumerate(names)}
    if len(term.shape) == 2:
        return _matrix(term, rank)
    if term.op == "matmul" and term.args[0].op == "inverse":  # A^-1 (...) in one piece
        return tensors.matmul(tensors.inverse(_matrix(term.args[0].args[0], rank)), compact(term.args[1], names, own))
    folded, rest = fold(_cancelled(normal_form(term)))
    groups = _pieces(rest)
    for powers, tensor, c in folded:
        still, moving = _split(powers)
        into = groups.setdefault((moving, tensor), {})
        into[still, None] = into.get((still, None), Fraction(0)) + c
    ordered = sorted(groups, key=lambda piece: (_rank(piece, own), _weight(piece), _name(piece)))
    return _inverses(t.total((_written(piece, groups[piece], rank) for piece in ordered), term.shape), rank)


def _inverses(term: Term, rank: dict[str, int]) -> Term:
    """Matrices that are inverted, in textbook form too."""
    found = [s for s in postorder([term]) if s.op == "inverse"]
    return substitute(term, {s: tensors.inverse(_matrix(s.args[0], rank)) for s in found}) if found else term


def _matrix(term: Term, rank: dict[str, int]) -> Term:
    """A matrix with its scalar factors collected, symbols first, then the identity."""
    groups: dict[tuple[Term, ...], Poly] = {}
    for (powers, tensor), c in normal_form(term).items():
        assert isinstance(tensor, tuple)
        groups.setdefault(tensor, {})[powers, None] = c
    parts: list[Term] = []
    for factors in sorted(groups, key=lambda f: (len(f) != 1 or bool(f[0].args), [key(m) for m in f])):
        matrix = t.identity(term.shape[0])
        for m in factors:
            matrix = tensors.matmul(matrix, m)
        parts.append(factored(groups[factors], rank) * matrix)
    return t.total(parts, term.shape)


def _cancelled(p: Poly) -> Poly:
    """The constant factors of each moving piece, shortened."""
    if not denominator(p):
        return p
    result: Poly = {}
    for (moving, tensor), coefficient in _pieces(p).items():
        accumulate(result, times(shortened(coefficient), {(moving, tensor): Fraction(1)}))
    return result


def _pieces(p: Poly) -> dict[Piece, Poly]:
    """The constant factors of each moving piece."""
    groups: dict[Piece, Poly] = {}
    for (powers, tensor), c in p.items():
        assert not isinstance(tensor, tuple)
        still, moving = _split(powers)
        groups.setdefault((moving, tensor), {})[still, None] = c
    return groups


def _split(powers: Powers) -> tuple[Powers, Powers]:
    """Constant factors, and those that move."""
    still = tuple((a, e) for a, e in powers if _is_still(a))
    return still, tuple((a, e) for a, e in powers if not _is_still(a))


def _is_still(atom: Term) -> bool:
    if not atom.args:
        return atom.op in ("constant", "number")
    return not any(holds(atom, role) for role in ("position", "velocity", "acceleration", "variation")) and not _given(
        atom
    )


def _given(atom: Term) -> bool:
    return any(s.op in ("input", "multiplier") for s in postorder([atom]))


def _rank(piece: Piece, own: str) -> int:
    """Accelerations (its own before others), then velocities, positions, constants, then inputs and multipliers."""
    everything = [a for a, _ in piece[0]] + ([piece[1]] if piece[1] is not None else [])
    if any(_given(x) for x in everything):
        return 5
    if any(holds(x, "variation") for x in everything):
        return 0
    if any(holds(x, "acceleration") for x in everything):
        return 1 if any(holds(x, "acceleration", own) for x in everything) else 2
    return 3 if any(holds(x, "velocity") for x in everything) else 4


def _weight(piece: Piece) -> int:
    """J dOmega and Omega x J Omega before longer products."""
    powers, tensor = piece
    if tensor is None:
        return len(powers)
    return 2 * len(powers) + (0 if tensor.op != "cross" else 1 if "cross" not in {a.op for a in tensor.args} else 3)


def _name(piece: Piece) -> Any:
    powers, tensor = piece
    return sort_key((powers, tensor))


def _written(piece: Piece, coefficient: Poly, rank: dict[str, int]) -> Term:
    powers, tensor = piece
    sign, oriented = _oriented(tensor, coefficient)
    product = factored(scaled(coefficient, sign), rank)
    for atom, e in sorted(powers, key=lambda f: (len(f[0].args), key(f[0]))):
        product = product * t.power(_variation_first(atom), e)
    return product if oriented is None else product * oriented


def _variation_first(atom: Term) -> Term:
    """a.(b x xi) = xi.(a x b): what is collected by goes to the front."""
    if atom.op != "dot" or not holds(atom, "variation"):
        return atom
    a, b = atom.args
    if b.op != "cross":
        return tensors.dot(b, a) if holds(b, "variation") and not b.args else atom
    words = [a, *b.args]
    i = next((i for i, w in enumerate(words) if w.op == "variation"), 0)
    return tensors.dot(words[i], tensors.cross(words[(i + 1) % 3], words[(i + 2) % 3]))


def factored(p: Poly, rank: dict[str, int]) -> Term:
    """Common factors before the bracket: (m1 + m2) l^2."""

    def order(item: tuple[Term, Exact]) -> tuple[int, str]:
        return rank.get(item[0].data.name, 0) if isinstance(item[0].data, Constant) else 10**6, key(item[0])

    p = shortened(p)
    common = common_powers(p)
    inside = times(p, {(tuple((a, -e) for a, e in common), None): Fraction(1)}) if common else p
    content = _content(inside)
    if len(inside) == 1:
        ((powers, _),) = inside
        return _product(content, sorted((*common, *powers), key=order))
    monomials = sorted(inside.items(), key=lambda item: [order(f) for f in sorted(item[0][0], key=order)])
    bracket = t.total(_product(c / content, sorted(m[0], key=order)) for m, c in monomials)
    return t.number(content) * bracket * _product(Fraction(1), sorted(common, key=order))


def _content(p: Poly) -> Fraction:
    """What makes the coefficients of a bracket whole, if one number is common to all; the sign of the majority."""
    values = list(p.values())
    if len(values) == 1:
        return values[0]
    size = abs(values[0]) if all(abs(v) == abs(values[0]) for v in values) else Fraction(1)
    return -size if sum(v < 0 for v in values) * 2 > len(values) else size


def _product(c: Fraction, powers: Sequence[tuple[Term, Exact]]) -> Term:
    product = t.number(c)
    for atom, e in powers:
        product = product * t.power(atom, e)
    return product


def _oriented(tensor: Term | None, coefficient: Poly) -> tuple[int, Term | None]:
    """A cross product with the simpler factor first; between equals, the order that makes the sign positive."""
    negative = sum(c < 0 for c in coefficient.values()) * 2 > len(coefficient)
    if tensor is None or tensor.op not in ("cross", "matmul"):
        return 1, tensor
    if _is_double(tensor):
        return (-1, pulled(_flipped(tensor))) if negative else (1, pulled(tensor))
    if tensor.op == "matmul":
        return 1, pulled(tensor)
    a, b = tensor.args
    swap = _size(b) < _size(a) or (_size(a) == _size(b) and negative)
    return (-1, pulled(tensors.cross(b, a))) if swap else (1, pulled(tensor))


def _is_double(tensor: Term) -> bool:
    """a x (b x c), within anything."""
    while tensor.op in ("matmul", "cross"):
        if tensor.op == "cross" and tensor.args[1].op == "cross":
            return True
        tensor = tensor.args[1]
    return False


def _flipped(tensor: Term) -> Term:
    """The innermost cross product of a double one the other way round."""
    a, b = tensor.args
    if tensor.op == "cross" and b.op == "cross" and b.args[1].op != "cross":
        return tensors.cross(a, tensors.cross(b.args[1], b.args[0]))
    return tensors.cross(a, _flipped(b)) if tensor.op == "cross" else tensors.matmul(a, _flipped(b))


def _size(word: Term) -> int:
    return len(chain_of(word)[0]) + (3 if chain_of(word)[1].op == "cross" else 0)
