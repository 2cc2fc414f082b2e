"""The page of a report: what it says, in which order."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from linkwright.errors import counted
from linkwright.graph.expr import as_number
from linkwright.identification.estimate import POOR
from linkwright.identification.identified import Identification, Trace
from linkwright.identification.report.bodies import bodies_part
from linkwright.identification.report.figures import (
    MEASURED,
    PREDICTED,
    SHOWN,
    filtered,
    legend_of,
    predictions,
    rates,
)
from linkwright.identification.report.parameters import correlation_table, parameter_table
from linkwright.identification.report.robot_files import ALWAYS, RobotFiles, not_in_files, told_losses
from linkwright.identification.report.rows import parameter_rows
from linkwright.identification.report.units import force_unit
from linkwright.view.chart import COLOURS, Chart, legend, stroke
from linkwright.view.markup import Markup, number, table, tag, together


@dataclass(frozen=True, eq=False)
class Report:
    """What the page says. source: the robot's file; robots: those that are written beside the page."""

    found: Identification
    source: Path
    robots: RobotFiles

    @property
    def title(self) -> str:
        return f"{self.found.model.robot.name}: identified"

    def body(self) -> Markup:
        """The page's main part."""
        found = self.found
        parts = [
            tag("h1", found.model.robot.name),
            tag("p", lead(found), class_="lead"),
            *self._findings(),
            tag("h2", "What was done"),
            self._done(),
            tag("h2", "How well it predicts"),
            prediction_table(found),
            *(self._predicted(trace) for trace in found.traces[:SHOWN]),
            *self._left_out(),
            tag("h2", "Parameters"),
            parameter_table(found),
            tag("h3", "Errors that go together"),
            correlation_table(found),
            *self._gains(),
            tag("h2", "Bodies and drives"),
            bodies_part(found),
            tag("h2", "Filtering"),
            *(self._filtered(trace) for trace in found.traces[:SHOWN]),
            tag("h2", "Robot files"),
            self._files(),
            tag("h2", "How to go on"),
            tag("pre", "\n".join(commands(found, self.source, self.robots))),
        ]
        return tag("main", together(parts))

    def _findings(self) -> list[Markup]:
        found = self.found.findings
        if not found:
            return []
        rows = [
            tag(
                "li",
                tag("strong", f"{x.severity}: ", class_="bad" if x.severity == "error" else "note"),
                x.what,
                tag("p", x.evidence, class_="soft"),
                tag("p", f"→ {x.remedy}"),
            )
            for x in found
        ]
        return [tag("h2", "Findings"), tag("ul", rows, class_="findings")]

    def _predicted(self, trace: Trace) -> Markup:
        signs = [(stroke(kind), text) for kind, text in legend_of(trace)]
        return together([tag("h3", trace.name), _charts(predictions(self.found, trace)), legend(signs)])

    def _left_out(self) -> list[Markup]:
        more = len(self.found.traces) - SHOWN
        return [tag("p", f"{counted(more, 'more recording')} not drawn.", class_="soft")] if more > 0 else []

    def _filtered(self, trace: Trace) -> Markup:
        model = self.found.model
        signs = [(stroke(MEASURED), "as measured"), (stroke(PREDICTED), "filtered, where the filter changes most")]
        names = [(stroke(k % COLOURS), name) for k, name in enumerate(model.robot.rate_names)]
        return together([
            tag("h3", trace.name), tag("ul", [tag("li", fact) for fact in trace.facts]),
            _charts(filtered(model, trace)), legend(signs), _charts(rates(model, trace)), legend(names),
        ])  # fmt: skip

    def _gains(self) -> list[Markup]:
        if self.found.gains is None:
            return []
        values, errors = self.found.gains
        lines = [
            [name, number(float(values[k])), number(float(errors[k]))] for k, name in enumerate(self.found.model.rows)
        ]
        return [tag("h3", "Drive gains"), table(["motor", "force per unit of current", "± std. error"], lines)]

    def _done(self) -> Markup:
        found, model = self.found, self.found.model
        rows = [
            ("Robot", f"{model.robot.name}, {self.source}"),
            ("Recordings", ", ".join(trace.name for trace in found.traces) or "—"),
            ("Samples", f"{found.samples} fitted, {found.held_out_samples} only predicted"),
            ("Unknown", f"ten parameters of {counted(len(model.bodies), 'moving body', 'moving bodies')}; of the drives: "
             f"{', '.join(model.terms) or 'nothing'}"),
            ("Identifiable", f"{len(model.names)} combinations of {len(model.physical)}, {model.inertial} of them inertial; "
             f"{len(found.essential)} essential"),
            ("Method", f"{found.chosen}; condition of the scaled columns {number(found.condition)}"),
            ("Time", f"{number(found.facts['seconds'])} s" if "seconds" in found.facts else "—"),
        ]  # fmt: skip
        listed = tag("dl", [part for name, text in rows for part in (tag("dt", name), tag("dd", text))])
        told = {fact for trace in found.traces for fact in trace.facts}
        notes = [tag("li", note) for note in found.notes if note not in told]
        return together([listed, tag("details", tag("summary", "What was read"), tag("ul", notes)) if notes else ""])

    def _files(self) -> Markup:
        robots = self.robots
        if not robots.texts and not robots.failed:
            return tag("p", "None: no parameters that bodies can have were asked for.", class_="soft")
        parts = [tag("p", f"{name} was not written: {why}", class_="bad") for name, why in robots.failed.items()]
        for name in robots.texts:
            losses = robots.losses.get(name, ())
            told = "says all of the robot" if name in robots.losses and not losses else ""
            parts.append(tag("p", tag("a", name, href=name), f" {told}"))
            if losses:
                parts.append(tag("p", "What its format cannot say:"))
                parts.append(tag("ul", [tag("li", line) for line in told_losses(losses)]))
        if terms := not_in_files(self.found):
            parts.append(tag("p", f"No robot file has a place for: {', '.join(terms)}. They are in parameters.csv."))
        parts.append(tag("p", "Shapes and meshes are not part of these files.", class_="soft"))
        return together(parts)


