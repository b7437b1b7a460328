"""Notices the exceptions that a predicate catches, as they may be raised only because it gets views.

Code that is not written in Python looks into the memory of what it is given, and raises an exception for a view. A predicate
that catches it goes on, with an answer that is that of no instance. Where code of a predicate catches exceptions, its runs are
watched: by ``sys.monitoring`` from Python 3.12 on, by ``sys.settrace`` before. Invariant: the answer of a :class:`Guard` is that
of a run on views in which no doubtful exception was raised, or that of the function for an instance.
"""

from __future__ import annotations

import copy
import dis
import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, TracebackType
from typing import Any

from ._code_inspection import catches, is_users_code
from ._contexts import UnknownContext
from ._predicates import deferred_kind
from ._schema_description import Description

__all__ = ["Guard", "advise", "guarded", "listening"]

#: Exceptions that an operation on a view raises where one on an instance does, in code of any language.
_EXACT = (LookupError, ArithmeticError, AttributeError, NameError, ImportError, StopIteration, StopAsyncIteration)
#: Steps of the user's code that raise for a view where they do for an instance: a comparison asks both operands.
_EXACT_STEPS = {dis.opmap[name] for name in ("RAISE_VARARGS", "RERAISE", "COMPARE_OP")}
_PACKAGE = os.path.dirname(__file__)
#: The event of ``sys.monitoring``; there is none before Python 3.12.
_MONITORING: Any = getattr(sys, "monitoring", None)
_ADVICE = (
    "pydpgen: a predicate gets views. Code that is not written in Python (json, re, struct, str.join) and code that asks for the "
    "exact type looks past what a view says of itself: give it a real object, by int(it), str(it), list(it) or copy.deepcopy(it)"
)


class _Runs(threading.local):
    """The guard whose function a thread runs."""

    #: The doubtful exception that was raised first in the run, and where.
    caught: str | None = None
    is_watched = False


_runs = _Runs()


def guarded(function: Any) -> Any:
    """The function, or a guard of it if its code catches exceptions, or that of functions that it names."""
    if isinstance(function, Guard) or deferred_kind(function) or not catches([function, *_listener.methods]):
        return function
    return Guard(function)


class Guard:
    """A function of a view that answers by an instance where code caught an exception that only a view may raise."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function

    def __call__(self, structure: Any, *context: Any) -> Any:
        outer = _runs.caught, _runs.is_watched
        _runs.caught, _runs.is_watched = None, True
        stop = _listener.watch()
        try:
            answer = self.function(structure, *context)
            caught = _runs.caught
        finally:
            stop()
            _runs.caught, _runs.is_watched = outer
        return answer if caught is None else self._of_instance(answer, caught, structure, context)

    def _of_instance(self, answer: Any, caught: str, structure: Any, context: Any) -> Any:
        """The answer for an instance, of which everything is decided; ``answer`` if its class refuses to make it."""
        advice = f"{caught} was caught in a predicate, and may be raised for a view only: give what raises it int(it), str(it), ..."
        try:
            real = copy.deepcopy(structure)
        except Exception as error:
            if str(error).startswith("a predicate does not follow"):
                raise TypeError(advice) from error
            return answer
        try:
            return self.function(real, *context)
        except UnknownContext as error:
            raise TypeError(advice) from error


class _Listener:
    """Hears the exceptions that are raised while guards run, in builds."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.builds = 0
        self.tool: int | None = None
        #: The methods of the classes of structures.
        self.methods: list[Any] = []

    def watch(self) -> Callable[[], None]:
        """Begins to hear the exceptions of this thread; what is returned ends it."""
        if _MONITORING is not None and (self.tool is not None or self._monitor()):
            return _nothing
        before = sys.gettrace()
        if before is not None and before is not _trace:
            # A debugger keeps its place.
            return _nothing
        sys.settrace(_trace)
        return functools.partial(sys.settrace, before)

    def _monitor(self) -> bool:
        with self.lock:
            free = [tool for tool in (4, 3, 5, 2, 1, 0) if _MONITORING.get_tool(tool) is None]
            if self.tool is None and free:
                self.tool = free[0]
                _MONITORING.use_tool_id(self.tool, "pydpgen")
                _MONITORING.register_callback(self.tool, _MONITORING.events.RAISE, _hear)
                _MONITORING.set_events(self.tool, _MONITORING.events.RAISE)
            return self.tool is not None

    def end(self) -> None:
        with self.lock:
            if self.tool is not None:
                _MONITORING.set_events(self.tool, 0)
                _MONITORING.register_callback(self.tool, _MONITORING.events.RAISE, None)
                _MONITORING.free_tool_id(self.tool)
                self.tool = None


