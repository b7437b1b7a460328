"""``pydpgen.check``: a function is called with every structure up to a size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._case_runs import Checked, run_cases
from ._process_pool import CaseJob, check_processes, run_in_processes
from ._structures import Structures
from ._test_cases import Cases

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
    takes longer than ``case_time`` seconds. ``time`` (seconds) ends the check early. With several ``processes`` the result is the
    same, and the function runs in these: see :func:`pydpgen.exhaustive`.

    >>> import pydpgen
    >>> print(pydpgen.check(pydpgen.Spec("binary-tree").build(max_size=5), lambda tree: tree is not None).cases)
    65
    """
    check_processes(processes)
    cases = Cases({"structure": structures}, max_size)
    called = _OfStructure(function)
    if processes > 1:
        return run_in_processes(CaseJob(cases, called, True, case_time), "check", processes, time)
    return run_cases(cases, called, "check", time=time, case_time=case_time)


class _OfStructure:
    """A function of one structure, as one of a case's arguments. It is a class so that it is pickled."""

    def __init__(self, function: Callable[[Any], object]) -> None:
        self.function = function

    def __call__(self, structure: Any) -> object:
        return self.function(structure)
