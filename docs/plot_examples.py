#!/usr/bin/env python3
"""Draws README's picture: simulates the example GEMMs and shows where their time goes.

usage: docs/plot_examples.py OUTPUT.png    (needs python3-matplotlib and a built xdnasim)
"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "build/release/python"))

import xdnasim
from xdnasim.drawing import time_parts

EXAMPLES = ROOT / "workloads" / "examples"
PROBLEMS = {
    "XDNA int8": "gemm_xdna_int8.yaml",
    "XDNA int8 to int16": "gemm_xdna_int16out.yaml",
    "XDNA int8 to int32": "gemm_xdna_int32out.yaml",
    "XDNA2 int8": "gemm_xdna2_int8.yaml",
    "XDNA2 int8 to int16": "gemm_xdna2_int16out.yaml",
    "XDNA2 int8 to int32": "gemm_xdna2_int32out.yaml",
}


def merged(lists):
    """What stands in any of them, in an order that none of them contradicts."""
    order = []
    for items in lists:
        place = 0
        for item in items:
            if item not in order:
                order.insert(place, item)
            place = order.index(item) + 1
    return order


def draw_bars(axes, results):
    """A bar for each result; what takes no time in any of them is left out."""
    names = list(results)
    splits = [{(label, colour): share for label, colour, share in time_parts(results[name])}
              for name in names]
    left = [0.0] * len(names)
    for label, colour in merged(splits):
        shares = [100 * shares_of.get((label, colour), 0) for shares_of in splits]
        axes.barh(names, shares, left=left, color=colour, label=label, height=0.62)
        left = [a + b for a, b in zip(left, shares)]


def draw(results, output):
    figure, axes = plt.subplots(figsize=(9, 3.4), layout="constrained")
    draw_bars(axes, results)
    names = list(results)
    for row, name in enumerate(names):
        result = results[name]
        axes.text(101, row, f"{result.tops:.2f} TOPS, {result.time_us / 1000:.2f} ms",
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
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    draw({name: xdnasim.simulate(EXAMPLES / problem) for name, problem in PROBLEMS.items()},
         sys.argv[1])


if __name__ == "__main__":
    main()
