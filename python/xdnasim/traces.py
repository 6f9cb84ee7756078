"""What happened when, as NumPy arrays."""

from __future__ import annotations

import json
import os
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Optional, Union

import numpy

from .command import file_word, number, options, refused, run, texts
from .errors import InputError
from .pictures import TableShown
from .results import Result, make

# Units of a trace by mlir-aie's names, as timelines name their tiles.
UNITS = {"core": "core {}", "mem": "core {} memory", "shim": "shim {}", "memtile": "mem tile {}"}


File = Union[str, os.PathLike]


class Trace:
    """The words that the NPU's trace units wrote, and what decodes them.

    Attributes:
        words: uint32 of shape (n,), as the host reads them.
        config: what the slots of each unit watch, as `xdnasim trace decode --config` reads it; None:
            nobody has said it.
    """

    def __init__(self, words: numpy.ndarray, config: Optional[dict[str, Any]]):
        self.words = words
        self.config = config

    @classmethod
    def of_file(cls, file: File, config: Union[File, dict[str, Any], None] = None) -> "Trace":
        """Of a file as `save`, `--trace` or an NPU's host wrote it: raw words, or as text, a word of 8
        hexadecimal digits a line.

        Args:
            config: path of the file (JSON) that says what the slots watch, or its contents
                (default: FILE.json, if it exists).
        """
        held = _read(_path("file", file))
        beside = Path(f"{os.fspath(file)}.json")
        if config is None and beside.is_file():
            config = beside
        if config is not None and not isinstance(config, Mapping):
            name = _path("config", config)
            try:
                config = json.loads(_read(name))
            except ValueError as error:
                raise InputError(f"{name}: not JSON: {error}", name) from None
        if all(byte in _TEXT for byte in held):
            lines = held.decode().split()
            if not all(_HEX.fullmatch(line) for line in lines):
                raise InputError(f"{os.fspath(file)}: a line is not a word of 8 hexadecimal digits. "
                                 "`xdnasim trace decode` reads what is damaged")
            return cls(numpy.array([int(line, 16) for line in lines], dtype=numpy.uint32), config)
        if len(held) % 4:
            raise InputError(f"{os.fspath(file)}: the last word is cut off. "
                             "`xdnasim trace decode` reads what is damaged")
        return cls(numpy.frombuffer(held, dtype="<u4").astype(numpy.uint32), config)

    def save(self, file: File) -> None:
        """Writes the words to a file, and FILE.json, which decodes them, as `--trace` does."""
        name = _path("file", file)
        self.words.astype("<u4").tofile(name)
        if self.config is not None:
            Path(f"{name}.json").write_text(json.dumps(self.config, indent=1) + "\n", encoding="utf8")

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        units = "no config" if self.config is None else f"of {_count(self.config.get('streams', []), 'unit')}"
        return f"Trace({_count(self.words, 'word')}, {units})"

    def spans(self) -> "Spans":
        """The words decoded: when each event of each unit was asserted. Cycles are those of the units'
        timers, which in a simulated run are those of its timeline. A unit without a start counts from
        its first word.

        Of the tracks, the first text is a unit, by its tile as in a timeline ("core (0,2)", and
        "core (0,2) memory" for what watches the core's memory and DMA). The second is the event in a
        slot, or for events of a port that the configuration names that port, as in a timeline
        ("slave DMA:0"). Slots that watch nothing have no track."""
        with tempfile.TemporaryDirectory(prefix="xdnasim-") as folder:
            file = Path(folder) / "trace"
            self.save(file)
            decoded = json.loads(run(["trace", "decode", str(file), "--json"]).output)
        starts = {unit["pid"]: unit["start_timer"] or 0 for unit in decoded["streams"]}
        spans = Spans.of_pairs([{**event, "ts": event["ts"] + starts[event["pid"]]} if "ts" in event
                                else event for event in decoded["traceEvents"]])
        ports = self._ports([_place(unit) for unit, _ in spans.tracks])
        spans.tracks = [(_unit(unit), ports.get((*_place(unit), event), event))
                        for unit, event in spans.tracks]
        return spans

    def _ports(self, units: list[tuple[str, int, int]]) -> dict[tuple[str, int, int, str], str]:
        """By module, row, column and event, such as PORT_RUNNING_2. A configuration may be for other
        columns than the recording: like the command, it is moved to where most of its units are."""
        streams = (self.config or {}).get("streams") or []
        places = [(stream["module"], stream["row"], stream["col"]) for stream in streams]
        moved = max((known[2] - place[2] for known in units for place in places), default=0,
                    key=lambda by: (sum((module, row, column + by) in units
                                        for module, row, column in places), -abs(by)))
        return {(module, row, column + moved, f"PORT_{state}_{number}"): port
                for stream, (module, row, column) in zip(streams, places)
                for number, port in enumerate(stream.get("ports") or [])
                for state in ("IDLE", "RUNNING", "STALLED", "TLAST")}


