# mpmath publishes no types. Its numbers come from contexts that are made at run time, so that a number is Any.
from typing import Any

def __getattr__(name: str) -> Any: ...
