"""Evaluates an expression a line, in SQLite."""
import sqlite3
import sys

connection = sqlite3.connect(":memory:")
for line in sys.stdin:
    try:
        (value,) = connection.execute("SELECT " + line).fetchone()
        print("none" if value is None else value, flush=True)
    except sqlite3.Error:
        print("refused", flush=True)
