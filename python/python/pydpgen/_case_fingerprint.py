"""A fingerprint of the cases of a test: where it is the same, a key names the same case.

It has the types, the code of the predicates or the text of the spec, the parts of builds, and the values and functions of the
other arguments. Invariant: it is the same in each process.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._build import source_fingerprint
from ._schema_description import Description
from ._structures import Structures
from ._test_cases import Cases

__all__ = ["case_fingerprint"]

#: The number of values of an argument that are in the fingerprint.
MAX_VALUES = 1000


def case_fingerprint(cases: Cases) -> str:
    """The fingerprint, as 32 digits in base 16."""
    import hashlib

    digest = hashlib.sha256()
    for name in cases.names:
        source: Any = cases.free.get(name, cases.dependent.get(name))
        if isinstance(source, Structures):
            text = _structures_text(source)
        elif name in cases.dependent:
            rule = getattr(getattr(source, "slot", None), "rule", None)
            text = source_fingerprint([source if rule is None else rule.function])
        else:
            text = _values_text(source)
        digest.update(f"{name}: {text}\n".encode())
    return digest.hexdigest()[:32]


def _structures_text(structures: Structures[Any]) -> str:
    request = structures._request
    counts = [structures.count(size) for size in range(structures.complete_sizes)]
    return repr([_types_text(structures._description), structures._source, request["params"], structures._spans, counts])


def _types_text(description: Description) -> list[Any]:
    """The types with what decides their structures, without objects whose text is another one in each process."""
    return [
        (
            described.name,
            [
                (ctor.name, ctor.form, ctor.weight, [(s.name, s.ty, s.domain, s.ints, s.labels, s.refers) for s in ctor.slots])
                for ctor in described.constructors
            ],
        )
        for described in description.types
    ]


def _values_text(values: Sequence[Any]) -> str:
    if isinstance(values, range):
        return repr(values)
    # Of a long sequence, which can make its values when it is asked, the first ones and the last.
    places = [*range(min(len(values), MAX_VALUES)), *range(max(len(values) - 1, 0), len(values))]
    return f"{len(values)} {[_value_text(values[place]) for place in places]}"


def _value_text(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:
        text = " at 0x"
    # The text of an object that has none of its own differs between processes.
    return type(value).__qualname__ if " at 0x" in text else text
