"""How a check is put together: functions called at given values, and a sum of products that vanishes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.emit import Call, Check, Term, Value
from linkwright.passes.kernel import Kernel


def value(name: str, x: Any) -> Value:
    """A named array."""
    return Value(name, np.shape(x), tuple(np.ravel(x).tolist()))


def terms(formula: str) -> tuple[Term, ...]:
    """ "M a + 0.5 v' M v - T" as terms."""
    found: list[Term] = []
    for sign, text in re.findall(r"(^|[+-] )([^+-]+)", formula):
        words = text.split()
        factor = float(words.pop(0)) if re.fullmatch(r"[0-9.]+", words[0]) else 1.0
        found.append(Term(-factor if sign.startswith("-") else factor, tuple(words)))
    return tuple(found)


def called(
    name: str, kernel: Kernel, inputs: Mapping[str, Array], formula: str, given: Mapping[str, Array], **about: Any
) -> Check:
    """A formula of one call at inputs by port: its first output (or about["port"]) is "computed" there.

    about: tolerance and floor of the check
    """
    port = about.pop("port", kernel.outputs[0].name)
    values = [*(value(f"{k} in", x) for k, x in inputs.items()), *(value(n, x) for n, x in given.items())]
    call = Call(kernel.name, tuple((k, f"{k} in") for k in inputs), ((port, "computed"),))
    return Check(name, tuple(values), (call,), terms(formula), **about)
