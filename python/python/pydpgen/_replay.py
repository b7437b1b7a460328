"""``DPGEN_REPLAY``: the environment variable that names the only case to run, as ``test@case``."""

from __future__ import annotations

import os

from ._test_skips import skip_test

__all__ = ["replay_command", "replayed_case"]


def replayed_case(test: str, node: str) -> str | None:
    """The case of a test that ``DPGEN_REPLAY`` names; ``None`` if it is not set. ``node`` is the test's name in pytest.

    Raises ``unittest.SkipTest`` if it names another test.
    """
    replay = os.environ.get("DPGEN_REPLAY")
    if not replay:
        return None
    name, _, case = replay.rpartition("@")
    if name and name != test and not f"::{node}".endswith(f"::{name}"):
        skip_test(f"DPGEN_REPLAY={replay} names another test")
    return case


def replay_command(test: str, case: str, node: str) -> str:
    """The line that says how to run a case again."""
    return f"replay: DPGEN_REPLAY={test}@{case}" + (f" pytest {node!r}" if node else "")
