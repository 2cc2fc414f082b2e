"""How long the pieces of the fastest motion from rest to rest are. Without NumPy: the studio's page asks for them, too."""

from __future__ import annotations

from math import cbrt, inf, isinf, sqrt


def spans_of(distance: float, velocity: float, acceleration: float, jerk: float) -> tuple[float, float, float]:
    """Lengths of the pieces: of rising acceleration, of constant acceleration, of constant velocity."""
    if isinf(jerk):
        top = min(velocity, sqrt(distance * acceleration))
        return 0.0, top / acceleration, _cruise(distance, top, velocity, top / acceleration)
    edge = acceleration / jerk  # inf where the acceleration has no bound
    if distance >= 2 * acceleration * edge**2:
        reached = acceleration / 2 * (sqrt(edge**2 + 4 * distance / acceleration) - edge)
    else:
        reached = jerk * cbrt(distance / (2 * jerk)) ** 2
    top = min(velocity, reached)
    rise = min(edge, sqrt(top / jerk))
    hold = 0.0 if rise < edge else max(0.0, top / acceleration - edge)
    return rise, hold, _cruise(distance, top, velocity, 2 * rise + hold)


def _cruise(distance: float, top: float, velocity: float, speeding: float) -> float:
    """Time at constant velocity; none where the bound is not reached."""
    return max(0.0, distance / top - speeding) if top == velocity and velocity < inf else 0.0
