"""Causes of failures: failing cases with the same cause are taken for the same mistake."""

from __future__ import annotations

__all__ = ["Cause", "cause_of"]

#: The name of an exception's type, with the file and line where it was raised if these say something.
Cause = tuple[str, str]

#: Exceptions that come up at any line: the place says nothing of the mistake.
PLACELESS = (TimeoutError, RecursionError, MemoryError)


def cause_of(error: BaseException) -> Cause:
    """The type of an exception, and the line where it was raised; of a group, those of the first one within.

    >>> def divide(): return 1 // 0
    >>> try:
    ...     divide()
    ... except ZeroDivisionError as error:
    ...     print(cause_of(error)[0])
    ZeroDivisionError
    """
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    place, step = "", error.__traceback__
    while step is not None and not isinstance(error, PLACELESS):
        place, step = f"{step.tb_frame.f_code.co_filename}:{step.tb_lineno}", step.tb_next
    return type(error).__qualname__, place
