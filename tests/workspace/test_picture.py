"""The picture of a workspace: its outline goes around the cells that are reached, also at the edge of the picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure

from linkwright.cli.plot_workspace import plot_workspace
from linkwright.workspace import Workspace
from linkwright.workspace.result import Grid


def test_the_outline_is_half_a_cell_beyond_the_last_cells(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, path: drawn.append(figure))
    grid = Grid(("x", "y"), np.array([-0.5, 0.5, 1.5]), np.array([2.0, 2.2, 2.4, 2.6]))
    everywhere = np.ones(grid.shape, dtype=bool)
    found = Workspace(grid, np.full((*grid.shape, 1, 1), 0.5), everywhere[..., None, None], True, everywhere, "")
    plot_workspace("square", found, tmp_path / "w.svg")
    outline = next(x for x in drawn[0].axes[0].collections if isinstance(x, ContourSet))
    corners = np.concatenate([path.vertices for path in outline.get_paths()])
    assert np.allclose(corners.min(axis=0), [-1.0, 1.9])
    assert np.allclose(corners.max(axis=0), [2.0, 2.7])
