"""Describes the types that annotations name, as types of a schema.

A class with fields is a constructor; a union is a choice of its members; an annotation with finitely many values (``bool``,
``Literal``, an enum, an ``int`` with a range) is data. Invariant: each annotation has one type in the schema, so that the
description of a recursive type ends.
"""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from ._class_fields import fields_of, hints_of, is_structure
from ._domains import Give, Len, Link, Range, RefersTo, Then, Values, Weight, bound
from ._exact_key import exact_key
from ._field_rules import OPEN_RANGE, DataRule, check_names, give_rule
from ._references import Reference, check_references, describe_reference
from ._schema_description import Constructor, Description, Slot, Type

__all__ = ["Describer", "describe", "resolve", "split"]

NONE = type(None)

#: The greatest length that `Len` may allow: each length is a type.
MAX_LIST_LEN = 1_000


def describe(root: Any, params: Mapping[str, int], namespace: Mapping[str, Any]) -> tuple[Description, Describer]:
    """The description of a type, with these parameters.

    Raises ``TypeError`` for an annotation without a finite domain, ``ValueError`` for an invalid bound or parameter.
    """
    for name, value in params.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"the parameter {name!r} is an int, not {value!r}")
        bound(value, params, f"the parameter {name!r}", set())
    nodes: set[Any] = set()
    # What references lead to is known when all types are described: then, such a class is a type of its own wherever it stands.
    while True:
        describer = Describer(params, namespace, nodes)
        number = describer.number(resolve(root, namespace), "the type")
        found = {reference.node for reference in describer.references}
        if found == nodes:
            break
        nodes = found
    unused = [name for name in params if name not in describer.used and name != "n"]
    if unused:
        known = ", ".join(sorted(describer.used | {"n"}))
        raise ValueError(f"the parameter {unused[0]!r} is used by no bound; those that are: {known}")
    description = Description(describer.types, number)
    check_references(description, describer.references)
    return description, describer


def resolve(annotation: Any, namespace: Mapping[str, Any]) -> Any:
    """An annotation with its names looked up."""
    if annotation is None:
        return NONE
    holder = type("holder", (), {"__annotations__": {"it": annotation}})
    return hints_of(holder, namespace)["it"]


