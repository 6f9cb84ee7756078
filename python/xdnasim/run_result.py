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
    """One run of a problem. What the backend cannot know is None.

    Attributes:
        problem: what ran.
        summary: what the command prints.
        device: name of the array.
        backend: name of what ran it.
        workload: name of the workload.
        design: all that the problem left open, as it ran: the section of the workload in the JSON.
        placement: the section of the problem, where it has one: `method`, `seed`, `moves`.
        buffers: those in host memory, without that of a trace.
        time_us: what a user waits for, in microseconds.
        npu_time_us: of it in the array, in microseconds.
        dispatch_us: of it in host and driver, in microseconds.
        reconfiguration_us: of it for the array's configuration, in microseconds.
        repeated: the wall times of runs that were measured.
        cycles: clock cycles of the array, from the first command to the last token.
        tops: rate in TOPS, 10^12 operations a second; None for workloads that only move bytes.
        peak_fraction: share of the used cores' peak, from 0 to 1.
        verified: whether every output is right; None: not asked for, or held against nothing.
        saturated_share: share of the outputs that saturated, from 0 to 1.
        dram: what went to and from DRAM.
        cores: of each core its `tile`, [column, row], and its cycles in each of `core_states`.
        core_states: the states that `cores` counts.
        kernel: the one that the summary shows.
        trace: what the trace units wrote, in figures.
        bottleneck: the limit that saves most when it is relaxed, such as "compute".
        bottleneck_why: the figures that show it, as a text.
        what_if: with `what_if=True`, what each relaxed limit saves, the most first.
        skipped_share: share of `cycles`, from 0 to 1, that repeats what was simulated, and was
            skipped.
        wall_s: what the backend took, in seconds.
        steady: of consecutive iterations over ports to the programmable logic.
        ports: what passed each port to the programmable logic.
        cascades: what passed each cascade.
        latency_ns: from the first word in to the last word of the first frame out, in nanoseconds;
            of runs with ports to the programmable logic.
        approximate: with `approximate`, how far the result may be off.
        note: why its times may not be those of the problem.
        trace_words: with `trace=True`, the words of the trace units.
        timeline: with `timeline=True`, what every tile did when.
        activations: with `activations=True`, what each layer of a network computed, `layer_0` and so
            on, int8 of shape (samples, rows, columns), or `aggregation`; and from what: `input`,
            `layer_0_weights`, `layer_0_bias`.
    """

    problem: Problem = field(repr=False)
    summary: str = field(repr=False)
    device: str = ""
    backend: str = ""
    workload: Optional[str] = None
    design: dict[str, Any] = field(default_factory=dict, repr=False)
    placement: dict[str, Any] = field(default_factory=dict, repr=False)
    buffers: list[Buffer] = field(default_factory=list, repr=False)
    time_us: Optional[float] = None
    npu_time_us: Optional[float] = None
    dispatch_us: Optional[float] = None
    reconfiguration_us: float = 0.0
    repeated: Optional[Repeated] = field(default=None, repr=False)
    cycles: Optional[int] = None
    tops: Optional[float] = None
    peak_fraction: Optional[float] = None
    verified: Optional[bool] = None
    saturated_share: Optional[float] = field(default=None, repr=False)
    dram: Optional[Dram] = field(default=None, repr=False)
    cores: Optional[list[dict[str, Any]]] = field(default=None, repr=False)
    core_states: list[CoreState] = field(default_factory=list, repr=False)
    kernel: Optional[Kernel] = field(default=None, repr=False)
    trace: Optional[TraceFigures] = field(default=None, repr=False)
    bottleneck: Optional[str] = None
    bottleneck_why: Optional[str] = field(default=None, repr=False)
    what_if: Optional[list[Relief]] = field(default=None, repr=False)
    skipped_share: Optional[float] = field(default=None, repr=False)
    wall_s: float = field(default=0.0, repr=False)
    steady: Optional[Steady] = field(default=None, repr=False)
    ports: list[Port] = field(default_factory=list, repr=False)
    cascades: list[Cascade] = field(default_factory=list, repr=False)
    latency_ns: Optional[float] = field(default=None, repr=False)
    approximate: Optional[Approximate] = None
    note: Optional[str] = None
    trace_words: Optional[Trace] = field(default=None, repr=False)
    timeline: Optional[Timeline] = field(default=None, repr=False)
    activations: dict[str, numpy.ndarray] = field(default_factory=dict, repr=False)

    def core_cycles(self) -> numpy.ndarray:
        """Cycles by core and state, int64 of shape (cores, states): rows as in `cores`, columns as
        in `core_states`. A row adds up to `cycles`. No rows where `cores` are not known."""
        rows = [[core[state.key] for state in self.core_states] for core in self.cores or []]
        return numpy.array(rows, dtype=numpy.int64).reshape(len(rows), len(self.core_states))
