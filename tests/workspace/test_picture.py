"""The picture of a workspace: its outline goes around the cells that are reached, also at the edge of the picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure

from linkwright.cli.plot_workspace import plot_workspace
from linkwright.workspace import Workspace
from linkwright.workspace.result import Grid


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Grid], Any]:
    """The figure of a workspace that is reached everywhere."""

    def draw(grid: Grid) -> Any:
        figures: list[Any] = []
        monkeypatch.setattr(Figure, "savefig", lambda figure, path: figures.append(figure))
        everywhere = np.ones(grid.shape, dtype=bool)
        found = Workspace(grid, np.full((*grid.shape, 1, 1), 0.5), everywhere[..., None, None], True, everywhere, "")
        plot_workspace("square", found, tmp_path / "w.svg")
        return figures[0]

    return draw


def test_the_outline_is_half_a_cell_beyond_the_last_cells(drawn: Callable[[Grid], Any]) -> None:
    axes = drawn(Grid(("x", "y"), np.array([-0.5, 0.5, 1.5]), np.array([2.0, 2.2, 2.4, 2.6]))).axes[0]
    outline = next(x for x in axes.collections if isinstance(x, ContourSet))
    corners = np.concatenate([path.vertices for path in outline.get_paths()])
    assert np.allclose(corners.min(axis=0), [-1.0, 1.9])
    assert np.allclose(corners.max(axis=0), [2.0, 2.7])
    for image in axes.images:
        assert np.allclose(image.get_extent(), [-1.0, 2.0, 1.9, 2.7]), "cells fill what the outline goes around"


def test_finer_cells_make_no_larger_picture(drawn: Callable[[Grid], Any]) -> None:
    def size(cells: int) -> Any:
        return drawn(Grid(("x", "y"), np.linspace(0, 1, cells), np.linspace(0, 2, 2 * cells))).get_size_inches()

    assert np.allclose(size(10), size(200))
    assert max(size(10)) < 12  # inches: it fits a page
