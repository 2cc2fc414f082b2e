"""Formulas of the pages as MathML, which browsers typeset themselves: no script, no font and no network when a page is read."""

from __future__ import annotations

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from linkwright.describe.mathml import inner_math

_LOG = logging.getLogger(__name__)


def typeset(latex: str, node: nodes.Node) -> str:
    """What is inside of <math>; a warning, and the LaTeX itself, where it cannot be read."""
    try:
        return inner_math(latex)
    except (AssertionError, IndexError, KeyError) as error:
        _LOG.warning("not known to linkwright.describe.mathml: %s (%s)", latex, error, location=node, type="math")
        return f"<mtext>{escape(latex)}</mtext>"


def inline(self: Any, node: nodes.math) -> None:
    self.body.append(f"<math>{typeset(node.astext(), node)}</math>")
    raise nodes.SkipNode


def block(self: Any, node: nodes.math_block) -> None:
    label = f'<span class="eqno">({node["number"]})</span>' if node.get("number") else ""
    attributes = self.starttag(node, "div", CLASS="formula").rstrip()
    self.body.append(f'{attributes}<math display="block">{typeset(node.astext(), node)}</math>{label}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("linkwright", inline_renderers=(inline, None), block_renderers=(block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
