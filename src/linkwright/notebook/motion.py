"""A simulated motion and whose it is: what `lw.simulate` returns."""

from __future__ import annotations

import io
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linkwright.disk import write_file
from linkwright.errors import EmitError
from linkwright.lazy import extra
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.notebook.media import Page, Svg
from linkwright.notebook.motion_table import motion_table, write_csv
from linkwright.simulation.account import account
from linkwright.simulation.motion import Motion
from linkwright.simulation.pieces import Event
from linkwright.simulation.run import Run

if TYPE_CHECKING:
    from typing import Self

PLOTS = (".svg", ".png", ".pdf")


@dataclass(frozen=True, eq=False, repr=False)
class SimulatedMotion(Motion):
    """Samples of a mechanism along time, and the account of its energy: rows are instants, columns are named by `labels`.

    mechanism: whose motion it is
    events:    where watched functions passed zero, in order
    """

    mechanism: Mechanism = field(kw_only=True)
    events: tuple[Event, ...] = field(default=(), kw_only=True)

    @classmethod
    def of(cls, mechanism: Mechanism, motion: Motion, events: tuple[Event, ...] = ()) -> Self:
        """A motion and whose it is."""
        samples: dict[str, Any] = {f.name: getattr(motion, f.name) for f in fields(Motion)}
        return cls(**samples, mechanism=mechanism, events=events)

    def plot(self, path: str | Path | None = None) -> Svg:
        """Positions, rates, accelerations, forces and energies over time: a picture that notebooks show; and a file, where one
        is named (.svg, .png, .pdf)."""
        extra("matplotlib.figure", "plot", "plots")
        from linkwright.view.plot import plot_motion

        if path is not None:
            path = Path(path)
            if path.suffix.lower() not in PLOTS:
                raise EmitError(f"cannot plot to '{path}'", hint=f"a file ending in {', '.join(PLOTS)}")
            write_file(path, lambda made: plot_motion(self.mechanism, self, made))
        text = io.StringIO()
        plot_motion(self.mechanism, self, text)
        return Svg(text.getvalue(), f"the motion of {self.mechanism.name}")

    def to_csv(self, path: str | Path) -> Path:
        """One row per instant, as `linkwright simulate --csv` writes it; where it was written."""
        path = Path(path)
        write_file(path, lambda made: write_csv(self, made))
        return path

    def frame(self) -> Any:
        """The same table as a data frame of pandas, with the time as its index."""
        pandas = extra("pandas", "pandas", "a data frame")
        heads, rows = motion_table(self)
        return pandas.DataFrame(rows[:, 1:], columns=heads[1:], index=pandas.Index(rows[:, 0], name="t"))

    def show(self, **options: Any) -> Page:
        """It plays in 3D: see lw.show, whose options it takes."""
        from linkwright.notebook.pictures import show

        return show(self.mechanism, self, **options)

    def __repr__(self) -> str:
        lines = account(self.mechanism, self, Run())
        seen = ", .show()" if isinstance(self.mechanism, OpenRobot | ClosedRobot) else ""  # Lagrangians have no bodies
        lines.append(f"{len(self.t)} instants; t, q, v, a, tau, energy, ...; .plot(), .to_csv(path), .frame(){seen}")
        return "\n".join([*lines, *(f"event '{x.name}' at t = {x.t:.6g} s" for x in self.events)])
