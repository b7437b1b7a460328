"""Runs ``dpgen diff`` in shards on a cluster, and merges the reports.

Each task runs the command line on one shard. The build is sent to each node once. The folder of a shard's report comes back
as bytes; this process writes the folders, and ``dpgen diff --merge`` makes the report that one run on one machine would
have made. Invariant: the report has each shard once, however often it ran.
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
from ._cluster import TaskSlots, as_task, cancel_all, is_crash, is_loss
from ._object_store import StoredValue
from ._progress import Progress, watcher
from ._ray_import import import_ray

__all__ = ["Compared", "diff"]

#: The exit codes of the command line with a report: complete, stopped by a limit, programs differ.
EXIT_CODES_WITH_REPORT = (0, 3, 5)
#: The exit code for a shard without a structure.
EXIT_CODE_NO_STRUCTURE = 4
#: The flags of the build, those of the merge, and those that this function sets itself or that make no sense here.
BUILD_FLAGS = ("max-size", "param", "preset", "algorithm", "fields", "memory")
MERGE_FLAGS = ("known", "group-by")
REFUSED_FLAGS = ("from", "merge", "shard", "rank", "sample", "seed", "limit", "threads", "quiet", "progress", "keys")
#: The number of times that a shard may be lost before the comparison gives up.
MAX_LOSSES_PER_SHARD = 5
#: The number of shards for each task that runs at once: more than one, so that a slow shard does not delay the end.
SHARDS_PER_TASK = 4


@dataclass(frozen=True)
class Compared:
    """The result of a comparison, as ``dpgen diff`` prints it."""

    #: 0: no differences; 3: stopped by a limit; 4: no structure; 5: differences that are not in the list of known ones.
    exit_code: int
    #: The coverage, and the number of structures on which programs differ.
    statement: str
    #: The groups of findings, each with its smallest one.
    groups: str
    #: The folder with the report.
    report: Path
    shards: int
    #: The number of times that a shard ran again, as its node or process was lost.
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

    The default of ``shards`` is four for each task that runs at once. ``command`` is the command line on every node.
    ``folder`` is the folder in which the programs start there: by default that of tasks, which is the folder of
    ``runtime_env={"working_dir": ...}`` if there is one. ``options`` are Ray's for tasks: ``num_cpus``, ``resources``,
    ``runtime_env``, …

    Raises ``ValueError`` with the message of the command line for wrong input, ``RuntimeError`` when it fails,
    ``FileNotFoundError`` when it is not there, and ``ImportError`` without Ray.

    >>> import pydpgen.ray
    >>> compared = pydpgen.ray.diff("json-edges.ron", max_size=2, lines=True, report="report",
    ...     commands=["python3 json_lines.py", "node json_lines.js"])  # doctest: +SKIP
    >>> compared.exit_code  # doctest: +SKIP
    5
    """
    import_ray("pydpgen.ray.diff")
    given = {name.replace("_", "-"): value for name, value in flags.items()}
    for name in given:
        if name in REFUSED_FLAGS:
            raise ValueError(f"{name.replace('-', '_')} is not for pydpgen.ray.diff, which divides the work by itself")
    if not {"commands", "engines"} & given.keys():
        raise ValueError("there is nothing to compare: give commands=[...] or engines=...")
    task_options = {"num_cpus": threads, **(options or {})}
    slots = TaskSlots(task_options["num_cpus"], concurrency)
    if shards is not None and shards < 1:
        raise ValueError(f"shards={shards}: there has to be one")
    number = SHARDS_PER_TASK * slots.number if shards is None else shards
    shown = _command_line(spec, given, report)
    rest = {name: value for name, value in given.items() if name not in MERGE_FLAGS}
    with tempfile.TemporaryDirectory(prefix="dpgen-") as place:
        build = Path(place, "build.dpgen")
        if isinstance(spec, Structures):
            _whole_build(spec).save(build)
        else:
            of_build = {name: rest.pop(name) for name in BUILD_FLAGS if name in rest}
            words = [command, "build", os.fspath(spec), "--out", str(build), "--quiet", *_flag_words(of_build)]
            _check_exit_code(_run(words, None), (0, 3), "the build")
        job = _ShardJob(build.read_bytes(), command, None if folder is None else os.fspath(folder), threads, _flag_words(rest))
        run = _ClusterDiff(StoredValue(job), number, slots, as_task(run_shard, task_options))
        with watcher(progress, "shards") as watch:
            try:
                while run.step():
                    watch(len(run.results), number)
            finally:
                cancel_all(list(run.submitted))
        folders = []
        for index, result in sorted(run.results.items()):
            if result.archive is not None:
                folders.append(Path(place, f"shard-{index}"))
                _unpack(result.archive, folders[-1])
        if not folders:
            messages = next(iter(run.results.values())).messages
            return Compared(EXIT_CODE_NO_STRUCTURE, messages.strip(), "", Path(report), number, run.restarts)
        merging = ["diff", "--merge", *map(str, folders), "--report", os.fspath(report), "--shown-as", shown]
        of_merge = _flag_words({name: value for name, value in given.items() if name in MERGE_FLAGS})
        merged = _check_exit_code(_run([command, *merging, *of_merge], None), EXIT_CODES_WITH_REPORT, "merging the reports")
    return Compared(merged.returncode, merged.stderr.strip(), merged.stdout, Path(report), number, run.restarts)


