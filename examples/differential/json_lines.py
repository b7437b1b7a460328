"""Reads a JSON text a line, and writes what was read as JSON again."""
import json
import sys

for line in sys.stdin:
    try:
        print(json.dumps(json.loads(line)), flush=True)
    except ValueError:
        print("refused", flush=True)
