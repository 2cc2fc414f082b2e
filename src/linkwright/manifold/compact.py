"""A term in the order and with the brackets of a textbook: accelerations first, (m1 + m2) l^2 factored, a x (b x c) folded.

The value does not change; the normal form stays what decides. `compact` undoes for the eye what the normal form expands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from linkwright.manifold import terms as t
from linkwright.manifold.degree import holds
from linkwright.manifold.normal_form import common_powers, normal_form
from linkwright.manifold.polynomial import Monomial, Poly, Powers, key, scaled, sort_key, times
from linkwright.manifold.symbols import Constant
from linkwright.manifold.terms import Term
from linkwright.manifold.walk import postorder
from linkwright.manifold.words import apply_matrix, chain_of, cross_words, dot_words, is_rotation

Piece = tuple[Powers, Term | None]  # what moves: scalar factors, and the vector


def compact(term: Term, names: Sequence[str] = (), own: str = "") -> Term:
    """A scalar or vector in textbook form; `names`: constants in the order of writing, `own`: the variable that goes first."""
    if len(term.shape) == 2:
        return term
    rank = {name: i for i, name in enumerate(names)}
    folded, rest = _fold(normal_form(term))
    groups: dict[Piece, Poly] = {}
    for (powers, tensor), c in rest.items():
        assert not isinstance(tensor, tuple)
        still, moving = _split(powers)
        groups.setdefault((moving, tensor), {})[still, None] = c
    for powers, tensor, c in folded:
        still, moving = _split(powers)
        into = groups.setdefault((moving, tensor), {})
        into[still, None] = into.get((still, None), Fraction(0)) + c
    ordered = sorted(groups, key=lambda piece: (_rank(piece, own), _weight(piece), _name(piece)))
    return t.total((_written(piece, groups[piece], rank) for piece in ordered), term.shape)


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
        return t.dot(b, a) if holds(b, "variation") and not b.args else atom
    words = [a, *b.args]
    i = next((i for i, w in enumerate(words) if w.op == "variation"), 0)
    return t.dot(words[i], t.cross(words[(i + 1) % 3], words[(i + 2) % 3]))


def factored(p: Poly, rank: dict[str, int]) -> Term:
    """Common factors before the bracket: (m1 + m2) l^2."""

    def order(item: tuple[Term, Fraction]) -> tuple[int, str]:
        return rank.get(item[0].data.name, 0) if isinstance(item[0].data, Constant) else 10**6, key(item[0])

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


def _product(c: Fraction, powers: Sequence[tuple[Term, Fraction]]) -> Term:
    product = t.number(c)
    for atom, e in powers:
        product = product * t.power(atom, e)
    return product


def _oriented(tensor: Term | None, coefficient: Poly) -> tuple[int, Term | None]:
    """A cross product with the simpler factor first; between equals, the order that makes the sign positive."""
    if tensor is None or tensor.op != "cross":
        return 1, _pulled(tensor)
    a, b = tensor.args
    negative = sum(c < 0 for c in coefficient.values()) * 2 > len(coefficient)
    swap = _size(b) < _size(a) or (_size(a) == _size(b) and negative)
    return (-1, _pulled(t.cross(b, a))) if swap else (1, _pulled(tensor))


def _size(word: Term) -> int:
    return len(chain_of(word)[0]) + (3 if chain_of(word)[1].op == "cross" else 0)


def _pulled(tensor: Term | None) -> Term | None:
    """Ra x Rb = R (a x b), also within."""
    if tensor is None or not tensor.args or tensor.op not in ("cross", "matmul"):
        return tensor
    a, b = (_pulled(x) or x for x in tensor.args)
    if tensor.op == "cross" and a.op == b.op == "matmul" and a.args[0] is b.args[0] and is_rotation(a.args[0]):
        inner = t.cross(a.args[1], b.args[1])
        return t.matmul(a.args[0], _pulled(inner) or inner)
    return t.cross(a, b) if tensor.op == "cross" else t.matmul(a, b)


Folded = tuple[Powers, Term | None, Fraction]


def _fold(p: Poly) -> tuple[list[Folded], Poly]:
    """Pairs of monomials that are one double cross product; and the rest."""
    rest = dict(p)
    folded: list[Folded] = []
    for m in sorted(p, key=_fold_order):
        if m not in rest:
            continue
        found = list(_partners(m, rest[m], rest) if m[1] is not None else _squares(m, rest[m], rest))
        if found:
            partner, piece = min(found, key=lambda f: _length(f[1][1]))
            folded.append(piece)
            del rest[m], rest[partner]
    return folded, rest


def _length(tensor: Term | None) -> tuple[int, str]:
    if tensor is None:
        return 0, ""
    return sum(1 for _ in key(_pulled(tensor) or tensor).split("(")), key(tensor)


def _fold_order(m: Monomial) -> tuple[bool, Any]:
    squares = any(a.op == "dot" and a.args[0] is a.args[1] for a, _ in m[0])
    return not squares, sort_key(m)


def _partners(m: Monomial, c: Fraction, p: Poly) -> Iterator[tuple[Monomial, Folded]]:
    """S (a.c) C[b] with - S (a.b) C[c]: S C[a x (b x c)], where C is a matrix or cross product around."""
    powers, tensor = m
    assert isinstance(tensor, Term)
    for atom, e in powers:
        if atom.op != "dot" or e != 1 or atom.args[1].op == "cross":
            continue
        others = tuple(f for f in powers if f[0] is not atom)
        for a, last in _splits(atom):
            for context, b in _contexts(tensor):
                found = _match(others, a, b, last, context, c, p)
                if found is not None and found != m:
                    first, second = (b, last) if c > 0 else (last, b)
                    inner = t.cross(a, t.cross(first, second))
                    yield found, (others, _around(context, inner), abs(c))


def _match(others: Powers, a: Term, b: Term, last: Term, context: list[Term], c: Fraction, p: Poly) -> Monomial | None:
    if b is last:
        return None
    vectors: Poly = {((), last): Fraction(1)}
    for m in reversed(context):
        vectors = _act(m, vectors)
    expected = times(times({(others, None): -c}, dot_words(a, b)), vectors)
    if len(expected) != 1:
        return None
    ((partner, value),) = expected.items()
    return partner if p.get(partner) == value else None


def _act(m: Term, vectors: Poly) -> Poly:
    result: Poly = {}
    for (powers, w), c in vectors.items():
        assert isinstance(w, Term)
        for (q, u), d in apply_matrix(m, w).items():
            for (r, _), e in times({(powers, None): c}, {(q, None): d}).items():
                result[r, u] = result.get((r, u), Fraction(0)) + e
    return result


def _splits(atom: Term) -> Iterator[tuple[Term, Term]]:
    """The pairs a, c with a.c = atom: matrices of the chain may stand on either side."""
    u, word = atom.args
    chain, v = chain_of(word)
    if any(t.transpose(m).op == "mul" for m in chain):
        return
    left, right = u, list(chain)
    while True:
        now = v
        for m in reversed(right):
            now = t.matmul(m, now)
        yield left, now
        yield now, left
        if not right:
            return
        left = t.matmul(t.transpose(right.pop(0)), left)


def _contexts(tensor: Term) -> Iterator[tuple[list[Term], Term]]:
    """The ways to see a word as matrices and cross products around an inner word."""
    yield from _within([], tensor)
    if tensor.op == "cross":
        a, b = tensor.args
        yield from _within([t.hat(a)], b)
        yield from _within([t.hat(b)], a)


def _within(context: list[Term], word: Term) -> Iterator[tuple[list[Term], Term]]:
    yield context, word
    while word.op == "matmul":
        context, word = [*context, word.args[0]], word.args[1]
        yield context, word


def _around(context: list[Term], inner: Term) -> Term:
    for m in reversed(context):
        inner = t.cross(m.args[0], inner) if m.op == "hat" else t.matmul(m, inner)
    return inner


def _squares(m: Monomial, c: Fraction, p: Poly) -> Iterator[tuple[Monomial, Folded]]:
    """S |a|^2 |b|^2 - S (a.b)^2 = S |a x b|^2, where b may be a unit vector."""
    powers = m[0]
    for atom, e in powers:
        if atom.op != "dot" or e != 1 or atom.args[0] is not atom.args[1] or atom.args[0].shape != (3,):
            continue
        a = atom.args[0]
        others = tuple(f for f in powers if f[0] is not atom)
        for b, left in _seconds(others, p):
            if b is a:
                continue
            square = times(dot_words(a, b), dot_words(a, b))
            expected = times({(left, None): -c}, square)
            ((partner, value),) = expected.items() if len(expected) == 1 else (((powers, None), c),)
            if partner != m and p.get(partner) == value:
                made = cross_words(a, b)
                if len(made) == 1:
                    ((_, word),) = made
                    assert isinstance(word, Term)
                    yield partner, (times_atom(left, t.dot(word, word)), None, c)


def times_atom(powers: Powers, atom: Term) -> Powers:
    return (*powers, (atom, Fraction(1)))


def _seconds(others: Powers, p: Poly) -> Iterator[tuple[Term, Powers]]:
    """Vectors b whose square is among the factors, and unit vectors that occur."""
    for atom, e in others:
        if atom.op == "dot" and e == 1 and atom.args[0] is atom.args[1]:
            yield atom.args[0], tuple(f for f in others if f[0] is not atom)
    seen: set[Term] = set()
    for powers, _ in p:
        for atom, e in powers:
            if atom.op == "dot" and e == 2:
                for b in atom.args:
                    if b not in seen and dot_words(b, b) == {((), None): Fraction(1)}:
                        seen.add(b)
                        yield b, others
