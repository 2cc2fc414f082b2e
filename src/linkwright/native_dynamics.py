"""Functions of a mechanism as native code, whatever its kind: each is derived and compiled when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linkwright.errors import QuantityError, nearest
from linkwright.kernels import kernel
from linkwright.mechanism import Mechanism, aliases, find_quantity
from linkwright.request import Layout, Request

if TYPE_CHECKING:
    from linkwright.runtime.normal_equations import NormalEquations, Sums

_OF_ALL = ("parameters", "symbolic", "dtype")
"""Options of lw.compile that hold for all functions; layout is also one of each."""


class Dynamics:
    """A mechanism's functions as native code. A quantity is derived and compiled when it is first asked for.

    dyn.inverse_dynamics(q, v, a); dyn.mass_matrix(q); rnea, crba, aba, nle are aliases. Arrays of shape (n,) or (batch, n).
    """

    def __init__(self, robot: Mechanism, options: Request = Request(), layout: str = "full") -> None:
        self.robot = robot
        self.options = options
        self.layout = Layout.of(layout)
        self._sums: dict[str, NormalEquations] = {}
        self._native: dict[tuple[str, Layout, tuple[tuple[str, Any], ...]], Any] = {}

    def function(self, quantity: str, *, layout: str | None = None, **extra: Any) -> Any:
        """The native function of a quantity; options such as frame="tool" select among several. layout: of its results."""
        from linkwright.runtime import native

        for name in (name for name in _OF_ALL if name in extra):
            hint = f"lw.compile(robot, {name}=...).function('{quantity}')"
            raise QuantityError(f"'{name}' is an option of lw.compile, for all functions, not of one", hint=hint)
        laid = self.layout if layout is None else Layout.of(layout)
        key = (find_quantity(self.robot, quantity).name, laid, tuple(sorted(extra.items())))
        if key not in self._native:
            made = kernel(self.robot, key[0], self.options, packed=laid.packed, **extra)
            self._native[key] = native(made, soa=laid.soa, real=self.options.real)
        return self._native[key]

    def normal_equations(self, regressor: str, *given: Any, threads: int | None = None, **values: Any) -> Sums:
        """Sums of Y'Y and Y'tau over many states, without storing Y: ("base_regressor", tau, q, v, a)."""
        from linkwright.runtime.normal_equations import NormalEquations

        self.require_double("sums of squares")
        name = find_quantity(self.robot, regressor).name
        made = self._sums.get(name) or NormalEquations(kernel(self.robot, name, self.options))
        return self._sums.setdefault(name, made)(*given, threads=threads, **values)

    def whole(self, quantity: str, **extra: Any) -> Any:
        """With whole results, for what is computed with them here."""
        return self.function(quantity, layout="full", **extra)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = aliases(self.robot)
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean '{near}'?" if near else f"there are: {', '.join(sorted(set(known.values())))}"
            raise AttributeError(f"no quantity is called '{name}'; {hint}")
        found = self.function(name)
        self.__dict__[name] = found  # the next look-up does not come here
        return found

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *aliases(self.robot)})

    def require_double(self, what: str) -> None:
        """What tells solutions apart, or from none, by tolerances that floats cannot keep."""
        if self.options.real != "float64":
            hint = "compile the robot once more without dtype, ask there, and convert the result"
            raise QuantityError(
                f"{what} needs double precision, and this was compiled for {self.options.real}", hint=hint
            )

    def __repr__(self) -> str:
        return self.told(f"nq {self.robot.nq}, nv {self.robot.nv}")

    def told(self, sizes: str) -> str:
        """What it is of, what it can compute, and what is compiled already."""
        made = ", ".join(dict.fromkeys(name for name, *_ in self._native)) or "nothing yet"
        known = sorted(set(aliases(self.robot).values()))
        return f"<Dynamics of {self.robot.name}: {sizes}; {len(known)} quantities; compiled: {made}>"
