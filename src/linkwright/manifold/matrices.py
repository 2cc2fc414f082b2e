"""Products of matrices in one form each.

R'R = I        hat(R a) = R hat(a) R'        hat(a x b) = b a' - a b'        hat(a) hat(b) = b a' - (a.b) I
M (a b') = (M a) b'                          (a b') M = a (M' b)'
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.manifold import tensors
from linkwright.manifold import terms as t
from linkwright.manifold.polynomial import Poly, accumulate, of_tensor, scaled, times
from linkwright.manifold.terms import Term
from linkwright.manifold.vector_products import apply_matrix, cancel, dot_words, is_rotation

Factors = tuple[Term, ...]  # a product of matrices; () is the identity


def hat_of(word: Term) -> Poly:
    """The matrix of the cross product with a word."""
    if word.op == "matmul" and is_rotation(word.args[0]):
        turn = word.args[0]
        return _times(_times(of_tensor((turn,)), hat_of(word.args[1])), of_tensor((tensors.transpose(turn),)))
    if word.op == "cross":
        a, b = word.args
        result = of_tensor((tensors.outer(b, a),))
        accumulate(result, of_tensor((tensors.outer(a, b),)), -1)
        return result
    return of_tensor((tensors.hat(word),))


def joined(a: Factors, b: Factors) -> Poly:
    """Two products as one."""
    result = of_tensor(a)
    for m in b:
        result = _times(result, of_tensor((m,)))
    return result


def _times(a: Poly, b: Poly) -> Poly:
    result: Poly = {}
    for (p, left), c in a.items():
        for (q, right), d in b.items():
            assert isinstance(left, tuple)
            assert isinstance(right, tuple)
            found = _appended(left, right[0]) if len(right) == 1 else joined(left, right)
            accumulate(result, times(times({(p, None): c}, {(q, None): d}), found))
    return result


def _appended(factors: Factors, m: Term) -> Poly:
    """A product with one more factor."""
    if not factors:
        return of_tensor((m,))
    *before, last = factors
    if cancel(last, m):
        return of_tensor(tuple(before))
    if last.op == "hat" and m.op == "hat":
        a, b = last.args[0], m.args[0]
        result = joined(tuple(before), (tensors.outer(b, a),))
        accumulate(result, times(dot_words(a, b), of_tensor(tuple(before))), -1)
        return result
    if m.op == "outer":
        return _dyads(before, apply_matrix(last, m.args[0]), m.args[1], turned=False)
    if last.op == "outer":
        sign, back = t.split_number(tensors.transpose(m))
        return scaled(_dyads(before, apply_matrix(back, last.args[1]), last.args[0], turned=True), sign)
    return of_tensor((*factors, m))


def _dyads(before: Sequence[Term], words: Poly, other: Term, turned: bool) -> Poly:
    """Factors times the sum of w other', turned: of other w'."""
    result: Poly = {}
    for (p, w), c in words.items():
        assert isinstance(w, Term)
        dyad = tensors.outer(other, w) if turned else tensors.outer(w, other)
        accumulate(result, times({(p, None): c}, joined(tuple(before), (dyad,))))
    return result
