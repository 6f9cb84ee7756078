"""Runs of problems: simulated, and by closed forms."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Optional, Sequence, Union

import numpy

from .command import file_word, joined, run, text_word
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
             record: Optional[Folder] = None) -> RunResult:
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
        trace: keep the words of the NPU's trace units, `trace_words` of the result.
        timeline: record when each tile did what, `timeline` of the result; a pair of cycles limits
            it to those from the first up to, but not including, the second.
        activations: verify, and keep what each layer of a network computed, `activations` of the
            result.
        artifacts: folder of the built design, for "xrt".
        recording: folder of the recorded run, for "replay", or of many, each in its own folder.
        record: folder to record the run in, for "replay".

    Raises:
        InputError: the problem, or a value, is at fault.
        DeadlockError: the schedule cannot make progress, or breaks a rule of the hardware.
        UnavailableError: there is no NPU, or no built design.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    asked = problem_of(problem).as_it_runs()
    words = ["simulate", *asked.words(), "--backend",
             text_word("backend", backend, "'systemc', 'analytic', 'xrt' or 'replay'"), "--json", "-"]
    words += _seed_words(seed) + ["--verify"] * verify + ["--what-if"] * what_if + ["--in-full"] * in_full
    if approximate is not None:
        words += ["--approximate", str(approximate)]
    for argument, folder_of in (("artifacts", artifacts), ("recording", recording),
                                ("record", record)):
        if folder_of is not None:
            words += [f"--{argument}", file_word(argument, folder_of)]
    with tempfile.TemporaryDirectory(prefix="xdnasim-") as name:
        folder = Path(name)
        if trace:
            words += ["--trace", str(folder / "trace")]
        words += _timeline_words(timeline, folder / "timeline")
        if activations:
            words += ["--activations", str(folder / "activations")]
        outcome = run(words, asked.text if asked.path is None else "")
        more = _arrays(folder)
    data = json.loads(outcome.output)
    return make(RunResult, data, text=outcome.output, problem=asked, summary=outcome.messages,
                design=data.get(data["workload"]) or {}, **more)


def _seed_words(seed: int) -> list[str]:
    """The command refuses a seed where no data are moved, but for its own."""
    return [] if seed == 1 else ["--seed", str(seed)]


def _timeline_words(timeline: bool | Sequence[int] | None, file: Path) -> list[str]:
    if timeline is None or isinstance(timeline, (bool, numpy.bool_)):
        return ["--timeline", str(file)] if timeline else []
    try:
        begin, end = timeline
    except (TypeError, ValueError) as error:
        raise InputError(f"timeline is {timeline!r}; allowed: True, False, or a pair of cycles, "
                         "such as (0, 1000)") from error
    return ["--timeline", str(file), "--timeline-from", str(begin), "--timeline-to", str(end)]


def _arrays(folder: Path) -> dict[str, Any]:
    """Of the files that the command wrote, if any."""
    files = {file.name for file in folder.iterdir()}
    found: dict[str, Any] = {}
    if "trace" in files:
        words = numpy.fromfile(folder / "trace", dtype="<u4").astype(numpy.uint32)
        found["trace_words"] = Trace(words, json.loads((folder / "trace.json").read_text()))
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
            tolerance: float = 15, verify: bool = False, seed: int = 1) -> Comparison:
    """Runs a problem on several backends, as `xdnasim compare` does.

    Args:
        backends: "systemc,analytic" or ("systemc", "analytic"); the first is the reference.
        tolerance: allowed difference from the first backend's time, in percent; `passed` of the
            result says whether all are within it.
    """
    asked = problem_of(problem)
    words = ["compare", *asked.words(), "--json", "-", "--tolerance", str(tolerance), "--backends",
             joined("backends", backends, ",", "'systemc,analytic' or ('systemc', 'analytic')") or ""]
    words += _seed_words(seed) + ["--verify"] * verify
    outcome = run(words, asked.text if asked.path is None else "")
    return make(Comparison, json.loads(outcome.output), text=outcome.output, problem=asked,
                summary=outcome.messages)
