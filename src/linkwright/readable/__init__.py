"""Expressions as people read them: short closed forms, and how text, LaTeX and Python spell them."""
