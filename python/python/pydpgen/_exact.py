"""Exact keys of values, which differ where ``==`` does not: ``0.0`` from ``-0.0``, ``1`` from ``True``, NaN from nothing."""

from __future__ import annotations

import dataclasses
import decimal
import enum
import struct
from collections.abc import Hashable
from typing import Any

__all__ = ["exact"]


def exact(value: Any) -> Hashable:
    """A key that is equal for values of one type that are the same by their bits. Raises ``TypeError`` without a hash.

    >>> exact(0.0) == exact(-0.0), exact((1,)) == exact((True,)), exact(float("nan")) == exact(float("nan"))
    (False, False, True)
    """
    cls: Any = type(value)
    if isinstance(value, enum.Enum):
        return cls, value.name
    if isinstance(value, float):
        return cls, struct.pack("<d", value)
    if isinstance(value, complex):
        return cls, struct.pack("<dd", value.real, value.imag)
    if isinstance(value, decimal.Decimal):
        return cls, value.as_tuple()
    if isinstance(value, tuple):
        return cls, tuple(map(exact, value))
    if isinstance(value, frozenset):
        return cls, frozenset(map(exact, value))
    if dataclasses.is_dataclass(cls) and cls.__hash__ is not None and "__eq__" in vars(cls):
        return cls, tuple(exact(getattr(value, field.name)) for field in dataclasses.fields(cls) if field.compare)
    hash(value)
    return cls, value
