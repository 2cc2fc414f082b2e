from typing import Any

class MPContext:
    dps: int
    def __getattr__(self, name: str) -> Any: ...
