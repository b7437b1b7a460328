"""The fields of a class whose instances are structures: a dataclass, a named tuple, an attrs class, a pydantic model."""

from __future__ import annotations

import builtins
import dataclasses
import sys
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Fields", "fields_of", "hints_of", "is_model", "is_structure", "runs_code", "sets_fields_only"]


@dataclass(eq=False, repr=False)
class Fields:
    """The fields that make an instance: those that the class takes by position are first."""

    #: The name of each attribute, and whether the class takes it by keyword only.
    names: list[tuple[str, bool]]
    #: Whether instances can not be changed.
    frozen: bool


def is_structure(cls: object) -> bool:
    """Whether instances of a class can be structures."""
    return isinstance(cls, type) and (
        dataclasses.is_dataclass(cls)
        or hasattr(cls, "__attrs_attrs__")
        or (issubclass(cls, tuple) and hasattr(cls, "_fields"))
        or is_model(cls)
    )


def is_model(cls: type) -> bool:
    """Whether a class is a pydantic model. This does not import pydantic."""
    pydantic = sys.modules.get("pydantic")
    return pydantic is not None and issubclass(cls, pydantic.BaseModel)


def fields_of(cls: type) -> Fields:
    """The fields of a class for which ``is_structure`` holds."""
    if is_model(cls):
        names = list(cls.model_fields)  # type: ignore[attr-defined]
        frozen = bool(cls.model_config.get("frozen"))  # type: ignore[attr-defined]
        for name, info in cls.model_fields.items():  # type: ignore[attr-defined]
            if info.alias not in (None, name):
                raise TypeError(f"{cls.__name__}.{name} has the alias {info.alias!r}: pydpgen makes models by field names")
        return Fields([(name, True) for name in names], frozen)
    if hasattr(cls, "__attrs_attrs__"):
        given = [field for field in cls.__attrs_attrs__ if field.init]
        for field in given:
            if field.alias != field.name:
                raise TypeError(
                    f"{cls.__name__}.{field.name} is made by the name {field.alias!r}: give it alias={field.name!r}"
                )
        # Only a frozen class has the `__setattr__` of the `attrs` module.
        frozen = getattr(cls.__setattr__, "__module__", "") == "attr._make"
        frozen = frozen and cls.__setattr__.__name__ == "_frozen_setattrs"
        names = [(field.name, bool(field.kw_only)) for field in given]
        return Fields(sorted(names, key=lambda name: name[1]), frozen)
    if dataclasses.is_dataclass(cls):
        given = [field for field in dataclasses.fields(cls) if field.init]
        names = [(field.name, bool(field.kw_only)) for field in given]
        frozen = bool(cls.__dataclass_params__.frozen)  # type: ignore[attr-defined]
        return Fields(sorted(names, key=lambda name: name[1]), frozen)
    return Fields([(name, False) for name in cls._fields], True)  # type: ignore[attr-defined]


def runs_code(cls: type) -> bool:
    """Whether a class for which ``is_structure`` holds can run code of its user when an instance is made."""
    if is_model(cls) or hasattr(cls, "__post_init__"):
        return True
    if hasattr(cls, "__attrs_attrs__"):
        hooks = ("__attrs_post_init__", "__attrs_pre_init__")
        fields = cls.__attrs_attrs__
        return any(hasattr(cls, hook) for hook in hooks) or any(field.converter or field.validator for field in fields)
    made_by = cls.__new__ if issubclass(cls, tuple) else cls.__init__
    return not str(getattr(getattr(made_by, "__code__", None), "co_filename", "")).startswith("<")


def sets_fields_only(cls: type) -> bool:
    """Whether a call of a class sets its fields and does nothing else: then they are set without the call, which is faster.

    So it is of a dataclass whose methods that make an instance and set its attributes are those that it was given.
    """
    if not dataclasses.is_dataclass(cls) or hasattr(cls, "__attrs_attrs__") or is_model(cls) or runs_code(cls):
        return False
    code = cls.__init__.__code__
    arguments = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]
    is_given = getattr(getattr(cls.__setattr__, "__code__", None), "co_filename", "").startswith("<")
    return (
        set(arguments) == {field.name for field in dataclasses.fields(cls)}
        and cls.__new__ is object.__new__
        and type(cls).__call__ is type.__call__
        and (cls.__setattr__ is object.__setattr__ or is_given)
    )


def hints_of(cls: type, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """The annotations of a class. Names are looked up in the module of the class, then in ``namespace``; so are those in
    functions of annotations that are strings.
    """
    # With no `localns`, functions in strings would see the names of the class in the place of the module's.
    # Before Python 3.12.4, strings do not see the type parameters of their class.
    parameters = {parameter.__name__: parameter for parameter in getattr(cls, "__type_params__", ())}
    attempts: tuple[dict[str, Any] | None, ...] = (parameters, None)
    for local in attempts:
        try:
            hints = typing.get_type_hints(cls, localns=local, include_extras=True)
        except NameError:
            continue
        if not any(_lacks_names(hint, namespace) for hint in hints.values()):
            return hints
    known: dict[str, Any] = dict(namespace)
    for base in reversed([base for base in cls.__mro__ if base.__dict__.get("__annotations__")]):
        known.update(vars(sys.modules[base.__module__]) if base.__module__ in sys.modules else {})
    known |= parameters
    try:
        return typing.get_type_hints(cls, globalns=known, localns=known, include_extras=True)
    except NameError as error:
        message = f"{cls.__name__}: {error}; pass namespace={{...}} with what the annotations name"
        raise NameError(message) from error


def _lacks_names(annotation: Any, namespace: Mapping[str, Any]) -> bool:
    """Whether a function in an annotation names something of ``namespace`` that it does not see."""
    for mark in getattr(annotation, "__metadata__", ()):
        function = getattr(mark, "function", getattr(mark, "context", None))
        if isinstance(function, types.FunctionType):
            unseen = set(function.__code__.co_names) - function.__globals__.keys() - vars(builtins).keys()
            if not unseen.isdisjoint(namespace):
                return True
    return any(_lacks_names(inner, namespace) for inner in typing.get_args(annotation))
