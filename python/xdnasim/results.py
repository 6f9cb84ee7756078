"""Results of runs: dataclasses that carry the command's JSON."""

from __future__ import annotations

import dataclasses
import json
import typing
from dataclasses import dataclass, field
from typing import Any, Optional, TypeVar

from .command import listed, refused

Made = TypeVar("Made")
RESULTS = "a Result, or several"


def make(kind: type[Made], data: dict[str, Any], **more: Any) -> Made:
    """A dataclass of the keys in `data` that it has fields for; a field without a key, and without
    a value in `more`, has its default."""
    hints = typing.get_type_hints(kind)
    values = dict(more)
    for each in dataclasses.fields(kind):  # type: ignore[arg-type]
        key = each.metadata.get("key", each.name)
        if each.init and each.name not in values and key in data:
            values[each.name] = _value(hints[each.name], data[key])
    return kind(**values)


def _value(hint: Any, data: Any) -> Any:
    if data is None:
        return None
    inner = [each for each in typing.get_args(hint) if each is not type(None)]
    if typing.get_origin(hint) is typing.Union:
        return _value(inner[0], data)
    if typing.get_origin(hint) is list and dataclasses.is_dataclass(inner[0]):
        return [make(inner[0], item) for item in data]
    return make(hint, data) if dataclasses.is_dataclass(hint) else data


@dataclass(frozen=True)
class Result:
    """What a command has found out.

    Attributes:
        text: as the command writes it with `--json`.
    """

    text: str = field(repr=False)

    _is_problem = False  # json() can be simulated

    def json(self) -> str:
        """Exactly what the command writes with `--json`."""
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """The same as dicts and lists, with every field; what is not known is None."""
        return json.loads(self.text)

    def row(self) -> dict[str, Any]:
        """Every figure that is not a list and is known, each under its path: `dram.read_gbps`."""
        return flat(self.to_dict())


def flat(data: dict[str, Any], path: str = "") -> dict[str, Any]:
    """As the table of a study has it."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            for inner, figure in flat(value, name).items():
                found.setdefault(inner, figure)
        elif value is not None and not isinstance(value, list):
            found.setdefault(name, value)
    return found


def table(results: "Result | typing.Iterable[Result]") -> Any:
    """A pandas.DataFrame with a row for each result; columns as Result.row() names them."""
    import pandas

    results = [results] if isinstance(results, Result) else listed("results", results, RESULTS)
    if not all(isinstance(result, Result) for result in results):
        raise refused("results", results, RESULTS)
    return pandas.DataFrame([result.row() for result in results])


@dataclass(frozen=True)
class Dram:
    """What went to and from DRAM.

    Attributes:
        read_bytes: bytes from DRAM to the array.
        write_bytes: bytes from the array to DRAM.
        read_gbps: mean rate over the time in the array, in GB/s.
        write_gbps: the same of what was written, in GB/s.
        operations_per_byte: operations that were asked for, by bytes that moved.
    """

    read_bytes: int
    write_bytes: int
    read_gbps: Optional[float] = None
    write_gbps: Optional[float] = None
    operations_per_byte: Optional[float] = None


@dataclass(frozen=True)
class CoreState:
    """One of the states of cores, as pictures show it.

    Attributes:
        key: its name in the dicts of `RunResult.cores`.
        label: its name for people.
        colour: as HTML writes it, such as "#2f6f8f".
    """

    key: str
    label: str
    colour: str


@dataclass(frozen=True)
class Kernel:
    """The kernel that the summary shows.

    Attributes:
        name: of the kernel.
        cycles_per_call: cycles of one call, without call and return.
        macs_per_cycle: multiply-accumulates a cycle; 0: it multiplies nothing.
        calls: on all cores.
        multiplying_cycles: cycles of all kernels that multiply, on all cores.
        mean_cycles: cycles of a call with what holds it up, averaged over all cores.
        assumed: nobody has said its cycles, which are a design's `default_cycles`.
    """

    name: str
    cycles_per_call: int
    macs_per_cycle: float
    calls: int
    multiplying_cycles: Optional[int] = None
    mean_cycles: Optional[float] = None
    assumed: bool = False


@dataclass(frozen=True)
class Approximate:
    """Of a run in which what nearly repeats was skipped.

    Attributes:
        off_by: share by which `cycles` may be off, from 0 to 1.
        skipped_share: share of the time that was not simulated, from 0 to 1.
    """

    off_by: float
    skipped_share: float


@dataclass(frozen=True)
class Steady:
    """Iterations, when the run no longer starts.

    Attributes:
        iteration_us: time of one, in microseconds.
        tops: rate in it, in TOPS.
        bound: what limits it: "PLIO", "kernel" or "cascade" of a simulation; of the backend
            analytic the name of its longest term, such as "compute".
    """

    iteration_us: float
    tops: float
    bound: str


@dataclass(frozen=True)
class Repeated:
    """Wall times of the same run, repeated.

    Attributes:
        runs: how many.
        mean_us: their mean, in microseconds.
        min_us: the shortest, in microseconds.
        max_us: the longest, in microseconds.
    """

    runs: int
    mean_us: float
    min_us: float
    max_us: float


@dataclass(frozen=True)
class Relief:
    """What is saved with one limit relaxed.

    Attributes:
        limit: name of the limit, such as "DRAM".
        time_us: of the run with it relaxed, in microseconds.
        gain: share of the array's time that this saves, from 0 to 1.
    """

    limit: str
    time_us: float
    gain: float


@dataclass(frozen=True)
class Port:
    """What passed a port to the programmable logic. Times count from the beginning of the run.

    Attributes:
        name: of the port.
        direction: "in" or "out", of the array.
        words: how many passed it.
        first_us: time of the first word, in microseconds.
        last_us: time of the last word, in microseconds.
        gbps: rate between them, in GB/s.
        frame_ends_us: time of the last word of each frame, in microseconds.
    """

    name: str
    direction: str
    words: int
    first_us: float
    last_us: float
    gbps: float
    frame_ends_us: list[float]


@dataclass(frozen=True)
class Cascade:
    """What passed a cascade.

    Attributes:
        from_tile: [column, row] of the core that sends.
        to_tile: [column, row] of the core that receives.
        words: how many passed it, of 512 bits each.
    """

    from_tile: list[int] = field(metadata={"key": "from"})
    to_tile: list[int] = field(metadata={"key": "to"})
    words: int = 0


@dataclass(frozen=True)
class Buffer:
    """A buffer in host memory.

    Attributes:
        role: "input" or "output".
        type: of an element, or "bytes".
        shape: sizes in elements, with their padding.
        layout: "row-major", "column-major" or "tiled", or None.
    """

    role: str
    type: str
    shape: list[int]
    layout: Optional[str] = None


@dataclass(frozen=True)
class Overrun:
    """A trace unit that had more to say than its port takes.

    Attributes:
        module: what it watches: "core", "memory", "shim" or "memtile".
        tile: [column, row].
        lost_cycles: cycles in which it watched nothing.
    """

    module: str
    tile: list[int]
    lost_cycles: int


@dataclass(frozen=True)
class TraceFigures:
    """What the trace units wrote; `RunResult.trace_words` are the words themselves.

    Attributes:
        words: how many, of 32 bits each.
        buffer_full: there were more than the buffer takes.
        overruns: units that lost events.
    """

    words: int
    buffer_full: bool
    overruns: list[Overrun] = field(default_factory=list)
