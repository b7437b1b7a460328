"""Finds fixtures that a test's cases share, although they are made for each test."""

from __future__ import annotations

from typing import Any

from ._exhaustive import SHARD_ARGUMENT, Exhaustive

__all__ = ["HealthWarning", "shared_fixture_warning"]

#: Fixtures of pytest that keep nothing that a case could find of another one.
HARMLESS = {SHARD_ARGUMENT, "request", "capsys", "capsysbinary", "capfd", "capfdbinary", "caplog", "record_property", "subtests"}


class HealthWarning(UserWarning):
    """A test could be wrong in a way that its outcome does not show."""


def shared_fixture_warning(item: Any, test: Exhaustive) -> HealthWarning | None:
    """The warning about what is set up once for all cases of a test; ``None`` if nothing is."""
    names = [name for name, fixture in _requested(item).items() if _is_shared(name, fixture)]
    cls = getattr(item, "cls", None)
    names += [name for name in ("setup_method", "setUp", "asyncSetUp") if not _does_nothing(getattr(cls, name, None))]
    if not names:
        return None
    return HealthWarning(
        f"{', '.join(sorted(names))}: set up once for all cases of {test.function.__name__}, not for each. If a case could find "
        "what another one has left there, make it in the test; if not, silence this with "
        '@pytest.mark.filterwarnings("ignore::pydpgen.HealthWarning")'
    )


def _requested(item: Any) -> dict[str, Any]:
    """The fixtures that a test names, and those that these name. Those of ``autouse`` are left out: who writes a test can often do
    nothing about them."""
    info: Any = getattr(item, "_fixtureinfo", None)
    found: dict[str, Any] = {}
    waiting = [] if info is None else list(info.argnames)
    for name in waiting:
        if name not in found and (fixtures := info.name2fixturedefs.get(name)):
            found[name] = fixtures[-1]
            waiting += fixtures[-1].argnames
    return found


def _is_shared(name: str, fixture: Any) -> bool:
    """Whether it is a fixture for one function. The values of ``parametrize`` are fixtures of pytest's, too."""
    made = getattr(fixture, "func", None)
    is_value = getattr(made, "__module__", "") == "_pytest.python" and getattr(made, "__name__", "").startswith("get_direct_param")
    return bool(fixture.scope == "function") and name not in HARMLESS and not is_value


def _does_nothing(method: Any) -> bool:
    """Whether there is no such method, or it is the one of unittest, which is for others to replace."""
    return method is None or str(getattr(method, "__module__", "")).startswith("unittest")
