"""The functions that can be tests: plain ones, and coroutine functions, whose cases run in an event loop each."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

from ._predicates import deferred_kind

__all__ = ["check_not_in_hypothesis", "check_testable", "runs_at_once"]

COMBINED = (
    "all cases would run for each example. Use one of them: @given(structures.strategy(), ...) draws structures in Hypothesis; "
    "@exhaustive(structures, key=range(9)) tries all values of other arguments"
)


def check_testable(function: Callable[..., Any]) -> None:
    """Raises ``TypeError`` for a function whose call runs nothing of it, and for a test of Hypothesis."""
    name = getattr(function, "__name__", repr(function))
    if hasattr(function, "hypothesis") or getattr(function, "is_hypothesis_test", False):
        raise TypeError(f"{name} has @given and @exhaustive: {COMBINED}")
    kind = deferred_kind(function)
    if kind and not inspect.iscoroutinefunction(function):
        raise TypeError(f"{name} is {kind}, so that a call runs nothing of it: make it a plain function, or `async def`")


def check_not_in_hypothesis(name: str) -> None:
    """Raises ``TypeError`` while an example of Hypothesis runs: ``@given`` stands above ``@exhaustive``."""
    hypothesis = sys.modules.get("hypothesis")
    if hypothesis is not None and hypothesis.currently_in_test_context():
        raise TypeError(f"{name} runs in a test with @given: {COMBINED}")


def runs_at_once(function: Callable[..., Any], is_coroutine: bool) -> Callable[..., Any]:
    """The function as one whose call runs it to its end."""
    if not is_coroutine:
        return function
    # Few tests need it, and it takes a while to be loaded.
    import asyncio

    return lambda **arguments: asyncio.run(function(**arguments))
