"""What a certificate is about: which build, and which property.

Invariant: two builds that are told to be equal have the same structures at the same ranks, as far as a sample shows.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from .._build import source_of
from .._structures import Structures

__all__ = ["about_build", "about_property"]

#: How many structures at each end of how many sizes tell an order of ranks.
ENDS, SIZES = 16, 4


def about_build(structures: Structures[Any]) -> dict[str, Any]:
    """What tells a build from another one whose ranks mean something else."""
    whole: Any = structures
    asked, source = whole._asked, whole._source
    if not source.startswith("python "):
        source = f"spec {hashlib.sha256(source.encode()).hexdigest()}"
    scope = {name: value for name, value in asked["params"] if name != "n"}
    return {
        "name": whole._description.name,
        "source": source,
        "scope": {"max_size": structures.max_size, **scope},
        "fields": asked["fields"],
        "order": _order(whole._catalog),
        "dpgen": _version(),
    }


def _order(catalog: Any) -> str:
    """A fingerprint of the order of ranks: of the first and the last structures of the greatest sizes."""
    digest, left = hashlib.sha256(), SIZES
    for size in reversed(range(catalog.complete_sizes)):
        count = catalog.count(size)
        if count and left:
            left -= 1
            for start, stop in [(0, min(ENDS, count)), (max(0, count - ENDS), count)]:
                columns = catalog.columns(size, start, stop)
                digest.update(repr((size, count, sorted(columns.items()))).encode())
    return digest.hexdigest()[:32]


def about_property(function: Any) -> dict[str, str]:
    """A property's name, and a fingerprint of its code."""
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    return {"name": str(name), "code": source_of([function])}


def _version() -> str:
    try:
        return version("pydpgen")
    except PackageNotFoundError:
        return "unknown"
