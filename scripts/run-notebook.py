"""Runs a notebook from the first cell to the last, and fails where one fails. What it shows is not compared."""

import sys

import nbformat
from nbclient import NotebookClient

for path in sys.argv[1:]:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = sum(len(cell.get("outputs", [])) for cell in notebook.cells)
    print(f"{path}: {len(notebook.cells)} cells, {shown} outputs")
