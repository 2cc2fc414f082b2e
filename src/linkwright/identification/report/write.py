"""write_report: tables, pictures, a page and robot files, all of them or none."""

from __future__ import annotations

import json
from pathlib import Path

from linkwright.disk import write_together
from linkwright.emit.source_tree import is_ours
from linkwright.errors import EmitError
from linkwright.identification.identified import Identification
from linkwright.identification.report.data import as_data
from linkwright.identification.report.figures import SHOWN, filtered, predictions, rates, weights
from linkwright.identification.report.page import Report
from linkwright.identification.report.parameters import parameters_svg
from linkwright.identification.report.robot_files import robot_files
from linkwright.identification.report.rows import parameters_csv, physical_csv, residuals_csv
from linkwright.view.page import document, report_style
from linkwright.view.sheet import sheet


def write_report(found: Identification, folder: Path, source: Path) -> list[Path]:
    """The files of a report, report.html first.

    source: the robot's file; robot_identified.yaml is written always, robot_identified.urdf where it is a URDF of a tree
    """
    robots = robot_files(found, source)
    for name in robots.texts:
        if (folder / name).is_file() and not is_ours(folder / name):
            hint = "move it away, or choose another folder"
            raise EmitError(f"'{name}' exists and was not written by Linkwright", str(folder / name), hint)
    report = Report(found, source, robots)
    own = (Path(__file__).parent / "identification.css").read_text(encoding="utf-8")
    texts = {
        "report.html": document(report.title, report.body(), [report_style(), own]),
        "parameters.csv": parameters_csv(found),
        "residuals.csv": residuals_csv(found),
        "identification.json": json.dumps(as_data(found), indent=2, ensure_ascii=False, allow_nan=False) + "\n",
        "parameters.svg": parameters_svg(found),
        **_pictures(found),
        **robots.texts,
    }
    if found.consistency is not None:
        texts["physical.csv"] = physical_csv(found)
    return write_together(folder, texts)


def _pictures(found: Identification) -> dict[str, str]:
    """forces.svg, filtering.svg, weights.svg; of several recordings forces_1.svg and so on."""
    model = found.model
    name = model.robot.name
    made: dict[str, str] = {}
    shown = found.traces[:SHOWN]
    for k, trace in enumerate(shown, 1):
        which = f"_{k}" if len(shown) > 1 else ""
        title = f"{name}, {trace.name}: measured (blue), predicted (orange), residual (green); shaded: held out"
        made[f"forces{which}.svg"] = sheet(title, predictions(found, trace))
        title = f"{name}, {trace.name}: as measured (blue) and filtered (orange); rates and accelerations"
        made[f"filtering{which}.svg"] = sheet(title, [*filtered(model, trace), *rates(model, trace)])
    if found.consistency is not None and len(found.consistency.table) > 1:
        made["weights.svg"] = sheet(f"{name}: fitted (blue), held out (orange)", [weights(found.consistency)], 1)
    return made
