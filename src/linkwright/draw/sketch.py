"""A sketch of a mechanism in a pose: plain SVG, the same text for the same robot and pose.

Links are bars between the points where something is attached; a circle is a hinge seen along its axis, a sleeve one seen from
the side, a box a slider, a filled circle a ball. Motors are filled; closures of loops have a second ring, and a dashed line
where they are not closed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.draw import sketch_shapes as shapes
from linkwright.draw.sketch_labels import Labels
from linkwright.draw.sketch_scene import Piece, Pin, Scene, scene
from linkwright.draw.sketch_view import View, view_of
from linkwright.model.closed_robot import Robot

Point = tuple[float, float]
_WIDTH, _HEIGHT, _MARGIN = 620.0, 430.0, 58.0
_LEGEND = 40.0
_SIDE = 0.6
"""Sine of the angle to the line of sight from which on a hinge is drawn from the side."""
_MANY = 10
"""Links beyond which only those with several joints have their names: the others would hide the picture."""
_LONG = 46.0
"""A slider that is further out than this has its box on the way."""


def sketch(robot: Robot, q: Array, mark: str = "") -> str:
    """robot: in numbers; q: positions of all joints of its tree; mark: a comment near the top."""
    made = scene(robot, np.asarray(q, dtype=float))
    page = _Page(made, view_of(made))
    parts = [*page.grounds(), *page.bodies(), *page.joints(), *page.axes(), *page.names()]
    bottom = page.height + _LEGEND
    parts += shapes.legend(page.signs(), 22, page.height + 16)
    size = f'width="{_WIDTH:.0f}" height="{bottom:.0f}" viewBox="0 0 {_WIDTH:.0f} {bottom:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n<!-- {shapes.comment(mark)} -->\n'
        f"<title>{shapes.clean(robot.name)}: sketch</title>\n<style>{shapes.STYLE}</style>\n"
        f'<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


class _Page:
    """A scene on paper."""

    def __init__(self, made: Scene, view: View) -> None:
        self.scene, self.view = made, view
        every = [p for piece in (made.ground, *made.pieces) for p in self._points(piece)]
        every += [p for pin in made.pins for p in (pin.point, pin.foot)]
        flat = np.array([view.at(p) for p in every] or [(0.0, 0.0)])
        low, high = flat.min(axis=0), flat.max(axis=0)
        span = np.maximum(high - low, 1e-9)
        self.scale = float(min((_WIDTH - 2 * _MARGIN) / span[0], (_HEIGHT - 2 * _MARGIN) / span[1]))
        if max(span) < 1e-6:
            self.scale = 1.0
        self.height = float(max(170.0, min(_HEIGHT, span[1] * self.scale + 2 * _MARGIN)))
        self.middle = (low + high) / 2
        self.labels = Labels(_WIDTH, self.height)

    def paper(self, point: Array) -> Point:
        x, y = self.view.at(point)
        return (
            _WIDTH / 2 + (x - float(self.middle[0])) * self.scale,
            self.height / 2 - (y - float(self.middle[1])) * self.scale,
        )

    def _direction(self, axis: Array) -> Array:
        """Of a vector, on paper (y down)."""
        x, y = self.view.at(axis)
        return np.array([x, -y])

    def _points(self, piece: Piece) -> list[Array]:
        """Where a piece has no extent, its mass shows which way it goes."""
        apart = max((float(np.linalg.norm(p - piece.points[0])) for p in piece.points), default=0.0)
        return [*piece.points, piece.hint] if piece.hint is not None and apart < 1e-9 else piece.points

    # --- what stands still -------------------------------------------------------------------------------------------

    def grounds(self) -> list[str]:
        parts: list[str] = []
        standing = [pin for pin in self.scene.pins if pin.ground]
        points = _distinct([self.paper(p) for p in self.scene.ground.points])
        corners = shapes.hull(points)
        if not self.view.flat and len(corners) > 2:
            self.labels.lines(corners, closed=True)
            return [shapes.hatched(corners)]
        if not self.view.flat or not standing:
            return [shapes.support(*p) for p in points]
        for pin in standing:
            if pin.joint_type.slider:
                parts.append(shapes.rail(self.paper(pin.foot), self.paper(pin.point), self._direction(pin.axes[0])))
            else:
                parts.append(shapes.support(*self.paper(pin.foot if pin.loop else pin.point)))
        return list(dict.fromkeys(parts))

    # --- what moves --------------------------------------------------------------------------------------------------

    def bodies(self) -> list[str]:
        """Far ones first."""
        drawn: list[tuple[float, int, str]] = []
        for k, piece in enumerate(self.scene.pieces):
            points = self._points(piece)
            corners = shapes.hull(_distinct([self.paper(p) for p in points]))
            depth = float(np.mean([self.view.depth(p) for p in points])) if points else 0.0
            drawn.append(
                (
                    0.0 if self.view.flat else depth,
                    k,
                    shapes.plate(corners, k) if len(corners) > 2 else shapes.bar(corners, k),
                )
            )
            self.labels.lines(corners, closed=len(corners) > 2)
        return [text for *_, text in sorted(drawn)]

    def joints(self) -> list[str]:
        drawn: list[tuple[float, int, list[str]]] = []
        for k, pin in enumerate(self.scene.pins):
            if not pin.joint_type.nv and not pin.loop:
                continue
            drawn.append((0.0 if self.view.flat else self.view.depth(pin.point), k, self._joint(pin)))
            self.labels.block(*self._mark(pin), 9.0)
        return [text for *_, texts in sorted(drawn, key=lambda d: d[:2]) for text in texts]

    def _joint(self, pin: Pin) -> list[str]:
        x, y = self.paper(pin.point)
        along = self._direction(pin.axes[0])
        parts: list[str] = []
        if pin.part is not None:
            (a, b), (c, d) = (x, y), self.paper(pin.part)
            parts.append(f'<path class="open" d="M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}"/>')
        if pin.joint_type.symbol.outline == "sleeve" and not pin.loop:
            a, b = self.paper(pin.foot)
            if not pin.ground:
                parts.append(f'<path class="rod" d="M{a:.1f} {b:.1f}L{x:.1f} {y:.1f}"/>')
            x, y = self._mark(pin)
        size = float(np.linalg.norm(along))
        turn = float(np.degrees(np.arctan2(along[1], along[0]))) if size > 1e-9 else 0.0
        if self._side_on(pin):
            return [*parts, shapes.cylinder(x, y, turn, size, pin.motor, pin.loop)]
        return [*parts, shapes.symbol(pin.type, x, y, turn, pin.motor, pin.loop)]

    def _mark(self, pin: Pin) -> Point:
        """Where a joint has its symbol and its name: a slider that is far out halfway, so that what it carries is seen."""
        (x, y), (a, b) = self.paper(pin.point), self.paper(pin.foot)
        far = (
            pin.joint_type.symbol.outline == "sleeve"
            and not (pin.loop or pin.ground)
            and np.hypot(x - a, y - b) > _LONG
        )
        return ((x + a) / 2, (y + b) / 2) if far else (x, y)

    def signs(self) -> dict[str, str]:
        """Word -> symbol as it is drawn: kinds of joints, a joint with a motor, and one that closes a loop."""
        shown = [p for p in self.scene.pins if p.joint_type.symbol.outline != "free" and (p.joint_type.nv or p.loop)]
        found: dict[str, str] = {}
        for pin in shown:
            side = ", from the side" if self._side_on(pin) else ""
            found.setdefault(pin.joint_type.symbol.word + side, self._sign(pin, False, False))
        motors, loops = ([p for p in shown if getattr(p, key)] for key in ("motor", "loop"))
        found |= {"motor": self._sign(motors[0], True, False)} if motors else {}
        return found | ({"closes a loop": self._sign(loops[0], False, True)} if loops else {})

    def _sign(self, pin: Pin, motor: bool, loop: bool) -> str:
        return (
            shapes.cylinder(0, 0, 0, _SIDE, motor, loop)
            if self._side_on(pin)
            else shapes.symbol(pin.type, 0, 0, 0, motor, loop)
        )

    def _side_on(self, pin: Pin) -> bool:
        return pin.joint_type.spins and float(np.linalg.norm(self._direction(pin.axes[0]))) > _SIDE

    # --- words -------------------------------------------------------------------------------------------------------

    def axes(self) -> list[str]:
        """Where x, y and z of the world point, in the lower left corner."""
        x, y = 34.0, self.height - 18.0
        parts: list[str] = []
        for name, unit in zip("xyz", np.eye(3), strict=True):
            u = self._direction(unit) * 22.0
            if np.hypot(*u) > 4.0:
                parts.append(f'<path class="axis" d="M{x:.1f} {y:.1f}l{u[0]:.1f} {u[1]:.1f}"/>')
                end = u * (1.0 + 7.0 / float(np.hypot(*u)))
                parts.append(f'<text class="axisname" x="{x + end[0]:.1f}" y="{y + end[1] + 3:.1f}">{name}</text>')
        self.labels.block(x + 10, y - 10, 18.0)
        return parts

    def names(self) -> list[str]:
        """Joints that are at one place share a line, or stand one below the other."""
        found: dict[tuple[int, int], list[Pin]] = {}
        for pin in self.scene.pins:
            if pin.joint_type.symbol.outline != "free":
                x, y = self._mark(pin)
                found.setdefault((round(x), round(y)), []).append(pin)
        self.labels.named(self._mark(pins[0]) for pins in found.values())
        for pins in found.values():
            x, y = self._mark(pins[0])
            for kind, names in (
                ("joint", [p.name for p in pins if not p.loop]),
                ("closing", [p.name for p in pins if p.loop]),
            ):
                if names:
                    self.labels.place(names, x, y, kind, 13.0)
        for k, piece in enumerate(self.scene.pieces):
            corners = shapes.hull(_distinct([self.paper(p) for p in self._points(piece)]))
            if corners and (len(self.scene.pieces) <= _MANY or len(corners) > 2):
                x, y = (float(v) for v in np.mean(corners, axis=0))
                self.labels.place([piece.name], x, y, f"link c{k % 8}", 9.0)
        return self.labels.texts()


def _distinct(points: Sequence[Point]) -> list[Point]:
    """Without those that fall on others."""
    found: list[Point] = []
    for x, y in points:
        if all(abs(x - a) + abs(y - b) > 0.5 for a, b in found):
            found.append((x, y))
    return found
