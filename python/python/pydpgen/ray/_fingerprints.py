"""Fingerprints of the build and the property that a certificate is about.

Invariant: builds with equal fingerprints have the same structures at the same ranks, as far as a sample shows.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from .._build import source_fingerprint
from .._structures import Structures

__all__ = ["build_fingerprint", "property_fingerprint"]

#: The sample of ranks: this many structures from each end of a size, of this many sizes.
SAMPLED_AT_EACH_END, SAMPLED_SIZES = 16, 4


def build_fingerprint(structures: Structures[Any]) -> dict[str, Any]:
    """The values that differ between builds whose ranks name different structures."""
    build: Any = structures
    request, source = build._request, build._source
    if not source.startswith("python "):
        source = f"spec {hashlib.sha256(source.encode()).hexdigest()}"
    scope = {name: value for name, value in request["params"] if name != "n"}
    return {
        "name": build._description.name,
        "source": source,
        "scope": {"max_size": structures.max_size, **scope},
        "fields": request["fields"],
        "order": _order_fingerprint(build._catalog),
        "dpgen": _version(),
    }


def _order_fingerprint(catalog: Any) -> str:
    """A fingerprint of the order of ranks, by the first and the last structures of the greatest sizes."""
    digest, left = hashlib.sha256(), SAMPLED_SIZES
    for size in reversed(range(catalog.complete_sizes)):
        count = catalog.count(size)
        if count and left:
            left -= 1
            for start, stop in [(0, min(SAMPLED_AT_EACH_END, count)), (max(0, count - SAMPLED_AT_EACH_END), count)]:
                columns = catalog.columns(size, start, stop)
                digest.update(repr((size, count, sorted(columns.items()))).encode())
    return digest.hexdigest()[:32]


def property_fingerprint(function: Any) -> dict[str, str]:
    """A property's name, and a fingerprint of its code."""
    name = getattr(function, "__qualname__", None) or type(function).__qualname__
    return {"name": str(name), "code": source_fingerprint([function])}


def _version() -> str:
    try:
        return version("pydpgen")
    except PackageNotFoundError:
        return "unknown"
