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
# Beside the states of a core, which come with each result.
BESIDE_KERNELS = ("lock operations, zeroing", "#8fb8c8")
DISPATCH = ("dispatch", "#4f5b66")


def simulate(command, problem):
    run = subprocess.run([command, "simulate", EXAMPLES / problem, "--json", "-"],
                         check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def busy_parts(state, cycles, kernel):
    """What keeps the cores busy: the multiplying kernel, and the rest."""
    multiply = kernel["cycles_per_call"] * kernel["calls"]
    return {("kernels", state["colour"]): multiply, BESIDE_KERNELS: cycles - multiply}


def split(result):
    """Shares of the whole time, averaged over the cores, by label and colour."""
    cycles = {}
    for state in result["core_states"]:
        together = sum(core[state["key"]] for core in result["cores"])
        if state["key"] == "busy":
            cycles |= busy_parts(state, together, result["kernel"])
        else:
            cycles[state["label"], state["colour"]] = together
    in_array = result["npu_time_us"] / result["time_us"]
    share = in_array / (result["cycles"] * len(result["cores"]))
    return {part: count * share for part, count in cycles.items()} | {DISPATCH: 1 - in_array}


def draw_bars(axes, results):
    """A bar for each result; what takes no time in any of them is left out."""
    names = list(results)
    splits = [split(results[name]) for name in names]
    left = [0.0] * len(names)
    for part in splits[0]:
        shares = [100 * shares_of[part] for shares_of in splits]
        if not any(shares):
            continue
        label, colour = part
        axes.barh(names, shares, left=left, color=colour, label=label, height=0.62)
        left = [a + b for a, b in zip(left, shares)]


def draw(results, output):
    figure, axes = plt.subplots(figsize=(9, 3.4), layout="constrained")
    draw_bars(axes, results)
    names = list(results)
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
    axes.legend(ncols=len(axes.containers), fontsize=8, frameon=False, loc="upper left",
                bbox_to_anchor=(-0.02, -0.17))
    figure.savefig(output, dpi=130)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    command, output = sys.argv[1:]
    draw({name: simulate(command, problem) for name, problem in PROBLEMS.items()}, output)


if __name__ == "__main__":
    main()