_listener = _Listener()


@contextmanager
def listening(request: dict[str, Any], description: Description) -> Iterator[dict[str, Any]]:
    """Brings a request whose predicates are guarded, for the time of a build or a check."""
    classes = {ctor.cls for described in description.types for ctor in described.constructors if ctor.cls is not None}
    before, _listener.methods = _listener.methods, [*_methods(classes)]
    _listener.builds += 1
    try:
        predicates = request["predicates"]
        yield {
            **request,
            "predicates": predicates and [_guarded_predicate(one) for one in predicates],
            "root_ok": request["root_ok"] and _guarded_predicate(request["root_ok"]),
        }
    finally:
        _listener.builds -= 1
        _listener.methods = before
        if not _listener.builds:
            _listener.end()


def _guarded_predicate(predicate: Any) -> Any:
    if predicate.opaque or predicate.function is predicate or (function := guarded(predicate.function)) is predicate.function:
        return predicate
    made = copy.copy(predicate)
    made.function = function
    return made


def _methods(classes: set[Any]) -> Iterator[Any]:
    """The methods and properties of classes that run on views."""
    for cls in classes:
        for name, found in ((name, found) for base in cls.__mro__ for name, found in vars(base).items()):
            function = getattr(found, "fget", None) or getattr(found, "func", None) or getattr(found, "__func__", found)
            if callable(function) and name not in ("__init__", "__post_init__", "__new__"):
                yield function


def _nothing() -> None: ...


def _trace(frame: Any, event: str, given: Any) -> Any:
    frame.f_trace_lines = False
    if event == "exception":
        _note(frame.f_code, frame.f_lasti, given[1], given[2])
    return _trace


def _hear(code: CodeType, offset: int, error: BaseException) -> None:
    if _runs.is_watched:
        _note(code, offset, error, error.__traceback__)


def _note(code: CodeType, offset: int, error: Any, trace: TracebackType | None) -> None:
    if _runs.caught is None and trace is not None and _is_doubtful(code, offset, error, trace):
        _runs.caught = f"{type(error).__name__} ({code.co_filename}:{trace.tb_lineno})"


def _is_doubtful(code: CodeType, offset: int, error: Any, trace: TracebackType) -> bool:
    """Whether the exception, which has come up to this code, may be raised only because of a view."""
    if not isinstance(error, Exception) or _is_own(code):
        return False
    inner, is_first = trace.tb_next, trace.tb_next is None
    while inner is not None:
        if not _is_own(inner.tb_frame.f_code):
            return False
        inner = inner.tb_next
    if isinstance(error, _EXACT):
        return str(error).startswith("a predicate can not change")
    if is_first and is_users_code(code):
        return not isinstance(error, ValueError) and code.co_code[offset] not in _EXACT_STEPS
    return True


def _is_own(code: CodeType) -> bool:
    return code.co_filename.startswith(_PACKAGE)


def advise(error: BaseException, trace: TracebackType | None) -> None:
    """Adds what to do to an exception that a predicate has raised, if it may be raised only because of a view."""
    if not isinstance(error, TypeError) or "give it" in str(error):
        return
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or _is_own(trace.tb_frame.f_code):
        return
    code = trace.tb_frame.f_code
    if not is_users_code(code) or dis.opname[code.co_code[trace.tb_lasti]].startswith("CALL"):
        error.add_note(_ADVICE)
