"""CUDA in single precision: kernels, launchers, tests and example for float alone."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.cpp.single import CPP_SINGLE
from linkwright.emit.languages.cuda import CUDA

CUDA_SINGLE = replace(CUDA, real=CPP_SINGLE.real, constants=CPP_SINGLE.constants)
