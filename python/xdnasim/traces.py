"""What happened when, as NumPy arrays."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import numpy

from .command import run

# Units of a trace by mlir-aie's names, as timelines name their tiles.
UNITS = {"core": "core {}", "mem": "core {} memory", "shim": "shim {}", "memtile": "mem tile {}"}


class Trace:
    """The words that the NPU's trace units wrote, and what decodes them.

    Attributes:
        words: uint32 of shape (n,), as the host reads them.
        config: what the slots of each unit watch, as `xdnasim trace decode --config` reads it.
    """

    def __init__(self, words: numpy.ndarray, config: dict[str, Any]):
        self.words = words
        self.config = config

    def __len__(self) -> int:
        return len(self.words)

    def spans(self) -> "Spans":
        """The words decoded: when each event of each unit was asserted, in cycles of the unit's
        timer. Of the tracks, the first text is a unit, by its tile as in a timeline ("core (0,2)", and
        "core (0,2) memory" for what watches the core's memory and DMA), and the second an event in one
        of its slots."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "trace"
            self.words.astype("<u4").tofile(file)
            file.with_suffix(".json").write_text(json.dumps(self.config))
            decoded = run(["trace", "decode", str(file), "--config", str(file.with_suffix(".json")),
                           "--json"])
        spans = Spans.of_pairs(json.loads(decoded.output)["traceEvents"])
        spans.tracks = [(_unit(unit), event) for unit, event in spans.tracks]
        return spans


def _unit(name: str) -> str:
    """Of mlir-aie's name, which has the row first: "core_trace for tile2,0" is "core (0,2)"."""
    known = re.fullmatch(r"(\w+)_trace for tile(\d+),(\d+)", name)
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
        tracks: pairs of texts: what it is of ("core (0,2)"), and what in that ("core").
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
        """Of a begin (B) and an end (E) each."""
        numbering = _Numbering(events)
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
    """What cores, DMA channels and ports did, in cycles of the array; more than trace units see."""

    @classmethod
    def of_file(cls, file: Path) -> "Timeline":
        """Of a file that `--timeline` wrote."""
        events = json.loads(file.read_text())["traceEvents"]
        numbering = _Numbering(events)
        rows = [numbering.row(event, event["args"]["cycle"], event["args"]["cycles"])
                for event in events if event["ph"] == "X"]
        return cls(rows, numbering.tracks, numbering.names)


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
