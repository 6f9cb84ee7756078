"""What the commands beside `simulate` give."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

from .pictures import KernelPictures, PlacementPictures, TableShown
from .problem import Problem
from .results import Result, flat


@dataclass(frozen=True)
class Optimisation(TableShown, Result):
    """The best designs for a problem. Some of the figures are of GEMMs alone.

    Attributes:
        problem: that was asked about.
        best: the same with what the best design chose.
        summary: what the command prints.
        device: name of the array.
        objective: what was minimised: "time", "dram" or "cores".
        strategy: "exhaustive" or "taka".
        considered: designs that closed forms were calculated for.
        cut_short: a better design may exist.
        decisions: of the search, for people.
        trials: designs that were simulated, the best first: `name`, `choices` by key, `forecast` and
            `simulated` with `time_us`, `dram_bytes` and `cores`, `tops`, `operations_per_byte`,
            `bound`; of packs and networks less.
        front: the best designs with fewer cores, with the keys of `trials`.
        peak_tops: peak of the best design's cores, in TOPS.
        dram_gbps: rate of the device's DRAM, in GB/s.
        winner: the run of the best design, as RunResult.to_dict().
        winner_size: size of that run; of several, the longest.
        bounds: TOPS that the best design would reach if nothing but one of its terms took time.
        sensitivity: share of the array's time, from 0 to 1, that a tenth more of each `limit` saves,
            as `gain`.
        what_if: the same with twice as much of it.
        depths: its times at other depths in the mem tiles: `k_mt`, `forecast_us`, `simulated_us`, in
            microseconds.
        sizes: for several sizes, one design for all against the best for each, `each`; otherwise
            None. Times are in microseconds.
    """

    problem: Problem = field(repr=False)
    best: Problem = field(repr=False)
    summary: str = field(repr=False)
    device: str = ""
    objective: str = ""
    strategy: str = ""
    considered: int = 0
    cut_short: bool = False
    decisions: list[str] = field(default_factory=list, repr=False)
    trials: list[dict[str, Any]] = field(default_factory=list, repr=False)
    front: list[dict[str, Any]] = field(default_factory=list, repr=False)
    peak_tops: Optional[float] = None
    dram_gbps: Optional[float] = None
    winner: dict[str, Any] = field(default_factory=dict, repr=False)
    winner_size: str = field(default="", repr=False)
    bounds: list[dict[str, Any]] = field(default_factory=list, repr=False)
    sensitivity: list[dict[str, Any]] = field(default_factory=list, repr=False)
    what_if: list[dict[str, Any]] = field(default_factory=list, repr=False)
    depths: list[dict[str, Any]] = field(default_factory=list, repr=False)
    sizes: Optional[dict[str, Any]] = field(default=None, repr=False)

    def rows(self) -> Any:
        """A pandas.DataFrame with a row for each of `trials`."""
        import pandas

        return pandas.DataFrame([flat(trial) for trial in self.trials])


@dataclass(frozen=True)
class KernelSchedule(KernelPictures, Result):
    """One call of a kernel, scheduled into a core's slots. Cycles are the core's.

    Attributes:
        words: the command.
        program: your own kernel, where it was given as a dict.
        summary: what the command prints.
        kernel: what is called, for people.
        device: name of the array.
        cycles: cycles of a call, with call and return.
        macs_per_cycle: multiply-accumulates a cycle; None: it multiplies nothing.
        efficiency: share of the matrix instruction's rate, from 0 to 1; None: it multiplies nothing.
        ii: initiation interval, the cycles from step to step of the loop; None: no loop.
        first_block: cycles of the first block of straight-line code; 0: the code is a loop.
        further_blocks: cycles of all its others.
        prologue: cycles until the loop begins.
        loop: cycles of all steps of the loop.
        between_blocks: cycles between the loops of two blocks, in all.
        epilogue: cycles after the loop.
        overhead: cycles of call and return.
        sections: each piece of the code with `name`, `cycles` of one run, and `runs`; what a kernel
            that its author laid out by hand consists of stands here only.
        slots: share of the cycles in which a slot issues, from 0 to 1, by slot.
        bottleneck: what keeps the call from being shorter, as a text.
    """

    words: list[str] = field(repr=False)
    program: Optional[dict[str, Any]] = field(repr=False)
    summary: str = field(repr=False)
    kernel: str = ""
    device: str = ""
    cycles: int = 0
    macs_per_cycle: Optional[float] = None
    efficiency: Optional[float] = None
    ii: Optional[int] = None
    first_block: int = field(default=0, repr=False)
    further_blocks: int = field(default=0, repr=False)
    prologue: int = field(default=0, repr=False)
    loop: int = field(default=0, repr=False)
    between_blocks: int = field(default=0, repr=False)
    epilogue: int = field(default=0, repr=False)
    overhead: int = field(default=0, repr=False)
    sections: list[dict[str, Any]] = field(default_factory=list, repr=False)
    slots: dict[str, float] = field(default_factory=dict, repr=False)
    bottleneck: str = ""


@dataclass(frozen=True)
class Placement(PlacementPictures, Result):
    """A netlist, placed and routed, which `simulate` takes as a problem. Tiles are [column, row].

    Attributes:
        words: the command.
        summary: what the command prints.
        device: name of the array.
        method: that placed it: "sa", "joint", "lsmo" and so on.
        streams: what nets may become, such as "mixed": circuits and packets.
        router: "negotiated" or "exact".
        seed: of the annealing.
        max_moves: moves that were allowed.
        moves: moves that the annealing made.
        ended: why the search ended: "done", or "moves" when all were made; "budget" or
            "interrupted"; for integer programs also "limit" (of a call of the solver) or "memory".
        solver: for integer programs, `bound`, the proven lower bound on the cost, `gap`, its distance
            from the cost as a share of the cost, from 0 to 1 (both None if unknown), and how the
            `calls` ended; otherwise None.
        choices: what the paper leaves open.
        cost: by term, and in all, `total`; without a unit.
        measures: by which methods are compared: nets of each kind, hops, bytes.
        tiles: of each core of the netlist.
        nets: each with its transport, and its hops or the tile of its buffer.
        buffers: each with its tile, net, objects, bytes and locks.
        netlist: that was placed.
        history: moves, temperature, the estimate and the best cost while it searched.
    """

    words: list[str] = field(repr=False)
    summary: str = field(repr=False)
    device: str = ""
    method: str = ""
    streams: str = ""
    router: str = ""
    seed: int = 1
    max_moves: int = field(default=0, repr=False)
    moves: int = 0
    ended: str = ""
    solver: Optional[dict[str, Any]] = None
    choices: dict[str, Any] = field(default_factory=dict, repr=False)
    cost: dict[str, float] = field(default_factory=dict)
    measures: dict[str, int] = field(default_factory=dict, repr=False)
    tiles: list[list[int]] = field(default_factory=list, repr=False)
    nets: list[dict[str, Any]] = field(default_factory=list, repr=False)
    buffers: list[dict[str, Any]] = field(default_factory=list, repr=False)
    netlist: dict[str, Any] = field(default_factory=dict, repr=False)
    history: list[dict[str, Any]] = field(default_factory=list, repr=False)

    _is_problem = True


@dataclass(frozen=True)
class Comparison(TableShown, Result):
    """The same problem on several backends; the first is the reference.

    Attributes:
        problem: what ran.
        summary: what the command prints.
        passed: all times are within `tolerance`, and what was verified is right.
        tolerance: allowed difference as a share of the first one's time, from 0 to 1; `compare` takes it in
            percent.
        device: name of the array.
        backends: their names.
        figures: each with `name`, `unit`, and `values`, one for each backend.
        times: for each backend but the first, its `difference` as a share of the first one's time,
            and whether it is `within` the tolerance.
        within: all times are within `tolerance`.
        verified: for each backend whether its outputs are right, `passed` (None if nothing was
            compared), and a `message`.
        traces: how the traces of the backends differ, where they have some.
        runs: of each backend, as RunResult.to_dict().
    """

    problem: Problem = field(repr=False)
    summary: str = field(repr=False)
    passed: bool = False
    tolerance: float = 0.0
    device: str = ""
    backends: list[str] = field(default_factory=list)
    figures: list[dict[str, Any]] = field(default_factory=list, repr=False)
    times: list[dict[str, Any]] = field(default_factory=list)
    within: bool = False
    verified: list[dict[str, Any]] = field(default_factory=list, repr=False)
    traces: list[dict[str, Any]] = field(default_factory=list, repr=False)
    runs: list[dict[str, Any]] = field(default_factory=list, repr=False)

    def rows(self) -> Any:
        """A pandas.DataFrame: figures down, backends across."""
        import pandas

        index = [f"{each['name']} ({each['unit']})" if each["unit"] else each["name"]
                 for each in self.figures]
        return pandas.DataFrame([each["values"] for each in self.figures], index=index,
                                columns=self.backends)


@dataclass(frozen=True)
class Quantity:
    """A number of a device, with its source.

    Attributes:
        number: its path, as in `device.set.PATH`.
        value: in `unit`.
        unit: such as "GB/s"; empty: it has none.
        confidence: "measured", "documented", "fitted" or "assumed".
        source: where it comes from.
        allowed: the values that it may have, for people.
    """

    number: str
    value: Any
    unit: str = ""
    confidence: str = ""
    source: str = ""
    allowed: str = ""


@dataclass(frozen=True)
class Device(TableShown, Result):
    """An array and its numbers.

    Attributes:
        name: of the device.
        description: for people.
        columns: how many the array has.
        core_rows: rows of cores.
        clock_ghz: clock of the array, in GHz.
        numbers: all of them, each with its unit and source.
    """

    name: str = ""
    description: str = ""
    columns: int = 0
    core_rows: int = 0
    clock_ghz: float = 0.0
    numbers: list[Quantity] = field(default_factory=list, repr=False)

    @property
    def summary(self) -> str:
        """What it is, in a line."""
        return f"{self.name}: {self.description}; {self.clock_ghz:g} GHz"

    def rows(self) -> Any:
        """A pandas.DataFrame with a row for each of `numbers`."""
        import dataclasses

        import pandas

        return pandas.DataFrame([dataclasses.asdict(each) for each in self.numbers])
