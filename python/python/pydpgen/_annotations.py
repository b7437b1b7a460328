"""Describes the types that annotations name, as types of a schema.

A class with fields is a constructor; a union is a choice of its members; an annotation with finitely many values (``bool``,
``Literal``, an enum, an ``int`` with a range) is data. Invariant: each annotation has one type in the schema, so that the
description of a recursive type ends.
"""

from __future__ import annotations

import enum
import sys
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ForwardRef, Literal, get_args, get_origin

from ._annotation_forms import annotation_name, is_type_variable, mapped, members_of, resolve, split, substituted
from ._class_fields import fields_of, hints_of, is_model, is_structure
from ._collection_types import collection_class, describe_collection, describe_text, lengths_of
from ._constraints import Constraints, constraints_of, field_constraints, moved_into
from ._domains import Give, Len, Link, Range, RefersTo, Text, Then, Values, Weight, bound
from ._exact_key import exact_key
from ._field_rules import OPEN_RANGE, DataRule, check_names, give_rule
from ._record_types import describe_record, is_record
from ._references import Reference, check_references, describe_reference
from ._schema_description import Constructor, Description, Slot, Type
from ._structure_order import Ascends
from ._union_members import refuse_ambiguous

__all__ = ["Describer", "describe"]

NONE = type(None)


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
    description = Description(describer.types, number, orders=describer.orders)
    for ascends in describer.orders:
        ascends.order.check()
        ascends.compares_all = ascends.order.can_be_equal()
    check_references(description, describer.references)
    return description, describer


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
        #: The predicates of the lists that stand for sets and dictionaries.
        self.orders: list[Ascends] = []
        #: The names that annotations of classes can use.
        self.scopes: list[Mapping[str, Any]] = [namespace]

    def split(self, annotation: Any, where: str) -> tuple[Any, list[Any]]:
        """An annotation without its metadata and aliases, with a name looked up; and the metadata."""
        plain, metadata = split(annotation)
        names: set[str] = set()
        while isinstance(plain, ForwardRef) and plain.__forward_arg__ not in names:
            names.add(plain.__forward_arg__)
            scopes: dict[str, Any] = {}
            for scope in reversed(self.scopes):
                scopes.update(scope)
            try:
                found = mapped(eval(plain.__forward_arg__, vars(typing) | scopes), lambda leaf: leaf)
            except NameError as error:
                raise NameError(f"{where}: {error}; pass namespace={{...}} with what the annotations name") from error
            plain, more = split(NONE if found is None else found)
            metadata = more + metadata
        return plain, metadata

    def number(self, annotation: Any, where: str) -> int:
        """The number of the type that an annotation names; for data, of a type whose only slot has it."""
        slot = self.slot("value", annotation, where)
        if slot.ty is not None:
            return slot.ty
        key = ("value", annotation)
        if key not in self.known:
            self.known[key] = self.add(Type(annotation_name(annotation), "plain", []))
            value = Constructor(annotation_name(annotation), "value", [slot], weight=0, frozen=True)
            self.types[self.known[key]].constructors.append(value)
        return self.known[key]

    def judged(self, description: Description, of: Any) -> list[tuple[int, list[int]]]:
        """The constructors that a predicate on a type judges: see ``Description.judged``."""
        where = "the type of a predicate"
        plain, metadata = self.split(of, where)
        classes = [cls for member in members_of(plain) if (cls := _member(self.split(member, where)[0])) not in (None, NONE)]
        before = len(self.types)
        number = next((self.known[key] for key in [_key(plain, metadata, where), ("value", of)] if key in self.known), None)
        if number is None and not classes:
            number = self.number(of, where)
        places = description.judged(number, classes) if len(self.types) == before else []
        if not places:
            raise ValueError(f"there is a predicate for {annotation_name(of)}, which is no type of these structures")
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
        plain, metadata = self.split(annotation, where)
        metadata, constraints = constraints_of(metadata)
        if constraints.given and len(members := members_of(plain)) > 1:
            plain, constraints = moved_into(members, constraints.given), Constraints()
            metadata = [one for one in metadata if not isinstance(one, Len)]
        if not is_element and any(isinstance(one, Then) for one in metadata):
            raise TypeError(f"{where}: Then is for an element of a list: list[Annotated[..., Then(...)]]")
        given = [one for one in metadata if isinstance(one, Give) and not isinstance(one, Then)]
        if len(given) > 1:
            raise TypeError(f"{where}: {given[0]!r} and {given[1]!r}: a part has one context")
        if any(isinstance(one, Link | RefersTo) for one in metadata):
            slot = describe_reference(self, plain, metadata, where)
        else:
            is_text = any(isinstance(one, Text) for one in metadata)
            data = None if is_text else self.data(plain, metadata, where, left, right, constraints)
            if data is None:
                constraints.refuse_for(annotation_name(plain), where)
            slot = data or Slot("", ty=self.part(plain, metadata, where))
        if given and slot.ty is None:
            raise TypeError(f"{where}: {given[0]!r} is for a field that is a structure, and this is data: it has no context")
        if given:
            slot.rule = give_rule(given[0], where, left, right)
        slot.name, slot.keyword = name, keyword
        return slot

    def data(
        self,
        plain: Any,
        metadata: list[Any],
        where: str,
        left: Sequence[str],
        right: Sequence[str],
        constraints: Constraints | None = None,
    ) -> Slot | None:
        """The data slot of an annotation with finitely many values; ``None`` for any other annotation."""
        constraints = constraints or Constraints()
        has_length = collection_class(plain) is not None or plain in (str, bytes)
        has_length |= bool(constraints.lengths) and get_origin(plain) is Literal
        if any(isinstance(one, Len) for one in metadata) and not has_length:
            raise TypeError(
                f"{where}: Len is for lists, tuples of any length, sets, dicts and texts, not for {annotation_name(plain)}"
            )
        domains = [one for one in metadata if isinstance(one, Range | Values)]
        for of_a_kind in ([one for one in domains if (one.function is None) == is_fixed] for is_fixed in (True, False)):
            if len(of_a_kind) > 1:
                raise TypeError(f"{where}: {of_a_kind[0]!r} and {of_a_kind[1]!r}: a field has one domain")
        if not any(isinstance(one, Values) for one in domains) and get_origin(plain) is not Literal:
            constraints.refuse(where)
        rule = next((one for one in domains if one.function is not None), None)
        if plain is int and constraints.marks and not domains:
            slot: Slot | None = constraints.int_slot(where)
        else:
            slot = self.domain(plain, next((one for one in domains if one.function is None), None), rule, where)
        if slot is not None:
            constraints.narrow(slot, where)
        if slot is not None and rule is not None:
            slot.rule = DataRule(where, rule, slot, left)
            check_names(slot.rule.names, where, left, right)
        return slot

    def domain(self, plain: Any, domain: Range | Values | None, rule: Range | Values | None, where: str) -> Slot | None:
        """The data slot with all values that there can be; ``rule`` chooses among them."""
        if (isinstance(domain, Range) or isinstance(rule, Range)) and plain is not int:
            advice = ": write Annotated[int, Range(...)] | None" if int in get_args(plain) else ""
            raise TypeError(f"{where}: a Range is one of int, not of {annotation_name(plain)}{advice}")
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
                f"Annotated[{annotation_name(plain)}, pydpgen.Values('a', 'b'), pydpgen.Values(lambda ...)]"
            )
        if plain in (int, float, str, bytes, complex):
            examples = {int: "Range(1, 'n')", str: "Text('ab', max_length=3)", bytes: "Text(b'ab', max_length=3)"}
            example = f"pydpgen.{examples.get(plain, 'Values(...)')}"
            raise TypeError(
                f"{where} is {annotation_name(plain)}, which has no end: write Annotated[{annotation_name(plain)}, {example}], or "
                "pydpgen.Values(...) or Literal[...] with the values to take"
            )
        return None

    def part(self, plain: Any, metadata: list[Any], where: str) -> int:
        """The number of the type of a part."""
        key = _key(plain, metadata, where)
        try:
            if key in self.known:
                return self.known[key]
        except TypeError as error:
            raise TypeError(f"{where}: {plain!r} is no annotation that pydpgen knows") from error
        texts = [one for one in metadata if isinstance(one, Text)]
        if len(texts) > 1 or (texts and any(isinstance(one, Range | Values) for one in metadata)):
            raise TypeError(f"{where}: {texts[0]!r} and another domain: a field has one domain")
        if texts:
            return describe_text(self, key, plain, texts[0], lengths_of(metadata, where), where)
        if collection_class(plain) is not None:
            return describe_collection(self, key, plain, lengths_of(metadata, where), where)
        if get_origin(plain) is tuple:
            return self.tuple(key, get_args(plain), where)
        if is_record(plain):
            return describe_record(self, key, plain, metadata)
        members = members_of(plain)
        if len(members) == 1 and _member(plain) is None:
            raise TypeError(f"{where} is {annotation_name(plain)}: {_advice(plain)}")
        return self.union(key, members, where)

    def union(self, key: Any, members: tuple[Any, ...], where: str) -> int:
        """The number of the type of a union; a class is a union with one member."""
        number = self.known[key] = self.add(Type(" | ".join(map(annotation_name, members)), "plain", []))
        optional = len(members) == 2 and NONE in members
        described, looks = self.types[number], []
        for member in members:
            plain, metadata = self.split(member, where)
            cls = _member(plain)
            given = [one for one in metadata if isinstance(one, Give)]
            if given and cls is not None:
                name = type(given[0]).__name__
                raise TypeError(f"{where}: {given[0]!r} is of all members: write Annotated[A | B, {name}(...)] around the union")
            if plain is NONE:
                described.constructors.append(Constructor("None", "none", [], weight=0, frozen=True))
            elif len(members) > 1 and plain in self.nodes:
                if any(isinstance(one, Weight) for one in metadata):
                    raise TypeError(
                        f"{where}: references lead to {annotation_name(plain)}, whose weight is one: set __dpgen_weight__"
                    )
                slot = Slot("value", ty=self.part(plain, [], where))
                described.constructors.append(Constructor(annotation_name(plain), "value", [slot], weight=0, frozen=True))
                described.shape = "option" if optional else "plain"
            elif cls is not None:
                described.constructors.append(self.instance(plain, cls, metadata))
            else:
                slot = self.slot("value", member, where)
                described.constructors.append(Constructor(annotation_name(plain), "value", [slot], weight=0, frozen=True))
                described.shape = "option" if optional else "plain"
                looks.append((annotation_name(plain), slot))
        if described.shape == "option":
            described.constructors.sort(key=lambda ctor: ctor.form != "none")
        refuse_ambiguous(looks, self.types, where)
        return number

    def instance(self, annotation: Any, cls: type, metadata: list[Any]) -> Constructor:
        """The constructor of a class."""
        fields, hints = fields_of(cls), hints_of(cls, self.namespace)
        self.scopes.append(vars(sys.modules[cls.__module__]) if cls.__module__ in sys.modules else {})
        given = dict(zip(getattr(cls, "__parameters__", ()), get_args(annotation))) | {typing.Self: annotation}
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
            hint = substituted(hints[name], given)
            if is_model(cls):
                hint = field_constraints(hint, cls.model_fields[name])  # type: ignore[attr-defined]
            slots.append(self.slot(name, hint, where, keyword, names[:place], names[place:]))
        return Constructor(cls.__name__, "instance", slots, cls, weight, fields.frozen)

    def tuple(self, key: Any, elements: tuple[Any, ...], where: str) -> int:
        """The number of the type of tuples with one element for each annotation."""
        number = self.known[key] = self.add(Type(annotation_name(key[0]), "tuple", []))
        slots = [self.slot(str(place), element, f"{where}[{place}]") for place, element in enumerate(elements)]
        self.types[number].constructors.append(Constructor("tuple", "tuple", slots, weight=0, frozen=True))
        return number


