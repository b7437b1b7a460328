"""``pydpgen.check``: calls a function with every structure, up to the first failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._case_loop import CaseLoop
from ._case_run import case_failure
from ._check_report import Checked, Failure
from ._structures import Structures
from ._test_cases import Cases
from .settings import Profile

__all__ = ["Checked", "Failure", "case_failure", "check"]


def check(
    structures: Structures[Any],
    function: Callable[[Any], object],
    *,
    max_size: int | None = None,
    time: float | None = None,
    case_time: float | None = None,
) -> Checked:
    """Calls a function with every structure, smallest first, until one fails: the function raises, answers ``False``, or
    takes longer than ``case_time`` seconds. ``time`` (seconds) ends the check early. Profiles do not change it.

    >>> import pydpgen
    >>> print(pydpgen.check(pydpgen.Spec("binary-tree").build(max_size=5), lambda tree: tree is not None).cases)
    65
    """
    name = "structure"
    profile = Profile(time=time, case_time=case_time, max_failures=1)
    cases = Cases({name: structures}, max_size)
    loop = CaseLoop(cases, lambda **given: function(given[name]), "check", profile, must_hold=True)
    loop.run_all()
    return loop.checked
