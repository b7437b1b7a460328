"""Runs one case: the call of a test, and how it went."""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._case_record import CaseRecord, NotApplicable, Recording
from ._deadline import Late, deadline
from ._predicates import unusable_answer
from ._test_skips import is_skip

# pytest leaves the functions of this module out of what it shows.
__tracebackhide__ = True

__all__ = ["CaseResult", "Outcome", "case_failure", "run_case"]


class Outcome(enum.Enum):
    """How a case went."""

    PASSED = "passed"
    FAILED = "failed"
    #: ``assume`` ended it.
    ASSUMED_AWAY = "assumed away"
    #: ``pytest.skip`` or ``unittest.SkipTest`` ended it.
    SKIPPED = "skipped"


@dataclass(slots=True, eq=False, repr=False)
class CaseResult:
    """How a case went, with the exception of one that failed or was skipped."""

    outcome: Outcome
    error: BaseException | None
    record: CaseRecord


def run_case(
    function: Callable[..., object], arguments: dict[str, Any], must_hold: bool, case_time: float | None = None
) -> CaseResult:
    """Calls a function with the arguments of a case; with ``must_hold`` the answer ``False`` is a failure, too.

    Raises what ends the test and not only the case, such as ``KeyboardInterrupt`` and the outcome of ``pytest.xfail``.
    """
    with Recording() as record:
        outcome, error = _call(function, arguments, must_hold, case_time)
    return CaseResult(outcome, error, record)


def _call(
    function: Callable[..., object], arguments: dict[str, Any], must_hold: bool, case_time: float | None
) -> tuple[Outcome, BaseException | None]:
    try:
        if case_time is None:
            answer = function(**arguments)
        else:
            with deadline(case_time):
                answer = function(**arguments)
    except Late as late:
        error = TimeoutError(f"the case ran longer than {case_time:g} s, its limit")
        return Outcome.FAILED, error.with_traceback(late.__traceback__)
    except NotApplicable:
        return Outcome.ASSUMED_AWAY, None
    except (Exception, SystemExit) as error:
        return (Outcome.SKIPPED if is_skip(error) else Outcome.FAILED), error
    except BaseException as error:
        # pytest's own outcomes: of these, a failure and a skip are of the case.
        pytest = sys.modules.get("_pytest.outcomes")
        if pytest is not None and type(error) in (pytest.Failed, pytest.Skipped):
            return (Outcome.FAILED if type(error) is pytest.Failed else Outcome.SKIPPED), error
        raise
    if answer is None:
        return Outcome.PASSED, None
    if kind := unusable_answer(function, answer, must_be_called=must_hold):
        return Outcome.FAILED, TypeError(f"nothing was checked: the answer is {kind}")
    if must_hold and answer is False:
        return Outcome.FAILED, AssertionError("the property answers False")
    return Outcome.PASSED, None


def case_failure(
    function: Callable[..., object], arguments: dict[str, Any], must_hold: bool, case_time: float | None = None
) -> BaseException | None:
    """The exception of a case that fails; ``None`` for any other, also one that was assumed away or skipped.

    Raises ``SystemExit``: who runs cases in a process of a cluster judges what ends it.
    """
    result = run_case(function, arguments, must_hold, case_time)
    if isinstance(result.error, SystemExit):
        raise result.error
    return result.error if result.outcome is Outcome.FAILED else None
