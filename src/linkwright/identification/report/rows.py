"""What was found, row by row: the same numbers for tables on the screen, files of comma-separated values and the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import astuple, dataclass

from linkwright.identification.estimate import POOR
from linkwright.identification.identified import Identification
from linkwright.identification.report.units import force_unit, parameter_unit
from linkwright.trajectory.tables import table_text

DRIVES = "drives"
"""Group of the parameters that belong to no body."""


@dataclass(frozen=True)
class ParameterRow:
    """An identifiable parameter.

    error, relative: standard error and the same by the value; infinite where the data say nothing, None of methods without
    prior: the robot's file; group: body that it is named after, or drives; words: what it is made of
    """

    name: str
    value: float
    error: float | None
    relative: float | None
    prior: float
    unit: str
    group: str
    words: str
    essential: bool
    poor: bool


@dataclass(frozen=True)
class PhysicalRow:
    """A physical parameter of a consistent set, beside the file's; None where the file has no number."""

    name: str
    value: float
    prior: float | None
    unit: str
    kind: str


@dataclass(frozen=True)
class ResidualRow:
    """Root mean square of measured less predicted force by one fit, and the same of samples that were held out."""

    force: str
    unit: str
    method: str
    fitted: float
    held_out: float


def parameter_rows(found: Identification) -> list[ParameterRow]:
    """All identifiable parameters, in the order of the columns."""
    model, fit = found.model, found.fit
    prior = model.values(model.prior).tolist()
    errors = [None] * len(model.names) if fit.errors is None else fit.errors.tolist()
    relative = fit.relative_errors
    shares = [None] * len(model.names) if relative is None else relative.tolist()
    needed = {*found.essential}
    return [
        ParameterRow(
            name, float(fit.values[k]), errors[k], shares[k], prior[k], parameter_unit(model, name),
            _group(name, model.bodies), model.words[k], name in needed, (shares[k] or 0.0) > POOR,
        )
        for k, name in enumerate(model.names)
    ]  # fmt: skip


def _group(name: str, bodies: Sequence[str]) -> str:
    own = [b for b in bodies if name.endswith(f"_{b}")]
    kind = name.partition("_")[0].removesuffix("R")
    return max(own, key=len) if own and kind.startswith(("m", "I")) else DRIVES


def physical_rows(found: Identification) -> list[PhysicalRow]:
    """Ten per body, then those of the drives; none without consistent parameters."""
    model = found.model
    known = [x if math.isfinite(x) else None for x in model.prior.tolist()]
    return [
        PhysicalRow(name, value, known[k], parameter_unit(model, name), model.kinds[k])
        for k, (name, value) in enumerate(found.physical.items())
    ]


def residual_rows(found: Identification) -> list[ResidualRow]:
    """Every force by every fit."""
    return [
        ResidualRow(
            name, force_unit(found.model, name), fit.method, float(fit.fitted[k]), float(fit.held_out[k])
        )
        for k, name in enumerate(found.model.rows)
        for fit in found.fits.values()
    ]  # fmt: skip


def parameters_csv(found: Identification) -> str:
    """parameters.csv"""
    heads = (
        "name", "value", "standard_error", "relative_error", "prior", "unit", "group", "made_of", "essential", "poor",
    )  # fmt: skip
    return table_text(heads, map(astuple, parameter_rows(found)))


def physical_csv(found: Identification) -> str:
    """physical.csv"""
    return table_text(("name", "value", "prior", "unit", "kind"), map(astuple, physical_rows(found)))


def residuals_csv(found: Identification) -> str:
    """residuals.csv"""
    return table_text(("force", "unit", "method", "rms_fitted", "rms_held_out"), map(astuple, residual_rows(found)))
