"""Values in Ray's object store, which each process of a cluster loads once.

The store has one copy on each node, and each process unpickles it once: a task carries a reference and a key. Structures are
sent without their predicates, as nothing is built again.
"""

from __future__ import annotations

import functools
import hashlib
import io
import sys
import threading
from collections import OrderedDict
from typing import Any, Generic, TypeVar, cast

from .. import _pydpgen
from .._predicates import takes_context
from .._structures import Structures
from ._ray_import import import_ray

__all__ = ["StoredValue", "pickled", "without_predicates"]

T = TypeVar("T")

#: The number of loaded values that a process keeps.
MAX_LOADED_VALUES = 4

_loaded: OrderedDict[str, Any] = OrderedDict()
_lock = threading.Lock()


class StoredValue(Generic[T]):
    """A value in the object store. Invariant: equal keys mean equal bytes."""

    def __init__(self, value: T) -> None:
        data = pickled(value)
        self.key = hashlib.sha256(data).hexdigest()
        # Ray replaces a reference that is an argument of a task by its value, but not one in a list.
        self._reference = [import_ray("pydpgen.ray").put(data)]

    def get(self) -> tuple[T, bool]:
        """The value, and whether this call loaded it."""
        with _lock:
            if self.key in _loaded:
                _loaded.move_to_end(self.key)
                return _loaded[self.key], False
            data = import_ray("pydpgen.ray").get(self._reference[0])
            try:
                value = import_ray("pydpgen.ray").cloudpickle.loads(data)
            except Exception as error:
                raise RuntimeError(
                    f"a node of the cluster can not load what was sent to it: {error!r}. The modules with the types and "
                    "the property have to be importable on every node: ray.init(runtime_env={'working_dir': '.'}) sends "
                    "a folder along, and 'pip': [...] installs packages"
                ) from error
            _loaded[self.key] = value
            while len(_loaded) > MAX_LOADED_VALUES:
                _loaded.popitem(last=False)
            return value, True


def without_predicates(structures: Structures[Any]) -> Structures[Any]:
    """The same structures without their predicates."""
    other: Any = structures.part(0, structures.total)
    other._request = {**other._request, "predicates": None, "root_ok": None}
    other._functions = []
    return cast(Structures[Any], other)


def pickled(value: Any) -> bytes:
    """A value as bytes for another process. Functions and classes of a script or a notebook are pickled by value.

    Raises ``TypeError`` for a value that can not be sent.
    """
    ray, file = import_ray("pydpgen.ray"), io.BytesIO()

    class Pickler(ray.cloudpickle.CloudPickler):  # type: ignore[misc, name-defined]
        def reducer_override(self, value: Any) -> Any:
            if isinstance(value, _pydpgen.Attribute) and not _is_importable(value):
                marked: Any = value
                function = marked.__wrapped__
                empty = (takes_context(function),)
                return _empty_attribute, empty, {"function": function}, None, None, _set_function
            return super().reducer_override(value)

    try:
        Pickler(file, protocol=5).dump(value)
    except Exception as error:
        raise TypeError(
            f"what the nodes need can not be sent to them: {error}. A property that holds a lock, a connection or the like "
            "has to open it by itself, where it runs"
        ) from error
    return file.getvalue()


def _is_importable(value: Any) -> bool:
    found: Any = sys.modules.get(value.__module__) if value.__module__ != "__main__" else None
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is value


def _empty_attribute(reads_context: bool) -> Any:
    """An attribute that gets its function later, as that can refer to the attribute."""

    def function(*arguments: Any) -> Any:
        return marked.__wrapped__(*arguments)

    marked: Any = _pydpgen.Attribute(function, reads_context)
    return marked


def _set_function(marked: Any, state: dict[str, Any]) -> None:
    functools.update_wrapper(marked, state["function"])
