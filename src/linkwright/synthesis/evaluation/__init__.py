"""Candidates judged in batches: constraints cheapest first, then objectives. docs/synthesis.md says what each row means."""

from __future__ import annotations

from linkwright.synthesis.evaluation.constraints import CONSTRAINTS
from linkwright.synthesis.evaluation.funnel import Evaluation, evaluate
from linkwright.synthesis.evaluation.objectives import OBJECTIVES

__all__ = ["CONSTRAINTS", "OBJECTIVES", "Evaluation", "evaluate"]
