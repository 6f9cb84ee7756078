"""What `simulate` and `estimate` give."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

import numpy

from .pictures import RunPictures
from .problem import Problem
from .results import (Approximate, Buffer, Cascade, CoreState, Dram, Kernel, Port, Relief, Repeated,
                      Result, Steady, TraceFigures)
from .traces import Timeline, Trace


@dataclass(frozen=True)
class RunResult(RunPictures, Result):
    """One run of a problem. Times are in microseconds, cycles are the array's, rates in TOPS are
    10^12 operations a second; what the backend cannot know is None."""

    problem: Problem = field(repr=False)
    summary: str = field(repr=False)  #: what the command prints
    device: str = ""
    backend: str = ""
    workload: Optional[str] = None  #: its name
    design: dict[str, Any] = field(default_factory=dict, repr=False)
    """All that the problem left open, as it ran: the section of the workload in the JSON."""
    placement: dict[str, Any] = field(default_factory=dict, repr=False)
    """The section of the problem, where it has one: `method`, `seed`, `moves`."""
    buffers: list[Buffer] = field(default_factory=list, repr=False)
    time_us: Optional[float] = None  #: what a user waits for
    npu_time_us: Optional[float] = None  #: of it in the array
    dispatch_us: Optional[float] = None  #: of it in host and driver
    reconfiguration_us: float = 0.0  #: of it for the array's configuration
    repeated: Optional[Repeated] = field(default=None, repr=False)
    cycles: Optional[int] = None  #: from the first command to the last token
    tops: Optional[float] = None
    peak_fraction: Optional[float] = None  #: of the used cores' peak
    verified: Optional[bool] = None  #: None: not asked for, or held against nothing
    saturated_share: Optional[float] = field(default=None, repr=False)
    dram: Optional[Dram] = field(default=None, repr=False)
    cores: Optional[list[dict[str, Any]]] = field(default=None, repr=False)
    """Of each core its `tile`, [column, row], and its cycles in each of `core_states`."""
    core_states: list[CoreState] = field(default_factory=list, repr=False)
    kernel: Optional[Kernel] = field(default=None, repr=False)
    trace: Optional[TraceFigures] = field(default=None, repr=False)
    bottleneck: Optional[str] = None
    bottleneck_why: Optional[str] = field(default=None, repr=False)
    what_if: Optional[list[Relief]] = field(default=None, repr=False)
    skipped_share: Optional[float] = field(default=None, repr=False)
    """Of `cycles`, the share that repeats what was simulated, and was skipped."""
    wall_s: float = field(default=0.0, repr=False)  #: that the backend took
    steady: Optional[Steady] = field(default=None, repr=False)
    ports: list[Port] = field(default_factory=list, repr=False)
    cascades: list[Cascade] = field(default_factory=list, repr=False)
    latency_ns: Optional[float] = field(default=None, repr=False)
    approximate: Optional[Approximate] = None  #: with `approximate`
    note: Optional[str] = None  #: why its times may not be those of the problem
    trace_words: Optional[Trace] = field(default=None, repr=False)
    """The words of the trace units, with `trace=True`."""
    timeline: Optional[Timeline] = field(default=None, repr=False)
    """What every tile did when, with `timeline=True`."""
    activations: dict[str, numpy.ndarray] = field(default_factory=dict, repr=False)
    """With `activations=True`: what each layer of a network computed, `layer_0` and so on, int8 of
    shape (samples, rows, columns), or `aggregation`; and from what: `input`, `layer_0_weights`,
    `layer_0_bias`."""

    def core_cycles(self) -> numpy.ndarray:
        """Cycles by core and state, int64 of shape (cores, states): rows as in `cores`, columns as
        in `core_states`. A row adds up to `cycles`. No rows where `cores` are not known."""
        rows = [[core[state.key] for state in self.core_states] for core in self.cores or []]
        return numpy.array(rows, dtype=numpy.int64).reshape(len(rows), len(self.core_states))
