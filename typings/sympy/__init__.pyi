# SymPy publishes no types; only graph/sympy_bridge.py uses it.
from typing import Any

def __getattr__(name: str) -> Any: ...
