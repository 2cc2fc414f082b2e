"""A robot's kinematic tree as a picture: plain SVG, the same text for the same robot.

Boxes are bodies that move by themselves, with the names of the frames on them (fixed joints are welds, and not drawn); between
them stand the joints, with a symbol for their type, their name and the coordinates they own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from linkwright.draw.sketch_shapes import clean, comment
from linkwright.model.joint_type import JointType
from linkwright.model.joints import JOINT_TYPES
from linkwright.model.robot import WORLD, Joint, OpenRobot

_FRAMES = 4
"""Names of frames shown on a box; more are counted."""
_LINE = 14
_GAP = 24
_JOINT = 58
"""Height between two boxes, in which the joint stands."""
_WIDE = {"bold": 7.4, "text": 6.9, "small": 6.0}
"""Width of a letter; capitals need a quarter more."""


@dataclass
class _Box:
    """A moving body: its joint, its frames, what it carries; then its place in the picture (centre and top)."""

    name: str
    joint: Joint | None = None
    frames: list[str] = field(default_factory=list[str])
    children: list[_Box] = field(default_factory=list["_Box"])
    x: float = 0.0
    y: float = 0.0
    span: float = 0.0

    @property
    def lines(self) -> list[str]:
        shown = self.frames if len(self.frames) <= _FRAMES else self.frames[: _FRAMES - 1]
        more = len(self.frames) - len(shown)
        return [*shown, *([f"+ {more} more frames"] if more else [])]

    @property
    def width(self) -> float:
        return 18 + max([_width(self.name, "bold"), *(13 + _width(t, "small") for t in self.lines)])

    @property
    def height(self) -> float:
        return 24 + _LINE * len(self.lines) + (4 if self.lines else 0)


def _width(text: str, kind: str) -> float:
    return _WIDE[kind] * (len(text) + 0.25 * sum(c.isupper() or c in "mwMW@" for c in text))


def kinematic_tree(robot: OpenRobot, mark: str = "", labels: Mapping[str, str] | None = None) -> str:
    """The picture; `mark` is a comment near its top; labels: what stands at a joint, its coordinates where none are given."""
    root = _boxes(robot)
    coordinates = _coordinates(robot) if labels is None else dict(labels)
    _measure(root, coordinates)
    _place(root, _GAP, _GAP + 10)
    boxes = list(_walk(root))
    types = list(dict.fromkeys(b.joint.type for b in boxes if b.joint))
    legend = 24 + sum(34 + _width(t, "text") for t in types)
    width = max(root.span + 2 * _GAP, legend, 220)
    bottom = max(b.y + b.height for b in boxes) + 22
    parts = [part for b in boxes for part in (*_edges(b, coordinates), *_box(b))]
    x = 24.0
    for kind in types:
        parts += [_at(x, bottom + 12, _symbol(JOINT_TYPES[kind])), _text(x + 16, bottom + 16, kind, "l")]
        x += 34 + _width(kind, "text")
    height = bottom + 36
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">\n<!-- {comment(mark)} -->\n'
        f"<title>{clean(robot.name)}: kinematic tree</title>\n<style>{_STYLE}</style>\n"
        f'<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


# --- what is drawn -----------------------------------------------------------------------------------------------------


def _boxes(robot: OpenRobot) -> _Box:
    """Bodies welded together are one box, which has the name of the one that a joint moves."""
    root = _Box(WORLD)
    home = {WORLD: root}
    for joint in robot.joints.values():
        carrier = home[joint.parent]
        if not joint.joint_type.nv:
            home[joint.child] = carrier
            carrier.frames.append(joint.child)
        else:
            home[joint.child] = _Box(joint.child, joint)
            carrier.children.append(home[joint.child])
    for frame in robot.frames.values():
        box = home[frame.body]
        if frame.name != box.name and frame.name not in box.frames:
            box.frames.append(frame.name)
    return root


def _coordinates(robot: OpenRobot) -> dict[str, str]:
    """Joint -> which coordinates it owns."""
    found: dict[str, str] = {}
    for joint in robot.joints.values():
        if joint.mimic:
            found[joint.name] = f"follows {joint.mimic.joint}"
        elif joint.nv:
            (iq, iv), nq, nv = robot.offsets[joint.name], joint.nq, joint.nv
            same = (iq, nq) == (iv, nv)
            found[joint.name] = f"q, v {_span(iq, nq)}" if same else f"q {_span(iq, nq)}, v {_span(iv, nv)}"
            if joint.transmission:
                found[joint.name] += f", drives {joint.transmission.joint}"
    return found


def _span(first: int, count: int) -> str:
    return f"[{first}]" if count == 1 else f"[{first}..{first + count - 1}]"


def coordinate_rows(robot: OpenRobot) -> tuple[tuple[str, str, str, str, str], ...]:
    """Moving joints as rows of a table: name, type, parent, child, coordinates."""
    where = _coordinates(robot)
    moving = [j for j in robot.joints.values() if j.joint_type.nv]
    return tuple((j.name, j.type, j.parent, j.child, where[j.name]) for j in moving)


# --- where it is drawn -------------------------------------------------------------------------------------------------


def _walk(box: _Box) -> Iterator[_Box]:
    queue = [box]
    while queue:
        box = queue.pop(0)
        yield box
        queue = [*box.children, *queue]


def _label(box: _Box, coordinates: dict[str, str]) -> tuple[str, str]:
    return (box.joint.name, coordinates[box.joint.name]) if box.joint else ("", "")


def _measure(root: _Box, coordinates: dict[str, str]) -> None:
    """How wide each subtree is."""
    for box in reversed(list(_walk(root))):
        label = max(_width(text, "small") for text in _label(box, coordinates))
        beside = 2 * (18 + label) if label else 0
        below = sum(c.span for c in box.children) + _GAP * max(0, len(box.children) - 1)
        box.span = max(box.width, beside, below)


def _place(root: _Box, left: float, top: float) -> None:
    root.x, root.y = left + root.span / 2, top
    for box in _walk(root):
        total = sum(c.span for c in box.children) + _GAP * max(0, len(box.children) - 1)
        x = box.x - total / 2
        for child in box.children:
            child.x, child.y = x + child.span / 2, box.y + box.height + _JOINT
            x += child.span + _GAP


# --- how it is drawn ---------------------------------------------------------------------------------------------------


def _box(b: _Box) -> list[str]:
    kind = "ground" if b.joint is None else "body"
    size = f'width="{b.width:.1f}" height="{b.height:.1f}"'
    parts = [
        f'<rect class="{kind}" x="{b.x - b.width / 2:.1f}" y="{b.y:.1f}" {size} rx="5"/>',
        _text(b.x, b.y + 16, b.name, "n"),
    ]
    for k, line in enumerate(b.lines):
        y = b.y + 32 + _LINE * k
        x = b.x - b.width / 2 + 9
        if not line.startswith("+ "):
            parts.append(_at(x, y, '<path class="axes" d="M0 0v-8M0 0h8"/>'))
        parts.append(_text(x + 13, y, line, "s"))
    return parts


def _edges(b: _Box, coordinates: dict[str, str]) -> list[str]:
    """From a box down to those it carries, each with its joint."""
    parts: list[str] = []
    start, middle = b.y + b.height, b.y + b.height + 10
    for c in b.children:
        assert c.joint is not None
        parts.append(f'<path class="edge" d="M{b.x:.1f} {start:.1f}V{middle:.1f}H{c.x:.1f}V{c.y:.1f}"/>')
        y = c.y - 24
        parts.append(_at(c.x, y, _symbol(c.joint.joint_type)))
        name, where = _label(c, coordinates)
        parts += [_text(c.x + 16, y - 1, name, "s"), _text(c.x + 16, y + 11, where, "q")]
    return parts


def _at(x: float, y: float, shape: str) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f})">{shape}</g>'


def _text(x: float, y: float, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{clean(text)}</text>'


_STYLE = (
    "text{font-family:Helvetica,Arial,sans-serif;fill:#1b1f24}"
    ".n{font-size:12px;font-weight:bold;text-anchor:middle}.s{font-size:10.5px}.q{font-size:10px;fill:#57606a}"
    ".l{font-size:12px}.body{fill:#eef4fb;stroke:#35618e}.ground{fill:#e7e5e0;stroke:#6b665c}"
    ".edge{fill:none;stroke:#8a949e;stroke-width:1.5}.axes{fill:none;stroke:#b3541e;stroke-width:1.4}"
    ".j{fill:#fff;stroke:#a33b20;stroke-width:1.6}.k{fill:none;stroke:#a33b20;stroke-width:1.6}.d{fill:#a33b20}"
)
_OUTLINES = {
    "disc": '<circle class="j" r="10"/>',
    "ball": '<circle class="j" r="10"/>',
    "sleeve": '<rect class="j" x="-8" y="-11" width="16" height="22"/>',
    "plate": '<path class="j" d="M-11 6L-5 -7H11L5 6Z"/>',
    "free": '<circle class="j" r="10" stroke-dasharray="3 2.4"/>',
    "block": "",
}


def _symbol(row: JointType) -> str:
    symbol = row.symbol
    path = f'<path class="k" d="{symbol.tree}"/>' if symbol.tree else ""
    dot = f'<circle class="d" r="{symbol.dot:g}"/>' if symbol.dot else ""
    return _OUTLINES[symbol.outline] + path + dot
