"""What the commands beside `simulate` give."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

from .pictures import KernelPictures, PlacementPictures
from .problem import Problem
from .results import Result, flat


@dataclass(frozen=True)
class Optimisation(Result):
    """The best designs for a problem. Of a design: its `name`, `choices` by key, `forecast` and
    `simulated` with `time_us`, `dram_bytes` and `cores`, `tops`, `operations_per_byte`, `bound`;
    of packs and networks less."""

    problem: Problem = field(repr=False)  #: that was asked about
    best: Problem = field(repr=False)  #: the same with what the best design chose
    summary: str = field(repr=False)
    device: str = ""
    objective: str = ""
    strategy: str = ""
    considered: int = 0  #: designs that closed forms were calculated for
    cut_short: bool = False  #: a better design may exist
    decisions: list[str] = field(default_factory=list, repr=False)  #: of the search, for people
    trials: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """Designs that were simulated, the best first."""
    front: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """The best designs with fewer cores."""
    # Of GEMMs alone, and of the best design:
    peak_tops: Optional[float] = None  #: of its cores
    dram_gbps: Optional[float] = None  #: of the device
    winner: dict[str, Any] = field(default_factory=dict, repr=False)  #: its run
    winner_size: str = field(default="", repr=False)  #: of that run; of several, the longest
    bounds: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """TOPS that it would reach if nothing but one of its terms took time."""
    sensitivity: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """Share of the array's time that a tenth more of each `limit` saves, as `gain`."""
    what_if: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """The same of the simulated time, with twice as much of it."""
    depths: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """Its time at other depths in the mem tiles: `k_mt`, `forecast_us`, `simulated_us`."""
    sizes: Optional[dict[str, Any]] = field(default=None, repr=False)
    """For several sizes: one design for all against the best for each, `each`; otherwise None."""

    def rows(self) -> Any:
        """A pandas.DataFrame with a row for each of `trials`."""
        import pandas

        return pandas.DataFrame([flat(trial) for trial in self.trials])


@dataclass(frozen=True)
class KernelSchedule(KernelPictures, Result):
    """One call of a kernel, scheduled into a core's slots; cycles are the core's."""

    words: list[str] = field(repr=False)  #: the command
    summary: str = field(repr=False)
    kernel: str = ""  #: for people
    device: str = ""
    cycles: int = 0  #: of a call
    macs_per_cycle: Optional[float] = None  #: None: it multiplies nothing
    efficiency: Optional[float] = None  #: share of the matrix instruction's rate
    ii: Optional[int] = None  #: cycles from step to step of the loop; None: no loop
    first_block: int = field(default=0, repr=False)
    further_blocks: int = field(default=0, repr=False)
    prologue: int = field(default=0, repr=False)
    loop: int = field(default=0, repr=False)
    between_blocks: int = field(default=0, repr=False)
    epilogue: int = field(default=0, repr=False)
    overhead: int = field(default=0, repr=False)  #: call and return
    sections: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """Each piece of the code with name, cycles of one run, and runs; what a kernel that its author
    laid out by hand consists of stands here only."""
    slots: dict[str, float] = field(default_factory=dict, repr=False)
    """Share of the cycles in which a slot issues, by slot."""
    bottleneck: str = ""


@dataclass(frozen=True)
class Placement(PlacementPictures, Result):
    """A netlist, placed and routed. Tiles are [column, row]."""

    words: list[str] = field(repr=False)  #: the command
    summary: str = field(repr=False)
    device: str = ""
    method: str = ""
    streams: str = ""
    router: str = ""
    seed: int = 1
    max_moves: int = field(default=0, repr=False)
    moves: int = 0  #: of the annealing
    ended: str = ""
    """Why the search ended: "done", or "moves" when all were made; "budget" or "interrupted"; for
    integer programs also "limit" (of a call of the solver) or "memory"."""
    solver: Optional[dict[str, Any]] = None
    """For integer programs: `bound`, the proven lower bound on the cost, `gap`, its distance from the
    cost as a share of the cost (both None if unknown), and how the `calls` ended. Otherwise None."""
    choices: dict[str, Any] = field(default_factory=dict, repr=False)
    cost: dict[str, float] = field(default_factory=dict)  #: by term, and in all
    measures: dict[str, int] = field(default_factory=dict, repr=False)
    tiles: list[list[int]] = field(default_factory=list, repr=False)  #: of each core of the netlist
    nets: list[dict[str, Any]] = field(default_factory=list, repr=False)
    buffers: list[dict[str, Any]] = field(default_factory=list, repr=False)
    netlist: dict[str, Any] = field(default_factory=dict, repr=False)
    history: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """Moves, temperature, the estimate and the best cost while it searched."""


@dataclass(frozen=True)
class Comparison(Result):
    """The same problem on several backends; the first is the reference."""

    problem: Problem = field(repr=False)
    summary: str = field(repr=False)
    passed: bool = False  #: all within `tolerance`, and what was verified is right
    tolerance: float = 0.0  #: share of the first one's time
    device: str = ""
    backends: list[str] = field(default_factory=list)
    figures: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """Each with name, unit, and a value for each backend."""
    times: list[dict[str, Any]] = field(default_factory=list)
    """For each backend but the first: its difference as a share, and whether it is allowed."""
    within: bool = False  #: all times are within `tolerance`
    verified: list[dict[str, Any]] = field(default_factory=list, repr=False)
    """For each backend: whether its outputs are right, `passed` (None if nothing was compared), and a
    message."""
    traces: list[dict[str, Any]] = field(default_factory=list, repr=False)
    runs: list[dict[str, Any]] = field(default_factory=list, repr=False)  #: as RunResult.to_dict()

    def rows(self) -> Any:
        """A pandas.DataFrame: figures down, backends across."""
        import pandas

        index = [f"{each['name']} ({each['unit']})" if each["unit"] else each["name"]
                 for each in self.figures]
        return pandas.DataFrame([each["values"] for each in self.figures], index=index,
                                columns=self.backends)


@dataclass(frozen=True)
class Quantity:
    """A number of a device, with its source."""

    number: str  #: its path, as in `device.set.PATH`
    value: Any
    unit: str = ""
    confidence: str = ""
    source: str = ""
    allowed: str = ""


@dataclass(frozen=True)
class Device(Result):
    """An array and its numbers."""

    name: str = ""
    description: str = ""
    columns: int = 0
    core_rows: int = 0
    clock_ghz: float = 0.0
    numbers: list[Quantity] = field(default_factory=list, repr=False)

    def rows(self) -> Any:
        """A pandas.DataFrame with a row for each of `numbers`."""
        import dataclasses

        import pandas

        return pandas.DataFrame([dataclasses.asdict(each) for each in self.numbers])
