"""Recordings of lab 8. What is wrong with each of them stands here: read it afterwards."""

from pathlib import Path

from .command import simulate

_CASES = {"A": ({}, {"kernel.cycles_per_call": 1100}),
          "B": ({}, {"depth": 1}),
          "C": ({"array.stream_width": 2}, {}),
          "D": ({}, {"kernel.cycles_per_call": 1337, "depth": 1})}


def recording(problem, case):
    """The trace of a run of the problem in which something is not as it says."""
    device, changes = _CASES[case]
    if device:
        problem = problem | {"device": {"base": problem["device"], "set": device}}
    file = Path(f"case_{case}.bin").resolve()
    simulate(problem, {f"elementwise.{key}": value for key, value in changes.items()},
             "--trace", file)
    return file


def fault(case):
    """What is different in a recording that differs in one way."""
    device, changes = _CASES[case]
    if device:
        return "stream"
    return "kernel" if "kernel.cycles_per_call" in changes else "buffers"
