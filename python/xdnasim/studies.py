"""Studies: one problem with many values."""

from __future__ import annotations

import json
import numbers
import os
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from .command import file_word, refused, run, text_word
from .errors import InputError
from .results import Result, make

File = Union[str, os.PathLike]


@dataclass(frozen=True)
class Study(Result):
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
        """A pandas.DataFrame with a row for each point, indexed by its number."""
        import pandas

        return pandas.DataFrame([{**each["figures"], "refusal": each["refusal"]}
                                 for each in self.points],
                                index=[each["point"] for each in self.points])


def sweep(study: File, *, backend: Optional[str] = None,
          jobs: Optional[int] = None, keep: Optional[File] = None,
          scheduler: Optional[str] = None, artifacts: Optional[File] = None,
          recording: Optional[File] = None, record: Optional[File] = None) -> Study:
    """Runs a study file, as `xdnasim sweep` does, in parallel processes.

    Args:
        backend: "systemc", "analytic", "xrt" or "replay" (default: that of the study).
        jobs: points to run at a time (default: one per processor core).
        keep: file to keep finished points in; the same call resumes from it.
        scheduler: address of a Dask cluster's scheduler, which runs the points.
        artifacts: folder of the points' built designs, each in its own subfolder, for "xrt".
        recording: folder of the points' recorded runs, each in its own subfolder, for "replay".
        record: folder to record the run of each point in.
    """
    if not isinstance(study, (str, os.PathLike)):
        raise InputError(f"a study must be the path of its file, not a {type(study).__name__}. "
                         "Write it to a file, as in docs/python.md")
    words = ["sweep", file_word("study", study), "--json", "-"]
    if jobs is not None:
        if isinstance(jobs, bool) or not isinstance(jobs, numbers.Integral):
            raise refused("jobs", jobs, "a whole number from 1, or None")
        words += ["--jobs", str(jobs)]
    texts = (("backend", backend, "'systemc', 'analytic', 'xrt' or 'replay'"),
             ("scheduler", scheduler, "an address such as 'tcp://host:8786'"))
    for name, text, allowed in texts:
        if text is not None:
            words += [f"--{name}", text_word(name, text, allowed)]
    for name, file in (("keep", keep), ("artifacts", artifacts), ("recording", recording),
                       ("record", record)):
        if file is not None:
            words += [f"--{name}", file_word(name, file)]
    outcome = run(words)
    return make(Study, json.loads(outcome.output), text=outcome.output, summary=outcome.messages)
