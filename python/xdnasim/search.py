"""Best designs, kernels, placements and devices."""

from __future__ import annotations

import json
import numbers
import os
import tempfile
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

from .command import file_word, joined, listed, refused, run
from .errors import Error, InputError
from .found import Device, KernelSchedule, Optimisation, Placement
from .problem import Problem, Source, problem_of, yaml_of
from .results import make

Extents = Union[str, Sequence[int]]
DEVICE = "a name, or the path of a device file"


def _options(values: Mapping[str, Any]) -> list[str]:
    """`max_time=5` as `--max-time 5`; what is None or False is left out."""
    words = []
    for name, value in values.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, str(value)]
    return words


def _extents(name: str, values: Optional[Extents], example: str) -> Optional[str]:
    """(64, 216, 64) as "64x216x64"."""
    extents = tuple(map(int, example.split("x")))
    return joined(name, values, "x", f"{extents} or {example!r}")


def _sizes(sizes: Any) -> Optional[str]:
    """[(64, 216, 64), "64x216x64*2"] as "64x216x64,64x216x64*2"."""
    allowed = "sizes such as '512x1024x1024*12' or (512, 1024, 1024), in a list"
    given = listed("sizes", sizes, allowed)
    if any(isinstance(size, numbers.Number) for size in given):
        raise refused("sizes", sizes, allowed)
    return ",".join(joined("sizes", size, "x", allowed) or "" for size in given) or None


def _mapping(name: str, values: Any, allowed: str) -> Mapping[str, Any]:
    if values is not None and not isinstance(values, Mapping):
        raise refused(name, values, allowed)
    return values or {}


def optimise(problem: Problem | Source, *, free: Union[str, Sequence[str]] = (),
             sizes: Union[str, Sequence[Extents]] = (), objective: str = "time",
             strategy: str = "exhaustive",
             max_time: Optional[float] = None, min_tops: Optional[float] = None,
             max_dram: Optional[int] = None, max_cores: Optional[int] = None,
             max_trials: int = 100, time_limit: Optional[float] = None) -> Optimisation:
    """The best design for a GEMM or a network, as `xdnasim optimise` finds it; see
    docs/optimise.md.

    Args:
        free: keys of `gemm` to search although the problem gives them: "tile,k_mt" or
            ("tile", "k_mt").
        sizes: one design for several sizes, each as (512, 1024, 1024), "MxKxN" or "MxKxN*CALLS";
            several as for `free`.
        objective: what to minimise: "time", "dram" or "cores".
        strategy: "exhaustive" or "taka".
        max_time: maximum run time of a design, in microseconds.
        min_tops: minimum TOPS of a design.
        max_dram: maximum DRAM traffic of a design, in bytes.
        max_cores: maximum number of cores of a design.
        max_trials: maximum number of designs to simulate.
        time_limit: start no new simulation after this many seconds.
    """
    asked = problem_of(problem)
    words = ["optimise", *asked.words(), "--json", "-"]
    words += _options({"free": joined("free", free, ",", "'tile,k_mt' or ('tile', 'k_mt')") or None,
                       "sizes": _sizes(sizes),
                       "objective": objective, "strategy": strategy, "max_time": max_time,
                       "min_tops": min_tops, "max_dram": max_dram, "max_cores": max_cores,
                       "max_trials": max_trials, "time_limit": time_limit})
    with tempfile.TemporaryDirectory(prefix="xdnasim-") as folder:
        best = Path(folder) / "best.yaml"
        outcome = run([*words, "--write", str(best)], asked.text if asked.path is None else "")
        found = Problem.from_yaml(best.read_text())
    return make(Optimisation, json.loads(outcome.output), text=outcome.output, problem=asked,
                best=found, summary=outcome.messages)


