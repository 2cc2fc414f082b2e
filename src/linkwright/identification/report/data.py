"""An identification as data for programs: what `--json` prints and identification.json holds."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from linkwright.identification.identified import Identification
from linkwright.identification.report.rows import parameter_rows, physical_rows
from linkwright.identification.report.units import force_unit
from linkwright.mechanism import kind_of

VERSION = 1
"""Of the data."""


def as_data(found: Identification) -> dict[str, Any]:
    """Nested mappings, lists, texts and numbers; None in place of what is infinite or unknown."""
    model = found.model
    made = {
        "version": VERSION,
        "kind": kind_of(model.robot),
        "name": model.robot.name,
        "method": found.chosen,
        "samples": found.samples,
        "held_out_samples": found.held_out_samples,
        "condition": found.condition,
        "findings": [asdict(x) for x in found.findings],
        "forces": [{"name": n, "unit": force_unit(model, n)} for n in model.rows],
        "fits": {name: _fit(found, name) for name in found.fits},
        "parameters": [asdict(row) for row in parameter_rows(found)],
        "physical": [asdict(row) for row in physical_rows(found)],
        "consistency": _consistency(found),
        "correlations": [{"first": a, "second": b, "value": x} for a, b, x in found.correlations],
        "gains": _gains(found),
        "recordings": [{"name": x.name, "held_out_from": x.held, "facts": list(x.facts)} for x in found.traces],
        "notes": list(found.notes),
        "facts": dict(found.facts),
    }
    return finite(made)


def _fit(found: Identification, name: str) -> dict[str, Any]:
    fit = found.fits[name]
    return {
        "values": fit.values.tolist(),
        "errors": None if fit.errors is None else fit.errors.tolist(),
        "rms_fitted": fit.fitted.tolist(),
        "rms_held_out": fit.held_out.tolist(),
        "relative_fitted": fit.relative_fitted,
        "relative_held_out": fit.relative_held_out,
    }


def _consistency(found: Identification) -> dict[str, Any] | None:
    own = found.consistency
    if own is None:
        return None
    tried = [{"weight": w, "relative_fitted": a, "relative_held_out": b} for w, a, b in own.table]
    eigenvalues = dict(zip(found.model.bodies, own.eigenvalues.tolist(), strict=True))
    return {"weight": own.weight, "seconds": own.seconds, "tried": tried, "eigenvalues": eigenvalues}


def _gains(found: Identification) -> list[dict[str, Any]] | None:
    if found.gains is None:
        return None
    values, errors = (x.tolist() for x in found.gains)
    return [
        {"motor": n, "value": x, "standard_error": e} for n, x, e in zip(found.model.rows, values, errors, strict=True)
    ]


def finite(x: Any) -> Any:
    """The same data with None in place of numbers that JSON does not have."""
    match x:
        case float():
            return x if math.isfinite(x) else None
        case dict():
            return {k: finite(v) for k, v in x.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [finite(v) for v in x]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return x
