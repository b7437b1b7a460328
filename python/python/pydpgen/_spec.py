"""Specs in RON: types and invariants as text, with a generated class for each constructor."""

from __future__ import annotations

import dataclasses
import functools
import keyword
import os
from collections.abc import Mapping
from typing import Any

from . import _pydpgen
from ._build import build_options, run_engine
from ._progress import Progress
from ._schema_description import Constructor, Description, Slot, Type
from ._structures import Structures

__all__ = ["Spec", "specs"]


def specs() -> list[str]:
    """The names of the specs that come with pydpgen.

    >>> "red-black-tree" in specs()
    True
    """
    return list(_pydpgen.builtin_specs())


class Spec:
    """A spec. ``Spec(name)`` is one that comes with pydpgen; :meth:`read` and :meth:`parse` take your own.

    >>> Spec("binary-tree").build(max_size=5).counts()
    [1, 1, 2, 5, 14, 42]
    """

    def __init__(self, name: str) -> None:
        self._spec = _pydpgen.Spec.builtin(name)
        self._classes: dict[tuple[str, str, tuple[str, ...]], type] = {}

    @classmethod
    def parse(cls, text: str, name: str = "<spec>") -> Spec:
        """Reads a spec from text; ``name`` is for messages. Raises ``ValueError`` with the place of a mistake."""
        made = cls.__new__(cls)
        made._spec, made._classes = _pydpgen.Spec.parse(name, text), {}
        return made

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Spec:
        """Reads a spec from a file."""
        with open(path, encoding="utf-8") as file:
            return cls.parse(file.read(), os.fspath(path))

    @property
    def name(self) -> str:
        """The name that the spec gives itself."""
        return str(self._spec.name)

    @property
    def about(self) -> str:
        """What the spec says about itself."""
        return str(self._spec.about)

    @property
    def text(self) -> str:
        """The text of the spec."""
        return str(self._spec.text)

    def build(
        self,
        *,
        max_size: int,
        params: Mapping[str, int] | None = None,
        algorithm: str | None = None,
        fields: str = "concrete",
        time: float | None = None,
        structures: int | None = None,
        candidates: int | None = None,
        memory: int | None = None,
        progress: Progress = False,
    ) -> Structures[Any]:
        """Every structure up to a size; the arguments are those of :func:`pydpgen.build`."""
        request = self._build_request(max_size, list((params or {}).items()))
        request |= build_options(algorithm, fields, time, structures, candidates, memory)
        description = self.describe(max_size, request["params"])
        schema = self._spec.schema(description.types, max_size, request["params"])
        return run_engine(schema, description, request, [], progress, self)

    def _build_request(self, max_size: int, params: list[tuple[str, int]]) -> dict[str, Any]:
        request = {"name": self.name, "predicates": [], "root_ok": None, "contexts": [], "max_size": max_size, "params": params}
        return request | build_options()

    # For structures, as their `SpecOrigin`.

    def _run_engine(self, schema: Any, request: dict[str, Any], watch: Any) -> Any:
        """The catalog of a build, from the extension."""
        return self._spec.build(schema, request, watch)

    def _check_hereditary(self, schema: Any, request: dict[str, Any]) -> dict[str, Any]:
        """The result of a check that the invariant is hereditary, from the extension."""
        return self._spec.check_hereditary(schema, request)

    def _load(self, data: bytes, max_size: int, params: list[tuple[str, int]]) -> Structures[Any]:
        """The structures of a saved build."""
        params = [(name, value) for name, value in params if (name, value) != ("n", max_size)]
        description = self.describe(max_size, params)
        schema = self._spec.schema(description.types, max_size, params)
        catalog = _pydpgen.load(schema, data)
        return Structures._from_catalog(catalog, description, self._build_request(max_size, params), [], self.text, self)

    # Classes of constructors.

    def describe(self, max_size: int, params: list[tuple[str, int]]) -> Description:
        """The description of the types in a scope."""
        types, root = self._spec.types(max_size, params)
        described = []
        for name, shape, ctors in types:
            all_of = [self._constructor(name, shape, ctor, slots) for ctor, slots in ctors]
            described.append(Type(name, shape, all_of))
        return Description(described, root)

    def _constructor(self, ty: str, shape: str, name: str, slots: list[tuple[str, int | None, list[str]]]) -> Constructor:
        held = [Slot(slot, ty=part, labels=labels, objects=list(labels)) for slot, part, labels in slots]
        if shape == "list":
            return Constructor(name, "cons" if slots else "nil", held)
        if shape == "option":
            return Constructor(name, "value" if slots else "none", held, frozen=True)
        if shape == "tuple":
            return Constructor(name, "tuple", held, frozen=True)
        names = [_field_name(slot.name) for slot in held]
        for slot, field in zip(held, names):
            slot.name = field
        return Constructor(name, "instance", held, self._class(ty, name, tuple(names)), frozen=True)

    def _class(self, ty: str, name: str, fields: tuple[str, ...]) -> type:
        """The class of a constructor: a frozen dataclass, whose ``__doc__`` names the type."""
        key = (ty, name, fields)
        if key not in self._classes:
            known = _CLASSES.get((self.text, *key))
            if known is None:
                namespace = {"__doc__": f"{name}, a {ty} of the spec {self.name}.", "__reduce__": _reduce, "_repr_svg_": _repr_svg}
                known = dataclasses.make_dataclass(
                    name, [(field, Any) for field in fields], frozen=True, slots=True, namespace=namespace
                )
                known.__module__ = "pydpgen.spec"
                _CLASSES[(self.text, *key)] = known
                _CLASS_ORIGINS[known] = (self.name, self.text, key)
            self._classes[key] = known
        return self._classes[key]

    def __getattr__(self, name: str) -> type:
        """The class of a constructor, by its name."""
        if not name.startswith("_"):
            if not self._classes:
                self.describe(1, [])
            for (_, ctor, _), cls in self._classes.items():
                if ctor == name:
                    return cls
        raise AttributeError(f"the spec {self.__dict__.get('_spec') and self.name!r} has no constructor {name!r}")

    def __repr__(self) -> str:
        return f"<pydpgen spec {self.name}>"

    def __reduce__(self) -> Any:
        return Spec.parse, (self.text, self.name)


