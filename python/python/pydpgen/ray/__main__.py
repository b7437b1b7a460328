"""The commands ``python -m pydpgen.ray verify`` and ``merge``, for certificates in CI.

The exit code is 0 if the certificate holds and nothing failed, 1 otherwise, and 2 for wrong input.
"""

from __future__ import annotations

import argparse
import sys

from ._certificate import Certificate, merge
from ._verify import verify


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m pydpgen.ray", description="Certificates of what was tried.")
    commands = parser.add_subparsers(dest="what", required=True)
    judge = commands.add_parser("verify", help="whether certificates cover all ranks, each once")
    judge.add_argument("certificates", nargs="+", metavar="FILE")
    judge.add_argument("--part", action="store_true", help="only the ranks that were asked for, such as a shard")
    judge.add_argument("--counts", type=_counts, metavar="N,N,…", help="the numbers of structures, from size 0 on")
    join = commands.add_parser("merge", help="one certificate of those of parts")
    join.add_argument("certificates", nargs="+", metavar="FILE")
    join.add_argument("--out", metavar="FILE", help="where to write it")
    given = parser.parse_args()
    read = []
    for path in given.certificates:
        try:
            read.append(Certificate.read(path))
        except (OSError, ValueError) as error:
            print(f"error: {path}: {error}", file=sys.stderr)
            return 2
    if given.what == "verify":
        return _verified(given.certificates, read, given.counts, given.part)
    try:
        merged = merge(read)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if given.out:
        try:
            merged.write(given.out)
        except OSError as error:
            print(f"error: {given.out}: {error}", file=sys.stderr)
            return 2
    print(merged)
    return 0 if merged.whole and merged.smallest is None else 1


def _counts(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _verified(paths: list[str], read: list[Certificate], counts: list[int] | None, part: bool) -> int:
    code = 0
    for path, certificate in zip(paths, read):
        try:
            number = verify(certificate, counts, part=part)
        except ValueError as error:
            print(f"{path}: {error}")
            code = 1
        else:
            print(f"{path}: {number:,} structures, each counted once")
    return code


if __name__ == "__main__":
    sys.exit(main())
