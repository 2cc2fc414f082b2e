"""Terms as Unicode text."""

from __future__ import annotations

from linkwright.manifold.terms import Term


def text(term: Term) -> str:
    """The operations of a term, as they stand."""
    if not term.args:
        return str(getattr(term.data, "name", term.data))
    return f"{term.op}({', '.join(text(a) for a in term.args)})"
