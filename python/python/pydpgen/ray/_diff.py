"""``dpgen diff`` in shards, on a cluster: each task runs the command line on one, and its reports are merged to one.

The build goes to each node once. A shard's folder comes back as bytes; this process writes the folders, and lets
``dpgen diff --merge`` make the report that one run on one machine would have made. Invariant: the report has each shard
once, however often one was begun again.
"""

from __future__ import annotations

import contextlib
import io
import os
import platform
import shlex
import shutil
import signal
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._structures import Structures
from ._bar import Progress, watcher
from ._cluster import Slots, drop, is_crash, is_loss, submit
from ._need import need_ray
from ._ship import Shipped

__all__ = ["Compared", "diff"]

#: Exit codes of the command line that leave a report: complete, stopped by a limit, programs differ.
REPORTED = (0, 3, 5)
#: No structure satisfies the predicate.
NOTHING = 4
#: Flags that the build takes, those that the merge takes, and those that this function is for.
OF_BUILD = ("max-size", "param", "preset", "algorithm", "fields", "memory")
OF_MERGE = ("known", "group-by")
REFUSED = ("from", "merge", "shard", "rank", "sample", "seed", "limit", "threads", "quiet", "progress", "keys")
#: How often a shard may be lost before the comparison gives up.
LOSSES = 5
#: Shards for each task that runs at once: parts that take longer than others do not hold up the end.
SHARDS = 4


@dataclass(frozen=True)
class Compared:
    """What a comparison ended with; the fields are what ``dpgen diff`` says."""

    #: 0: no differences; 3: stopped by a limit; 4: there was no structure; 5: there are differences that are not known.
    exit_code: int
    #: What was covered, and how many structures differ.
    statement: str
    #: The groups, each with its smallest finding.
    groups: str
    #: The folder with the report.
    report: Path
    shards: int
    #: How often a shard was begun again, as its node or process was lost.
    restarts: int

    def __str__(self) -> str:
        return f"{self.groups}{self.statement}"


def diff(
    spec: str | os.PathLike[str] | Structures[Any],
    *,
    report: str | os.PathLike[str],
    shards: int | None = None,
    command: str = "dpgen",
    folder: str | os.PathLike[str] | None = None,
    threads: int = 1,
    progress: Progress = False,
    concurrency: int | None = None,
    options: Mapping[str, Any] | None = None,
    **flags: Any,
) -> Compared:
    """Runs every structure of a spec through several programs, on all machines of a cluster: ``dpgen diff`` in shards.

    ``spec`` is the name of a built-in spec, a file, or structures that :meth:`pydpgen.Spec.build` gave. ``flags`` are those
    of ``dpgen diff``, with ``_`` for ``-``: ``commands=["python3 a.py", "node a.js"]``, ``lines=True``,
    ``param={"k": 3}``; ``dpgen diff --help`` lists them. ``report`` is the folder for the report.

    There are four ``shards`` for each task that runs at once, if nothing else is said. ``command`` is the command line on
    every node, and ``folder`` where the programs start there: by default where tasks start, which is the folder of
    ``runtime_env={"working_dir": ...}`` if there is one. ``options`` are Ray's for tasks: ``num_cpus``, ``resources``,
    ``runtime_env``, …

    Raises ``ValueError`` with what the command line says of wrong input, ``RuntimeError`` when it fails,
    ``FileNotFoundError`` when it is not there, and ``ImportError`` without Ray.

    >>> import pydpgen.ray
    >>> compared = pydpgen.ray.diff("json-edges.ron", max_size=2, lines=True, report="report",
    ...     commands=["python3 json_lines.py", "node json_lines.js"])  # doctest: +SKIP
    >>> compared.exit_code  # doctest: +SKIP
    5
    """
    need_ray("pydpgen.ray.diff")
    given = {name.replace("_", "-"): value for name, value in flags.items()}
    for name in given:
        if name in REFUSED:
            raise ValueError(f"{name.replace('-', '_')} is not for pydpgen.ray.diff, which divides the work by itself")
    if not {"commands", "engines"} & given.keys():
        raise ValueError("there is nothing to compare: give commands=[...] or engines=...")
    task_options = {"num_cpus": threads, **(options or {})}
    slots = Slots(task_options["num_cpus"], concurrency)
    if shards is not None and shards < 1:
        raise ValueError(f"shards={shards}: there has to be one")
    number = SHARDS * slots.number if shards is None else shards
    shown = _command_line(spec, given, report)
    rest = {name: value for name, value in given.items() if name not in OF_MERGE}
    with tempfile.TemporaryDirectory(prefix="dpgen-") as place:
        build = Path(place, "build.dpgen")
        if isinstance(spec, Structures):
            _whole(spec).save(build)
        else:
            of_build = {name: rest.pop(name) for name in OF_BUILD if name in rest}
            words = [command, "build", os.fspath(spec), "--out", str(build), "--quiet", *_words(of_build)]
            _ended(_run(words, None), (0, 3), "the build")
        job = _Job(build.read_bytes(), command, None if folder is None else os.fspath(folder), threads, _words(rest))
        run = _Run(Shipped(job), number, slots, submit(run_shard, task_options))
        with watcher(progress, "shards") as watch:
            try:
                while run.step():
                    watch(len(run.answers), number)
            finally:
                drop(list(run.out))
        folders = []
        for index, answer in sorted(run.answers.items()):
            if answer.archive is not None:
                folders.append(Path(place, f"shard-{index}"))
                _unpack(answer.archive, folders[-1])
        if not folders:
            said = next(iter(run.answers.values())).said
            return Compared(NOTHING, said.strip(), "", Path(report), number, run.restarts)
        merging = ["diff", "--merge", *map(str, folders), "--report", os.fspath(report), "--shown-as", shown]
        of_merge = _words({name: value for name, value in given.items() if name in OF_MERGE})
        merged = _ended(_run([command, *merging, *of_merge], None), REPORTED, "merging the reports")
    return Compared(merged.returncode, merged.stderr.strip(), merged.stdout, Path(report), number, run.restarts)