class Describer:
    """Describes types, each once, in ``types``; ``used`` has the parameters that bounds name, ``references`` what fields refer to.
    ``nodes`` are the annotations of the classes that references are known to lead to."""

    def __init__(self, params: Mapping[str, int], namespace: Mapping[str, Any], nodes: Iterable[Any] = ()) -> None:
        self.params = params
        self.namespace = namespace
        self.nodes = set(nodes)
        self.references: list[Reference] = []
        self.types: list[Type] = []
        self.used: set[str] = set()
        self.known: dict[Any, int] = {}

    def number(self, annotation: Any, where: str) -> int:
        """The number of the type that an annotation names; for data, of a type whose only slot has it."""
        slot = self.slot("value", annotation, where)
        if slot.ty is not None:
            return slot.ty
        key = ("value", annotation)
        if key not in self.known:
            self.known[key] = self.add(Type(_name(annotation), "plain", []))
            value = Constructor(_name(annotation), "value", [slot], weight=0, frozen=True)
            self.types[self.known[key]].constructors.append(value)
        return self.known[key]

    def judged(self, description: Description, of: Any) -> list[tuple[int, list[int]]]:
        """The constructors that a predicate on a type judges: see ``Description.judged``."""
        plain, _ = split(of)
        members = get_args(plain) if get_origin(plain) in (Union, types.UnionType) else (plain,)
        classes = [cls for member in members if (cls := _member(member)) not in (None, NONE)]
        before = len(self.types)
        number = next((self.known[key] for key in [(plain, None), ("value", of)] if key in self.known), None)
        if number is None and not classes:
            number = self.number(of, "the type of a predicate")
        places = description.judged(number, classes) if len(self.types) == before else []
        if not places:
            raise ValueError(f"there is a predicate for {_name(of)}, which is no type of these structures")
        return places

    def add(self, described: Type) -> int:
        self.types.append(described)
        return len(self.types) - 1

    def slot(
        self,
        name: str,
        annotation: Any,
        where: str,
        keyword: bool = False,
        left: Sequence[str] = (),
        right: Sequence[str] = (),
        is_element: bool = False,
    ) -> Slot:
        """The slot of a field with this annotation. A rule can read the fields ``left``; ``right`` has the field and the others."""
        plain, metadata = split(annotation)
        if not is_element and any(isinstance(one, Then) for one in metadata):
            raise TypeError(f"{where}: Then is for an element of a list: list[Annotated[..., Then(...)]]")
        given = [one for one in metadata if isinstance(one, Give) and not isinstance(one, Then)]
        if len(given) > 1:
            raise TypeError(f"{where}: {given[0]!r} and {given[1]!r}: a part has one context")
        if any(isinstance(one, Link | RefersTo) for one in metadata):
            slot = describe_reference(self, plain, metadata, where)
        else:
            slot = self.data(plain, metadata, where, left, right) or Slot("", ty=self.part(plain, metadata, where))
        if given and slot.ty is None:
            raise TypeError(f"{where}: {given[0]!r} is for a field that is a structure, and this is data: it has no context")
        if given:
            slot.rule = give_rule(given[0], where, left, right)
        slot.name, slot.keyword = name, keyword
        return slot

    def data(self, plain: Any, metadata: list[Any], where: str, left: Sequence[str], right: Sequence[str]) -> Slot | None:
        """The data slot of an annotation with finitely many values; ``None`` for any other annotation."""
        if any(isinstance(one, Len) for one in metadata) and not _is_chain(plain):
            raise TypeError(f"{where}: Len is for list[...] and tuple[..., ...], not for {_name(plain)}")
        domains = [one for one in metadata if isinstance(one, Range | Values)]
        for of_a_kind in ([one for one in domains if (one.function is None) == is_fixed] for is_fixed in (True, False)):
            if len(of_a_kind) > 1:
                raise TypeError(f"{where}: {of_a_kind[0]!r} and {of_a_kind[1]!r}: a field has one domain")
        rule = next((one for one in domains if one.function is not None), None)
        slot = self.domain(plain, next((one for one in domains if one.function is None), None), rule, where)
        if slot is not None and rule is not None:
            slot.rule = DataRule(where, rule, slot, left)
            check_names(slot.rule.names, where, left, right)
        return slot

    def domain(self, plain: Any, domain: Range | Values | None, rule: Range | Values | None, where: str) -> Slot | None:
        """The data slot with all values that there can be; ``rule`` chooses among them."""
        if (isinstance(domain, Range) or isinstance(rule, Range)) and plain is not int:
            raise TypeError(f"{where}: a Range is one of int, not of {_name(plain)}")
        if isinstance(domain, Range):
            assert domain.low is not None and domain.high is not None
            ends = [bound(end, self.params, where, self.used) for end in (domain.low, domain.high)]
            return Slot("", domain="range", ints=ends)
        if isinstance(domain, Values):
            return _values(list(domain.values), where)
        if rule is not None and plain is int:
            return Slot("", domain="range", ints=list(OPEN_RANGE))
        if plain is bool:
            return Slot("", domain="bool")
        if get_origin(plain) is Literal:
            return _values(list(get_args(plain)), where)
        if isinstance(plain, type) and issubclass(plain, enum.Enum):
            return _values(list(plain), where)
        if plain is NONE:
            return _values([None], where)
        if rule is not None:
            raise TypeError(
                f"{where}: {rule!r} chooses among values that are known: say which there can be, as in Literal['a', 'b'] or "
                f"Annotated[{_name(plain)}, pydpgen.Values('a', 'b'), pydpgen.Values(lambda ...)]"
            )
        if plain in (int, float, str, bytes, complex):
            example = "pydpgen.Range(1, 'n')" if plain is int else "pydpgen.Values(...)"
            raise TypeError(
                f"{where} is {_name(plain)}, which has no end: write Annotated[{_name(plain)}, {example}], or "
                "pydpgen.Values(...) or Literal[...] with the values to take"
            )
        return None

    def part(self, plain: Any, metadata: list[Any], where: str) -> int:
        """The number of the type of a part."""
        lengths = [one for one in metadata if isinstance(one, Len)]
        origin = get_origin(plain)
        is_list, is_chain = plain is list or origin is list, _is_chain(plain)
        key = (plain, lengths[0] if lengths else None)
        try:
            if key in self.known:
                return self.known[key]
        except TypeError as error:
            raise TypeError(f"{where}: {plain!r} is no annotation that pydpgen knows") from error
        if is_chain:
            if plain is list:
                raise TypeError(f"{where} is a list of anything: write list[...] with what its elements are")
            return self.chain(key, get_args(plain)[0], where, is_tuple=not is_list)
        if origin is tuple:
            return self.tuple(key, get_args(plain), where)
        members = get_args(plain) if origin in (Union, types.UnionType) else (plain,)
        if all(_member(member) is None for member in members) and len(members) == 1:
            raise TypeError(f"{where} is {_name(plain)}: {_advice(plain)}")
        return self.union(key, members, where)

    def union(self, key: Any, members: tuple[Any, ...], where: str) -> int:
        """The number of the type of a union; a class is a union with one member."""
        number = self.known[key] = self.add(Type(" | ".join(map(_name, members)), "plain", []))
        optional = len(members) == 2 and NONE in members
        described, looks = self.types[number], []
        for member in members:
            plain, metadata = split(member)
            cls = _member(plain)
            given = [one for one in metadata if isinstance(one, Give)]
            if given and cls is not None:
                name = type(given[0]).__name__
                raise TypeError(f"{where}: {given[0]!r} is of all members: write Annotated[A | B, {name}(...)] around the union")
            if plain is NONE:
                described.constructors.append(Constructor("None", "none", [], weight=0, frozen=True))
            elif len(members) > 1 and plain in self.nodes:
                if any(isinstance(one, Weight) for one in metadata):
                    raise TypeError(f"{where}: references lead to {_name(plain)}, whose weight is one: set __dpgen_weight__")
                slot = Slot("value", ty=self.part(plain, [], where))
                described.constructors.append(Constructor(_name(plain), "value", [slot], weight=0, frozen=True))
                described.shape = "option" if optional else "plain"
            elif cls is not None:
                described.constructors.append(self.instance(plain, cls, metadata))
            else:
                slot = self.slot("value", member, where)
                described.constructors.append(Constructor(_name(plain), "value", [slot], weight=0, frozen=True))
                described.shape = "option" if optional else "plain"
                looks.append((_name(plain), _shape_key(plain, slot)))
        if described.shape == "option":
            described.constructors.sort(key=lambda ctor: ctor.form != "none")
        _refuse_ambiguous(looks, where)
        return number

    def instance(self, annotation: Any, cls: type, metadata: list[Any]) -> Constructor:
        """The constructor of a class."""
        fields, hints = fields_of(cls), hints_of(cls, self.namespace)
        given = dict(zip(getattr(cls, "__parameters__", ()), get_args(annotation)))
        weights = [one.weight for one in metadata if isinstance(one, Weight)]
        weight = weights[0] if weights else getattr(cls, "__dpgen_weight__", None)
        if weight is not None and (type(weight) is not int or not 0 <= weight < 2**32):
            raise ValueError(f"{cls.__name__} weighs {weight!r}: a weight is an int, at least 0 and below 2**32")
        slots = []
        names = [name for name, _ in fields.names]
        for place, (name, keyword) in enumerate(fields.names):
            where = f"{cls.__name__}.{name}"
            if name not in hints:
                raise TypeError(f"{where} has no annotation")
            hint = _substitute(hints[name], given)
            slots.append(self.slot(name, hint, where, keyword, names[:place], names[place:]))
        return Constructor(cls.__name__, "instance", slots, cls, weight, fields.frozen)

    def tuple(self, key: Any, elements: tuple[Any, ...], where: str) -> int:
        """The number of the type of tuples with one element for each annotation."""
        number = self.known[key] = self.add(Type(_name(key[0]), "tuple", []))
        slots = [self.slot(str(place), element, f"{where}[{place}]") for place, element in enumerate(elements)]
        self.types[number].constructors.append(Constructor("tuple", "tuple", slots, weight=0, frozen=True))
        return number

    def chain(self, key: Any, element: Any, where: str, is_tuple: bool) -> int:
        """The number of the type of lists, or of tuples of any length. With ``Len`` there is a type for each remaining length."""
        name, length = _name(key[0]), key[1]
        if length is None:
            endless = self.known[key] = self.add(Type(name, "list", [], grows=True))
            first = self.slot("first", element, f"an element of {where}", is_element=True)
            rest = Slot("rest", ty=endless, rule=_rule_of_rest(element, where))
            nil = Constructor("Nil", "nil", [], weight=0, frozen=is_tuple)
            cons = Constructor("Cons", "cons", [first, rest], weight=0, frozen=is_tuple)
            self.types[endless].constructors += [nil, cons]
            return endless
        if not 0 <= length.least <= length.most:
            raise ValueError(f"{where}: no list has {length!r}")
        if length.most > MAX_LIST_LEN:
            raise ValueError(f"{where}: {length!r} is a type for each length, of which there may be {MAX_LIST_LEN:,}")
        number: int | None = None
        for most in range(length.most + 1):
            left = Len(max(0, length.least - (length.most - most)), most)
            place = (key[0], left, key[1])
            shorter = number
            number = self.known.get(place)
            if number is None:
                number = self.known[place] = self.add(Type(f"{name}[{left.least}..{most}]", "list", []))
                described = self.types[number].constructors
                if left.least == 0:
                    described.append(Constructor("Nil", "nil", [], weight=0, frozen=is_tuple))
                if shorter is not None:
                    first = self.slot("first", element, f"an element of {where}", is_element=True)
                    rest = Slot("rest", ty=shorter, rule=_rule_of_rest(element, where))
                    described.append(Constructor("Cons", "cons", [first, rest], weight=0, frozen=is_tuple))
        assert number is not None
        self.known[key] = number
        return number


