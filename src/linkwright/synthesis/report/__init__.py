"""The report of a synthesis: one page with the fronts, the structures and the best robots in motion, and their files."""

from linkwright.synthesis.report.write import write_report

__all__ = ["write_report"]
