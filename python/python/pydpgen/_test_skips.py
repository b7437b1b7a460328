"""Tests that are skipped in the manner of ``unittest``, which is imported only then."""

from __future__ import annotations

import sys
from typing import NoReturn

__all__ = ["is_skip", "skip_test"]


def skip_test(reason: str) -> NoReturn:
    """Raises ``unittest.SkipTest``."""
    import unittest

    raise unittest.SkipTest(reason)


def is_skip(error: BaseException) -> bool:
    """Whether an exception says that a test is skipped. Who raised it has imported ``unittest``."""
    unittest = sys.modules.get("unittest")
    return unittest is not None and isinstance(error, unittest.SkipTest)
