"""Operators and methods that change a list, a set or a dictionary: a view has them, and refuses a call, as it can not change."""

from __future__ import annotations

from typing import Any

__all__ = ["refused_in_place", "refused_method"]


def refused_in_place(cls: str, sign: str) -> Any:
    """The method of a view for an operator such as ``+=``."""

    def method(self: Any, other: Any) -> Any:
        raise TypeError(f"a predicate can not change the {cls} that it judges: `{sign}` needs one of its own, `{cls}(it)`")

    return method


def refused_method(cls: str, name: str) -> Any:
    """What a view has as a method that needs an object of its own, so that ``hasattr`` tells what it tells of the object."""

    def method(*_: Any, **__: Any) -> Any:
        if name.startswith("__"):
            raise TypeError(f"a view of {cls} has no {name}: give it {cls}(it)")
        raise TypeError(f"a predicate can not change the {cls} that it judges: '{name}' needs one of its own, `{cls}(it)`")

    method.__name__ = name
    return method
