"""Inspects the code of predicates: finds the functions that it names, and calls of ``type(...)``."""

from __future__ import annotations

import builtins
import dis
import functools
import inspect
import os
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from . import _pydpgen

__all__ = [
    "asks_type", "catches", "code_of", "constants_of", "globals_of", "inner_codes", "is_users", "is_users_code", "reachable",
    "refuse_type",
]  # fmt: skip

_PUSH_EXC_INFO = dis.opmap["PUSH_EXC_INFO"]
#: The length of the longest tuple of constants that is looked into.
MAX_CONSTANTS = 64


def unwrapped(function: Any) -> Any:
    """The function within wrappers, partial applications and callable objects."""
    while hasattr(function, "__wrapped__") or isinstance(function, functools.partial):
        function = function.func if isinstance(function, functools.partial) else function.__wrapped__
    function = getattr(function, "__func__", function)
    call = inspect.getattr_static(type(function), "__call__", None)
    return call if isinstance(call, types.FunctionType) else function


def code_of(function: Any) -> Any:
    """The code of a function; ``None`` if it is not written in Python."""
    return getattr(unwrapped(function), "__code__", None)


def globals_of(function: Any) -> Mapping[str, Any]:
    """The values of the names in a function's code: globals, and variables of enclosing functions."""
    function = unwrapped(function)
    cells = zip(function.__code__.co_freevars, function.__closure__ or ())
    return {**function.__globals__, **{name: cell.cell_contents for name, cell in cells if _is_filled(cell)}}


def _is_filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def names_of(code: Any) -> set[str]:
    """The names in code and in the functions that it defines."""
    names = {*code.co_names, *code.co_freevars}
    for const in code.co_consts:
        if hasattr(const, "co_code"):
            names |= names_of(const)
    return names


def reachable(functions: list[Callable[..., Any]], follow: Callable[[Any], bool]) -> Iterator[Any]:
    """These functions, and transitively the values that their code names and for which ``follow`` holds; each code once."""
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
    """Whether the code of a method or property itself calls ``type(...)``."""
    function = function.fget if isinstance(function, property) else function
    return isinstance(function, types.FunctionType) and _line_of_type(function) is not None


def refuse_type(functions: list[Callable[..., Any]]) -> None:
    """Raises ``TypeError`` for predicates with code that calls ``type(...)``, which tells a view from an instance."""
    for function in reachable(functions, is_users):
        line = _line_of_type(unwrapped(function))
        if line is not None:
            code = code_of(function)
            raise TypeError(
                f"{code.co_name} ({code.co_filename}:{line}) uses type(...), which tells what a predicate gets from an "
                "instance: write `it.__class__`, or isinstance(it, ...); or pydpgen.opaque for code that needs instances"
            )


def is_users(value: Any) -> bool:
    """Whether a value is a function in the user's own code, by the folder of the code."""
    if not isinstance(value, types.FunctionType | types.MethodType | _pydpgen.Attribute):
        return False
    code = code_of(value)
    return code is not None and is_users_code(code)


def is_users_code(code: types.CodeType) -> bool:
    """Whether code is the user's own, by its folder."""
    return not code.co_filename.startswith(_library_folders())


@functools.cache
def _library_folders() -> tuple[str, ...]:
    """The folders of code that is not the user's."""
    import sysconfig

    return *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")), os.path.dirname(__file__)


def inner_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Code, and that of the functions that it defines."""
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from inner_codes(const)


def catches(functions: list[Callable[..., Any]]) -> bool:
    """Whether the user's code of functions catches exceptions, by ``try`` or ``with``, or that of functions that it names."""
    # A code unit is an opcode and its argument.
    return any(
        _PUSH_EXC_INFO in inner.co_code[::2]
        for function in reachable(functions, is_users)
        if is_users_code(code_of(function))
        for inner in inner_codes(code_of(function))
    )


def constants_of(functions: list[Callable[..., Any]]) -> set[Any]:
    """The numbers and texts in the user's code of functions, and in that of functions that it names."""
    found: set[Any] = set()
    for function in reachable(functions, is_users):
        values = globals_of(function)
        waiting = [values[name] for name in names_of(code_of(function)) if name in values]
        waiting += [const for inner in inner_codes(code_of(function)) for const in inner.co_consts]
        while waiting:
            value = waiting.pop()
            if isinstance(value, int | str | bytes):
                found.add(value)
            elif isinstance(value, tuple | frozenset | range) and len(value) <= MAX_CONSTANTS:
                waiting += value
    return found


def _line_of_type(function: Any) -> int | None:
    """The line in which a function calls the built-in ``type``."""
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