def _rule_of_rest(element: Any, where: str) -> Any:
    """Which context the elements of a list after one get; ``None`` if it is that of the one."""
    marks = [one for one in split(element)[1] if isinstance(one, Then)]
    return give_rule(marks[0], f"what follows an element of {where}", ["first"], []) if marks else None


def _is_chain(plain: Any) -> bool:
    """Whether an annotation names lists, or tuples of any length."""
    origin, elements = get_origin(plain), get_args(plain)
    return plain is list or origin is list or (origin is tuple and len(elements) == 2 and elements[1] is Ellipsis)


def split(annotation: Any) -> tuple[Any, list[Any]]:
    """An annotation without its metadata, and the metadata."""
    if get_origin(annotation) is Annotated:
        plain, *metadata = get_args(annotation)
        inner, more = split(plain)
        return inner, more + metadata
    if hasattr(annotation, "__value__") and hasattr(annotation, "__type_params__"):
        return split(annotation.__value__)
    return annotation, []


def _member(annotation: Any) -> type | None:
    """The class of a member of a union, if its instances are structures or it is ``None``; ``None`` for any other member."""
    plain, _ = split(annotation)
    cls = get_origin(plain) or plain
    return cls if is_structure(cls) else NONE if plain is NONE else None


def _substitute(hint: Any, given: Mapping[Any, Any]) -> Any:
    """An annotation with type variables replaced."""
    if not given:
        return hint
    if isinstance(hint, typing.TypeVar):
        return given.get(hint, hint)
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(given.get(parameter, parameter) for parameter in parameters)] if parameters else hint


