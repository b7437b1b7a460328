"""Tidies JSON up, a text a line: what a text says, whichever way it is written. Numbers are exact decimals."""
import json
import sys
from decimal import Decimal


def meaning(value):
    if isinstance(value, Pairs):
        members = sorted((meaning(name), meaning(part)) for name, part in value)
        return "{" + ", ".join(f"{name}: {part}" for name, part in members) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(meaning, value)) + "]"
    if isinstance(value, str):
        return '"' + "".join(letter if " " <= letter <= "~" else f"\\u{{{ord(letter):x}}}" for letter in value) + '"'
    if isinstance(value, Decimal):
        return str(value.normalize())
    return str(value)


class Pairs(list):
    """The members of an object, names that come twice included."""


for line in sys.stdin:
    try:
        value = json.loads(line, parse_int=Decimal, parse_float=Decimal, object_pairs_hook=Pairs)
        print(meaning(value), flush=True)
    except ValueError:
        print(line.strip(), flush=True)
