"""Evaluates an expression a line."""
import sys

for line in sys.stdin:
    try:
        print(int(eval(line.strip())), flush=True)
    except ZeroDivisionError:
        print("none", flush=True)
    except SyntaxError:
        print("refused", flush=True)