def _values(values: list[Any], where: str) -> Slot:
    """A data slot for these values. If all are integers, comparisons can leave them undecided."""
    if not values:
        raise ValueError(f"{where} has no value: Values() and Literal need one at least")
    distinct: set[Any] = set()
    for value in values:
        try:
            key = exact_key(value)
        except TypeError as error:
            raise TypeError(f"{where}: the value {value!r} can be changed: values have a hash, such as a tuple's") from error
        if key in distinct:
            raise ValueError(f"{where}: the value {value!r} is there twice")
        distinct.add(key)
    if all(type(value) is int and -(2**63) <= value < 2**63 for value in values):
        return Slot("", domain="ints", ints=values)
    labels = [value.name if isinstance(value, enum.Enum) else repr(value) for value in values]
    return Slot("", domain="labels", labels=labels, objects=values)


def _refuse_ambiguous(members: list[tuple[str, Any]], where: str) -> None:
    """Raises ``TypeError`` if a value could be of two members of a union. Each member has a key that is
    equal for members whose values look alike.
    """
    for place, (name, look) in enumerate(members):
        for other, other_look in members[:place]:
            if look == other_look:
                raise TypeError(
                    f"{where}: {other} and {name} are members of one union, and a value can look like both: give each "
                    "a class of its own"
                )


def _shape_key(plain: Any, slot: Slot) -> Any:
    """A key that is equal for members of a union whose values look alike; for members that are no class of the user's."""
    if slot.ty is None:
        return int if slot.domain in ("range", "ints") else object()
    arguments = get_args(plain)
    if get_origin(plain) is tuple and Ellipsis not in arguments:
        return len(arguments)
    return list if (get_origin(plain) or plain) is list else tuple


def _name(annotation: Any) -> str:
    plain, _ = split(annotation)
    if plain is NONE:
        return "None"
    if get_origin(plain) is None and isinstance(plain, type):
        return plain.__name__
    return inspect.formatannotation(plain)


def _advice(plain: Any) -> str:
    """Advice for an annotation that pydpgen does not take: the one to write instead."""
    origin = get_origin(plain) or plain
    if origin in (set, frozenset):
        return "write list[...] with a predicate that its elements ascend"
    if origin is dict:
        return "write list[tuple[..., ...]] with a predicate that its keys ascend"
    if isinstance(plain, typing.TypeVar):
        return "a type variable has to be given: Node[int]"
    if isinstance(plain, type):
        return "make it a dataclass, whose fields pydpgen fills"
    return "pydpgen takes classes with fields, unions, lists, tuples, and values with finitely many choices"
