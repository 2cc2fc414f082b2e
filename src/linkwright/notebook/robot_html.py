"""A robot in a notebook: its picture beside the table of its joints."""

from __future__ import annotations

from linkwright.draw.picture import picture
from linkwright.errors import LinkwrightError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.summary import HEADS, MOST, closed_headline, closing_lines, headline, joint_rows
from linkwright.view.markup import Markup, tag

_TABLE = "border-collapse:collapse;font-size:90%"
_CELL = "text-align:left;padding:2px 12px 2px 0"
_BOX = "display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start"


def robot_html(robot: Robot) -> str:
    """Headline, picture, a row per joint. Parameters without values leave no picture to be drawn."""
    closed = robot if isinstance(robot, ClosedRobot) else None
    head = headline(robot.tree) if closed is None else closed_headline(closed)
    rows = joint_rows(robot.tree)
    used = [k for k in range(len(HEADS)) if any(row[k] for row in rows)]
    cells = [tag("tr", [tag("th", HEADS[k], style=_CELL) for k in used])]
    cells += [tag("tr", [tag("td", row[k], style=_CELL) for k in used]) for row in rows[:MOST]]
    lines = [f"... and {len(rows) - MOST} more"] if len(rows) > MOST else []
    lines += [] if closed is None else closing_lines(closed)
    told = tag("div", tag("table", cells, style=_TABLE), [tag("div", line) for line in lines])
    return tag("div", tag("p", tag("b", head)), tag("div", _drawn(robot), told, style=_BOX))


def _drawn(robot: Robot) -> Markup:
    try:
        return tag("div", Markup(picture(robot)), style="max-width:420px")
    except LinkwrightError as error:
        return tag("div", f"no picture: {error.what}")
