"""PyTorch in single precision. Constants keep all their digits: tensors of doubles are computed with in double precision."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.torch import TORCH
from linkwright.emit.target import Real, within_single

TORCH_SINGLE = replace(TORCH, real=Real("torch.float32", single=True), number=within_single)
