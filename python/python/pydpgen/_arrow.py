"""Tables of Apache Arrow, from the buffers that the extension fills with structures."""

from __future__ import annotations

from typing import Any

__all__ = ["table"]

#: The number of structures in a chunk of a table.
CHUNK_ROWS = 1 << 18


def table(catalog: Any, spans: list[tuple[int, int, int]]) -> Any:
    """The table of the structures in spans of ranks, each a size, a first rank and an end."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError("to_arrow needs pyarrow: pip install 'pydpgen[arrow]'") from error
    sizes, ranks, chunks = [], [], []
    wide = any(last > 2**63 for _, _, last in spans)
    for size, first, last in spans:
        for start in range(first, last, CHUNK_ROWS):
            stop = min(last, start + CHUNK_ROWS)
            chunks.append(_nodes(pa, catalog.columns(size, start, stop)))
            sizes.append(pa.array([size], pa.int32()).take(pa.nulls(stop - start, pa.int32()).fill_null(0)))
            ranks.append(pa.array([str(rank) for rank in range(start, stop)]) if wide else _range(pa, start, stop))
    kind = chunks[0].type if chunks else _nodes(pa, catalog.columns(0, 0, 0)).type
    columns = {
        "size": pa.chunked_array(sizes, pa.int32()),
        "rank": pa.chunked_array(ranks, pa.string() if wide else pa.int64()),
        "nodes": pa.chunked_array(chunks, kind),
    }
    return pa.table(columns)


def _range(pa: Any, start: int, stop: int) -> Any:
    import array

    return pa.Array.from_buffers(pa.int64(), stop - start, [None, pa.py_buffer(array.array("q", range(start, stop)))])


def _nodes(pa: Any, columns: dict[str, Any]) -> Any:
    """The array of structures, as lists of structs, from buffers."""
    offsets = pa.Array.from_buffers(pa.int32(), len(columns["offsets"]) // 4, [None, pa.py_buffer(columns["offsets"])])
    length = len(columns["constructors"]) // 4
    codes = pa.Array.from_buffers(pa.int32(), length, [None, pa.py_buffer(columns["constructors"])])
    names, arrays = ["constructor"], [pa.DictionaryArray.from_arrays(codes, pa.array(columns["names"], pa.string()))]
    for name, kind, labels, values, validity, nulls in columns["columns"]:
        buffers = [pa.py_buffer(validity) if nulls else None, pa.py_buffer(values)]
        array = pa.Array.from_buffers(pa.int64() if kind == "int" else pa.int32(), length, buffers, nulls)
        if kind == "labels":
            array = pa.DictionaryArray.from_arrays(array, pa.array(labels, pa.string()))
        elif kind == "bool":
            array = array.cast(pa.bool_())
        # A class can have a field `constructor`.
        names.append(name if name != "constructor" else "constructor_")
        arrays.append(array)
    return pa.ListArray.from_arrays(offsets, pa.StructArray.from_arrays(arrays, names))
