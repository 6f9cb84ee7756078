"""Best designs, kernels, placements and devices."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

from .command import file_word, joined, run
from .errors import Error, InputError
from .found import Device, KernelSchedule, Optimisation, Placement
from .problem import Problem, Source, problem_of, yaml_of
from .results import make

Extents = Union[str, Sequence[int]]


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


def _extents(values: Optional[Extents]) -> Optional[str]:
    """(64, 216, 64) as "64x216x64"."""
    return joined(values, "x")


def optimise(problem: Problem | Source, *, free: Union[str, Sequence[str]] = (),
             sizes: Union[str, Sequence[str]] = (), objective: str = "time",
             strategy: str = "exhaustive",
             max_time: Optional[float] = None, min_tops: Optional[float] = None,
             max_dram: Optional[int] = None, max_cores: Optional[int] = None,
             max_trials: int = 100, time_limit: Optional[float] = None) -> Optimisation:
    """The best design for a GEMM or a network, as `xdnasim optimise` finds it; see
    docs/optimise.md.

    Args:
        free: keys of `gemm` to search for although the problem gives them: "tile,k_mt" or
            ("tile", "k_mt").
        sizes: one design for several sizes, each as "MxKxN" or "MxKxN*CALLS"; several as for
            `free`.
        objective: what is to be least: "time", "dram" or "cores".
        strategy: "exhaustive" or "taka".
        max_time: only designs that take so long at most, in microseconds.
        min_tops: only designs that reach so many TOPS.
        max_dram: only designs that move so many bytes at most.
        max_cores: only designs on so many cores at most.
        max_trials: simulate so many designs at most.
        time_limit: begin no simulation after so many seconds.
    """
    asked = problem_of(problem)
    words = ["optimise", *asked.words(), "--json", "-"]
    words += _options({"free": joined(free, ",") or None, "sizes": joined(sizes, ",") or None,
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
    is the option of that name (`xdnasim kernel --help`), and left out it is what the command takes.

    Args:
        name: "matmul", or one of the kernels that take `bytes`.
        tile: m, k and n of the call: (64, 216, 64) or "64x216x64".
        types: of A, B and C: "int8,int8,int16" or ("int8", "int8", "int16").
        device: a name, or the path of a device file.
        program: file of a kernel of your own.
    """
    words = ["kernel", "--json", "-"]
    words += _options({"kernel": name, "tile": _extents(tile), "types": joined(types, ","),
                       "device": device, "partial": partial, "b_layout": b_layout,
                       "blocking": _extents(blocking), "first": first,
                       "bias_relu": bias_relu, "chain": chain,
                       "mmul": _extents(mmul), "dense": dense, "receives": receives,
                       "gives": gives, "bytes": bytes,
                       "program": file_word(program) if program is not None else None})
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
        netlist: path of a file (JSON), or what is in one.
        budget: seconds after which it stops, with the best so far.
        router: "negotiated" or "exact".
        program_budget: seconds for each integer program, of the methods that have some solved.
        device: a name, or the path of a device file; left out: that of the netlist.
        choices: what the paper leaves open, such as {"links": "paper"}.

    Raises:
        CheckError: no legal placement was found.
        InputError: it is a design or a problem, which have no Placement: `run(["place", file])`
            places them, and a problem's own section `placement`.
    """
    words = _options({"method": method, "seed": seed, "moves": moves, "budget": budget,
                      "router": router, "program_budget": program_budget,
                      "single_mode": single_mode,
                      "device": file_word(device) if device is not None else None})
    for key, value in (choices or {}).items():
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
    return _place(file_word(netlist), words)


def _place(file: str, words: list[str]) -> Placement:
    outcome = run(["place", file, *words, "--output", "-"])
    # The command tells by the content what a file holds: a design comes back as MLIR, a problem as
    # YAML.
    if not outcome.output.startswith("{"):
        raise InputError(
            f"{file}: a design or a problem comes back as text; allowed: a netlist, or "
            f"xdnasim.run(['place', '{file}', '--output', '-']).output, or for a problem "
            "simulate(Problem(file).with_values(placement={'method': 'sa'}))", file)
    return make(Placement, json.loads(outcome.output), text=outcome.output, words=words,
                summary=outcome.messages)


def netlist(name: str) -> dict[str, Any]:
    """A netlist of the benchmark, by its name, such as "line_ps_01"."""
    return json.loads(run(["netlist", file_word(name)]).output)


def netlists() -> list[str]:
    """The names of the benchmark's netlists."""
    return run(["netlist"]).output.split()


def devices() -> list[Device]:
    """All devices that xdnasim knows by name, with their numbers."""
    return _devices(run(["devices", "--json"]).output)


def device(name: Union[str, os.PathLike]) -> Device:
    """One device, by its name or the path of its file."""
    return _devices(run(["devices", file_word(name), "--json"]).output)[0]


def _devices(text: str) -> list[Device]:
    return [make(Device, data, text=json.dumps(data, indent=2) + "\n")
            for data in json.loads(text)["devices"]]
