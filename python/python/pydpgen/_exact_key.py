"""Keys of values that are equal for the same type and bits only: ``0.0`` is not ``-0.0``, ``1`` not ``True``, and NaN is NaN."""

from __future__ import annotations

import dataclasses
import enum
import struct
import sys
from collections.abc import Container, Hashable
from typing import Any

__all__ = ["exact_key", "is_among"]


def exact_key(value: Any) -> Hashable:
    """A key that is equal for values of one type that are the same by their bits. Raises ``TypeError`` without a hash.

    >>> exact_key(0.0) == exact_key(-0.0), exact_key((1,)) == exact_key((True,)), exact_key(float("nan")) == exact_key(float("nan"))
    (False, False, True)
    """
    cls: Any = type(value)
    if isinstance(value, enum.Enum):
        return cls, value.name
    if isinstance(value, float):
        return cls, struct.pack("<d", value)
    if isinstance(value, complex):
        return cls, struct.pack("<dd", value.real, value.imag)
    decimal = sys.modules.get("decimal")
    if decimal is not None and isinstance(value, decimal.Decimal):
        return cls, value.as_tuple()
    if isinstance(value, tuple):
        return cls, tuple(map(exact_key, value))
    if isinstance(value, frozenset):
        return cls, frozenset(map(exact_key, value))
    if dataclasses.is_dataclass(cls) and cls.__hash__ is not None and "__eq__" in vars(cls):
        return cls, tuple(exact_key(getattr(value, field.name)) for field in dataclasses.fields(cls) if field.compare)
    hash(value)
    return cls, value


def is_among(value: Any, keys: Container[Hashable]) -> bool:
    """Whether the exact key of a value is one of these. A value without a hash has none."""
    try:
        return exact_key(value) in keys
    except TypeError:
        return False
