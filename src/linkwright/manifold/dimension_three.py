"""What only three dimensions know: products with a triple product, written without it.

x [a b c] = (x.a) b x c + (x.b) c x a + (x.c) a x b
(u x v) [a b c] = sum over a, b, c in turn of a ((u.b)(v.c) - (u.c)(v.b))
[a b c] [d e f] = the determinant of the dot products
"""

from __future__ import annotations

from linkwright.manifold.polynomial import Poly, Powers, accumulate, check_size, key, of_tensor, times
from linkwright.manifold.terms import Term
from linkwright.manifold.vector_products import beside, cross_words, dot_words, triple

_ROUNDS = 12  # what a change of frame could keep turning stays as it is: still equal, not yet canonical
_TURNS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))


def without_triples(p: Poly) -> Poly:
    """Vectors without triple products, scalars with one at most in a monomial."""
    pending, done = p, Poly()
    while pending:
        further: Poly = {}
        for m, c in pending.items():
            powers, tensor = m
            found = [(atom, e) for atom, e in powers if is_triple(atom) and e.denominator == 1 and e > 0]
            count = sum(e for _, e in found)
            if isinstance(tensor, Term) and found:
                rest = _without(powers, [found[0][0]])
                accumulate(further, times({(rest, None): c}, _vector(tensor, found[0][0])))
            elif tensor is None and count > 1:
                first, second = found[0][0], found[0][0] if found[0][1] > 1 else found[1][0]
                rest = _without(powers, [first, second])
                accumulate(further, times({(rest, None): c}, _gram(first, second)))
            else:
                accumulate(done, {m: c})
        check_size(len(further))
        pending = further
    return done


def straightened(p: Poly) -> Poly:
    """Scalars in which no factor of a dot product comes before all factors of the triple product beside it."""
    pending, done = p, Poly()
    for _ in range(_ROUNDS):
        further: Poly = {}
        for m, c in pending.items():
            found = _crooked(m[0]) if m[1] is None else None
            if found is None:
                accumulate(done, {m: c})
                continue
            pair, box, x, y = found
            rest: Poly = {(_without(m[0], [pair, box]), None): c}
            words = parts(box)
            for sign, i in ((1, 0), (-1, 1), (1, 2)):
                others = [w for j, w in enumerate(words) if j != i]
                accumulate(further, times(times(rest, dot_words(words[i], y)), triple(x, *others)), sign)
        check_size(len(further))
        pending = further
        if not pending:
            break
    accumulate(done, pending)
    return done


def _crooked(powers: Powers) -> tuple[Term, Term, Term, Term] | None:
    """A dot product, a triple product, and the factors x, y of the former with x before all of the latter."""
    box = next((atom for atom, e in powers if e == 1 and is_triple(atom)), None)
    if box is None:
        return None
    words = parts(box)
    first = min(key(w) for w in words)
    for atom, e in powers:
        if atom.op == "dot" and not is_triple(atom) and e.denominator == 1 and e > 0:
            for x, y in (atom.args, atom.args[::-1]):
                if x not in words and key(x) < first:
                    return atom, box, x, y
    return None


def is_triple(atom: Term) -> bool:
    """Whether a term is a scalar triple product a . (b x c)."""
    return atom.op == "dot" and atom.args[1].op == "cross"


def parts(atom: Term) -> tuple[Term, Term, Term]:
    """a, b and c of the triple product a . (b x c)."""
    return atom.args[0], atom.args[1].args[0], atom.args[1].args[1]


def _without(powers: Powers, atoms: list[Term]) -> Powers:
    """The powers, each of the atoms once less."""
    left = dict(powers)
    for atom in atoms:
        left[atom] -= 1
    return tuple((atom, e) for atom, e in left.items() if e)


def _vector(x: Term, atom: Term) -> Poly:
    words = beside(parts(atom), x.args if x.op == "cross" else [x])
    result: Poly = {}
    for i, j, k in _TURNS:
        a, b, c = words[i], words[j], words[k]
        if x.op == "cross":
            u, v = x.args
            scalar = times(dot_words(u, b), dot_words(v, c))
            accumulate(scalar, times(dot_words(u, c), dot_words(v, b)), -1)
            accumulate(result, times(scalar, of_tensor(a)))
        else:
            accumulate(result, times(dot_words(x, a), cross_words(b, c)))
    return result


def _gram(first: Term, second: Term) -> Poly:
    """The determinant, by its first row."""
    a, b, c = parts(first)
    words = beside(parts(second), (a, b, c))
    result: Poly = {}
    for i, j, k in _TURNS:
        minor = times(dot_words(b, words[j]), dot_words(c, words[k]))
        accumulate(minor, times(dot_words(b, words[k]), dot_words(c, words[j])), -1)
        accumulate(result, times(dot_words(a, words[i]), minor))
    return result
