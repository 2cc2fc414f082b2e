"""Folding for the eye: pairs of monomials that are one double cross product or one squared length of a cross product.

S (a.c) C[b] - S (a.b) C[c] = S C[a x (b x c)]          S |a|^2 |b|^2 - S (a.b)^2 = S |a x b|^2
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from linkwright.manifold import tensors
from linkwright.manifold.polynomial import Monomial, Poly, Powers, key, sort_key, times
from linkwright.manifold.terms import Term
from linkwright.manifold.vector_products import apply_matrix, chain_of, cross_words, dot_words, is_rotation


def pulled(tensor: Term | None) -> Term | None:
    """Ra x Rb = R (a x b), also within."""
    if tensor is None or not tensor.args or tensor.op not in ("cross", "matmul"):
        return tensor
    a, b = (pulled(x) or x for x in tensor.args)
    if tensor.op == "cross" and a.op == b.op == "matmul" and a.args[0] is b.args[0] and is_rotation(a.args[0]):
        inner = tensors.cross(a.args[1], b.args[1])
        return tensors.matmul(a.args[0], pulled(inner) or inner)
    return tensors.cross(a, b) if tensor.op == "cross" else tensors.matmul(a, b)


Folded = tuple[Powers, Term | None, Fraction]


def fold(p: Poly) -> tuple[list[Folded], Poly]:
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
    return sum(1 for _ in key(pulled(tensor) or tensor).split("(")), key(tensor)


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
            for sign, context, b in _contexts(tensor):
                if b is last:
                    continue
                found = _match(others, a, b, _in_context(context, last), c * sign, p)
                if found is not None and found != m:
                    inner = tensors.cross(a, tensors.cross(b, last) if key(b) < key(last) else tensors.cross(last, b))
                    yield found, (others, _around(context, inner), sign * (c if key(b) < key(last) else -c))


def _in_context(context: list[Term], last: Term) -> Poly:
    """C[c]: a vector in the matrices and cross products around it."""
    vectors: Poly = {((), last): Fraction(1)}
    for m in reversed(context):
        vectors = _act(m, vectors)
    return vectors


def _match(others: Powers, a: Term, b: Term, vectors: Poly, c: Fraction, p: Poly) -> Monomial | None:
    """The monomial - c S (a.b) C[c], where p has it; others: S, vectors: C[c]."""
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
    if any(tensors.transpose(m).op == "mul" for m in chain):
        return
    left, right = u, list(chain)
    while True:
        now = v
        for m in reversed(right):
            now = tensors.matmul(m, now)
        yield left, now
        yield now, left
        if not right:
            return
        left = tensors.matmul(tensors.transpose(right.pop(0)), left)


def _contexts(tensor: Term) -> Iterator[tuple[int, list[Term], Term]]:
    """The ways to see a word as matrices and cross products around an inner word, with the sign that this takes."""
    yield from _within(1, [], tensor)
    if tensor.op == "cross":
        a, b = tensor.args
        yield from _within(1, [tensors.hat(a)], b)
        yield from _within(-1, [tensors.hat(b)], a)


def _within(sign: int, context: list[Term], word: Term) -> Iterator[tuple[int, list[Term], Term]]:
    yield sign, context, word
    while word.op == "matmul":
        context, word = [*context, word.args[0]], word.args[1]
        yield sign, context, word


def _around(context: list[Term], inner: Term) -> Term:
    for m in reversed(context):
        inner = tensors.cross(m.args[0], inner) if m.op == "hat" else tensors.matmul(m, inner)
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
                    yield partner, (times_atom(left, tensors.dot(word, word)), None, c)


def times_atom(powers: Powers, atom: Term) -> Powers:
    """A product of powers times one more atom."""
    return (*powers, (atom, 1))


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
