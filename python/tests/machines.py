"""Machines that several tests run."""

from __future__ import annotations

from pydpgen import precondition, rule

__all__ = ["Stack"]


class Stack:
    """Pushes and pops that stay within the stack."""

    def __init__(self):
        self.items = []

    @rule()
    def push(self):
        self.items.append(None)

    @precondition(lambda self: self.items)
    @rule()
    def pop(self):
        self.items.pop()
