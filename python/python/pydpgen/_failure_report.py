"""The exception with which a test fails: that of the failing case, or a group with one for each cause."""

from __future__ import annotations

from ._check_report import Checked
from ._replay import replay_command

__all__ = ["failure_exception"]


def failure_exception(checked: Checked, node: str, observed: str = "") -> BaseException:
    """The exception of a check that failed, with notes that name the cases and say how to run them again; ``observed`` is the line
    that says how all cases are shown."""
    name = checked.name
    for failure in checked.causes:
        lines = [str(failure), replay_command(name, failure.replay, node), *([observed] if observed else [])]
        failure.exception.add_note("\n".join(lines))
    errors = [failure.exception for failure in checked.causes]
    if len(errors) == 1:
        return errors[0]
    return BaseExceptionGroup(f"{name} fails with {len(errors)} different causes, smallest case first", errors)
