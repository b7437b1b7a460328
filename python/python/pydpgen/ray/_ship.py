"""What a cluster needs of this process, sent once.

The object store holds one copy a node, and each process unpickles it once: tasks carry a reference and a key. Structures
go without their predicates, as nothing is built again.
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
from .._structures import Structures
from ._need import need_ray

__all__ = ["Shipped", "bare", "pickled"]

T = TypeVar("T")

#: How many shipped values a process keeps.
KEPT = 4

_loaded: OrderedDict[str, Any] = OrderedDict()
_lock = threading.Lock()


class Shipped(Generic[T]):
    """A value in the object store. Invariant: equal keys mean equal bytes."""

    def __init__(self, value: T) -> None:
        data = pickled(value)
        self.key = hashlib.sha256(data).hexdigest()
        # In a list the reference stays one where tasks take it as an argument.
        self._reference = [need_ray("pydpgen.ray").put(data)]

    def get(self) -> tuple[T, bool]:
        """The value, and whether this process had to load it."""
        with _lock:
            if self.key in _loaded:
                _loaded.move_to_end(self.key)
                return _loaded[self.key], False
            data = need_ray("pydpgen.ray").get(self._reference[0])
            try:
                value = need_ray("pydpgen.ray").cloudpickle.loads(data)
            except Exception as error:
                raise RuntimeError(
                    f"a node of the cluster can not load what was sent to it: {error!r}. The modules with the types and "
                    "the property have to be importable on every node: ray.init(runtime_env={'working_dir': '.'}) sends "
                    "a folder along, and 'pip': [...] installs packages"
                ) from error
            _loaded[self.key] = value
            while len(_loaded) > KEPT:
                _loaded.popitem(last=False)
            return value, True


def bare(structures: Structures[Any]) -> Structures[Any]:
    """The same structures without the predicates that they were built with."""
    other: Any = structures.part(0, structures.total)
    other._asked = {**other._asked, "predicates": None, "root_ok": None}
    other._functions = []
    return cast(Structures[Any], other)


def pickled(value: Any) -> bytes:
    """Bytes for another process; what is defined in a script or a notebook goes by value.

    Raises ``TypeError`` for what can not be sent.
    """
    ray, file = need_ray("pydpgen.ray"), io.BytesIO()

    class Pickler(ray.cloudpickle.CloudPickler):  # type: ignore[misc, name-defined]
        def reducer_override(self, value: Any) -> Any:
            if isinstance(value, _pydpgen.Attribute) and not _is_importable(value):
                marked: Any = value
                return _blank, (), {"function": marked.__wrapped__}, None, None, _fill
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


def _blank() -> Any:
    """An attribute whose function comes later, as it may refer to the attribute."""

    def function(structure: Any) -> Any:
        return marked.__wrapped__(structure)

    marked: Any = _pydpgen.Attribute(function)
    return marked


def _fill(marked: Any, state: dict[str, Any]) -> None:
    functools.update_wrapper(marked, state["function"])
