#!/usr/bin/env python3
"""Draws README's picture: simulates the example GEMMs and shows where their time goes.

usage: docs/plot_examples.py XDNASIM OUTPUT.png    (needs python3-matplotlib)
"""

import json
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "workloads" / "examples"
PROBLEMS = {
    "XDNA int8": "gemm_xdna_int8.yaml",
    "XDNA int8 to int16": "gemm_xdna_int16out.yaml",
    "XDNA int8 to int32": "gemm_xdna_int32out.yaml",
    "XDNA2 int8": "gemm_xdna2_int8.yaml",
    "XDNA2 int8 to int16": "gemm_xdna2_int16out.yaml",
    "XDNA2 int8 to int32": "gemm_xdna2_int32out.yaml",
}
PARTS = {
    "kernels": "#2f6f8f",
    "lock operations, zeroing": "#8fb8c8",
    "waiting for locks": "#e0a33e",
    "idle": "#d9d9d9",
    "dispatch": "#8c5a7b",
}


def simulate(command, problem):
    run = subprocess.run([command, "simulate", EXAMPLES / problem, "--json", "-"],
                         check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def split(result):
    """Shares of the whole time, averaged over the cores."""
    cores = result["cores"]
    npu_share = result["npu_time_us"] / result["time_us"]
    total = result["cycles"] * len(cores)
    multiply = result["kernel"]["cycles_per_call"] * result["kernel"]["calls"]
    busy = sum(core["busy"] for core in cores)
    stalls = sum(core["lock_stall"] for core in cores)
    idle = sum(core["idle"] for core in cores)
    in_npu = [part * npu_share / total for part in (multiply, busy - multiply, stalls, idle)]
    return in_npu + [1 - npu_share]


def draw(results, output):
    figure, axes = plt.subplots(figsize=(9, 3.4), layout="constrained")
    names = list(results)
    left = [0.0] * len(names)
    for number, (part, colour) in enumerate(PARTS.items()):
        shares = [100 * split(results[name])[number] for name in names]
        axes.barh(names, shares, left=left, color=colour, label=part, height=0.62)
        left = [a + b for a, b in zip(left, shares)]
    for row, name in enumerate(names):
        result = results[name]
        axes.text(101, row, f"{result['tops']:.2f} TOPS, {result['time_us'] / 1000:.2f} ms",
                  va="center", fontsize=9)
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.set_xlabel("share of the time, %")
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title("4K GEMMs on whole arrays, simulated: where the cores' time goes",
                   loc="left", fontsize=10)
    axes.legend(ncols=len(PARTS), fontsize=8, frameon=False, loc="upper left",
                bbox_to_anchor=(-0.02, -0.17))
    figure.savefig(output, dpi=130)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    command, output = sys.argv[1:]
    draw({name: simulate(command, problem) for name, problem in PROBLEMS.items()}, output)


if __name__ == "__main__":
    main()
