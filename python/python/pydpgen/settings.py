"""Settings of ``@pydpgen.exhaustive`` tests, in profiles by name.

An argument of ``@exhaustive`` is before the profile's value. The profile is looked up when a test runs: pytest's option
``--dpgen-profile`` chooses it, else the environment variable ``DPGEN_PROFILE``, else :func:`load_profile`, else it is
``default``. ``dev`` gives each test ten seconds and stops at the first failure. ``ci`` fails a case that takes a minute, so that
one which hangs does not hold up a job, and keeps no failures in files.

>>> import pydpgen
>>> pydpgen.settings.register_profile("nightly", parent="ci", time="2h", max_failures=20)
>>> pydpgen.settings.get_profile("nightly").time
7200.0
"""

from __future__ import annotations

import dataclasses
import os
from dataclasses import dataclass
from typing import Any

from ._deadline import seconds_of

__all__ = ["PROFILE_VARIABLE", "Profile", "current_profile", "get_profile", "load_profile", "loaded_profile", "register_profile"]

#: The environment variable that names the profile.
PROFILE_VARIABLE = "DPGEN_PROFILE"


@dataclass(frozen=True)
class Profile:
    """The settings of a test."""

    #: The seconds that a test may take; cases that are left when they are over do not run.
    time: float | None = None
    #: The seconds that a case may take before it fails.
    case_time: float | None = None
    #: The number of failures with different causes that end a test.
    max_failures: int = 5
    #: The number of cases that a test runs at most, smallest first.
    max_cases: int | None = None
    #: Whether failing cases are kept in ``.pydpgen/``, to run first in the next run.
    database: bool = True
    #: The seed of the cases that ``sample=`` draws; ``None`` is another one in each run.
    seed: int | None = 0

    def __post_init__(self) -> None:
        for name in ("time", "case_time"):
            object.__setattr__(self, name, seconds_of(getattr(self, name)))
        for name in ("max_failures", "max_cases"):
            value = getattr(self, name)
            if value is None and name == "max_cases":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise ValueError(f"{name}={value!r}: it is a number of at least 1")

    def with_values(self, **values: Any) -> Profile:
        """The profile with other values; those that are ``None`` leave it as it is."""
        return dataclasses.replace(self, **{name: value for name, value in values.items() if value is not None})


_profiles: dict[str, Profile] = {}
_loaded: str | None = None


def register_profile(name: str, parent: str = "default", **values: Any) -> None:
    """Names settings: those of ``parent``, except for the values that are given. A profile of this name is replaced.

    Raises ``TypeError`` for a setting that does not exist, and ``ValueError`` for a value that it can not have.

    >>> register_profile("quick", max_cases=1000)
    """
    known = [field.name for field in dataclasses.fields(Profile)]
    for setting in values:
        if setting not in known:
            raise TypeError(f"{setting!r} is no setting of a profile: there are {', '.join(known)}")
    _profiles[name] = dataclasses.replace(get_profile(parent), **values)


def get_profile(name: str) -> Profile:
    """The profile of this name; ``ValueError`` if there is none."""
    if name not in _profiles:
        raise ValueError(
            f"there is no profile {name!r}: there are {', '.join(_profiles)}; "
            "pydpgen.settings.register_profile makes one, in the conftest.py beside pytest's configuration"
        )
    return _profiles[name]


def load_profile(name: str | None) -> None:
    """Makes a profile the one of all tests that run from here on; with ``None``, none is loaded. ``ValueError`` if there is none of
    this name."""
    global _loaded
    if name is not None:
        get_profile(name)
    _loaded = name


def loaded_profile() -> str | None:
    """The name that ``load_profile`` was called with last."""
    return _loaded


def current_profile() -> tuple[str, Profile]:
    """The name of the profile that tests run with, and its settings."""
    name = _loaded or os.environ.get(PROFILE_VARIABLE) or "default"
    return name, get_profile(name)


_profiles["default"] = Profile()
register_profile("dev", time=10.0, max_failures=1)
register_profile("ci", case_time=60.0, database=False)
