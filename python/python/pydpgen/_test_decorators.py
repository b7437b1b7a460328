"""The types of what makes a function a test: its parameters without those that the cases give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar, overload

__all__ = ["DecoratorOfOne", "DecoratorOfTwo"]

A_co = TypeVar("A_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)
Owner = TypeVar("Owner")
P = ParamSpec("P")


class DecoratorOfOne(Protocol[A_co]):
    """Makes a test of a function, or of a method, whose first argument the cases give: the others are fixtures."""

    @overload
    def __call__(self, function: Callable[Concatenate[A_co, P], object], /) -> Callable[P, None]: ...
    @overload
    def __call__(self, function: Callable[Concatenate[Owner, A_co, P], object], /) -> Callable[Concatenate[Owner, P], None]: ...


class DecoratorOfTwo(Protocol[A_co, B_co]):
    """Makes a test of a function, or of a method, whose first two arguments the cases give."""

    @overload
    def __call__(self, function: Callable[Concatenate[A_co, B_co, P], object], /) -> Callable[P, None]: ...
    @overload
    def __call__(
        self, function: Callable[Concatenate[Owner, A_co, B_co, P], object], /
    ) -> Callable[Concatenate[Owner, P], None]: ...
