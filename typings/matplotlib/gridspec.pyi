from typing import Any

class SubplotSpec:
    def subgridspec(self, nrows: int, ncols: int) -> GridSpec: ...

class GridSpec:
    def __getitem__(self, key: Any) -> SubplotSpec: ...
