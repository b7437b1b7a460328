"""Describes a ``TypedDict`` as a type of a schema: its dictionaries are made of the values of their keys.

A key that need not be there has the value ``Missing`` where it is not.
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, Required, get_args, get_origin

from ._annotation_forms import substituted
from ._class_fields import hints_of
from ._collection_forms import Missing, RecordMaker
from ._domains import Weight
from ._exact_key import exact_key
from ._schema_description import Constructor, Slot, Type

if TYPE_CHECKING:
    from ._annotations import Describer

__all__ = ["describe_record", "is_record"]


def is_record(plain: Any) -> bool:
    """Whether an annotation is a ``TypedDict``, also one of ``typing_extensions``."""
    cls = get_origin(plain) or plain
    return isinstance(cls, type) and issubclass(cls, dict) and hasattr(cls, "__required_keys__")


def describe_record(describer: Describer, key: Any, plain: Any, metadata: list[Any]) -> int:
    """The number of the type of a record."""
    cls: Any = get_origin(plain) or plain
    name = cls.__name__
    given = dict(zip(getattr(cls, "__parameters__", ()), get_args(plain)))
    weights = [one.weight for one in metadata if isinstance(one, Weight)]
    number = describer.known[key] = describer.add(Type(name, "plain", []))
    slots, optional = [], set()
    hints = hints_of(cls, describer.namespace)
    for place, (field, hint) in enumerate(hints.items()):
        where = f"{name}[{field!r}]"
        inner, is_optional = _without_qualifier(substituted(hint, given), field in cls.__optional_keys__)
        slot = describer.slot(field, inner, where, left=[*hints][:place], right=[*hints][place:])
        if is_optional:
            optional.add(field)
            slot = Slot(field, ty=_describe_optional(describer, slot, where))
        slots.append(slot)
    maker = RecordMaker(list(hints), optional)
    for slot in slots:
        if slot.domain == "labels":
            maker.tags[slot.name] = set(map(exact_key, slot.objects))
    ctor = Constructor(name, "made", slots, weight=weights[0] if weights else None, maker=maker)
    describer.types[number].constructors.append(ctor)
    return number


def _without_qualifier(hint: Any, is_optional: bool) -> tuple[Any, bool]:
    """The annotation within ``Required`` and the like, and whether the key need not be there."""
    origin = get_origin(hint)
    if origin in (Required, NotRequired):
        return _without_qualifier(get_args(hint)[0], origin is NotRequired)
    if origin is not None and origin is getattr(typing, "ReadOnly", None):
        return _without_qualifier(get_args(hint)[0], is_optional)
    if origin is Annotated:
        inner, is_optional = _without_qualifier(get_args(hint)[0], is_optional)
        return Annotated[(inner, *hint.__metadata__)], is_optional
    return hint, is_optional


def _describe_optional(describer: Describer, slot: Slot, where: str) -> int:
    """The number of the type of a value, or of ``Missing``."""
    if slot.rule is not None:
        raise TypeError(f"{where}: a key that need not be there has no rule: let it be required, or have its values in a predicate")
    missing = Slot("value", domain="labels", labels=["missing"], objects=[Missing.MISSING])
    slot.name = "value"
    choices = [("missing", missing), ("there", slot)]
    ctors = [Constructor(name, "value", [inner], weight=0, frozen=True) for name, inner in choices]
    return describer.add(Type(f"{where} or missing", "plain", ctors))
