"""Loads saved builds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from . import _pydpgen
from ._build import annotation_namespace, prepare_build, source_fingerprint
from ._contexts import NO_CONTEXT
from ._spec import Spec
from ._structures import Structures

__all__ = ["load"]

#: The source of a build with Python predicates begins with this prefix; that of a spec is the text of the spec.
PYTHON_SOURCE_PREFIX = "python "


def load(
    path: str | os.PathLike[str],
    type: Any = None,
    rep_ok: Callable[..., bool] | Mapping[Any, Callable[..., bool]] | None = None,
    *,
    root_ok: Callable[..., bool] | None = None,
    context: Any = NO_CONTEXT,
    namespace: Mapping[str, Any] | None = None,
    changed: bool = False,
) -> Structures[Any]:
    """Reads a file that :meth:`Structures.save` wrote. The file of a spec's build has the spec in it; any other build needs
    the type, the predicates and the context that it was built with.

    Raises ``LoadFailure`` for a file that is damaged or of other types, and ``ValueError`` if the context or the code of the
    predicates, of the attributes that they name, or of a field's function is different; ``changed=True`` loads it all the same.
    """
    with open(path, "rb") as file:
        data = file.read()
    source, max_size, params = _pydpgen.saved_origin(data)
    if not source.startswith(PYTHON_SOURCE_PREFIX):
        if type is not None or rep_ok is not None or root_ok is not None:
            raise ValueError(f"{os.fspath(path)} was built from a spec, which it holds: load it without a type")
        spec = Spec.parse(source, os.fspath(path))
        structures = spec._load(data, max_size, params)
        spec._spec.recheck(structures._catalog)
        return structures
    if type is None:
        raise TypeError(f"{os.fspath(path)} was built from a type: pass it, and its predicates")
    namespace = annotation_namespace(namespace, sys._getframe(1))
    # In a scope, `n` is the maximum size.
    given = {"n": max_size, **dict(params)}
    schema, description, request, functions = prepare_build(type, rep_ok, root_ok, context, max_size, given, namespace)
    catalog = _pydpgen.load(schema, data)
    _, version, fingerprint = source.split()
    _, this_version, this_fingerprint = source_fingerprint(functions, description, request["contexts"]).split()
    if not changed and fingerprint != this_fingerprint:
        if version != this_version:
            why = f"it was saved by Python {version}, whose code can not be compared with this one's"
        else:
            why = "the predicates, the context, or the functions of fields are not those that it was built with"
        raise ValueError(f"{os.fspath(path)}: {why}; pass changed=True to take it all the same, or build again")
    return Structures._from_catalog(catalog, description, request, functions, source)
