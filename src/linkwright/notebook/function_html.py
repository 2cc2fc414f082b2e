"""A function as a notebook shows it: equations that a browser typesets by itself."""

from __future__ import annotations

from linkwright.describe.mathml import inner_math
from linkwright.graph.function import Function


def function_html(function: Function) -> str:
    """Its outputs as MathML, which needs no network and no script."""
    return f'<math style="font-size: 1.1em">{inner_math(function.latex())}</math>'
