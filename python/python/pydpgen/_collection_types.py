"""Describes lists, strings, sets and dictionaries as types of a schema.

A list is a chain of ``Cons`` with ``Nil`` at its end. A string, a set or a dictionary is empty, or made of a chain that is not
(``_collection_forms.py``). Invariant: the chain of a set or dictionary belongs to its type alone, as it has to ascend.
"""

from __future__ import annotations

import collections.abc
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_args, get_origin

from ._annotation_forms import annotation_name, split
from ._collection_forms import Entry, MappingMaker, SetMaker, TextMaker
from ._domains import Len, Text, Then
from ._field_rules import give_rule
from ._schema_description import Constructor, Slot, Type
from ._structure_order import Ascends, StructureOrder

if TYPE_CHECKING:
    from ._annotations import Describer

__all__ = ["collection_class", "describe_collection", "describe_text", "lengths_of"]

#: The greatest length that `Len` may allow: each length is a type.
MAX_LIST_LEN = 1_000

_ABC = collections.abc
#: The class of the objects of an annotation.
_CLASSES: dict[Any, type] = {
    **dict.fromkeys((list, _ABC.Sequence, _ABC.MutableSequence, _ABC.Collection, _ABC.Container), list),
    **dict.fromkeys((_ABC.Iterable, _ABC.Reversible), list),
    **dict.fromkeys((set, _ABC.MutableSet), set),
    **dict.fromkeys((frozenset, _ABC.Set), frozenset),
    **dict.fromkeys((dict, _ABC.Mapping, _ABC.MutableMapping), dict),
}


def collection_class(plain: Any) -> type | None:
    """The class of the lists, tuples of any length, sets or dictionaries of an annotation; ``None`` for any other annotation."""
    origin, arguments = get_origin(plain) or plain, get_args(plain)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple
    try:
        return _CLASSES.get(origin)
    except TypeError:
        return None


def lengths_of(metadata: list[Any], where: str) -> Len:
    """The lengths that all marks allow."""
    marks = [(one.least, one.most) for one in metadata if isinstance(one, Len)]
    marks += [(one.min_length, one.max_length) for one in metadata if isinstance(one, Text)]
    for ends in marks:
        if any(isinstance(end, bool) or not isinstance(end, int) for end in ends if end is not None):
            raise TypeError(f"{where}: lengths are ints, not {ends!r}")
    least = max((least for least, _ in marks), default=0)
    most = min((most for _, most in marks if most is not None), default=None)
    if least < 0 or (most is not None and most < least):
        raise ValueError(f"{where}: nothing has a length of at least {least} and at most {most}")
    if max(least, most or 0) > MAX_LIST_LEN:
        raise ValueError(
            f"{where}: {Len(least, most)!r} is a type for each length, of which there may be {MAX_LIST_LEN:,}; without a greatest "
            "length, max_size is the bound"
        )
    return Len(least, most)


def describe_collection(describer: Describer, key: Any, plain: Any, length: Len, where: str) -> int:
    """The number of the type of lists, tuples of any length, sets or dictionaries."""
    cls, elements, name = collection_class(plain), get_args(plain), annotation_name(plain)
    if not elements:
        written = "dict[..., ...] with what its keys and values are" if cls is dict else f"{name}[...] with what its elements are"
        raise TypeError(f"{where} is a {name} of anything: write {written}")
    rule = None if cls is dict else _rule_of_rest(elements[0], where)

    def first() -> Slot:
        return describer.slot("first", elements[0], f"an element of {where}", is_element=True)

    if cls in (list, tuple):
        numbers = _add_chain(describer, name, length)
        describer.known[key] = numbers[-1]
        _fill_chain(describer, numbers, length, first, rule, is_tuple=cls is tuple)
        return numbers[-1]
    assert cls is not None
    order = StructureOrder(describer.types, where)
    ascends = Ascends(order, of_keys=cls is dict)
    if cls is dict:
        makers: list[Any] = [MappingMaker(is_empty, order) for is_empty in (True, False)]
    else:
        makers = [SetMaker(cls, is_empty, order) for is_empty in (True, False)]
    number = describer.known[key] = describer.add(Type(name, "plain", []))
    numbers = _add_made(describer, number, length, makers, cls is frozenset)
    if numbers:
        if cls is dict:
            entry = _describe_entry(describer, elements, where)
            first = lambda: Slot("first", ty=entry)
        _fill_chain(describer, numbers, _not_empty(length), first, rule, is_tuple=cls is frozenset)
        [of_chain] = [ctor.slots[0] for ctor in describer.types[numbers[-1]].constructors if ctor.form == "cons"]
        order.slot = describer.types[entry].constructors[0].slots[0] if cls is dict else of_chain
        for chain in numbers:
            places = [place for place, ctor in enumerate(describer.types[chain].constructors) if ctor.form == "cons"]
            ascends.judges.append((chain, places))
        describer.orders.append(ascends)
    return number


