"""The settings of a test in several processes: those that say something else there, and those that it refuses."""

from __future__ import annotations

import dataclasses

from ._test_cases import Cases
from .settings import Profile

__all__ = ["check_processes", "profile_in_processes"]


def check_processes(processes: int, *, sample: int | None = None, max_failures: int | None = None) -> None:
    """Raises an exception for what is no number of processes, and for settings that only one process has."""
    if isinstance(processes, bool) or not isinstance(processes, int):
        raise TypeError(f"processes is an int, not {processes!r}: os.cpu_count() is the number of cores")
    if processes < 1:
        raise ValueError(f"processes={processes}: at least one process runs the cases")
    if processes == 1:
        return
    if sample is not None:
        raise ValueError(
            f"sample={sample} and processes={processes}: cases are drawn and reduced in one process; leave out one of both"
        )
    if max_failures is not None and max_failures > 1:
        raise ValueError(
            f"max_failures={max_failures} and processes={processes}: several processes end at the first failure, as what runs "
            "behind it depends on their speed; leave out one of both"
        )


def profile_in_processes(profile: Profile, cases: Cases) -> Profile:
    """The settings of a test in several processes: it ends at its first failure, whatever a profile says.

    Raises ``ValueError`` for a limit of cases where their number is not known from their ranks.
    """
    if profile.max_cases is not None and not cases.has_exact_counts:
        raise ValueError(
            f"max_cases={profile.max_cases} and several processes: the arguments {', '.join(cases.dependent)} depend on others, so "
            "that cases are counted only as they run; run them in one process, or limit max_size or time"
        )
    return dataclasses.replace(profile, max_failures=1)
