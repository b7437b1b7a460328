"""Operators that change a list, a set or a dictionary in place: a view refuses them, as it can not change."""

from __future__ import annotations

from typing import Any

__all__ = ["refused_in_place"]


def refused_in_place(cls: str, sign: str) -> Any:
    """The method of a view for an operator such as ``+=``."""

    def method(self: Any, other: Any) -> Any:
        raise TypeError(f"a predicate can not change the {cls} that it judges: `{sign}` needs one of its own, `{cls}(it)`")

    return method