def describe_text(describer: Describer, key: Any, plain: Any, mark: Text, length: Len, where: str) -> int:
    """The number of the type of strings, or of bytes."""
    if plain not in (str, bytes) or not isinstance(mark.alphabet, plain):
        kind = "str" if isinstance(mark.alphabet, str) else "bytes"
        raise TypeError(f"{where}: {mark!r} is for {kind}, not for {annotation_name(plain)}")
    number = describer.known[key] = describer.add(Type(plain.__name__, "plain", []))
    numbers = _add_made(describer, number, length, [TextMaker(plain, True), TextMaker(plain, False)], True)

    def first() -> Slot:
        if isinstance(mark.alphabet, bytes):
            return Slot("first", domain="ints", ints=list(mark.alphabet))
        return Slot("first", domain="labels", labels=[*map(repr, mark.alphabet)], objects=list(mark.alphabet))

    if numbers:
        _fill_chain(describer, numbers, _not_empty(length), first, None, is_tuple=True)
    return number


def _not_empty(length: Len) -> Len:
    return Len(max(1, length.least), length.most)


def _add_made(describer: Describer, number: int, length: Len, makers: list[Any], frozen: bool) -> list[int]:
    """Adds the constructors of a collection to its type. Returns the types of its chain; none if all collections are empty."""
    described = describer.types[number]
    empty, filled = makers
    if length.least == 0:
        described.constructors.append(Constructor(f"empty {described.name}", "made", [], weight=0, frozen=frozen, maker=empty))
    if length.most == 0:
        return []
    numbers = _add_chain(describer, f"{described.name} listed", _not_empty(length))
    elements = Slot("elements", ty=numbers[-1])
    described.constructors.append(Constructor(described.name, "made", [elements], weight=0, frozen=frozen, maker=filled))
    return numbers


def _add_chain(describer: Describer, name: str, length: Len) -> list[int]:
    """The types of lists with these lengths: those with fewer elements are before those with more, which they are the rest of."""
    if length.most is None:
        names = [name, *(f"{name}[{least}..]" for least in range(1, length.least + 1))]
    else:
        names = [f"{name}[{_least(length, most)}..{most}]" for most in range(length.most + 1)]
    return [describer.add(Type(one, "list", [], grows=length.most is None)) for one in names]


def _least(length: Len, most: int) -> int:
    """The least length of what has at most ``most`` elements, after elements of a list with these lengths."""
    assert length.most is not None
    return max(0, length.least - (length.most - most))


def _fill_chain(
    describer: Describer, numbers: list[int], length: Len, first: Callable[[], Slot], rule: Any, is_tuple: bool
) -> None:
    """Adds the constructors to the types of lists that ``_add_chain`` made."""
    for place, number in enumerate(numbers):
        constructors = describer.types[number].constructors
        if place == 0 if length.most is None else _least(length, place) == 0:
            constructors.append(Constructor("Nil", "nil", [], weight=0, frozen=is_tuple))
        if place > 0 or length.most is None:
            rest = Slot("rest", ty=numbers[max(0, place - 1)], rule=rule)
            constructors.append(Constructor("Cons", "cons", [first(), rest], weight=0, frozen=is_tuple))


def _describe_entry(describer: Describer, elements: tuple[Any, ...], where: str) -> int:
    """The number of the type of a dictionary's entries."""
    key, value = elements
    number = describer.add(Type(f"{annotation_name(key)}: {annotation_name(value)}", "plain", []))
    slots = [
        describer.slot("key", key, f"a key of {where}", right=["key", "value"]),
        describer.slot("value", value, f"a value of {where}", left=["key"], right=["value"]),
    ]
    describer.types[number].constructors.append(Constructor("Entry", "instance", slots, Entry, weight=0, frozen=True))
    return number


def _rule_of_rest(element: Any, where: str) -> Any:
    """Which context the elements of a list after one get; ``None`` if it is that of the one."""
    marks = [one for one in split(element)[1] if isinstance(one, Then)]
    return give_rule(marks[0], f"what follows an element of {where}", ["first"], []) if marks else None
