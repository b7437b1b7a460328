"""Answers SQL queries, a line each, with a line that holds the rows: numbers, texts in quotes, NULL, with bars between rows.
Rows are in the order of the query if it ends with ORDER BY of its own, else sorted. A line that is no query is repeated.

    python3 sql_run.py ENGINE [VARIANT]

The engines are modules of Python, all but the first from PyPI: sqlite3, duckdb, psycopg2 (PostgreSQL, which PGHOST and PGUSER
name; its tables are temporary ones), datafusion. A variant plans queries another way: `indexed` has indexes
(sqlite3, psycopg2), `plain` has fewer optimizations (duckdb; psycopg2: loops instead of hashing).
"""

import importlib
import pathlib
import re
import sys

SCHEMA = [line for line in (pathlib.Path(__file__).parent / "schema.sql").read_text().split(";\n") if line.strip()]
INDEXES = [f"CREATE INDEX {table}_{column} ON {table} ({column})" for table in "abc" for column in ("n0", "n1", "s")]
# What stands behind the last bracket: a column of ORDER BY of the whole query.
ORDERED = re.compile(r"ORDER BY [^()]*$")


def connect(engine, variant):
    """A function that gives the rows of a query."""
    module = importlib.import_module(engine)
    if engine == "datafusion":
        context = module.SessionContext()
        for statement in SCHEMA:
            context.sql(statement).collect()
        return lambda query: [
            tuple(row.values()) for batch in context.sql(query).collect() for row in batch.to_pylist()
        ]
    if engine == "psycopg2":
        connection = module.connect("")
        connection.autocommit = True
    else:
        connection = module.connect(":memory:")
    cursor = connection.cursor()
    settings = {
        ("duckdb", "plain"): ["PRAGMA disable_optimizer"],
        ("psycopg2", "plain"): ["SET enable_hashjoin = off", "SET enable_hashagg = off", "SET enable_mergejoin = off"],
        ("psycopg2", "indexed"): ["SET enable_seqscan = off"],
    }
    statements = SCHEMA + (INDEXES if variant == "indexed" else []) + settings.get((engine, variant), [])
    for statement in statements:
        cursor.execute(statement.replace("CREATE TABLE", "CREATE TEMPORARY TABLE"))
    return lambda query: (cursor.execute(query), cursor.fetchall())[1]


def shown(value):
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return f"'{value}'"
    return str(int(value)) if value == int(value) else str(value)


def answer(rows_of, query):
    try:
        rows = rows_of(query.rstrip(";"))
    except Exception as error:
        print(f"{query}: {error}", file=sys.stderr)
        # After such an error DuckDB answers nothing more.
        return "internal error" if type(error).__name__ in ("InternalException", "FatalException") else "refused"
    rows = [" ".join(map(shown, row)) for row in rows]
    return f"{len(rows)} rows: " + " | ".join(rows if ORDERED.search(query) else sorted(rows))


def main():
    engine = sys.argv[1:] + [""]
    rows_of = connect(*engine[:2])
    for line in sys.stdin:
        line = line.rstrip("\n")
        said = answer(rows_of, line) if line.startswith("SELECT") else line
        if said == "internal error":
            rows_of = connect(*engine[:2])
        print(said, flush=True)


main()
