"""What the standard library does with a view is what it does with an instance."""

from __future__ import annotations

import array
import base64
import bisect
import calendar
import cmath
import collections
import colorsys
import copy
import csv
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import graphlib
import heapq
import io
import itertools
import json
import math
import numbers
import operator
import pickle
import pprint
import re
import string
import struct
import textwrap
import types
import typing
import unicodedata
import urllib.parse
import weakref
import zlib
from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

import pydpgen
from pydpgen import Len, Range, Text


class Level(enum.Enum):
    LOW = 1
    HIGH = 98


@dataclass(frozen=True)
class Record:
    a: Annotated[int, Range(0, 99)]
    b: Annotated[int, Range(57, 60)]
    s: Annotated[str, Text("aB", max_length=2)]


@dataclass
class Holder:
    xs: Annotated[list[Annotated[int, Range(57, 60)]], Len(0, 2)]
    table: Annotated[dict[Literal["k", "l"], Annotated[int, Range(0, 9)]], Len(0, 1)]
    raw: Annotated[bytes, Text(b"ab", max_length=1)]


@functools.singledispatch
def kind(it):
    return it.__class__.__name__


kind.register(int, lambda _: "number")
kind.register(str, lambda _: "text")


def matches(it):
    match it:
        case Record(a=98 | 99, b=b) if b > 58:
            return True
        case Record(a=97, s="aB"):
            return True
    return False


def matches_table(it):
    match it.table:
        case {"k": 3 | 4}:
            return True
        case {"l": int(value), **rest}:
            return value == len(it.xs) and not rest
    match it.xs:
        case [first, second] if first == second:
            return it.raw == b"a"
    return False


def row(cells):
    file = io.StringIO()
    csv.writer(file).writerow(cells)
    return file.getvalue()


