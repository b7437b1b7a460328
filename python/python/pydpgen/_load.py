"""Builds that were saved."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from . import _pydpgen
from ._build import _names, prepare, source_of
from ._spec import Spec
from ._structures import Structures

__all__ = ["load"]

#: How the source of a build with Python predicates begins; that of a spec is its text.
PYTHON = "python "


def load(
    path: str | os.PathLike[str],
    type: Any = None,
    rep_ok: Callable[[Any], bool] | Mapping[Any, Callable[[Any], bool]] | None = None,
    *,
    root_ok: Callable[[Any], bool] | None = None,
    namespace: Mapping[str, Any] | None = None,
    changed: bool = False,
) -> Structures[Any]:
    """What :meth:`Structures.save` wrote. A build from a spec has the spec with it; any other is loaded with the type and
    the predicates that it was built with.

    Raises ``LoadFailure`` for a file that is damaged or of other types, and ``ValueError`` if the predicates are others,
    by their code and that of the attributes which they name; ``changed=True`` takes it all the same.
    """
    with open(path, "rb") as file:
        data = file.read()
    source, max_size, params = _pydpgen.saved(data)
    if not source.startswith(PYTHON):
        if type is not None or rep_ok is not None or root_ok is not None:
            raise ValueError(f"{os.fspath(path)} was built from a spec, which it holds: load it without a type")
        spec = Spec.parse(source, os.fspath(path))
        structures = spec._loaded(data, max_size, params)
        spec._spec.recheck(structures._catalog)
        return structures
    if type is None:
        raise TypeError(f"{os.fspath(path)} was built from a type: pass it, and its predicates")
    names = _names(namespace, sys._getframe(1))
    # The scope knows `n` by the maximum size.
    given = {"n": max_size, **dict(params)}
    world, description, asked, functions = prepare(type, rep_ok, root_ok, max_size, given, names)
    catalog = _pydpgen.load(world, data)
    if not changed and source.split()[2] != source_of(functions).split()[2]:
        if source.split()[1] != source_of(functions).split()[1]:
            why = f"it was saved by Python {source.split()[1]}, whose code can not be compared with this one's"
        else:
            why = "the predicates are not those that it was built with"
        raise ValueError(f"{os.fspath(path)}: {why}; pass changed=True to take it all the same, or build again")
    return Structures._of(catalog, description, asked, functions, source)
