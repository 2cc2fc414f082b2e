"""One HTML file that shows robots and their motions: nothing is loaded from anywhere, it opens from a disk."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from linkwright.model.closed_robot import Robot
from linkwright.version import __version__
from linkwright.view.exhibit import Exhibit, Moving
from linkwright.view.looks.dress import Dress

_PLAYER = Path(__file__).parent / "player"


def page(
    robot: Robot, motion: Moving | None = None, *, title: str = "", frame: str = "", dress: Dress | None = None
) -> str:
    """A robot in 3D with a slider per free joint, and its motion to be played.

    motion: positions along time; frame: whose way is drawn (by default the platform, else the last one)
    dress:  shapes and meshes of its file (`view.looks.dress.dress_of`), without which joints and rods are drawn
    """
    shown = Exhibit(robot, motion, title or robot.name, frame, dress or Dress())
    body = f'<main class="player-page">\n<h1>{html.escape(shown.title)}</h1>\n<div id="player"></div>\n</main>'
    return document(shown.title, body, exhibits=[shown])


def document(title: str, body: str, styles: Sequence[str] = (), exhibits: Sequence[Exhibit] = ()) -> str:
    """A page around a body of HTML, with the player where there are exhibits (in the element with the id "player").

    Scripts and styles are those that are written here and no others: the page's policy names them by their hashes.
    """
    sheets = [player_file("player.css"), *styles]
    scripts: list[str] = []
    data = ""
    if exhibits:
        scripts = [_inert(x.program) for x in exhibits] + [player_file("player.js")]
        text = json.dumps([x.written for x in exhibits], separators=(",", ":"), allow_nan=False)
        data = (
            f'<script type="application/json" id="linkwright-robots">{text.replace("<", chr(92) + "u003c")}</script>\n'
        )
    policy = (
        f"default-src 'none'; script-src {_hashes(scripts)}; style-src {_hashes(sheets)}; img-src data: blob:; "
        "base-uri 'none'; form-action 'none'"
    )
    styled = "\n".join(f"<style>{sheet}</style>" for sheet in sheets)
    run = "\n".join(f'<script type="module">{script}</script>' for script in scripts)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Linkwright {__version__}">
<title>{html.escape(title)}</title>
{styled}
</head>
<body>
{body}
{data}{run}
</body>
</html>
"""


@cache
def player_file(name: str) -> str:
    """A file of the player that came with the package."""
    return (_PLAYER / name).read_text(encoding="utf-8")


@cache
def report_style() -> str:
    """The style sheet of reports: words, tables and charts."""
    return "".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in ("report.css", "chart.css"))


def _inert(script: str) -> str:
    """A script whose strings and comments cannot end its element."""
    return script.replace("</", "<\\/").replace("<!--", "<\\!--")


def _hashes(texts: Sequence[str]) -> str:
    found = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts]
    return " ".join(f"'sha256-{x}'" for x in found) or "'none'"