def _whole(structures: Structures[Any]) -> Structures[Any]:
    """These structures, if a file of them is what is meant."""
    build: Any = structures
    if build._spec is None:
        raise TypeError(
            "pydpgen.ray.diff takes a spec, or structures from Spec.build: programs are compared by the command line"
        )
    if structures.total != sum(build._catalog.count(size) for size in range(structures.complete_sizes)):
        raise ValueError("pydpgen.ray.diff takes a whole build: pass min_size=, size= or max_size= for a part of it")
    return structures


@dataclass(frozen=True)
class _Job:
    """What is the same for all shards."""

    build: bytes
    command: str
    folder: str | None
    threads: int
    words: list[str]


@dataclass(frozen=True)
class Answer:
    """What a shard ended with; an archive of its report's folder if it left one."""

    said: str
    archive: bytes | None


class _Run:
    def __init__(self, shipped: Shipped[_Job], number: int, slots: Slots, task: Any) -> None:
        self.shipped, self.number, self.slots, self.task = shipped, number, slots, task
        self.waiting = list(range(number, 0, -1))
        self.out: dict[Any, int] = {}
        self.answers: dict[int, Answer] = {}
        self.losses: dict[int, int] = {}

    @property
    def restarts(self) -> int:
        return sum(self.losses.values())

    def step(self) -> bool:
        """Gives shards out and takes an answer; whether there is more to do."""
        ray = need_ray("pydpgen.ray.diff")
        while self.waiting and len(self.out) < self.slots.queued:
            index = self.waiting.pop()
            self.out[self.task.remote(self.shipped, index, self.number)] = index
        ready, _ = ray.wait(list(self.out), num_returns=1, timeout=1.0)
        for reference in ready:
            index = self.out.pop(reference)
            try:
                self.answers.setdefault(index, ray.get(reference))
            except Exception as error:
                self.losses[index] = self.losses.get(index, 0) + 1
                if not (is_crash(error) or is_loss(error)) or self.losses[index] >= LOSSES:
                    raise getattr(error, "cause", None) or error from None
                self.waiting.append(index)
        return len(self.answers) < self.number


def run_shard(shipped: Shipped[_Job], index: int, of: int) -> Answer:
    """Runs the command line on one shard, on whichever node this is."""
    job, _ = shipped.get()
    with tempfile.TemporaryDirectory(prefix="dpgen-") as place:
        build, report = Path(place, "build.dpgen"), Path(place, "report")
        build.write_bytes(job.build)
        # What follows `--commands` is a command, up to the next flag.
        words = [job.command, "diff", "--from", str(build), "--shard", f"{index}/{of}", "--report", str(report)]
        words += ["--threads", str(job.threads), "--progress", "off", *job.words]
        done = _ended(_run(words, job.folder), (*REPORTED, NOTHING), f"shard {index}/{of}")
        return Answer(done.stderr, _packed(report) if done.returncode != NOTHING else None)


def _run(words: list[str], folder: str | None) -> subprocess.CompletedProcess[str]:
    """Runs a command; one that is interrupted ends what it has started."""
    if shutil.which(words[0]) is None:
        raise FileNotFoundError(
            f"the command {words[0]!r} is not on this node ({platform.node()}): install it there, as with `cargo "
            "install dpgen-cli`, or say where it is with command="
        )
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        words, cwd=folder, stdin=quiet, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        try:
            out, said = process.communicate()
        except BaseException:
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            raise
    return subprocess.CompletedProcess(words, process.returncode, out, said)


def _ended(
    done: subprocess.CompletedProcess[str], expected: Sequence[int], what: str
) -> subprocess.CompletedProcess[str]:
    if done.returncode in expected:
        return done
    told = f"{what}: `{shlex.join(done.args)}` ended with {done.returncode}: {done.stderr.strip()}"
    raise (ValueError if done.returncode == 2 else RuntimeError)(told)


def _words(flags: Mapping[str, Any]) -> list[str]:
    """Flags as words of a command line."""
    words = []
    for name, value in flags.items():
        if value is True:
            words.append(f"--{name}")
        elif isinstance(value, Mapping):
            words += [word for key, one in value.items() for word in (f"--{name}", f"{key}={one}")]
        elif isinstance(value, list | tuple):
            words += [f"--{name}", *map(str, value)]
        elif value is not None and value is not False:
            words += [f"--{name}", os.fspath(value) if isinstance(value, os.PathLike) else str(value)]
    return words


def _command_line(spec: Any, flags: Mapping[str, Any], report: str | os.PathLike[str]) -> str:
    """The command that does the same on one machine, for the report."""
    named = os.fspath(spec) if isinstance(spec, str | os.PathLike) else f"<{spec._description.name}>"
    return shlex.join(["dpgen", "diff", named, *_words(flags), "--report", os.fspath(report)])


def _packed(folder: Path) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=3) as archive:
        for name in ("log.jsonl", "findings"):
            if (folder / name).exists():
                archive.add(folder / name, arcname=name)
    return file.getvalue()


def _unpack(packed: bytes, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
        archive.extractall(folder, filter="data")
