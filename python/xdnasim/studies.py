"""Studies: one problem with many values."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, Optional, Union

from .command import file_word, files, options, refused, run, texts, timing_words, whole
from .pictures import TableShown
from .problem import problem_of, written
from .results import Result, make

File = Union[str, os.PathLike]


@dataclass(frozen=True)
class Study(TableShown, Result):
    """The table of a study; see docs/studies.md.

    Attributes:
        summary: what the command prints.
        title: that of the study.
        backend: that ran the points.
        version: of xdnasim.
        made_by: identifies study, build and device files.
        seed: of the sample, where the study draws one.
        keys: of the axes.
        columns: those of the table; names end with their unit, as in `time_us`.
        points: of each point its number, `figures`, and the `refusal` of one that cannot run.
    """

    summary: str = field(repr=False)
    title: str = ""
    backend: str = ""
    version: str = ""
    made_by: str = ""
    seed: Optional[int] = None
    keys: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list, repr=False)
    points: list[dict[str, Any]] = field(default_factory=list, repr=False,
                                         metadata={"key": "rows"})

    def rows(self) -> Any:
        """A pandas.DataFrame with a row for each point, indexed by its number, `point`. The figures of
        a point that cannot run are missing; counts stay whole numbers beside them (Int64)."""
        import pandas

        table = pandas.DataFrame([{**each["figures"], "refusal": each["refusal"]}
                                  for each in self.points],
                                 index=pandas.Index([each["point"] for each in self.points], name="point"),
                                 columns=[*self.columns, "refusal"])
        for column in self.columns:
            known = [each["figures"].get(column) for each in self.points]
            known = [figure for figure in known if figure is not None]
            if known and all(type(figure) is int for figure in known):
                # Not by way of floats, which do not hold every whole number.
                table[column] = pandas.array([each["figures"].get(column) for each in self.points],
                                             dtype="Int64")
        return table


def sweep(study: Union[File, Mapping[str, Any]], *, backend: Optional[str] = None,
          jobs: Optional[int] = None, keep: Optional[File] = None,
          scheduler: Optional[str] = None, artifacts: Optional[File] = None,
          recording: Optional[File] = None, record: Optional[File] = None,
          runs: Optional[int] = None, warmup: Optional[int] = None,
          timeout: Optional[float] = None) -> Study:
    """Runs a study, as `xdnasim sweep` does, in parallel processes.

    Args:
        study: path of a study file, or its contents as a dict. The `problem` of a dict may be
            whatever a Problem is made of; its relative paths count from the current folder, but
            that of a device file in a text of YAML has to be absolute. On a cluster, other machines
            see a file only.
        backend: "systemc", "analytic", "xrt" or "replay" (default: that of the study).
        jobs: points to run at a time (default: one per processor core).
        keep: file to keep finished points in; the same call resumes from it.
        scheduler: address of a Dask cluster's scheduler, which runs the points.
        artifacts: folder of the points' built designs, each in its own subfolder, for "xrt".
        recording: folder of the points' recorded runs, each in its own subfolder, for "replay".
        record: folder to record the run of each point in.
        runs, warmup, timeout: as those of `simulate`, for each point.
    """
    words = ["--json", "-"]
    if jobs is not None:
        words += ["--jobs", whole("jobs", jobs, "a whole number from 1, or None")]
    words += options(texts({"backend": (backend, "'systemc', 'analytic', 'xrt' or 'replay'"),
                            "scheduler": (scheduler, "an address such as 'tcp://host:8786'")}))
    words += files(keep=keep, artifacts=artifacts, recording=recording, record=record)
    words += timing_words(runs, warmup, timeout)
    if isinstance(study, Mapping):
        with _study_file(study) as file:
            outcome = run(["sweep", file, *words])
    else:
        allowed = "the path of a study, or its contents as a dict"
        outcome = run(["sweep", file_word("study", study, allowed), *words])
    return make(Study, json.loads(outcome.output), text=outcome.output, summary=outcome.messages)


@contextlib.contextmanager
def _study_file(study: Mapping[str, Any]) -> Iterator[str]:
    """A study counts paths from the folder of its file, but this file lies in a folder of its own."""
    contents = dict(study)
    with contextlib.ExitStack() as while_it_runs:
        if "problem" in contents:
            problem = problem_of(contents["problem"])
            if problem.path is not None:
                contents["problem"] = os.path.abspath(problem.path)
            else:
                contents["problem"] = _contents(problem.text) or while_it_runs.enter_context(
                    written("problem", problem.text))
            contents["axes"] = _axes(contents.get("axes"), problem.values())
        yield while_it_runs.enter_context(written("study", contents))


def _axes(axes: Any, values: dict[str, Any]) -> list[Any]:
    """Values of the problem are axes of one value, but for keys that an axis gives."""
    if not isinstance(axes, (list, tuple)) or not all(isinstance(axis, Mapping) for axis in axes):
        raise refused("axes of the study", axes, "dicts in a list, such as [{'gemm.rho': [1, 2]}]")
    given = {key for axis in axes for key in axis}
    alone = [{key: [value]} for key, value in values.items() if key not in given]
    return alone + [{key: _here(key, item) for key, item in axis.items()} for axis in axes]


def _contents(text: str) -> Optional[dict[str, Any]]:
    """Of a problem that is JSON, with its device's file from the current folder; YAML is left to the
    command."""
    try:
        contents = json.loads(text)
    except ValueError:
        return None
    device = contents.get("device") if isinstance(contents, dict) else None
    if isinstance(device, dict) and "base" in device:
        contents["device"] = {**device, "base": _here("device.base", device["base"])}
    elif device is not None:
        contents["device"] = _here("device", device)
    return contents


def _here(key: str, value: Any) -> Any:
    """With the absolute path of a device file."""
    if key not in ("device", "device.base"):
        return value
    if isinstance(value, (list, tuple)):
        return [_here(key, each) for each in value]
    is_path = isinstance(value, str) and ("/" in value or value.endswith(".yaml"))
    return os.path.abspath(value) if is_path else value
