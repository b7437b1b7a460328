"""Classes of views, which predicates get in the place of instances, lists and tuples.

Python looks a special method up in the class of an object. So each class of instances has a class of views with the same
special methods, and no others: a view is iterable, callable or a dataclass if an instance is. Invariant: a method that is
written in Python is called with the view; one that is not, or that calls ``type(self)``, gets a copy of the instance whose
parts are views.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import sys
import types
import weakref
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from . import _pydpgen
from ._changes_in_place import refused_in_place
from ._class_fields import is_model
from ._code_inspection import asks_type

__all__ = ["ListOf", "TupleOf", "view_class"]

#: The names that a class of views does not take from the class of instances: it has its own, or none.
_OWN_NAMES = {
    "__abstractmethods__", "__annotations__", "__class__", "__class_getitem__", "__classcell__", "__copy__",
    "__deepcopy__", "__del__", "__delattr__", "__dict__", "__getattr__", "__getattribute__", "__getnewargs__",
    "__getnewargs_ex__", "__getstate__", "__init__", "__init_subclass__", "__new__", "__post_init__", "__reduce__",
    "__reduce_ex__", "__setattr__", "__setstate__", "__sizeof__", "__slots__", "__subclasshook__", "__weakref__",
}  # fmt: skip
#: Methods that are not written in Python.
_NATIVE_METHODS = (
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.BuiltinFunctionType,
    types.ClassMethodDescriptorType,
)
#: Views whose copies are real objects.
_VIEWS = (_pydpgen.View, _pydpgen.ListView, _pydpgen.CollectionView)
#: Descriptors of slots in the memory of an instance.
_SLOT_DESCRIPTORS = (types.GetSetDescriptorType, types.MemberDescriptorType)


class _ViewClass(type):
    """The metaclass of classes of views. A call makes an instance of the viewed class, as libraries mean ``type(it)(...)``."""

    #: The viewed class of each class of views. It is kept here, as the names in the class are the user's.
    viewed: ClassVar[weakref.WeakKeyDictionary[type, Callable[..., Any]]] = weakref.WeakKeyDictionary()

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        return _ViewClass.viewed[cls](*arguments, **named)


def view_class(cls: type, fields: list[str]) -> type:
    """The class of views of a class with these fields."""
    return _view_class(cls, tuple(fields))


@functools.lru_cache(maxsize=256)
def _view_class(cls: type, fields: tuple[str, ...]) -> type:
    if any(isinstance(vars(base).get("__getattribute__"), types.FunctionType) for base in cls.__mro__):
        raise TypeError(f"{cls.__name__} has a __getattribute__, which a view can not follow: use pydpgen.opaque")
    space: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        for name, found in vars(base).items():
            special = name.startswith("__") and name.endswith("__")
            if name in fields or name in _OWN_NAMES or isinstance(found, _SLOT_DESCRIPTORS):
                continue
            if asks_type(found) or (special and _needs_instance(cls, found)):
                space[name] = _with_instance(cls, found)
            elif special:
                space[name] = found
    for name in _set_by_init(cls):
        space[name] = property(functools.partial(_read, name=name))
    for name in ("__repr__", "__str__"):
        if name in space:
            space[name] = _printed(cls, space[name])
    # The one of `object` negates `__eq__`; without this line, that of the base would be found first.
    space.setdefault("__ne__", object.__ne__)
    space |= {"__slots__": (), "__module__": cls.__module__, "__qualname__": cls.__qualname__}
    made = _ViewClass(cls.__name__, (_pydpgen.View,), space)
    _ViewClass.viewed[made] = cls
    if issubclass(cls, tuple):
        Sequence.register(made)  # type: ignore[arg-type]
    return made


def _needs_instance(cls: type, found: Any) -> bool:
    # The methods that a library gives a model or a named tuple work on the memory of an instance.
    of_library = is_model(cls) or issubclass(cls, tuple)
    return isinstance(found, _NATIVE_METHODS) or (of_library and isinstance(found, types.FunctionType))


def _with_instance(cls: type, found: Any) -> Any:
    """A method or property that replaces views among its arguments by copies of instances."""
    if isinstance(found, property):
        return property(_with_instance(cls, found.fget))
    if not callable(found):
        return found
    # A model validates its parts, so that they have to be instances, too.
    duplicate = copy.deepcopy if is_model(cls) else copy.copy

    @functools.wraps(found)
    def method(*arguments: Any, **named: Any) -> Any:
        real = [duplicate(one) if isinstance(one, _VIEWS) else one for one in arguments]
        return found(*real, **named)

    return method


def _printed(cls: type, found: Any) -> Any:
    """A method that prints a view also when its run is over, as part of an exception."""

    @functools.wraps(found)
    def method(view: Any) -> Any:
        return f"<view of {cls.__name__}>" if _pydpgen.is_over(view) else found(view)

    return method


def _set_by_init(cls: Any) -> list[str]:
    """The fields that are no arguments of the class."""
    declared: Sequence[Any] = getattr(cls, "__attrs_attrs__", None) or ()
    if not declared and dataclasses.is_dataclass(cls):
        declared = dataclasses.fields(cls)
    return [field.name for field in declared if not field.init]


def _read(view: Any, name: str) -> Any:
    return getattr(copy.copy(view), name)


def _deepcopy(view: Any, memo: dict[int, Any]) -> Any:
    """A Python list of instances. From Python 3.13 on, ``dataclasses.asdict`` asks for a copy of an object that is no Python
    list: then it gets the result for a Python list.
    """
    caller = sys._getframe(2)
    if caller.f_code.co_filename == dataclasses.__file__ and caller.f_code.co_name in _DATACLASS_RECURSIONS:
        inner, factory = getattr(dataclasses, caller.f_code.co_name), caller.f_locals[_DATACLASS_RECURSIONS[caller.f_code.co_name]]
        return _ViewClass.viewed[type(view)](inner(one, factory) for one in view)
    return _pydpgen.ListView.__deepcopy__(view, memo)


#: The recursive functions of ``dataclasses``, and the argument of each that it passes on.
_DATACLASS_RECURSIONS = {"_asdict_inner": "dict_factory", "_astuple_inner": "tuple_factory"}

# Patterns for sequences match registered classes and their subclasses.
Sequence.register(_pydpgen.ListView)


class ListOf(_pydpgen.ListView, metaclass=_ViewClass):
    """A list, as a predicate sees it."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]
    __iadd__, __imul__ = (refused_in_place("list", sign) for sign in ("+=", "*="))
    __rmul__ = _with_instance(list, list.__rmul__)
    __deepcopy__ = _deepcopy


class TupleOf(_pydpgen.ListView, metaclass=_ViewClass):
    """A tuple of any length, as a predicate sees it."""

    __slots__ = ()
    __rmul__ = _with_instance(tuple, tuple.__rmul__)
    __deepcopy__ = _deepcopy


_ViewClass.viewed.update({ListOf: list, TupleOf: tuple})
#: What messages of code that is not Python's call them.
ListOf.__name__, TupleOf.__name__ = "view of list: give it list(it)", "view of tuple: give it tuple(it)"
_pydpgen.Int.__name__ = "view of int: give it int(it)"
