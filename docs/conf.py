"""Sphinx settings: pages are Markdown (MyST), the theme comes with Sphinx, nothing is fetched while building."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

project = "Linkwright"
author = "The Linkwright authors"
copyright = author
_VERSION = (ROOT / "src/linkwright/version.py").read_text(encoding="utf-8")
release = re.findall(r'^__version__ = "(.+)"$', _VERSION, re.MULTILINE)[0]
version = release

extensions = ["myst_parser"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "plan.md"]
nitpicky = True

html_theme = "alabaster"
html_theme_options = {
    "description": "From a robot file to its equations of motion: readable, fast, proven",
    "fixed_sidebar": True,
    "page_width": "72em",
    "body_max_width": "56em",
}
html_sidebars = {"**": ["about.html", "searchfield.html", "navigation.html"]}
html_show_sourcelink = False
html_copy_source = False