_UNIT = re.compile(r"(\w+)_trace for tile(\d+),(\d+)")
_HEX = re.compile(r"(0[xX])?[0-9a-fA-F]{8}")
_TEXT = {*b" \t\r\n", *range(0x21, 0x7f)}


def _path(name: str, file: Any) -> str:
    if not isinstance(file, (str, os.PathLike)):
        raise refused(name, file, "a path")
    return os.fspath(file)


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror}", name) from error


def _count(things: Any, name: str) -> str:
    return f"{len(things):,} {name}" + ("" if len(things) == 1 else "s")


def _place(name: str) -> tuple[str, int, int]:
    """Module, row and column of mlir-aie's name, as a configuration has them."""
    known = _UNIT.fullmatch(name)
    if known is None:
        return name, -1, -1
    return {"mem": "memory"}.get(known[1], known[1]), int(known[2]), int(known[3])


def _unit(name: str) -> str:
    """Of mlir-aie's name, which has the row first: "core_trace for tile2,0" is "core (0,2)"."""
    known = _UNIT.fullmatch(name)
    if known is None or known[1] not in UNITS:
        return name
    return UNITS[known[1]].format(f"({known[3]},{known[2]})")


class Spans:
    """Stretches of time on tracks.

    Attributes:
        spans: structured array of shape (n,), in order of `begin`, with the fields
            track (int32): number in `tracks`;
            name (int32): number in `names`;
            begin, cycles (int64): first cycle, and how many.
        tracks: pairs of texts: what it is of ("core (0,2)"), and what in that ("core", "slave DMA:0").
        names: what happened ("MEMORY_STALL").
    """

    FIELDS = numpy.dtype([("track", "i4"), ("name", "i4"), ("begin", "i8"), ("cycles", "i8")])

    def __init__(self, rows: list[tuple[int, int, int, int]], tracks: list[tuple[str, str]],
                 names: list[str]):
        self.spans = numpy.sort(numpy.array(rows, dtype=self.FIELDS), order="begin",
                                kind="stable")
        self.tracks = tracks
        self.names = names

    def __len__(self) -> int:
        return len(self.spans)

    def __repr__(self) -> str:
        return (f"{type(self).__name__}({_count(self.spans, 'span')} on {_count(self.tracks, 'track')})")

    def of(self, track: int) -> numpy.ndarray:
        """The spans of one track; fields as in `spans`."""
        return self.spans[self.spans["track"] == track]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with the columns of, part, name, begin and cycles."""
        import pandas

        tracks = numpy.array(self.tracks, dtype=object).reshape(len(self.tracks), 2)
        chosen = tracks[self.spans["track"]]
        return pandas.DataFrame({"of": chosen[:, 0], "part": chosen[:, 1],
                                 "name": numpy.array(self.names, object)[self.spans["name"]],
                                 "begin": self.spans["begin"], "cycles": self.spans["cycles"]})

    @classmethod
    def of_pairs(cls, events: list[dict[str, Any]]) -> "Spans":
        """Of a begin (B) and an end (E) each. A slot that watches nothing, NONE, has no track."""
        used = {(event["pid"], event["tid"]) for event in events if event["ph"] in "BE"}
        numbering = _Numbering([event for event in events if event["ph"] != "M"
                                or event["args"]["name"] != "NONE"
                                or (event["pid"], event["tid"]) in used])
        begun: dict[tuple[int, int], int] = {}
        rows = []
        for event in events:
            if event["ph"] not in "BE":
                continue
            key = (event["pid"], event["tid"])
            if event["ph"] == "B":
                begun[key] = event["ts"]
            else:
                begin = begun.pop(key)
                rows.append(numbering.row(event, begin, event["ts"] - begin))
        return cls(rows, numbering.tracks, numbering.names)


class Timeline(Spans):
    """What cores, DMA channels and ports did, in cycles of the array; more than trace units see.
    A port's number is part of its names only ("PORT_RUNNING_2"), since trace units count ports in
    their own way; its track is "slave DMA:0"."""

    @classmethod
    def of_file(cls, file: Path) -> "Timeline":
        """Of a file that `--timeline` wrote."""
        events = json.loads(file.read_text())["traceEvents"]
        numbering = _Numbering(events)
        rows = [numbering.row(event, event["args"]["cycle"], event["args"]["cycles"])
                for event in events if event["ph"] == "X"]
        tracks = [(tile, re.sub(r"^PORT_\d+ ", "", part)) for tile, part in numbering.tracks]
        return cls(rows, tracks, numbering.names)


class _Numbering:
    """Numbers for the tracks and names of a trace as Perfetto reads it."""

    def __init__(self, events: list[dict[str, Any]]):
        processes = {event["pid"]: event["args"]["name"] for event in events
                     if event["ph"] == "M" and event["name"] == "process_name"}
        threads = {(event["pid"], event["tid"]): event["args"]["name"] for event in events
                   if event["ph"] == "M" and event["name"] == "thread_name"}
        self.tracks = [(processes.get(key[0], ""), name) for key, name in threads.items()]
        self.names: list[str] = []
        self._track = {key: number for number, key in enumerate(threads)}
        self._name: dict[str, int] = {}

    def row(self, event: dict[str, Any], begin: int, cycles: int) -> tuple[int, int, int, int]:
        name = event["name"]
        if name not in self._name:
            self._name[name] = len(self.names)
            self.names.append(name)
        return self._track[event["pid"], event["tid"]], self._name[name], begin, cycles


@dataclass(frozen=True)
class TraceComparison(TableShown, Result):
    """A measured trace against a simulated one; see traces/README.md.

    Attributes:
        summary: what the command prints.
        passed: every event is within the tolerances, and one at least was judged.
        verdict: "within", "outside" or "not judged".
        reason: why it is outside, as a text; empty: it is not.
        outside: how many events are.
        tolerances: that were allowed: `cycles`, and the others as shares, from 0 to 1.
        alignment: what counts as the same cycle of both.
        only_measured: units that the other does not have.
        only_simulated: the same the other way round.
        notes: what speaks for another design or device.
        units: of each pair of units, how its kernels and events compare.
    """

    summary: str = field(repr=False)
    passed: bool = False
    verdict: str = ""
    reason: str = ""
    outside: int = 0
    tolerances: dict[str, float] = field(default_factory=dict, repr=False)
    alignment: dict[str, Any] = field(default_factory=dict, repr=False)
    only_measured: list[str] = field(default_factory=list, repr=False)
    only_simulated: list[str] = field(default_factory=list, repr=False)
    notes: list[str] = field(default_factory=list, repr=False)
    units: list[dict[str, Any]] = field(default_factory=list, repr=False)

    def rows(self) -> Any:
        """A pandas.DataFrame with a row for each kernel and event of each unit: medians are in
        cycles."""
        import pandas

        columns = ["unit", "event", "judged", "measured", "simulated", "measured_median",
                   "simulated_median", "verdict", "why"]
        rows = [(unit["measured"], ("kernel " if kind == "kernels" else "") + each["name"], each["judged"],
                 each["measured"]["count"], each["simulated"]["count"], each["measured"]["median"],
                 each["simulated"]["median"], each["verdict"], each["why"])
                for unit in self.units for kind in ("kernels", "events") for each in unit[kind]]
        return pandas.DataFrame(rows, columns=columns)


def compare_traces(measured: Union[Trace, File], simulated: Union[Trace, File], *,
                   align: Optional[str] = None, judge: Optional[str] = None,
                   cycles: Optional[float] = None, length: Optional[float] = None,
                   stalls: Optional[float] = None, band: Optional[float] = None,
                   drift: Optional[float] = None) -> TraceComparison:
    """Compares a simulated trace with a measured one, as `xdnasim trace compare` does. Recordings
    that differ are a result, too: `passed` is False, and `reason` says why.

    Args:
        measured: `trace_words` of a run, `Trace.of_file(file)`, or the path of any recording that the
            command reads.
        simulated: the recording to judge, in any of these forms.
        align: "calls", "first-event" or "start" (default: "calls").
        judge: "medians" or "pairs" (default: "medians").
        cycles: allowed difference in the length of a core's event, in cycles (default: 3).
        length: allowed difference in lengths of kernels, as a share of the measurement, from 0 to 1
            (default: 0.025).
        stalls: the same for cycles that a core stalls (default: 0.25).
        band: the same for whatever depends on the DRAM (default: 0.15).
        drift: allowed drift of a core's events, as a share of the time gone by (default: 0.01).
    """
    share = "a share from 0 to 1, such as 0.1"
    words = options(texts({"align": (align, "'calls', 'first-event' or 'start'"),
                           "judge": (judge, "'medians' or 'pairs'")}))
    for name, value, allowed in (("cycles", cycles, "cycles, such as 3"), ("length", length, share),
                                 ("stalls", stalls, share), ("band", band, share), ("drift", drift, share)):
        if value is not None:
            words += [f"--tolerance-{name}", number(name, value, allowed)]
    with tempfile.TemporaryDirectory(prefix="xdnasim-") as folder:
        given = []
        for name, trace in (("measured", measured), ("simulated", simulated)):
            if isinstance(trace, Trace):
                trace.save(Path(folder) / name)
                trace = Path(folder) / name
            given.append(file_word(name, trace, "a Trace, or the path of a recording"))
        try:
            outcome = run(["trace", "compare", *given, *words, "--json", "-"])
        except InputError as error:
            # The files are gone when the message is read.
            raise InputError(str(error).replace(f"{folder}/", ""), (error.file or "").replace(f"{folder}/", "")
                             or None, error.line, error.column) from None
    return make(TraceComparison, json.loads(outcome.output), text=outcome.output.replace(f"{folder}/", ""),
                summary=outcome.messages.replace(f"{folder}/", ""))
