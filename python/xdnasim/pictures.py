"""Pictures of results, as Jupyter shows them: most are the command's own."""

from __future__ import annotations

import html
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Sequence, Union, cast

from .command import listed, refused, run
from .drawing import bars, lanes, time_parts
from .errors import InputError
from .problem import written

if TYPE_CHECKING:
    from .found import KernelSchedule, Placement
    from .run_result import RunResult


class Picture:
    """A picture, as SVG. Jupyter shows it."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Picture(SVG of {len(self.svg):,} characters)"

    def save(self, file: Union[str, os.PathLike]) -> None:
        """Writes it to a file, as SVG.

        Raises:
            InputError: the file's name does not end as a picture's of that kind.
        """
        path = os.fspath(file)
        if Path(path).suffix.lower() != ".svg":
            raise InputError(f"file: {path!r} does not end as a picture; allowed: .svg")
        Path(path).write_text(self.svg, encoding="utf8")


def _drawn(words: Sequence[str], option: str, text: str = "") -> Picture:
    """What the command draws with `option`."""
    with tempfile.TemporaryDirectory(prefix="xdnasim-") as folder:
        file = Path(folder) / "picture.svg"
        run([*words, option, str(file)], text)
        return Picture(file.read_text(encoding="utf8"))


def _shown(picture: str, summary: str) -> str:
    return f"<div>{picture}<pre>{html.escape(summary)}</pre></div>"


class TableShown:
    """What Jupyter shows as its summary and its rows."""

    def _repr_html_(self) -> str:
        found = cast("Any", self)
        try:
            table = found.rows().to_html(max_rows=20)
        except ImportError:  # there is no pandas
            table = ""
        return _shown(table, found.summary)


class RunPictures:
    """Of a run."""

    def time_picture(self) -> Picture:
        """Where the time goes: one bar, averaged over the cores."""
        return Picture(bars([("", time_parts(cast("RunResult", self)))]))

    def array_picture(self) -> Picture:
        """The array with its streams, as `xdnasim simulate --picture` draws it. Files that the problem
        names are read as they are now.

        Raises:
            InputError: the problem's file has changed since the run, or is gone.
        """
        result = cast("RunResult", self)
        problem = result.problem
        words = ["simulate", *problem.words_again(), "--backend", "analytic"]
        return _drawn(words, "--picture", problem.text if problem.path is None else "")

    def timeline_picture(self, of: Union[str, Sequence[str]] = "core",
                         most: int = 32) -> Picture:
        """What tiles did when, of a run with `timeline=True`.

        Args:
            of: how the names of the tiles begin: "core", "mem tile", "shim (0,0)"; one or several.
            most: so many tracks at most.

        Raises:
            ValueError: the run has no timeline, or none of these tiles is in it.
        """
        result = cast("RunResult", self)
        if result.timeline is None:
            raise ValueError("this run has no timeline; simulate with timeline=True")
        kernel = result.kernel.name if result.kernel else ""
        allowed = "a text such as 'core', or several"
        names = listed("of", of, allowed)
        if not all(isinstance(name, str) for name in names):
            raise refused("of", of, allowed)
        states = {state.key.upper(): state.colour for state in result.core_states}
        return Picture(lanes(result.timeline, tuple(names), most, kernel, states))

    def _repr_html_(self) -> str:
        result = cast("RunResult", self)
        return _shown(self.time_picture().svg, result.summary)


def compared_picture(results: "Mapping[Any, RunResult]") -> Picture:
    """Where the time of several runs goes: a bar for each, under its name."""
    if not isinstance(results, Mapping) or not all(isinstance(result, RunPictures)
                                                   for result in results.values()):
        raise refused("results", results, "a dict of runs by name, such as {'a': simulate(...)}")
    return Picture(bars([(str(name), time_parts(result)) for name, result in results.items()]))


class KernelPictures:
    """Of a kernel's schedule."""

    def slots_picture(self) -> Picture:
        """Cycles down, slots across, a box for each operation, as `xdnasim kernel --plot` draws it.
        Needs python3-matplotlib."""
        schedule = cast("KernelSchedule", self)
        if schedule.program is None:
            return _drawn(schedule.words, "--plot")
        with written("program", schedule.program) as file:
            return _drawn([*schedule.words, "--program", file], "--plot")

    def use_picture(self) -> Picture:
        """How much of the time each slot issues."""
        schedule = cast("KernelSchedule", self)
        parts = [(slot, [("issues", "#2f6f8f", share), ("empty", "#e4e7ea", 1 - share)])
                 for slot, share in schedule.slots.items()]
        return Picture(bars(parts))

    def _repr_html_(self) -> str:
        return _shown(self.use_picture().svg, cast("KernelSchedule", self).summary)


class PlacementPictures:
    """Of a placed and routed netlist."""

    def array_picture(self) -> Picture:
        """The array with cores and routes, as `xdnasim place --svg` draws it."""
        placement = cast("Placement", self)
        with tempfile.TemporaryDirectory(prefix="xdnasim-") as folder:
            netlist, found = Path(folder) / "netlist.json", Path(folder) / "placement.json"
            netlist.write_text(json.dumps(placement.netlist), encoding="utf8")
            found.write_text(placement.json(), encoding="utf8")
            words = ["place", str(netlist), "--check", str(found), *_device_of(placement.words)]
            for key, value in _leaves(placement.choices):
                words += ["--set", f"{key}={value}"]
            return _drawn(words, "--svg")

    def _repr_svg_(self) -> str:
        return self.array_picture().svg


def _device_of(words: list[str]) -> list[str]:
    """The option that chose it; none: the netlist names it."""
    return words[words.index("--device"):][:2] if "--device" in words else []


def _leaves(choices: dict[str, Any], path: str = "") -> list[tuple[str, Any]]:
    found = []
    for key, value in choices.items():
        if isinstance(value, dict):
            found += _leaves(value, f"{path}{key}.")
        else:
            found.append((path + key, value))
    return found
