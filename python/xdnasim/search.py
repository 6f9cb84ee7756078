"""Best designs, kernels, placements and devices."""

from __future__ import annotations

import json
import numbers
import os
import tempfile
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

from .command import file_word, flag, joined, listed, number, options, refused, run, text_word, texts, whole
from .errors import InputError
from .found import Device, KernelSchedule, Optimisation, Placement
from .problem import Problem, Source, problem_of, written
from .results import make

Extents = Union[str, Sequence[int]]
DEVICE = "a name, or the path of a device file"


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
    given = problem_of(problem)
    asked = given.as_it_runs()
    words = ["optimise", *given.words(), "--json", "-"]
    words += options({"free": joined("free", free, ",", "'tile,k_mt' or ('tile', 'k_mt')") or None,
                      "sizes": _sizes(sizes),
                      "objective": text_word("objective", objective, "'time', 'dram' or 'cores'"),
                      "strategy": text_word("strategy", strategy, "'exhaustive' or 'taka'"),
                      "max_trials": whole("max_trials", max_trials, "a whole number, such as 100")})
    for name, limit, kind, allowed in (
            ("max_time", max_time, number, "microseconds, such as 250"),
            ("min_tops", min_tops, number, "TOPS, such as 5"),
            ("max_dram", max_dram, whole, "a whole number of bytes"),
            ("max_cores", max_cores, whole, "a whole number, such as 16"),
            ("time_limit", time_limit, number, "seconds, such as 60")):
        if limit is not None:
            words += options({name: kind(name, limit, allowed)})
    with tempfile.TemporaryDirectory(prefix="xdnasim-") as folder:
        best = Path(folder) / "best.yaml"
        outcome = run([*words, "--write", str(best)], given.text if given.path is None else "")
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
           program: Union[str, os.PathLike, Mapping[str, Any], None] = None) -> KernelSchedule:
    """Schedules one call of a kernel into a core's slots, as `xdnasim kernel` does; every argument
    is the option of that name (`xdnasim kernel --help`), with the command's default.

    Args:
        name: "matmul", or one of the kernels that take `bytes`.
        tile: m, k and n of the call: (64, 216, 64) or "64x216x64".
        types: types of A, B and C: "int8,int8,int16" or ("int8", "int8", "int16").
        device: a name, or the path of a device file.
        program: file with your own kernel, or its contents as a dict.
    """
    words = ["kernel", "--json", "-"]
    words += options({"tile": _extents("tile", tile, "64x216x64"),
                      "types": joined("types", types, ",",
                                      "'int8,int8,int16' or ('int8', 'int8', 'int16')"),
                      "device": None if device is None else file_word("device", device, DEVICE),
                      "blocking": _extents("blocking", blocking, "2x2"),
                      "mmul": _extents("mmul", mmul, "4x8x8"),
                      "bytes": None if bytes is None else whole("bytes", bytes, "a whole number of bytes"),
                      "first": flag("first", first), "bias_relu": flag("bias_relu", bias_relu),
                      "receives": flag("receives", receives), "gives": flag("gives", gives),
                      **texts({"partial": (partial, "a type, such as 'bf16'"),
                               "b_layout": (b_layout, "'column-major' or 'row-major'"),
                               "chain": (chain, "'alone', 'first', 'middle' or 'last'"),
                               "dense": (dense, "'single', 'first', 'middle' or 'last'")})})
    if name is not None:
        words += ["--kernel", text_word("name", name, "a kernel, such as 'matmul' or 'zero'")]
    if isinstance(program, Mapping):
        with written("program", program) as file:
            outcome = run([*words, "--program", file])
    else:
        if program is not None:
            words += ["--program", file_word("program", program, "the path of a kernel, or its contents as a dict")]
        outcome = run(words)
    return make(KernelSchedule, json.loads(outcome.output), text=outcome.output, words=words,
                program=dict(program) if isinstance(program, Mapping) else None,
                summary=outcome.messages)


def place(netlist: Union[str, os.PathLike, Mapping[str, Any]], *, method: Optional[str] = None,
          seed: Optional[int] = None, moves: Optional[int] = None,
          budget: Optional[float] = None, router: Optional[str] = None,
          program_budget: Optional[float] = None, single_mode: Optional[str] = None,
          device: Union[str, os.PathLike, None] = None,
          choices: Optional[Mapping[str, Any]] = None) -> Placement:
    """Places and routes a netlist, as `xdnasim place` does; see docs/place.md.

    Args:
        netlist: path of a file (JSON), or its contents.
        seed: of methods that draw random numbers (default: 1).
        moves: of their annealing, in all (default: a million).
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
    words = options({"seed": None if seed is None else whole("seed", seed, "a whole number, such as 1"),
                     "moves": None if moves is None else
                     whole("moves", moves, "a whole number, such as 1000000"),
                     "budget": None if budget is None else number("budget", budget, "seconds, such as 10"),
                     "program_budget": None if program_budget is None else
                     number("program_budget", program_budget, "seconds, such as 10"),
                     "device": None if device is None else file_word("device", device, DEVICE),
                     **texts({"method": (method, "a placer, such as 'sa' or 'joint'"),
                              "router": (router, "'negotiated' or 'exact'"),
                              "single_mode": (single_mode, "'circuit' or 'packet'")})})
    for key, value in _mapping("choices", choices, "a dict, such as {'links': 'paper'}").items():
        words += ["--set", f"{key}={value}"]
    if isinstance(netlist, Mapping):
        with written("netlist", netlist) as file:
            return _place(file, words)
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
