"""References: fields that lead to an object that stands elsewhere in the structure, and what they lead to.

A *node* is an instance of a class that a field links or refers to. A walk from the whole, wholes before parts and parts from left
to right, numbers the nodes of each class; a reference is the number of a node that the walk has met. Invariant: in a description,
the instances of such a class are of one type, whose only constructor is the class.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

from ._class_fields import is_model, is_structure
from ._domains import Give, Link, RefersTo
from ._schema_description import Constructor, Description, Slot, Type

if TYPE_CHECKING:
    from ._annotations import Describer

__all__ = ["Reference", "check_references", "describe_reference", "node_types"]


@dataclass(eq=False, repr=False)
class Reference:
    """A field that refers to nodes."""

    where: str
    #: The annotation of the class that it refers to.
    node: Any
    #: The number of the type of this class, when it is described.
    ty: int = -1


def describe_reference(describer: Describer, plain: Any, metadata: list[Any], where: str) -> Slot:
    """The slot of a field with a mark."""
    marks = [one for one in metadata if isinstance(one, Link | RefersTo)]
    others = [one for one in metadata if not isinstance(one, Link | RefersTo | Give)]
    if len(marks) > 1 or others:
        raise TypeError(f"{where}: {marks[0]!r} and {[*marks[1:], *others][0]!r} do not go together")
    members = get_args(plain) if get_origin(plain) in (Union, types.UnionType) else (plain,)
    classes = [member for member in members if member is not type(None)]
    for cls in classes:
        if not is_structure(get_origin(cls) or cls):
            raise TypeError(f"{where}: {marks[0]!r} is for instances of classes with fields, and for None: {cls!r} is neither")
    met = []
    for cls in classes:
        reference = Reference(where, cls)
        describer.references.append(reference)
        reference.ty = describer.part(cls, [], where)
        met.append(Slot("value", refers=reference.ty))
    if isinstance(marks[0], RefersTo) and len(members) == 1:
        return met[0]
    key = (plain, marks[0])
    if key not in describer.known:
        name = " | ".join("None" if member is type(None) else getattr(member, "__name__", str(member)) for member in members)
        describer.known[key] = describer.add(Type(f"{type(marks[0]).__name__} {name}", "plain", []))
        ctors = describer.types[describer.known[key]].constructors
        if len(classes) < len(members):
            ctors.append(Constructor("None", "none", [], weight=0, frozen=True))
        if isinstance(marks[0], Link):
            new = [Slot("value", ty=slot.refers) for slot in met]
            ctors += _constructors("New", new, classes)
        ctors += _constructors("Met", met, classes)
    return Slot("", ty=describer.known[key])


def _constructors(kind: str, slots: list[Slot], classes: list[Any]) -> Iterator[Constructor]:
    for slot, cls in zip(slots, classes):
        name = kind if len(classes) == 1 else f"{kind} {getattr(cls, '__name__', cls)}"
        yield Constructor(name, "value", [slot], weight=0, frozen=True)


def node_types(description: Description) -> set[int]:
    """The types of nodes."""
    return {slot.refers for _, slot in description.slots() if slot.refers is not None}


def check_references(description: Description, references: list[Reference]) -> None:
    """Raises ``ValueError`` for a reference that can lead to nothing, ``TypeError`` for a class whose instances have to be referred
    to before they are made and can not."""
    inner = {number: _types_within(description, number) for number in {description.root, *node_types(description)}}
    for reference in references:
        where, number = reference.where, reference.ty
        [ctor] = description.types[number].constructors
        if ctor.weight == 0 or (ctor.weight is None and not ctor.slots):
            raise ValueError(f"{where} refers to {ctor.name}, which weighs nothing, and so is no node: give it a __dpgen_weight__")
        if number not in inner[description.root]:
            raise ValueError(
                f"{where} refers to {ctor.name}, and no part of {description.name} is one: a field of another class has to hold "
                "it, or be a Link"
            )
        cls: Any = ctor.cls
        if is_model(cls) and cls.model_config.get("revalidate_instances", "never") != "never":
            raise TypeError(
                f"{where}: fields hold copies of {ctor.name}, as its model_config has revalidate_instances, and none is shared: "
                'leave that out, or set it to "never"'
            )
        if any(slot.refers == number and of in inner[number] for of, slot in description.slots()):
            _check_makeable(cls, where)


def _types_within(description: Description, number: int) -> set[int]:
    """A type, the types of its parts, those of their parts, and so on."""
    found, waiting = {number}, [number]
    while waiting:
        for ctor in description.types[waiting.pop()].constructors:
            for slot in ctor.slots:
                if slot.ty is not None and slot.ty not in found:
                    found.add(slot.ty)
                    waiting.append(slot.ty)
    return found


def _check_makeable(cls: Any, where: str) -> None:
    """Raises ``TypeError`` for a class whose instances can not be made before their fields are known."""
    name = cls.__name__
    if issubclass(cls, tuple):
        why = f"a named tuple is made with its fields: make {name} a dataclass"
    elif cls.__new__ is not object.__new__:
        why = f"its __new__ ({cls.__new__.__qualname__}) may need them: move what that does to __init__ or __post_init__"
    elif type(cls).__call__ is not type.__call__:
        why = f"the __call__ of its metaclass {type(cls).__name__} makes its instances: link to instances of another class"
    else:
        return
    raise TypeError(
        f"{where}: an instance of {name} can be referred to from within itself, so that it has to exist before its fields do, and "
        f"{why}"
    )
