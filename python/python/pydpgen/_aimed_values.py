"""Narrows the data of types to the values that a predicate is likely to treat in its own way.

These are the ends of a range, what is near an end of another range or a constant in the code of the predicate, and what is a part
of a constant. A sample of the narrowed types meets ``x is y``, or ``x == 98`` in code that a build can not follow, where one of
wide types would not.
Invariant: a structure of the narrowed types is one of the types themselves.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ._code_inspection import code_of, constants_of, globals_of, inner_codes, is_users, is_users_code, reachable
from ._schema_description import Constructor, Description, Slot, Type

__all__ = ["looks_past_views", "narrowed"]

#: A slot with no more values is not narrowed.
FEW_VALUES = 5
#: The most constants that are used.
MAX_CONSTANTS = 24
#: Special names that a view answers as an instance.
_ANSWERED = ("__class__", "__name__", "__dict__")
#: Modules whose functions do with a view what they do with an instance.
_KNOWN_MODULES = {
    "builtins", "collections", "copy", "dataclasses", "enum", "functools", "itertools", "math", "operator", "pydpgen", "typing",
}  # fmt: skip


def narrowed(description: Description, functions: list[Callable[..., Any]]) -> Description | None:
    """The description with less data; ``None`` if there is not much of it anyway."""
    constants = constants_of(functions)
    ints = sorted({int(value) for value in constants if isinstance(value, int)}, key=abs)[:MAX_CONSTANTS]
    texts = [value for value in constants if isinstance(value, str | bytes) and len(value) <= MAX_CONSTANTS]
    parts = {*constants, *(part for text in texts for part in text)}
    # Two slots get values in common, so that they can be the same object.
    ints += sorted({end for _, slot in description.slots() if _is_range(slot) for end in (slot.ints[0], slot.ints[-1])})
    made: list[Type] = []

    def of_slot(slot: Slot) -> Slot:
        if _is_range(slot):
            values = range(slot.ints[0], slot.ints[-1] + 1) if slot.domain == "range" else sorted(slot.ints)
            return slot if len(values) <= FEW_VALUES else replace(slot, domain="ints", ints=_near(values, ints))
        if slot.rule is None and slot.domain == "labels" and len(slot.labels) > FEW_VALUES:
            ends = (0, 1, len(slot.labels) - 1)
            kept = [at for at, value in enumerate(slot.objects) if at in ends or _is_among(value, parts)]
            return replace(slot, labels=[slot.labels[at] for at in kept], objects=[slot.objects[at] for at in kept])
        return slot

    def of_ctor(ctor: Constructor) -> Constructor:
        maker = None if ctor.maker is None else ctor.maker.moved(made)
        return replace(ctor, slots=[of_slot(slot) for slot in ctor.slots], maker=maker)

    made += [replace(ty, constructors=[of_ctor(ctor) for ctor in ty.constructors]) for ty in description.types]
    if made == description.types:
        return None
    return Description(made, description.root, description.orders)


def _is_range(slot: Slot) -> bool:
    """Whether the slot holds integers that are given by themselves."""
    return slot.rule is None and slot.domain in ("range", "ints") and len(slot.ints) > 0


def _near(values: Iterable[int], constants: list[int]) -> list[int]:
    """The ends of values that ascend, and those at most 1 from a constant."""
    values = values if isinstance(values, range) else [*values]
    ends = {values[0], values[1], values[-2], values[-1]}
    return sorted(ends | {near for one in constants for near in (one - 1, one, one + 1) if near in values})


def _is_among(value: Any, parts: set[Any]) -> bool:
    try:
        return value in parts
    except TypeError:
        return False


def looks_past_views(functions: list[Callable[..., Any]]) -> bool:
    """Whether the code of functions can ask for what a view has of its own: it compares the identity of objects that are no
    constants, names a special method, or uses a library that is not known to ask only what a view answers."""
    for function in reachable(functions, is_users):
        named = globals_of(function)
        for code in inner_codes(code_of(function)):
            if "id" in code.co_names or any(name.startswith("__") and name not in _ANSWERED for name in code.co_names):
                return True
            if any(_is_of_library(named[name]) for name in code.co_names if name in named):
                return True
            before = None
            for step in dis.get_instructions(code):
                if step.opname == "IMPORT_NAME" or (step.opname == "IS_OP" and before not in ("LOAD_CONST", "LOAD_GLOBAL")):
                    return True
                before = step.opname
    return False


def _is_of_library(value: Any) -> bool:
    """Whether a value is a module or function of a library that could look past a view."""
    if isinstance(value, types.ModuleType):
        module = value.__name__
    elif isinstance(value, types.FunctionType | types.BuiltinFunctionType):
        if isinstance(value, types.FunctionType) and is_users_code(value.__code__):
            return False
        module = value.__module__ or ""
    else:
        return False
    return module.partition(".")[0] not in _KNOWN_MODULES
