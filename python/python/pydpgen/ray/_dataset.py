"""Datasets of Ray Data with the structures of a build: each read task makes a range of ranks, block by block.

Rows are ``size``, ``rank`` within the size, and ``nodes``, the structure as the columns of ``Structures.to_arrow``; or
``structure``, a Python object. Tasks make about the same number of nodes. No row exists before it is read: only the build
is sent to the nodes of the cluster.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from .. import _arrow
from .._structures import Structures
from ._object_store import StoredValue, without_predicates
from ._ray_import import import_ray_data

__all__ = ["dataset", "datasource"]

#: A span of ranks of one size: the size, the first rank, and the end.
Span = tuple[int, int, int]

#: The most structures in a block.
MAX_BLOCK_ROWS = 1 << 17
#: The most bytes of a block, where Ray Data has no limit.
DEFAULT_BLOCK_BYTES = 128 << 20
#: The approximate bytes of a node in a pickled Python object.
PICKLED_BYTES_PER_NODE = 64
#: The number of structures from which the bytes of rows are estimated.
SAMPLED_ROWS = 32


def dataset(structures: Structures[Any], *, max_size: int | None = None, as_objects: bool = False, **read: Any) -> Any:
    """A ``ray.data.Dataset`` of these structures: ``map_batches`` runs a test of them anywhere.

    Rows are ``size``, ``rank``, and ``nodes`` as in ``Structures.to_arrow``, or with ``as_objects`` a ``structure``. Ranks
    beyond 64 bits are text. ``read`` is for ``ray.data.read_datasource``: ``override_num_blocks``, ``concurrency``, …

    Raises ``ImportError`` without Ray Data.

    >>> import pydpgen, pydpgen.ray
    >>> rows = pydpgen.ray.dataset(pydpgen.Spec("binary-tree").build(max_size=8))  # doctest: +SKIP
    >>> rows.map_batches(test_batch, batch_format="pyarrow").count()  # doctest: +SKIP
    2056
    """
    data = import_ray_data("pydpgen.ray.dataset")
    return data.read_datasource(datasource(structures, max_size=max_size, as_objects=as_objects), **read)


def datasource(structures: Structures[Any], *, max_size: int | None = None, as_objects: bool = False) -> Any:
    """The ``ray.data.Datasource`` that :func:`dataset` reads."""
    part = structures if max_size is None else structures.up_to(max_size)
    return _datasource_class()(part, as_objects)


@functools.cache
def _datasource_class() -> Any:
    """The class of datasources. It is made when it is needed, as its base is in Ray Data."""
    data = import_ray_data("pydpgen.ray.dataset")

    class StructuresDatasource(data.Datasource):  # type: ignore[misc, name-defined]
        def __init__(self, structures: Structures[Any], as_objects: bool) -> None:
            super().__init__()
            self.structures: Any = structures
            self.as_objects = as_objects
            self.stored: StoredValue[Structures[Any]] = StoredValue(without_predicates(structures))
            self.wide = any(last > 2**63 for _, _, last in structures.spans())
            self.bytes_per_node = _bytes_per_node(structures, as_objects)

        def get_name(self) -> str:
            return f"Structures[{self.structures._description.name}]"

        def estimate_inmemory_data_size(self) -> int:
            return _bytes(self.structures.spans(), self.bytes_per_node)

        def get_read_tasks(
            self, parallelism: int, per_task_row_limit: int | None = None, data_context: Any = None
        ) -> list[Any]:
            max_bytes = (data_context or data.DataContext.get_current()).target_max_block_size or DEFAULT_BLOCK_BYTES
            schema = None if self.as_objects else _table(self.structures, [], self.wide).schema
            tasks = []
            for spans in balanced(self.structures.spans(), parallelism):
                rows, size = sum(last - first for _, first, last in spans), _bytes(spans, self.bytes_per_node)
                length = max(1, min(MAX_BLOCK_ROWS, max_bytes * rows // max(size, 1)))
                read = functools.partial(_read, self.stored, spans, length, self.wide, self.as_objects)
                metadata = data.block.BlockMetadata(num_rows=rows, size_bytes=size, input_files=None, exec_stats=None)
                task = data.ReadTask(read, metadata, schema=schema, per_task_row_limit=per_task_row_limit)
                tasks.append(task)
            return tasks

    return StructuresDatasource


def balanced(spans: list[Span], parts: int) -> list[list[Span]]:
    """Divides spans, in order, into at most ``parts`` parts with about the same number of nodes; no part is empty.

    >>> balanced([(0, 0, 1), (1, 0, 2), (3, 0, 10)], 3)
    [[(0, 0, 1), (1, 0, 2), (3, 0, 2)], [(3, 2, 6)], [(3, 6, 10)]]
    """
    whole = sum((size + 1) * (last - first) for size, first, last in spans)
    found: list[list[Span]] = []
    part: list[Span] = []
    passed, number = 0, 1
    for size, first, last in spans:
        while first < last:
            # The number of structures that the part still needs for its share.
            wanted = max(1, (whole * number // parts - passed) // (size + 1))
            stop = min(last, first + wanted)
            part.append((size, first, stop))
            passed += (size + 1) * (stop - first)
            first = stop
            if first < last or passed >= whole * number // parts:
                found.append(part)
                part, number = [], number + 1
    return [*found, part] if part else found


def _read(
    stored: StoredValue[Structures[Any]], spans: list[Span], length: int, wide: bool, as_objects: bool
) -> Iterator[Any]:
    """The blocks of a read task."""
    structures, _ = stored.get()
    for block in _blocks(spans, length):
        yield _objects(structures, block, wide) if as_objects else _table(structures, block, wide)


def _blocks(spans: list[Span], length: int) -> Iterator[list[Span]]:
    """Divides spans, in order, into blocks of ``length`` ranks."""
    block: list[Span] = []
    remaining = length
    for size, first, last in spans:
        while first < last:
            stop = min(last, first + remaining)
            block.append((size, first, stop))
            remaining -= stop - first
            first = stop
            if remaining == 0:
                yield block
                block, remaining = [], length
    if block:
        yield block


def _table(structures: Structures[Any], spans: list[Span], wide: bool) -> Any:
    """A block as a table; ranks have the same type in all blocks."""
    table = _arrow.table(structures._catalog, spans)
    place = table.schema.get_field_index("rank")
    return table.set_column(place, "rank", table.column(place).cast("string")) if wide else table


def _objects(structures: Structures[Any], spans: list[Span], wide: bool) -> Any:
    """A block with Python objects."""
    import numpy

    sizes = numpy.concatenate([numpy.full(last - first, size, "int32") for size, first, last in spans])
    ranks = [rank for _, first, last in spans for rank in range(first, last)]
    column = numpy.empty(len(ranks), dtype=object)
    place = 0
    for size, first, last in spans:
        for structure in structures._with_spans([(size, first, last)]):
            column[place] = structure
            place += 1
    block = {"size": sizes, "rank": numpy.array([str(rank) for rank in ranks] if wide else ranks), "structure": column}
    return import_ray_data("pydpgen.ray.dataset").block.BlockAccessor.batch_to_block(block)


def _bytes(spans: list[Span], node: float) -> int:
    """The approximate bytes of the rows of these spans."""
    return sum(int((16 + (size + 1) * node) * (last - first)) for size, first, last in spans)


def _bytes_per_node(structures: Structures[Any], as_objects: bool) -> float:
    """The approximate bytes of a row for each unit of size, by a sample of the size with the most structures."""
    spans = structures.spans()
    if not spans or as_objects:
        return PICKLED_BYTES_PER_NODE
    size, first, last = max(spans, key=lambda span: span[2] - span[1])
    sampled = min(SAMPLED_ROWS, last - first)
    table = _arrow.table(structures._catalog, [(size, first, first + sampled)])
    return float(table.nbytes / sampled / (size + 1))
