"""References in the code of predicates: the functions that it may call, and whether it asks for ``type(...)``."""

from __future__ import annotations

import builtins
import dis
import functools
import inspect
import os
import sysconfig
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from . import _pydpgen

__all__ = ["asks_type", "code_of", "reachable", "refuse_type"]

#: Where code lies that is not the user's own.
_LIBRARIES = (*map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")), os.path.dirname(__file__))


def unwrapped(function: Any) -> Any:
    """A function without what wraps it; of an object that can be called, the function that is."""
    while hasattr(function, "__wrapped__") or isinstance(function, functools.partial):
        function = function.func if isinstance(function, functools.partial) else function.__wrapped__
    function = getattr(function, "__func__", function)
    call = inspect.getattr_static(type(function), "__call__", None)
    return call if isinstance(call, types.FunctionType) else function


def code_of(function: Any) -> Any:
    """The code of a function, if it is written in Python."""
    return getattr(unwrapped(function), "__code__", None)


def globals_of(function: Any) -> Mapping[str, Any]:
    """What the names in a function's code stand for: global ones, and those of functions around it."""
    function = unwrapped(function)
    cells = zip(function.__code__.co_freevars, function.__closure__ or ())
    return {**function.__globals__, **{name: cell.cell_contents for name, cell in cells if _is_filled(cell)}}


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def names_of(code: Any) -> set[str]:
    """The names in code, that of functions within it too."""
    names = {*code.co_names, *code.co_freevars}
    for const in code.co_consts:
        if hasattr(const, "co_code"):
            names |= names_of(const)
    return names


def reachable(functions: list[Callable[..., Any]], follow: Callable[[Any], bool]) -> Iterator[Any]:
    """These functions, and those that the code of one names and that are to be followed, each once."""
    known, waiting = set(), list(functions)
    while waiting:
        function = waiting.pop()
        code = code_of(function)
        if code is None or code in known:
            continue
        known.add(code)
        yield function
        names = globals_of(function)
        waiting += [other for name in sorted(names_of(code)) if name in names and follow(other := names[name])]


def asks_type(function: Any) -> bool:
    """Whether a function of a class, or a property, asks for ``type(...)`` itself."""
    function = function.fget if isinstance(function, property) else function
    return isinstance(function, types.FunctionType) and _asks_type(function) is not None


def refuse_type(functions: list[Callable[..., Any]]) -> None:
    """Refuses predicates with code that asks for ``type(...)``, by which a view is not what it stands for."""
    for function in reachable(functions, _is_own):
        line = _asks_type(unwrapped(function))
        if line is not None:
            code = code_of(function)
            raise TypeError(
                f"{code.co_name} ({code.co_filename}:{line}) uses type(...), which tells what a predicate gets from an "
                "instance: write `it.__class__`, or isinstance(it, ...); or pydpgen.opaque for code that needs instances"
            )


def _is_own(value: Any) -> bool:
    """Whether a value is a function that the user wrote, as far as one can tell."""
    if not isinstance(value, types.FunctionType | types.MethodType | _pydpgen.Attribute):
        return False
    code = code_of(value)
    return code is not None and not code.co_filename.startswith(_LIBRARIES)


def _asks_type(function: Any) -> int | None:
    """The line in which a function asks for the built-in ``type``."""
    if globals_of(function).get("type", builtins.type) is not builtins.type:
        return None
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        for step in dis.get_instructions(code) if "type" in code.co_names else ():
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval == "type":
                return (step.positions and step.positions.lineno) or int(code.co_firstlineno)
        waiting += [const for const in code.co_consts if hasattr(const, "co_code")]
    return None
