"""Divisors that are something shorter than a sum of two terms: numbers, sin^2 + cos^2, sines and cosines of sums.

    k + l = number      sin^2 + cos^2 = 1      1 - sin^2 = cos^2      cos a cos b - sin a sin b = cos(a + b)   and its like

An angle sum trades two products and an addition for a function call and one addition. That pays when only additions and
products count, or when another term computes the same call anyway.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.passes.network import Cube, Network, Poly, Signed


@dataclass(frozen=True)
class Identity:
    """What a divisor equals: sign * cube; or a call still to be made, of an angle still to be summed."""

    sign: int = 1
    cube: Cube = ()
    call: str = ""
    angle: tuple[Signed, Signed] | None = None


class Identities:
    """Recognises divisors of a network. angles: whether calls that are not in the network may be added."""

    def __init__(self, net: Network, angles: bool) -> None:
        self.net = net
        self.angles = angles
        self.kind: dict[int, tuple[str, Signed]] = {}
        self.trig: dict[tuple[str, Signed], int] = {}
        for v, (op, args) in net.calls.items():
            if op in ("sin", "cos"):
                self._know(v, op, args[0])

    def _know(self, v: int, op: str, angle: Signed) -> None:
        self.kind[v] = (op, angle)
        self.trig[op, angle] = v

    def find(self, u: Cube, v: Cube, r: int) -> Identity | None:
        """What u + r v is, if it is something short; u < v, hence v is not empty."""
        kind, value = self.kind, self.net.value
        first = v[0]
        if first in kind:
            if len(u) == 2 == len(v) and v[1] in kind and u[0] in kind and u[1] in kind:
                return self._squares(u, v, r) or self._angles(u, v, r)
            if not u and len(v) == 2 and first == v[1] and r < 0:
                op, angle = kind[first]
                other = self.trig.get(("cos" if op == "sin" else "sin", angle))
                return None if other is None else Identity(1, (other, other))
        elif first in value and len(v) == 1 and (not u or (len(u) == 1 and u[0] in value)):
            x = (value[u[0]] if u else 1) + r * value[first]
            return Identity(1 if x > 0 else -1, self.net.scaled(abs(x), ()))
        return None

    def _squares(self, u: Cube, v: Cube, r: int) -> Identity | None:
        if u[0] == u[1] and v[0] == v[1] and r > 0 and self.kind[u[0]][1] == self.kind[v[0]][1]:
            return Identity()
        return None

    def _angles(self, u: Cube, v: Cube, r: int) -> Identity | None:
        (op0, a0), (op1, a1) = self.kind[u[0]], self.kind[u[1]]
        (op2, b0), (op3, b1) = self.kind[v[0]], self.kind[v[1]]
        if a0 == b1 and a1 == b0:
            op2, op3, b0, b1 = op3, op2, b1, b0
        if a0 != b0 or a1 != b1 or a0 == a1 or op0 == op2 or op1 == op3:
            return None
        # u = f(a0) g(a1), v = the other function of each
        if op0 == op1:  # cos cos -+ sin sin
            sign = 1 if op0 == "cos" else r
            found = Identity(sign, (), "cos", (a0, (-r * a1[0], a1[1])))
        elif op0 == "sin":  # sin cos +- cos sin
            found = Identity(1, (), "sin", (a0, (r * a1[0], a1[1])))
        else:
            found = Identity(1, (), "sin", (a1, (r * a0[0], a0[1])))
        return found if self.angles or self._known(found) else None

    def _sum(self, identity: Identity) -> Poly:
        assert identity.angle is not None
        terms: list[tuple[Cube, int]] = []
        for sign, v in identity.angle:
            inner = self.net.sums.get(v) or {(v,): 1}
            terms += [(c, k * sign) for c, k in inner.items()]
        return self.net.polynomial(terms)

    def _known(self, identity: Identity) -> bool:
        """Whether the call is in the network already."""
        angle = self.net.known(self._sum(identity))
        return angle is not None and (identity.call, (1, angle[1])) in self.trig

    def make(self, identity: Identity) -> tuple[int, Cube]:
        """(sign, cube) of an identity; calls are made where they are missing."""
        if not identity.call:
            return identity.sign, identity.cube
        sign, angle = self.net.variable(self._sum(identity))
        v = self.net.call(identity.call, ((1, angle),))
        self._know(v, identity.call, (1, angle))
        return identity.sign * (sign if identity.call == "sin" else 1), (v,)

    def cost(self, identity: Identity) -> int:
        """Additions that an identity still needs: that of a new angle."""
        return int(bool(identity.call) and self.net.known(self._sum(identity)) is None)
