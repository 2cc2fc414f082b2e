"""One language of formulas: text -> words -> a syntax tree with units; readers make expressions or terms of it."""
