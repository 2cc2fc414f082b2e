"""Internals that tests use: linkwright.cli. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.cli import simulate
from linkwright.cli.build import _cells
from linkwright.cli.main import application, run
from linkwright.cli.new import write_template
from linkwright.cli.options import Output, Pages, Reading, Samples, spread
from linkwright.disk import write_file, write_text
from linkwright.writers.template import LOOPS, PARALLEL

app = application()

__all__ = [
    "LOOPS",
    "Output",
    "PARALLEL",
    "Pages",
    "Reading",
    "Samples",
    "_cells",
    "app",
    "run",
    "simulate",
    "spread",
    "write_file",
    "write_template",
    "write_text",
]
