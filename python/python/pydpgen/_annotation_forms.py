"""Annotations as objects: their parts, the aliases and names in them, and what stands for a type variable or ``Self``.

An annotation is made of others: the members of a union, the arguments of a generic type, the type within ``Annotated``. Invariant
of :func:`mapped`: annotations that are written in the same way stay equal, so that the description of a recursive type ends.
"""

from __future__ import annotations

import functools
import inspect
import operator
import types
import typing
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args, get_origin

from ._class_fields import hints_of

__all__ = ["annotation_name", "mapped", "members_of", "resolve", "split", "substituted"]

NONE = type(None)


def resolve(annotation: Any, namespace: Mapping[str, Any]) -> Any:
    """An annotation that a user gives. In a string, names are looked up; names within an object are left to the description, as
    those of a recursive alias have no end.
    """
    if annotation is None:
        return NONE
    if not isinstance(annotation, str | ForwardRef):
        return mapped(annotation, lambda leaf: leaf)
    holder = type("holder", (), {"__annotations__": {"it": annotation}})
    return mapped(hints_of(holder, namespace)["it"], lambda leaf: leaf)


def mapped(annotation: Any, change: Callable[[Any], Any]) -> Any:
    """An annotation whose innermost parts are changed. A string in it is a name, as ``ForwardRef``."""
    if annotation is None:
        return change(NONE)
    if isinstance(annotation, str | ForwardRef):
        # A new one each time: it is equal to others of its name, as long as none is evaluated.
        return change(ForwardRef(annotation if isinstance(annotation, str) else annotation.__forward_arg__))
    arguments, origin = get_args(annotation), get_origin(annotation)
    if not arguments or origin is Literal:
        return change(annotation)
    if origin is Annotated:
        return Annotated[(mapped(arguments[0], change), *arguments[1:])]
    new = tuple(argument if argument is Ellipsis else mapped(argument, change) for argument in arguments)
    if new == arguments:
        return annotation
    if origin in (Union, types.UnionType):
        return Union[new] if any(isinstance(one, ForwardRef) for one in new) else functools.reduce(operator.or_, new)
    return origin[new if len(new) > 1 or origin is tuple else new[0]]


def substituted(annotation: Any, given: Mapping[Any, Any]) -> Any:
    """An annotation with type variables, and ``Self``, replaced."""

    def replaced(leaf: Any) -> Any:
        try:
            return given.get(leaf, leaf)
        except TypeError:
            return leaf

    return mapped(annotation, replaced) if given else annotation


def split(annotation: Any) -> tuple[Any, list[Any]]:
    """An annotation without its metadata and aliases, and the metadata."""
    if get_origin(annotation) is Annotated:
        plain, *metadata = get_args(annotation)
        inner, more = split(plain)
        return inner, more + metadata
    alias = get_origin(annotation) or annotation
    if hasattr(alias, "__value__") and hasattr(alias, "__type_params__"):
        given = dict(zip(alias.__type_params__, get_args(annotation)))
        return split(substituted(mapped(alias.__value__, lambda leaf: leaf), given))
    return annotation, []


def members_of(plain: Any) -> tuple[Any, ...]:
    """The members of a union; any other annotation is its only member."""
    return get_args(plain) if get_origin(plain) in (Union, types.UnionType) else (plain,)


def annotation_name(annotation: Any) -> str:
    """The name of an annotation, for messages and reports."""
    if hasattr(annotation, "__value__") and hasattr(annotation, "__name__") and get_origin(annotation) is None:
        return str(annotation.__name__)
    plain, _ = split(annotation)
    if plain is NONE:
        return "None"
    if isinstance(plain, ForwardRef):
        return plain.__forward_arg__
    if get_origin(plain) is None and isinstance(plain, type):
        return plain.__name__
    if get_origin(plain) in (Union, types.UnionType):
        return " | ".join(map(annotation_name, get_args(plain)))
    return inspect.formatannotation(plain)


def is_type_variable(annotation: Any) -> bool:
    """Whether an annotation stands for another one that has to be given."""
    return isinstance(annotation, typing.TypeVar)
