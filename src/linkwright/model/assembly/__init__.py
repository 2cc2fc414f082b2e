"""A closed mechanism in numbers: how it assembles, how it may move, which coordinates are free. Its doors are analysis.py
(for people), cutting.py (for derivations) and solving.py (for closed positions)."""
