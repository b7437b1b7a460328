"""Reads JSON documents, a line each, and writes them again, with the faults that the arguments name."""
import json
import sys

FAULTS = set(sys.argv[1:])


class Refused(Exception):
    """A document that a faulty reader does not take."""


def written(value, depth=0, in_object=False):
    if value is None:
        return "nil" if "null" in FAULTS and depth > 0 else "null"
    if isinstance(value, bool):
        if "false-in-member" in FAULTS and in_object and depth > 1:
            return "true"
        return "true" if value else "false"
    if isinstance(value, str):
        if "line-break" in FAULTS:
            value = value.replace("\n", " ")
        return json.dumps(value)
    if isinstance(value, (int, float)):
        if "sign" in FAULTS and value < 0:
            value = -value
        if "exponent" in FAULTS and isinstance(value, float):
            raise Refused(f"{value} at depth {depth} is not whole")
        return json.dumps(value)
    if isinstance(value, list):
        if "empty-array" in FAULTS and depth > 0 and not value:
            raise Refused(f"nothing between brackets at depth {depth}")
        if "third-item" in FAULTS:
            value = value[:2]
        return "[" + ",".join(written(item, depth + 1) for item in value) + "]"
    members = list(value.items())
    if "last-member" in FAULTS and len(members) > 1:
        members.pop()
    if "name" in FAULTS:
        members = [(name or "_", value) for name, value in members]
    if "nested-object" in FAULTS and depth > 0 and any(isinstance(value, dict) for _, value in members):
        raise Refused("an object in an object")
    return "{" + ",".join(json.dumps(name) + ":" + written(value, depth + 1, True) for name, value in members) + "}"


for line in sys.stdin:
    try:
        print(written(json.loads(line)), flush=True)
    except Refused as why:
        print("refused:", why, flush=True)
