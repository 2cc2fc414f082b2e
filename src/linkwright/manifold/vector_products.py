"""Vector words and the products of them, in one form each.

A word is M1 (M2 (... v)): matrices on a vector symbol or on one cross product of words. The products are taken apart until
nothing but words, dot products of words and triple products of words is left:

    a x (b x c) = b (a.c) - c (a.b)         (a x b).(c x d) = (a.c)(b.d) - (a.d)(b.c)        R (a x b) = Ra x Rb
    (M a).b = a.(M' b)                      R'R = I          q.q = 1,  q.dq = 0,  q.ddq = -dq.dq
    a.(b x c) changes its sign with the order of its factors, and turns with a rotation of all three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb

from linkwright.manifold import tensors
from linkwright.manifold import terms as t
from linkwright.manifold.polynomial import ONE, Poly, accumulate, constant, key, of_atom, of_tensor, scaled, times
from linkwright.manifold.symbols import Constant, Momentum, Variable, Variation
from linkwright.manifold.terms import Term

_BASIS = ("e1", "e2", "e3")
MAX_FRAMES = 12


def is_rotation(m: Term) -> bool:
    """A rotation or the transpose of one."""
    base = m.args[0] if m.op == "transpose" else m
    return base.op == "variable" or (base.op == "constant" and base.data.kind == "rotation")


def chain_of(word: Term) -> tuple[list[Term], Term]:
    """The matrices of a word, from the left, and what they act on."""
    matrices: list[Term] = []
    while word.op == "matmul":
        matrices.append(word.args[0])
        word = word.args[1]
    return matrices, word


def apply_matrix(m: Term, word: Term) -> Poly:
    """A matrix factor on a word."""
    if m.op == "hat":
        return cross_words(m.args[0], word)
    if m.op == "outer":
        return times(dot_words(m.args[1], word), of_tensor(m.args[0]))
    if word.op == "matmul" and cancel(m, word.args[0]):
        return of_tensor(word.args[1])
    if word.op == "cross" and is_rotation(m):
        a, b = (_only(apply_matrix(m, w)) for w in word.args)
        return cross_words(a, b)
    return of_tensor(tensors.matmul(m, word))


def _only(p: Poly) -> Term:
    """The word of a sum that is one word: a rotation of a word that is no cross product."""
    ((_, word),) = p
    assert isinstance(word, Term)
    return word


def cancel(a: Term, b: Term) -> bool:
    """Whether two neighbours make the identity."""
    if (a.op == "inverse" and a.args[0] is b) or (b.op == "inverse" and b.args[0] is a):
        return True
    return is_rotation(a) and tensors.transpose(a) is b


def cross_words(a: Term, b: Term) -> Poly:
    """a x b of words."""
    if a is b:
        return {}
    if b.op == "cross":
        c, d = b.args
        result = times(dot_words(a, d), of_tensor(c))
        accumulate(result, times(dot_words(a, c), of_tensor(d)), -1)
        return result
    if a.op == "cross":
        return scaled(cross_words(b, a), -1)
    axes = _axis(a), _axis(b)
    if None not in axes:
        i, j = _BASIS.index(axes[0] or ""), _BASIS.index(axes[1] or "")
        third = _basis(3 - i - j)
        return scaled(of_tensor(third), 1 if (j - i) % 3 == 1 else -1)
    if key(b) < key(a):
        return {(ONE, tensors.cross(b, a)): Fraction(-1)}
    return of_tensor(tensors.cross(a, b))


def _axis(word: Term) -> str | None:
    return word.data.name if word.op == "constant" and word.data.kind == "basis" else None


def _basis(i: int) -> Term:
    return t.leaf(Constant(_BASIS[i], (3,), "basis"))


def dot_words(a: Term, b: Term) -> Poly:
    """a . b of words."""
    if a.op == "cross" and b.op == "cross":
        (p, q), (r, s) = a.args, b.args
        result = times(dot_words(p, r), dot_words(q, s))
        accumulate(result, times(dot_words(p, s), dot_words(q, r)), -1)
        return result
    if b.op == "cross":
        return triple(a, *b.args)
    if a.op == "cross":
        return triple(b, *a.args)
    (left, u), (right, v) = chain_of(a), chain_of(b)
    sign, chain = _join(left, right)
    if v.op == "cross" or u.op == "cross":
        return scaled(_with_cross(u, chain, v), sign)
    if not chain:
        return scaled(_plain_dot(u, v), sign)
    return scaled(_bilinear(u, chain, v), sign)


def _join(left: list[Term], right: list[Term]) -> tuple[int, list[Term]]:
    """(L u).(R v) = sign * u.(chain v)."""
    sign, chain = 1, list(right)
    for m in left:
        s, back = _turned(m)
        sign *= s
        if chain and cancel(back, chain[0]):
            chain.pop(0)
        else:
            chain.insert(0, back)
    return sign, chain


def _turned(m: Term) -> tuple[int, Term]:
    """The transpose of a matrix factor, with its sign apart."""
    c, back = t.split_number(tensors.transpose(m))
    return int(c), back


def _with_cross(u: Term, chain: list[Term], v: Term) -> Poly:
    """u.(chain v) where u or v is a cross product: a triple product."""
    if not chain:
        return dot_words(u, v)
    if u.op != "cross":
        sign, back = _transposed(chain)
        return scaled(triple(_word(back, u), *v.args), sign)
    forward = triple(_word(chain, v), *u.args)
    if v.op != "cross":
        return forward
    sign, back = _transposed(chain)
    backward = scaled(triple(_word(back, u), *v.args), sign)
    return min(forward, backward, key=_name)


def _name(p: Poly) -> str:
    return ";".join(sorted(key(atom) for powers, _ in p for atom, _ in powers))


def _transposed(chain: list[Term]) -> tuple[int, list[Term]]:
    sign, back = 1, list[Term]()
    for m in reversed(chain):
        s, turned = _turned(m)
        sign *= s
        back.append(turned)
    return sign, back


def _word(chain: list[Term], v: Term) -> Term:
    for m in reversed(chain):
        v = tensors.matmul(m, v)
    return v


def _bilinear(u: Term, chain: list[Term], v: Term) -> Poly:
    """u.(chain v) in the smaller of its two directions."""
    sign, back = _transposed(chain)
    one, other = tensors.dot(u, _word(chain, v)), tensors.dot(v, _word(back, u))
    if one is other:
        return of_atom(one) if sign == 1 else {}
    if key(other) < key(one):
        return {(((other, 1),), None): Fraction(sign)}
    return of_atom(one)


def _plain_dot(u: Term, v: Term) -> Poly:
    if key(v) < key(u):
        u, v = v, u
    if u is v and _is_unit(u):
        return constant(1)
    axes = _axis(u), _axis(v)
    if None not in axes:
        return constant(int(axes[0] == axes[1]))
    a, b = u.data, v.data
    if isinstance(b, Variable) and not isinstance(a, Variable):
        u, v, a, b = v, u, b, a
    if isinstance(b, Momentum | Variation) and isinstance(a, Variable) and a.order == 0 and _is_tangent(b, a.name):
        return _normal_part(a, b)
    if isinstance(a, Variable) and isinstance(b, Variable) and a.name == b.name and a.manifold.kind == "S2":
        if a.order + b.order == 1:
            return {}
        if {a.order, b.order} == {0, 2}:
            velocity = t.leaf(Variable(a.name, a.manifold, 1))
            return scaled(of_atom(tensors.dot(velocity, velocity)), -1)
    return of_atom(tensors.dot(u, v) if key(u) <= key(v) else tensors.dot(v, u))


def _is_tangent(symbol: Momentum | Variation, name: str) -> bool:
    if symbol.variable != name:
        return False
    return symbol.tangent if isinstance(symbol, Momentum) else symbol.kind in ("xi", "tangent")


def _normal_part(q: Variable, symbol: Momentum | Variation) -> Poly:
    """q.xi = 0, and what its time derivatives say: q.dxi = -dq.xi, q.ddxi = -2 dq.dxi - ddq.xi."""
    n = 0 if isinstance(symbol, Momentum) else symbol.order
    result: Poly = {}
    for k in range(1, n + 1):
        assert isinstance(symbol, Variation)
        pair = _plain_dot(t.leaf(replace(q, order=k)), t.leaf(replace(symbol, order=n - k)))
        accumulate(result, pair, -comb(n, k))
    return result


def _is_unit(u: Term) -> bool:
    if u.op == "variable":
        return u.data.manifold.kind == "S2" and u.data.order == 0
    return u.op == "constant" and u.data.kind in ("unit", "basis")


def triple(a: Term, b: Term, c: Term) -> Poly:
    """a.(b x c) of words; none of them is a bare cross product unless it came from a chain that vanished."""
    words = [a, b, c]
    for i, w in enumerate(words):
        if w.op == "cross":
            others = cross_words(words[(i + 1) % 3], words[(i + 2) % 3])
            return _dot_all(w, others)
    if a is b or b is c or a is c:
        return {}
    words = _best_frame(words)
    for i in range(3):
        first, second, rest = words[i], words[(i + 1) % 3], words[(i + 2) % 3]
        if _axis(first) and _axis(second):
            return _dot_all(rest, cross_words(first, second))
    order = sorted(range(3), key=lambda i: key(words[i]))
    sign = 1 if order in ([0, 1, 2], [1, 2, 0], [2, 0, 1]) else -1
    x, y, z = (words[i] for i in order)
    return {(((tensors.dot(x, tensors.cross(y, z)), 1),), None): Fraction(sign)}


def _dot_all(word: Term, vectors: Poly) -> Poly:
    result: Poly = {}
    for (powers, w), c in vectors.items():
        assert isinstance(w, Term)
        accumulate(result, times({(powers, None): c}, dot_words(word, w)))
    return result


def _best_frame(words: list[Term]) -> list[Term]:
    """The three words turned by the rotation that makes them shortest."""
    return list(min(_frames(words), key=lambda ws: (_length(ws), sorted(key(w) for w in ws))))


def beside(words: Sequence[Term], others: Sequence[Term]) -> tuple[Term, ...]:
    """The words of a triple product, turned by the rotation that makes their dot products with the others shortest."""
    frames = _frames(list(words))
    for m in [o.args[0] for o in others if o.op == "matmul" and is_rotation(o.args[0])]:
        frames |= {_turned_all(m, ws): None for ws in list(frames)}

    def cost(ws: tuple[Term, ...]) -> int:
        return sum(len(_join(chain_of(w)[0], chain_of(o)[0])[1]) for w in ws for o in others)

    return min(frames, key=lambda ws: (cost(ws), _length(ws), sorted(key(w) for w in ws)))


def _frames(words: list[Term]) -> dict[tuple[Term, ...], None]:
    """Three words, turned by the rotations that they begin with."""
    seen: dict[tuple[Term, ...], None] = {tuple(words): None}
    queue = [tuple(words)]
    while queue and len(seen) < MAX_FRAMES:
        now = queue.pop()
        for w in now:
            if w.op == "matmul" and is_rotation(w.args[0]):
                turned = _turned_all(tensors.transpose(w.args[0]), now)
                if turned not in seen:
                    seen[turned] = None
                    queue.append(turned)
    return seen


def _turned_all(m: Term, words: Sequence[Term]) -> tuple[Term, ...]:
    return tuple(_only(apply_matrix(m, x)) for x in words)


def _length(words: Sequence[Term]) -> int:
    return sum(len(chain_of(w)[0]) for w in words)
