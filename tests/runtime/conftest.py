"""Tests compile anew: what an earlier version left in the user's cache must not answer for this one, nor ours stay there."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LINKWRIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
