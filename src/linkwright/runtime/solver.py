"""A kernel that repeats another, in this process: the native step, called until the residual is small; states in a batch go
on together."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.errors import InputError
from linkwright.passes.kernel import Kernel


class NativeSolver:
    """solver(q, guess, ...): a dictionary of the solution, its residual and the steps taken. Inputs by place or by name, of
    shape (n,) or (batch, n)."""

    def __init__(self, kernel: Kernel, step: Any) -> None:
        assert kernel.repeat is not None
        self.kernel = kernel
        self.step = step
        self.name = self.__name__ = kernel.name
        self.inputs = {p.name: p for p in kernel.inputs}
        self.outputs = {p.name: p for p in kernel.outputs}
        roles = zip(kernel.repeat.step.inputs, kernel.repeat.roles, strict=True)
        self._own = {role: p.name for p, role in roles if role != "shared"}
        self._guess = next(n for n in self.inputs if n not in {p.name for p in kernel.repeat.step.inputs})

    def __call__(self, *args: Any, **values: Any) -> dict[str, Any]:
        repeat = self.kernel.repeat
        assert repeat is not None
        given = self._bind(args, values)
        state = np.asarray(given.pop(self._guess), dtype=float)
        own = self._own

        def step(x: Any, direction: Any, damping: Any) -> tuple[Any, Any, Any]:
            made = self.step(**given, **{own["state"]: x, own["direction"]: direction, own["damping"]: damping})
            return tuple(made.values())  # type: ignore[return-value]

        x, direction, residual = (np.array(part) for part in step(state, np.zeros_like(state), 0.0))
        iterations, damping = np.zeros(residual.shape), np.ones(residual.shape)
        for _ in range(repeat.limit):
            going = ~(residual <= repeat.tolerance) & np.isfinite(direction).all(axis=-1)
            if not going.any():
                break
            ahead = np.where(going[..., None], direction, 0.0)
            trial, following, found = step(x, ahead, damping)
            better = going & (found < residual) & np.isfinite(following).all(axis=-1)
            x = np.where(better[..., None], trial, x)
            direction = np.where(better[..., None], following, direction)
            residual = np.where(better, found, residual)
            damping = np.where(better, np.minimum(2.0 * damping, 1.0), 0.5 * damping)
            iterations = iterations + going
        return dict(zip(self.outputs, (x, residual[()], iterations[()]), strict=True))

    def _bind(self, args: tuple[Any, ...], values: dict[str, Any]) -> dict[str, Any]:
        names = [p.name for p in self.kernel.inputs]
        unknown = [n for n in values if n not in names]
        if unknown or len(args) > len(names):
            what = f"no input '{unknown[0]}'" if unknown else f"{len(args)} inputs"
            raise InputError(f"{self.kernel.name} takes {', '.join(names)}; it was given {what}")
        given = {**dict(zip(names, args, strict=False)), **values}
        missing = [p.name for p in self.kernel.inputs if p.name not in given and p.defaults is None]
        if missing:
            raise InputError(f"{self.kernel.name} needs '{missing[0]}'", hint=f"its inputs are {', '.join(names)}")
        return given

    def __repr__(self) -> str:
        return f"<native {self.kernel.name}({', '.join(p.name for p in self.kernel.inputs)})>"