def _key(plain: Any, metadata: list[Any], where: str) -> Any:
    """The key of the type of a part."""
    length = lengths_of(metadata, where)
    texts = [one.alphabet for one in metadata if isinstance(one, Text)]
    weights = [one.weight for one in metadata if isinstance(one, Weight)] if is_record(plain) else []
    extra = (length if length != Len(0) else None, *texts, *weights)
    return (plain, None) if extra == (None,) else (plain, *extra)


def _member(annotation: Any) -> type | None:
    """The class of a member of a union, if its instances are structures or it is ``None``; ``None`` for any other member."""
    plain, _ = split(annotation)
    cls = get_origin(plain) or plain
    return cls if is_structure(cls) else NONE if plain is NONE else None


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


def _advice(plain: Any) -> str:
    """Advice for an annotation that pydpgen does not take: the one to write instead."""
    if is_type_variable(plain):
        return "a type variable has to be given: Node[int]"
    cls = get_origin(plain) or plain
    for base in (dict, list, set, frozenset, tuple, str, bytes):
        if isinstance(cls, type) and issubclass(cls, base):
            return f"write the annotation of a {base.__name__}, and make a {cls.__name__} of it in the test"
    if isinstance(plain, type) and plain.__module__.partition(".")[0] not in sys.stdlib_module_names:
        return "make it a dataclass, whose fields pydpgen fills"
    if isinstance(plain, type) or plain is Any:
        name = "object" if plain is Any else plain.__name__
        return f"write Annotated[{name}, pydpgen.Values(...)] with the values to take, or the types that they can have"
    return "pydpgen takes classes with fields, unions, lists, tuples, sets, dicts, and values with finitely many choices"