IDIOMS = {
    Record: [
        matches,
        lambda it: struct.pack("<hh", it.a, it.b) == b"\x62\0\x3b\0",
        lambda it: bisect.bisect([10, 50, 98], it.a) == 3,
        lambda it: heapq.nsmallest(1, [it.a, it.b, 40])[0] == it.a,
        lambda it: list(itertools.accumulate([it.a, it.b], operator.mul))[-1] == 98 * 57,
        lambda it: [key for key, _ in itertools.groupby([it.a, it.b, it.a])] == [it.a],
        lambda it: operator.attrgetter("a", "b")(it) == (98, 59),
        lambda it: math.gcd(it.a, it.b) == 29 and math.comb(it.a, 2) > 9,
        lambda it: math.copysign(1, it.a - 50) < 0 and math.isqrt(it.a) ** 2 == it.a,
        lambda it: decimal.Decimal(int(it.a)).sqrt() == 7 and it.b == decimal.Decimal(59),
        lambda it: fractions.Fraction(it.a, 49) == 2,
        lambda it: datetime.date(2000 + it.a, 1, 1).year == 2098 or calendar.isleap(1900 + it.a),
        lambda it: it.s.title() == "Ab" and it.s.casefold().rjust(3, "-") == "-ab",
        lambda it: f"{it.a:>{it.b % 5}}" == "   1" or f"{it.a=}{it.s!r}" == "it.a=98'aB'",
        lambda it: "{0.a}-{0.s}".format(it) == "98-aB" or "%*d" % (it.b % 5, it.a) == "   1",  # noqa: UP031, UP032
        lambda it: string.Template("$a").substitute(a=it.a) == "98",
        lambda it: (a := it.a) > 97 and (b := it.b) > 58 and a - b < 40,
        lambda it: sorted({"k": it.a, "l": it.b}.items(), key=operator.itemgetter(1))[0][0] == "l",
        lambda it: collections.Counter([it.a, it.b, 59])[59] == 3 or collections.Counter(it.s)["a"] == 2,
        lambda it: collections.ChainMap({"a": it.a}, {"b": it.b})["b"] == 59,
        lambda it: collections.deque([it.a, it.b]).count(59) == 2,
        lambda it: array.array("i", [it.a, it.b]).tolist() == [98, 59],
        lambda it: memoryview(b"ab" * 50)[it.a] == 98,
        lambda it: bytes([it.a]) == b"b" or it.a.to_bytes(2, "big") == b"\0c",
        lambda it: hash(it) == hash(Record(98, 59, "aB")) or hash((it.a, it.s)) == hash((9, "a")),
        lambda it: it in {Record(98, 59, "aB"), Record(1, 57, "")} or (it.a, it.s) in {(5, "aB")},
        lambda it: it.s.translate({97: "B", 66: None}) == "BB",
        lambda it: re.fullmatch("[a]+", str(it.s)) is not None,
        lambda it: textwrap.fill(it.s, 1) == "a\nB",
        lambda it: unicodedata.category(str(it.s[:1]) or "1") == "Lu",
        lambda it: copy.copy(it) == Record(98, 59, "aB") or copy.deepcopy([it.a, it.s]) == [9, "a"],
        lambda it: pickle.loads(pickle.dumps(copy.deepcopy(it))) == Record(98, 59, "aB"),
        lambda it: json.loads(json.dumps(dataclasses.asdict(it)))["a"] == 98,
        lambda it: dataclasses.replace(it, b=57) == Record(98, 57, "aB"),
        lambda it: functools.reduce(operator.xor, [it.a, it.b], 0) == 98 ^ 59,
        lambda it: functools.partial(max, it.a)(it.b) == 59,
        lambda it: kind(it.a) + kind(it.s) == "numbertext" and it.a == 98,
        lambda it: typing.cast(int, it.a) == 98 and isinstance(it.a, numbers.Real) and not isinstance(it.s, numbers.Number),
        lambda it: it.a in (1, 98) and Level(it.a) is Level.HIGH,
        lambda it: range(it.a)[-1:] == range(97, 98) or it.a in range(0, 9, 2),
        lambda it: complex(it.a, it.b) == 98 + 59j or cmath.phase(it.a - 50) > 3,
        lambda it: chr(it.a) == "b" and ascii(it.s) == "'aB'",
        lambda it: it.a.bit_count() == 3 and it.b.bit_length() == 6 and it.a.numerator > 90,
        lambda it: sum(map(ord, it.s)) == 97 + 66 and list(zip(it.s, range(it.a)))[-1:] == [("B", 1)],
        lambda it: zlib.crc32(it.s.encode()) % 2 == 0 or base64.b64encode(it.s.encode()) == b"YUI=",
        lambda it: pprint.pformat([it.a, it.s]) == "[98, 'aB']",
        lambda it: colorsys.rgb_to_hsv(it.a, 1, 1)[2] == 98,
        lambda it: urllib.parse.urlencode({"a": it.a, "s": it.s}) == "a=98&s=aB",
        lambda it: types.MappingProxyType({98: 1}).get(it.a, 0) == 1,
        lambda it: (lambda *some, **named: sum(some) + named["z"] == 98 + 59 + 98)(it.a, it.b, z=it.a),
        lambda it: it.a**0.5 == 7 or (it.a // 1.5 == 32.0 and -it.b % 7 == 4),
        lambda it: list(graphlib.TopologicalSorter({it.a: [it.b]}).static_order())[1] == 98 if it.a > 60 else False,
        lambda it: weakref.ref(it)() is it and it.a == 98,
        lambda it: getattr(it.a, "__trunc__")() == 98 and not hasattr(it.a, "__len__"),
    ],
    Holder: [
        matches_table,
        lambda it: bytes(it.xs) == b";" or it.raw.hex() == "61",
        lambda it: array.array("B", it.xs).tobytes() == b";" or collections.deque(it.xs, 1) == collections.deque([58]),
        lambda it: list(itertools.chain(it.xs, [1])) == [59, 1] or [*itertools.permutations(it.xs)][-1:] == [(59, 58)],
        lambda it: {**it.table} == {"l": 9} or it.table | {"k": 1} == {"k": 1, "l": 2},
        lambda it: collections.Counter(it.table)["k"] == 4 or collections.ChainMap(it.table, {"k": 3})["k"] == 5,
        lambda it: dataclasses.asdict(it) == {"xs": [59], "table": {"k": 1}, "raw": b"a"},
        lambda it: hasattr(it.xs, "append") and hasattr(it.table, "update") and not hasattr(it.table, "append") and it.xs == [59],
        lambda it: row(it.xs) == "59,58\r\n" or math.dist(it.xs, [1] * len(it.xs)) == 58,
    ],
}


@pytest.mark.parametrize(("cls", "way"), [(cls, way) for cls, ways in IDIOMS.items() for way in range(len(ways))])
def test_the_library_takes_a_view_for_an_instance(cls, way):
    holds = IDIOMS[cls][way]
    everything = list(pydpgen.build(cls, max_size=1))
    expected = [it for it in everything if holds(it)]
    # Each idiom tells some instances from others.
    assert 0 < len(expected) < len(everything)
    found = list(pydpgen.build(cls, root_ok=holds, max_size=1, rechecked=0))
    assert sorted(map(repr, found)) == sorted(map(repr, expected))