def _whole_build(structures: Structures[Any]) -> Structures[Any]:
    """These structures, if they are a whole build of a spec: then a file has them."""
    build: Any = structures
    if build._spec is None:
        raise TypeError(
            "pydpgen.ray.diff takes a spec, or structures from Spec.build: programs are compared by the command line"
        )
    if structures.total != sum(build._catalog.count(size) for size in range(structures.complete_sizes)):
        raise ValueError("pydpgen.ray.diff takes a whole build: pass min_size=, size= or max_size= for a part of it")
    return structures


@dataclass(frozen=True)
class _ShardJob:
    """The arguments that all shards share."""

    build: bytes
    command: str
    folder: str | None
    threads: int
    words: list[str]


@dataclass(frozen=True)
class ShardResult:
    """The end of a shard: the messages of the command line, and an archive of its report, if there is one."""

    messages: str
    archive: bytes | None


class _ClusterDiff:
    """A comparison while it runs."""

    def __init__(self, job: StoredValue[_ShardJob], number: int, slots: TaskSlots, task: Any) -> None:
        self.job, self.number, self.slots, self.task = job, number, slots, task
        self.waiting = list(range(number, 0, -1))
        self.submitted: dict[Any, int] = {}
        self.results: dict[int, ShardResult] = {}
        self.losses: dict[int, int] = {}

    @property
    def restarts(self) -> int:
        return sum(self.losses.values())

    def step(self) -> bool:
        """Submits shards and receives results; returns whether shards are left."""
        ray = import_ray("pydpgen.ray.diff")
        while self.waiting and len(self.submitted) < self.slots.queued:
            index = self.waiting.pop()
            self.submitted[self.task.remote(self.job, index, self.number)] = index
        ready, _ = ray.wait(list(self.submitted), num_returns=1, timeout=1.0)
        for reference in ready:
            index = self.submitted.pop(reference)
            try:
                self.results.setdefault(index, ray.get(reference))
            except Exception as error:
                self.losses[index] = self.losses.get(index, 0) + 1
                if not (is_crash(error) or is_loss(error)) or self.losses[index] >= MAX_LOSSES_PER_SHARD:
                    raise getattr(error, "cause", None) or error from None
                self.waiting.append(index)
        return len(self.results) < self.number


def run_shard(stored: StoredValue[_ShardJob], index: int, of: int) -> ShardResult:
    """Runs the command line on one shard, on a node of the cluster."""
    job, _ = stored.get()
    with tempfile.TemporaryDirectory(prefix="dpgen-") as place:
        build, report = Path(place, "build.dpgen"), Path(place, "report")
        build.write_bytes(job.build)
        # The arguments of `--commands` end at the next flag, so that it comes last.
        words = [job.command, "diff", "--from", str(build), "--shard", f"{index}/{of}", "--report", str(report)]
        words += ["--threads", str(job.threads), "--progress", "off", *job.words]
        done = _check_exit_code(_run(words, job.folder), (*EXIT_CODES_WITH_REPORT, EXIT_CODE_NO_STRUCTURE), f"shard {index}/{of}")
        return ShardResult(done.stderr, _archive(report) if done.returncode != EXIT_CODE_NO_STRUCTURE else None)


def _run(words: list[str], folder: str | None) -> subprocess.CompletedProcess[str]:
    """Runs a command. When this process is interrupted, the command gets the interrupt, so that it ends its own processes."""
    if shutil.which(words[0]) is None:
        raise FileNotFoundError(
            f"the command {words[0]!r} is not on this node ({platform.node()}): install it there, as with `cargo "
            "install dpgen-cli`, or say where it is with command="
        )
    with subprocess.Popen(
        words, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        try:
            out, messages = process.communicate()
        except BaseException:
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            raise
    return subprocess.CompletedProcess(words, process.returncode, out, messages)


def _check_exit_code(
    done: subprocess.CompletedProcess[str], expected: Sequence[int], what: str
) -> subprocess.CompletedProcess[str]:
    if done.returncode in expected:
        return done
    told = f"{what}: `{shlex.join(done.args)}` ended with {done.returncode}: {done.stderr.strip()}"
    raise (ValueError if done.returncode == 2 else RuntimeError)(told)


def _flag_words(flags: Mapping[str, Any]) -> list[str]:
    """Flags as the words of a command line."""
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
    """The equivalent command on one machine, for the report."""
    named = os.fspath(spec) if isinstance(spec, str | os.PathLike) else f"<{spec._description.name}>"
    return shlex.join(["dpgen", "diff", named, *_flag_words(flags), "--report", os.fspath(report)])


def _archive(folder: Path) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz", compresslevel=3) as archive:
        for name in ("log.jsonl", "findings"):
            if (folder / name).exists():
                archive.add(folder / name, arcname=name)
    return file.getvalue()


def _unpack(packed: bytes, folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(packed), mode="r:gz") as archive:
        archive.extractall(folder, filter="data")
