"""Finds fixtures that a test's cases share, although they are made for each test."""

from __future__ import annotations

import unittest
from typing import Any

from ._exhaustive import SHARD_ARGUMENT, Exhaustive

__all__ = ["HealthWarning", "shared_fixture_warning"]

#: Fixtures of pytest that keep nothing that a case could find of another one.
HARMLESS = {SHARD_ARGUMENT, "request", "capsys", "capsysbinary", "capfd", "capfdbinary", "caplog", "record_property", "subtests"}


class HealthWarning(UserWarning):
    """A test could be wrong in a way that its outcome does not show."""


def shared_fixture_warning(item: Any, test: Exhaustive) -> HealthWarning | None:
    """The warning about what is set up once for all cases of a test; ``None`` if nothing is."""
    info = getattr(item, "_fixtureinfo", None)
    named = {} if info is None else info.name2fixturedefs
    names = [name for name, found in named.items() if found and _is_shared(name, found[-1])]
    cls = getattr(item, "cls", None)
    if isinstance(cls, type) and issubclass(cls, unittest.TestCase):
        # pytest calls `setup_method` and its like by fixtures with names of its own.
        names = [name for name in names if "unittest" not in name and "xunit" not in name]
        names += [name for name in ("setUp", "asyncSetUp") if not _is_unittests(getattr(cls, name, None))]
    if not names:
        return None
    return HealthWarning(
        f"{', '.join(sorted(names))}: set up once for all cases of {test.function.__name__}, not for each. If a case could find "
        "what another one has left there, make it in the test; if not, silence this with "
        '@pytest.mark.filterwarnings("ignore::pydpgen.HealthWarning")'
    )


def _is_shared(name: str, fixture: Any) -> bool:
    """Whether it is a fixture for one function. The values of ``parametrize`` are fixtures of pytest's, too."""
    made = getattr(fixture, "func", None)
    is_value = getattr(made, "__module__", "") == "_pytest.python" and getattr(made, "__name__", "").startswith("get_direct_param")
    return bool(fixture.scope == "function") and name not in HARMLESS and not is_value


def _is_unittests(method: Any) -> bool:
    return method is None or str(getattr(method, "__module__", "")).startswith("unittest")