#: The class of each constructor, so that specs with equal texts share classes.
_CLASSES: dict[tuple[str, str, str, tuple[str, ...]], type] = {}
#: By class: the name and the text of its spec, and the key of its constructor there.
_CLASS_ORIGINS: dict[type, tuple[str, str, tuple[str, str, tuple[str, ...]]]] = {}


def _repr_svg(structure: Any) -> str | None:
    """A drawing of an instance, for notebooks; ``None`` for a part of a structure, which a notebook shows as text."""
    name, text, _ = _CLASS_ORIGINS[type(structure)]
    try:
        return _smallest_build(name, text).draw(structure).svg
    except ValueError:
        return None


@functools.lru_cache(maxsize=16)
def _smallest_build(name: str, text: str) -> Structures[Any]:
    """A build that draws the structures of a spec: for this it need not have them."""
    return Spec.parse(text, name).build(max_size=0)


def _reduce(structure: Any) -> Any:
    """Pickles an instance with its spec, as the classes can not be imported."""
    cls = type(structure)
    name, text, key = _CLASS_ORIGINS[cls]
    return _instance, (name, text, key, tuple(getattr(structure, field) for field in key[2]))


def _instance(name: str, text: str, key: tuple[str, str, tuple[str, ...]], values: tuple[Any, ...]) -> Any:
    return Spec.parse(text, name)._class(*key)(*values)


def _field_name(name: str) -> str:
    """The name of a field in Python."""
    if not name.isidentifier():
        return f"field_{name}"
    return f"{name}_" if keyword.iskeyword(name) else name