def kernel(name: Optional[str] = None, *, tile: Optional[Extents] = None,
           types: Union[str, Sequence[str], None] = None, device: Optional[str] = None,
           partial: Optional[str] = None, b_layout: Optional[str] = None,
           blocking: Optional[Extents] = None, first: bool = False, bias_relu: bool = False,
           chain: Optional[str] = None, mmul: Optional[Extents] = None,
           dense: Optional[str] = None, receives: bool = False, gives: bool = False,
           bytes: Optional[int] = None,  # pylint: disable=redefined-builtin
           program: Union[str, os.PathLike, None] = None) -> KernelSchedule:
    """Schedules one call of a kernel into a core's slots, as `xdnasim kernel` does; every argument
    is the option of that name (`xdnasim kernel --help`), with the command's default.

    Args:
        name: "matmul", or one of the kernels that take `bytes`.
        tile: m, k and n of the call: (64, 216, 64) or "64x216x64".
        types: types of A, B and C: "int8,int8,int16" or ("int8", "int8", "int16").
        device: a name, or the path of a device file.
        program: file with your own kernel.
    """
    words = ["kernel", "--json", "-"]
    words += _options({"kernel": name, "tile": _extents("tile", tile, "64x216x64"),
                       "types": joined("types", types, ",",
                                       "'int8,int8,int16' or ('int8', 'int8', 'int16')"),
                       "device": device, "partial": partial, "b_layout": b_layout,
                       "blocking": _extents("blocking", blocking, "2x2"), "first": first,
                       "bias_relu": bias_relu, "chain": chain,
                       "mmul": _extents("mmul", mmul, "4x8x8"), "dense": dense, "receives": receives,
                       "gives": gives, "bytes": bytes,
                       "program": file_word("program", program) if program is not None else None})
    outcome = run(words)
    return make(KernelSchedule, json.loads(outcome.output), text=outcome.output, words=words,
                summary=outcome.messages)


def place(netlist: Union[str, os.PathLike, Mapping[str, Any]], *, method: Optional[str] = None,
          seed: int = 1, moves: int = 1_000_000, budget: Optional[float] = None,
          router: Optional[str] = None, program_budget: Optional[float] = None,
          single_mode: Optional[str] = None, device: Union[str, os.PathLike, None] = None,
          choices: Optional[Mapping[str, Any]] = None) -> Placement:
    """Places and routes a netlist, as `xdnasim place` does; see docs/place.md.

    Args:
        netlist: path of a file (JSON), or its contents.
        budget: stop after this many seconds, with the best result so far.
        router: "negotiated" or "exact".
        program_budget: time limit of each integer program, in seconds.
        device: a name, or the path of a device file (default: that of the netlist).
        choices: what the paper leaves open, such as {"links": "paper"}.

    Raises:
        CheckError: no legal placement was found.
        InputError: it is a design or a problem, which have no Placement: `run(["place", file])`
            places them, and a problem's own section `placement`.
    """
    words = _options({"method": method, "seed": seed, "moves": moves, "budget": budget,
                      "router": router, "program_budget": program_budget,
                      "single_mode": single_mode,
                      "device": file_word("device", device, DEVICE) if device is not None else None})
    for key, value in _mapping("choices", choices, "a dict, such as {'links': 'paper'}").items():
        words += ["--set", f"{key}={value}"]
    if isinstance(netlist, Mapping):
        with tempfile.TemporaryDirectory(prefix="xdnasim-") as folder:
            file = Path(folder) / "netlist.json"
            file.write_text(yaml_of(netlist), encoding="utf8")
            try:
                return _place(str(file), words)
            except Error as error:
                # The file is gone when the message is read.
                raise type(error)(str(error).replace(str(file), "netlist"),
                                  "netlist" if error.file == str(file) else error.file,
                                  error.line, error.column) from None
    return _place(file_word("netlist", netlist, "the path of a netlist, or its contents as a dict"),
                  words)


def _place(file: str, words: list[str]) -> Placement:
    outcome = run(["place", file, *words, "--output", "-"])
    # The command tells by the content what a file holds: a design comes back as MLIR, a problem as
    # YAML.
    if not outcome.output.startswith("{"):
        raise InputError(
            f"{file}: this is a design or a problem, not a netlist. Use "
            f"xdnasim.run(['place', '{file}', '--output', '-']).output, or for a problem "
            "simulate(Problem(file).with_values(placement={'method': 'sa'}))", file)
    return make(Placement, json.loads(outcome.output), text=outcome.output, words=words,
                summary=outcome.messages)


def netlist(name: str) -> dict[str, Any]:
    """A netlist of the benchmark, by its name, such as "line_ps_01"."""
    return json.loads(run(["netlist", file_word("name", name, "one of netlists()")]).output)


def netlists() -> list[str]:
    """The names of the benchmark's netlists."""
    return run(["netlist"]).output.split()


def devices() -> list[Device]:
    """All devices that xdnasim knows by name, with their numbers."""
    return _devices(run(["devices", "--json"]).output)


def device(name: Union[str, os.PathLike]) -> Device:
    """One device, by its name or the path of its file."""
    return _devices(run(["devices", file_word("name", name, DEVICE), "--json"]).output)[0]


def _devices(text: str) -> list[Device]:
    return [make(Device, data, text=json.dumps(data, indent=2) + "\n")
            for data in json.loads(text)["devices"]]
