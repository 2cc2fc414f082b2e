"""The normal form of a term: a sum of monomials in dot products, triple products and words, each written one way.

It decides most equalities by itself; relations between vectors that only the dimension three knows (four vectors are
dependent) are left to `exact.equal`, which evaluates at random points of the manifold in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from linkwright.manifold import polynomial as poly
from linkwright.manifold import tensors
from linkwright.manifold import terms as t
from linkwright.manifold.dimension_three import straightened, without_triples
from linkwright.manifold.matrices import hat_of, joined
from linkwright.manifold.terms import Term
from linkwright.manifold.vector_products import apply_matrix, cross_words, dot_words
from linkwright.manifold.walk import postorder

_ODD = {"sin", "tan", "asin", "atan", "sinh", "tanh", "sign"}
_EVEN = {"cos", "cosh", "abs"}


def normal_form(term: Term) -> poly.Poly:
    """The monomials of a term; zero is the empty sum."""
    done: dict[Term, poly.Poly] = {}
    for s in postorder([term]):
        done[s] = _step(s, [done[a] for a in s.args])
    return straightened(without_triples(done[term]))


def _step(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    if not s.args:
        return _leaf(s)
    if s.op == "add":
        return poly.add_all(args)
    if s.op == "mul":
        result = args[0]
        for p in args[1:]:
            result = poly.times(result, p)
        return result
    return _STEPS.get(s.op, _function)(s, args)


def _leaf(s: Term) -> poly.Poly:
    if s.op == "number":
        return poly.constant(s.data)
    if s.op == "zero":
        return {}
    if s.op == "identity":
        return poly.of_tensor(())
    if len(s.shape) == 2:
        return poly.of_tensor((s,))
    return poly.of_tensor(s) if s.shape else poly.of_atom(s)


def _pairs(a: poly.Poly, b: poly.Poly, product: Callable[..., poly.Poly]) -> poly.Poly:
    """The sum of the products of all pairs of tensors."""
    poly.check_size(len(a), len(b))
    result: poly.Poly = {}
    for (p, u), c in a.items():
        for (q, v), d in b.items():
            found = product(u, v)
            if found:
                scalars = poly.times({(p, None): c}, {(q, None): d})
                poly.accumulate(result, poly.times(scalars, found))
    return result


def _dot(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    return _pairs(args[0], args[1], dot_words)


def _cross(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    return _pairs(args[0], args[1], cross_words)


def _outer_word(u: Term, v: Term) -> poly.Poly:
    return poly.of_tensor((tensors.outer(u, v),))


def _outer(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    return _pairs(args[0], args[1], _outer_word)


def _hat(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    result: poly.Poly = {}
    for (p, w), c in args[0].items():
        assert isinstance(w, Term)
        poly.accumulate(result, poly.times({(p, None): c}, hat_of(w)))
    return result


def _transpose(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    result: poly.Poly = {}
    for (p, factors), c in args[0].items():
        assert isinstance(factors, tuple)
        turned = [t.split_number(tensors.transpose(m)) for m in reversed(factors)]
        sign = Fraction(1)
        for c_i, _ in turned:
            sign *= c_i
        poly.accumulate(result, {(p, tuple(m for _, m in turned)): c * sign})
    return result


def _matmul(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    if len(s.shape) == 2:
        return _pairs(args[0], args[1], joined)
    return _pairs(args[0], args[1], apply_factors)


def apply_factors(factors: tuple[Term, ...], word: Term) -> poly.Poly:
    """A product of matrices on a word."""
    result = poly.of_tensor(word)
    for m in reversed(factors):
        next_result: poly.Poly = {}
        for (p, w), c in result.items():
            assert isinstance(w, Term)
            poly.accumulate(next_result, poly.times({(p, None): c}, apply_matrix(m, w)))
        result = next_result
    return result


def _norm(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    return power_of(_pairs(args[0], args[0], dot_words), Fraction(1, 2))


def _power(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    return power_of(args[0], s.data)


def power_of(p: poly.Poly, exponent: poly.Exact) -> poly.Poly:
    """A sum to a power: written out where that is a sum again, else one atom."""
    if exponent.denominator == 1 and exponent > 0:
        return poly.integer_power(p, int(exponent))
    if exponent > 1:
        turns, part = divmod(exponent, 1)
        return poly.times(poly.integer_power(p, int(turns)), power_of(p, part))
    if poly.is_number(p):
        value = poly.value_of(p)
        root = poly.exact_root(value, exponent) if value else Fraction(0)
        return poly.of_atom(t.number(value), exponent) if root is None else poly.constant(root)
    if len(p) == 1 and exponent.denominator == 1:
        (((powers, _), c),) = p.items()
        return {(tuple((a, poly.whole(e * exponent)) for a, e in powers), None): c ** int(exponent)}
    if len(p) == 1:
        (((powers, _), c),) = p.items()
        if c == 1 and len(powers) == 1 and powers[0][1] == 1:
            return poly.of_atom(powers[0][0], exponent)
    lead = p[poly.leading(p)]
    below = denominator(p)
    if exponent.denominator == 1 and below:  # 1/(a - b/c) = c/(a c - b)
        cleared = poly.times(p, {(below, None): Fraction(1)})
        return poly.times(poly.integer_power({(below, None): Fraction(1)}, -int(exponent)), power_of(cleared, exponent))
    if exponent.denominator == 1:  # 1/(2a + 2b) = 1/2 1/(a + b)
        common = lowest_powers(p)
        outside: poly.Poly = {(tuple((a, poly.whole(e * exponent)) for a, e in common), None): lead ** int(exponent)}
        inner = poly.times(poly.scaled(p, 1 / lead), {(tuple((a, -e) for a, e in common), None): Fraction(1)})
        return poly.times(outside, poly.of_atom(to_term(inner, ()), exponent))
    return poly.of_atom(to_term(p, ()), exponent)


def denominator(p: poly.Poly) -> poly.Powers:
    """The powers of sums that stand below a line anywhere in p, as what p is to be multiplied with."""
    below: dict[Term, poly.Exact] = {}
    for powers, _ in p:
        for atom, e in powers:
            if atom.op == "add" and e < 0 and e.denominator == 1:
                below[atom] = max(below.get(atom, 0), -e)
    return tuple(sorted(below.items(), key=lambda f: poly.key(f[0])))


def lowest_powers(p: poly.Poly) -> poly.Powers:
    """Of every atom the lowest power, where that is not zero: divided by them, nothing stands below a line."""
    tables = [dict(powers) for powers, _ in p]
    lowest = {a: min(table.get(a, 0) for table in tables) for table in tables for a in table}
    return tuple((a, e) for a, e in sorted(lowest.items(), key=lambda f: poly.key(f[0])) if e)


def common_powers(p: poly.Poly) -> poly.Powers:
    """The powers that every monomial has."""
    monomials = [dict(powers) for powers, _ in p]
    first = monomials[0]
    common: list[tuple[Term, poly.Exact]] = []
    for atom in first:
        lowest = min(m.get(atom, 0) for m in monomials)
        highest = max(m.get(atom, 0) for m in monomials)
        if lowest > 0 or highest < 0:
            common.append((atom, lowest if lowest > 0 else highest))
    return tuple(common)


def _inverse(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    return poly.of_tensor((tensors.inverse(to_term(args[0], s.shape)),))


def _function(s: Term, args: Sequence[poly.Poly]) -> poly.Poly:
    p = args[0]
    sign = 1
    if p and (s.op in _ODD or s.op in _EVEN) and p[poly.leading(p)] < 0:
        p, sign = poly.scaled(p, -1), -1 if s.op in _ODD else 1
    argument = to_term(p, ())
    if s.op == "tan":
        parts = normal_form(t.apply("sin", argument)), poly.of_atom(t.apply("cos", argument), -1)
        return poly.scaled(poly.times(*parts), sign)
    others = [to_term(p, ()) for p in args[1:]]
    if s.op in ("min", "max"):
        argument, *others = sorted((argument, *others), key=poly.key)
    made = t.apply(s.op, argument, *others)
    return poly.constant(made.data * sign) if made.op == "number" else poly.scaled(poly.of_atom(made), sign)


_STEPS: dict[str, Callable[[Term, Sequence[poly.Poly]], poly.Poly]] = {
    "dot": _dot,
    "cross": _cross,
    "outer": _outer,
    "hat": _hat,
    "transpose": _transpose,
    "matmul": _matmul,
    "norm": _norm,
    "power": _power,
    "inverse": _inverse,
}


def to_term(p: poly.Poly, shape: tuple[int, ...]) -> Term:
    """The monomials as a term, in canonical order."""
    return t.total((monomial_term(m[0], m[1], p[m], shape) for m in sorted(p, key=poly.sort_key)), shape)


def monomial_term(
    powers: poly.Powers, tensor: Term | tuple[Term, ...] | None, c: Fraction, shape: tuple[int, ...]
) -> Term:
    """A coefficient times powers times a tensor, as a term of a shape."""
    product = t.number(c)
    for atom, exponent in powers:
        product = product * t.power(atom, exponent)
    if tensor is None:
        return product
    if isinstance(tensor, tuple):
        matrix = t.identity(shape[0])
        for m in tensor:
            matrix = tensors.matmul(matrix, m)
        return product * matrix
    return product * tensor


def normal(term: Term) -> Term:
    """The term of the normal form: equal for two ways of writing one thing."""
    return to_term(normal_form(term), term.shape)