def load_words(found: Identification) -> str:
    """A load in a sentence, at the frame that was asked for."""
    load = found.load
    mass = float(as_number(load.m))
    x, y, z = (float(as_number(h)) / mass for h in load.h)
    return f"The load has {mass:.4g} kg, its centre at {x:.4g}, {y:.4g}, {z:.4g} m in '{found.carrier or 'the last frame'}'."


def lead(found: Identification) -> str:
    """The result in a sentence or two."""
    best = found.fit
    load = f"{load_words(found)} " if found.carrier is not None and found.consistency is not None else ""
    poor = sum(row.poor for row in parameter_rows(found))
    said = f"Predicts forces that it has not seen to {100 * best.relative_held_out:.3g} % ({best.method})"
    if "consistent" in found.fits and found.chosen != "consistent":
        said += (
            f", and with parameters that bodies can have to {100 * found.fits['consistent'].relative_held_out:.3g} %"
        )
    many = counted(len(found.names), "parameter")
    told = f"{poor} of them poorly identified (above {100 * POOR:.0f} %)" if poor else "all of them well identified"
    return f"{load}{said}. {many} from {counted(found.samples, 'sample')}, {told}."


def prediction_table(found: Identification) -> Markup:
    """Errors of all forces by all fits, and of all forces together."""
    heads = ["force", *(f"{fit.method}, {part}" for fit in found.fits.values() for part in ("fitted", "held out"))]
    rows = [
        [
            f"{name} ({unit})".replace(" m)", "\u00a0m)") if (unit := force_unit(found.model, name)) else name,
            *(number(float(x[k])) for fit in found.fits.values() for x in (fit.fitted, fit.held_out)),
        ]
        for k, name in enumerate(found.model.rows)
    ]
    whole = [f"{100 * x:.3g} %" for f in found.fits.values() for x in (f.relative_fitted, f.relative_held_out)]
    note = "Root mean square of measured less predicted force; the last row is |error| / |force| of all together."
    return together([table(heads, [*rows, ["all together", *whole]]), tag("p", note, class_="soft")])


def commands(found: Identification, source: Path, robots: RobotFiles) -> list[str]:
    """What to type next, in the report's folder."""
    poor = any(row.poor for row in parameter_rows(found))
    again = shlex.quote(str(source.absolute()))
    rows = [f"linkwright excite {again} -o motion.csv      # a motion that shows more"] if poor else []
    if ALWAYS not in robots.texts:
        return rows or [f"linkwright identify {again} RECORDING.csv -o again"]
    return [
        f"linkwright check {ALWAYS}",
        f"linkwright build {ALWAYS} --to c --out code      # code of the identified model",
        f"linkwright verify {ALWAYS}      # the laws of mechanics",
        f"linkwright identify {ALWAYS} OTHER.csv -o again      # what was found as the first guess",
        *rows,
    ]


def _charts(charts: Sequence[Chart]) -> Markup:
    return tag("div", [tag("figure", tag("figcaption", chart.title), chart.svg()) for chart in charts], class_="charts")
