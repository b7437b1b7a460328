"""``pydpgen.check``: calls a function with every structure, up to the first failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._case_job import CaseJob
from ._case_loop import CaseLoop
from ._check_report import Checked
from ._process_settings import check_processes
from ._structures import Structures
from ._test_cases import Cases
from .settings import Profile

__all__ = ["check"]


def check(
    structures: Structures[Any],
    function: Callable[[Any], object],
    *,
    max_size: int | None = None,
    time: float | None = None,
    case_time: float | None = None,
    processes: int = 1,
) -> Checked:
    """Calls a function with every structure, smallest first, until one fails: the function raises, answers ``False``, or
    takes longer than ``case_time`` seconds. ``time`` (seconds) ends the check early. Profiles do not change it. With several
    ``processes`` the result is the same, and the function runs in these: see :func:`pydpgen.exhaustive`.

    >>> import pydpgen
    >>> print(pydpgen.check(pydpgen.Spec("binary-tree").build(max_size=5), lambda tree: tree is not None).cases)
    65
    """
    check_processes(processes)
    profile = Profile(time=time, case_time=case_time, max_failures=1)
    cases = Cases({"structure": structures}, max_size)
    called = _OfStructure(function)
    loop = CaseLoop(cases, called, "check", profile, must_hold=True)
    if processes > 1:
        # Most runs have no use for multiprocessing.
        from ._process_pool import run_in_processes

        run_in_processes(loop, CaseJob(cases, called, True, profile.case_time), processes)
    else:
        loop.run_all()
    return loop.checked


class _OfStructure:
    """A function of one structure, as one of a case's arguments. It is a class so that it is pickled."""

    def __init__(self, function: Callable[[Any], object]) -> None:
        self.function = function

    def __call__(self, structure: Any) -> object:
        __tracebackhide__ = True
        return self.function(structure)
