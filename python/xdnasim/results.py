"""Results of runs: dataclasses that carry the command's JSON."""

from __future__ import annotations

import dataclasses
import json
import typing
from dataclasses import dataclass, field
from typing import Any, Optional, TypeVar

Made = TypeVar("Made")


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
    """What a command has found out."""

    text: str = field(repr=False)  #: as the command writes it with `--json`

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


def table(results: "typing.Iterable[Result]") -> Any:
    """A pandas.DataFrame with a row for each result; columns as Result.row() names them."""
    import pandas

    return pandas.DataFrame([result.row() for result in results])


@dataclass(frozen=True)
class Dram:
    """What went to and from DRAM."""

    read_bytes: int
    write_bytes: int
    read_gbps: Optional[float] = None  #: GB/s, over the time in the array
    write_gbps: Optional[float] = None
    operations_per_byte: Optional[float] = None  #: that were asked for, by bytes that moved


@dataclass(frozen=True)
class CoreState:
    """One of the states of cores, as pictures show it."""

    key: str  #: in the dicts of RunResult.cores
    label: str
    colour: str


@dataclass(frozen=True)
class Kernel:
    """The kernel that the summary shows."""

    name: str
    cycles_per_call: int
    macs_per_cycle: float
    calls: int  #: on all cores
    multiplying_cycles: Optional[int] = None  #: of all kernels that multiply, on all cores
    mean_cycles: Optional[float] = None  #: of a call, with what holds it up
    assumed: bool = False  #: nobody has said its cycles, which are a design's default_cycles


@dataclass(frozen=True)
class Approximate:
    """Of a run in which what nearly repeats was skipped."""

    off_by: float  #: share by which `cycles` may be off
    skipped_share: float  #: of the time, that was not simulated


@dataclass(frozen=True)
class Steady:
    """Iterations, when the run no longer starts."""

    iteration_us: float
    tops: float
    #: "PLIO", "kernel" or "cascade" of a simulation, of the backend analytic the name of its
    #: longest term, such as "compute"
    bound: str


@dataclass(frozen=True)
class Repeated:
    """Wall times of the same run, repeated; microseconds."""

    runs: int
    mean_us: float
    min_us: float
    max_us: float


@dataclass(frozen=True)
class Relief:
    """What is saved with one limit relaxed."""

    limit: str
    time_us: float
    gain: float  #: share of the array's time


@dataclass(frozen=True)
class Port:
    """What passed a port to the programmable logic; times in microseconds from the beginning."""

    name: str
    direction: str  #: "in" or "out", of the array
    words: int
    first_us: float
    last_us: float
    gbps: float
    frame_ends_us: list[float]


@dataclass(frozen=True)
class Cascade:
    """What passed a cascade; tiles are [column, row]."""

    from_tile: list[int] = field(metadata={"key": "from"})
    to_tile: list[int] = field(metadata={"key": "to"})
    words: int = 0


@dataclass(frozen=True)
class Buffer:
    """A buffer in host memory."""

    role: str  #: "input" or "output"
    type: str
    shape: list[int]
    layout: Optional[str] = None


@dataclass(frozen=True)
class Overrun:
    """A trace unit that had more to say than its port takes."""

    module: str
    tile: list[int]  #: [column, row]
    lost_cycles: int


@dataclass(frozen=True)
class TraceFigures:
    """What the trace units wrote; the words themselves: RunResult.trace_words."""

    words: int
    buffer_full: bool  #: there were more
    overruns: list[Overrun] = field(default_factory=list)
