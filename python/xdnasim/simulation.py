"""Runs of problems: simulated, and by closed forms."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

import numpy

from .command import files, flag, joined, number, options, refused, run, text_word, timing_words, whole
from .errors import InputError
from .found import Comparison
from .problem import Problem, Source, problem_of
from .results import make
from .run_result import RunResult
from .traces import Timeline, Trace

Folder = Union[str, os.PathLike]


def simulate(problem: Problem | Source, *, backend: str = "systemc", verify: bool = False,
             seed: int = 1, what_if: bool = False, in_full: bool = False,
             approximate: Optional[float] = None, trace: bool = False,
             timeline: bool | Sequence[int] = False, activations: bool = False,
             artifacts: Optional[Folder] = None, recording: Optional[Folder] = None,
             record: Optional[Folder] = None, runs: Optional[int] = None,
             warmup: Optional[int] = None, timeout: Optional[float] = None) -> RunResult:
    """Runs a problem, as `xdnasim simulate` does.

    Args:
        problem: or what a Problem is made of.
        backend: "systemc" simulates, "analytic" calculates, "xrt" runs on an NPU, "replay" shows a
            recorded run again.
        verify: move real data and compare every output; `verified` of the result says whether
            they are right.
        seed: seed of the data for `verify`.
        what_if: run again with each limit relaxed.
        in_full: simulate repeats instead of skipping them; the result is the same.
        approximate: also skip stretches that repeat to within this percentage of their time; faster,
            and `approximate` of the result states the error bound.
        trace: keep the words of the NPU's trace units, `trace_words` of the result. The units, the
            routes of their words and the words in the DRAM are part of the run, as on an NPU: it
            takes longer (5.6 % more cycles on the teaching GEMM), and its DRAM bytes include the
            words.
        timeline: record when each tile did what, `timeline` of the result; a pair of cycles limits
            it to those from the first up to, but not including, the second.
        activations: verify, and keep what each layer of a network computed, `activations` of the
            result.
        artifacts: folder of the built design, for "xrt".
        recording: folder of the recorded run, for "replay", or of many, each in its own folder.
        record: folder to record the run in, for "replay".
        runs: number of runs that "xrt" times (default: 100).
        warmup: number of runs before "xrt" times any (default: 10).
        timeout: time limit of a run of "xrt", in seconds (default: 10).

    Raises:
        InputError: the problem, or a value, is at fault.
        DeadlockError: the schedule cannot make progress, or breaks a rule of the hardware.
        UnavailableError: there is no NPU, or no built design.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    given = problem_of(problem)
    asked = given.as_it_runs()
    words = ["simulate", *given.words(), "--backend",
             text_word("backend", backend, "'systemc', 'analytic', 'xrt' or 'replay'"), "--json", "-"]
    words += _data_words(verify, seed)
    words += options({"what_if": flag("what_if", what_if), "in_full": flag("in_full", in_full),
                      "approximate": None if approximate is None else
                      number("approximate", approximate, "a percentage, such as 0.5")})
    words += files(artifacts=artifacts, recording=recording, record=record)
    words += timing_words(runs, warmup, timeout)
    with tempfile.TemporaryDirectory(prefix="xdnasim-") as name:
        folder = Path(name)
        if flag("trace", trace):
            words += ["--trace", str(folder / "trace")]
        words += _timeline_words(timeline, folder / "timeline")
        if flag("activations", activations):
            words += ["--activations", str(folder / "activations")]
        outcome = run(words, given.text if given.path is None else "")
        more = _arrays(folder)
    data = json.loads(outcome.output)
    return make(RunResult, data, text=outcome.output, problem=asked, summary=outcome.messages,
                design=data.get(data["workload"]) or {}, **more)


def _data_words(verify: bool, seed: int) -> list[str]:
    """The command refuses a seed where no data are moved, but for its own."""
    words = options({"verify": flag("verify", verify), "seed": whole("seed", seed, "a whole number, such as 1")})
    return words if seed != 1 else words[:-2]


def _timeline_words(timeline: bool | Sequence[int], file: Path) -> list[str]:
    if isinstance(timeline, (bool, numpy.bool_)):
        return ["--timeline", str(file)] if timeline else []
    allowed = "True, False, or a pair of cycles, such as (0, 1000)"
    if isinstance(timeline, (str, bytes, Mapping)) or not isinstance(timeline, Iterable):
        raise refused("timeline", timeline, allowed)
    window = [whole("timeline", cycle, allowed) for cycle in timeline]
    if len(window) != 2:
        raise InputError(f"timeline is {timeline!r}; allowed: {allowed}")
    return ["--timeline", str(file), "--timeline-from", window[0], "--timeline-to", window[1]]


def _arrays(folder: Path) -> dict[str, Any]:
    """Of the files that the command wrote, if any."""
    files = {file.name for file in folder.iterdir()}
    found: dict[str, Any] = {}
    if "trace" in files:
        found["trace_words"] = Trace.of_file(folder / "trace")
    if "timeline" in files:
        found["timeline"] = Timeline.of_file(folder / "timeline")
    if "activations" in files:
        found["activations"] = {file.stem: numpy.load(file)
                                for file in sorted((folder / "activations").iterdir())}
    return found


def estimate(problem: Problem | Source, *, what_if: bool = False) -> RunResult:
    """The same by closed forms, in microseconds of work: nothing runs, so that there is nothing to
    verify, and no trace."""
    return simulate(problem, backend="analytic", what_if=what_if)


def compare(problem: Problem | Source,
            backends: Union[str, Sequence[str]] = ("systemc", "analytic"), *,
            tolerance: float = 15, verify: bool = False, seed: int = 1,
            artifacts: Optional[Folder] = None, recording: Optional[Folder] = None,
            runs: Optional[int] = None, warmup: Optional[int] = None,
            timeout: Optional[float] = None) -> Comparison:
    """Runs a problem on several backends, as `xdnasim compare` does.

    Args:
        backends: "systemc,analytic" or ("systemc", "analytic"); the first is the reference.
        tolerance: allowed difference from the first backend's time, in percent; `passed` of the
            result says whether all are within it.
        verify, seed, artifacts, recording, runs, warmup, timeout: as those of `simulate`.
    """
    given = problem_of(problem)
    asked = given.as_it_runs()
    words = ["compare", *given.words(), "--json", "-",
             "--tolerance", number("tolerance", tolerance, "a percentage, such as 15"), "--backends",
             joined("backends", backends, ",", "'systemc,analytic' or ('systemc', 'analytic')") or ""]
    words += _data_words(verify, seed) + files(artifacts=artifacts, recording=recording)
    words += timing_words(runs, warmup, timeout)
    outcome = run(words, given.text if given.path is None else "")
    return make(Comparison, json.loads(outcome.output), text=outcome.output, problem=asked,
                summary=outcome.messages)
