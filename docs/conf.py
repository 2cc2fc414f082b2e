"""Sphinx settings: pages are Markdown (MyST), tutorials are notebooks that the build runs; nothing is fetched, neither while
building nor by who reads the pages."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(Path(__file__).parent / "_sphinx"))

import kernels  # noqa: E402 - of the folder above

sys.path.insert(0, str(Path(__file__).parent))
import make_api  # noqa: E402 - beside this file

make_api.main()

project = "Linkwright"
author = "The Linkwright authors"
copyright = author
_VERSION = (ROOT / "src/linkwright/version.py").read_text(encoding="utf-8")
release = re.findall(r'^__version__ = "(.+)"$', _VERSION, re.MULTILINE)[0]
version = release

extensions = ["myst_nb", "sphinx_design", "sphinx_copybutton", "mathematics", "downloads", "pictures"]
exclude_patterns = ["_build", "_sphinx", "plan.md"]
smartquotes = False  # what looks like code is code
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types in signatures; links to names are looked for by tests/test_api.py
suppress_warnings = ["ref.python"]  # two types of one name, in a signature
add_module_names = False
python_maximum_signature_line_length = 80
python_trailing_comma_in_multi_line_signatures = False

myst_enable_extensions = ["amsmath", "attrs_inline", "colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_dmath_double_inline = True
myst_heading_anchors = 3

# Tutorials run when they, an example or Linkwright have changed since; what they printed is kept below docs/_build.
nb_execution_mode = "cache"
nb_execution_cache_path = str(kernels.prepare(ROOT))
nb_execution_timeout = 300
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_merge_streams = True

html_theme = "furo"
html_title = f"Linkwright {release}"
html_logo = "_static/logo.svg"
html_favicon = "_static/favicon.svg"
html_static_path = ["_static"]
html_css_files = ["linkwright.css"]
html_math_renderer = "linkwright"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
pygments_style = "friendly"
pygments_dark_style = "github-dark"

copybutton_prompt_text = r"^\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_exclude = ".linenos, .gp"
