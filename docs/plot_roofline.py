#!/usr/bin/env python3
"""Draws the roofline of asymmetric tile buffering (Wang et al., "Can Asymmetric Tile Buffering Be
Beneficial?", 2025, equations 2 and 12): what the cores of xdna2-strix may do by the bytes that their
tiles move, and what the simulator says of some tiles.

usage: docs/plot_roofline.py OUTPUT.png    (needs python3-matplotlib and a built xdnasim)
"""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import ScalarFormatter

from run_command import EXAMPLES, result_of, set_options

EXAMPLE = EXAMPLES / "gemm_atb.yaml"
DEVICE = "xdna2-strix"
PEAK_OF_A_CORE = "core.matrix.bf16-bfp16ebs8-bf16.peak_macs_per_cycle"
ASSUMED, OF_THE_PAPER = 50e9, 65e9  # bytes a second
SIZE = {"m": 4096, "k": 4096, "n": 2048}
TILES = ((64, 64, 64, 1), (64, 64, 128, 1), (128, 32, 128, 2), (128, 64, 128, 4))  # m, k, n, rho


def device():
    """What `devices` says of it, its numbers by name."""
    (found,) = result_of("devices", DEVICE, "--json")["devices"]
    return found | {"numbers": {each["number"]: each["value"] for each in found["numbers"]}}


def peak_of(array):
    """Operations a second."""
    cores = array["columns"] * array["core_rows"]
    return 2 * array["numbers"][PEAK_OF_A_CORE] * cores * array["clock_ghz"] * 1e9


def simulated(tile):
    m, k, n, rho = tile
    settings = {"gemm.size": "{m: %d, k: %d, n: %d}" % tuple(SIZE.values()),
                "gemm.tile": "{m: %d, k: %d, n: %d}" % (m, k, n), "gemm.rho": rho}
    return result_of("simulate", EXAMPLE, "--json", "-", *set_options(settings))


def draw(axes):
    all_intensities = [2 ** (6.5 + i / 16) for i in range(80)]
    array = device()
    peak = peak_of(array)
    for bandwidth in (ASSUMED, array["numbers"]["dram.total"] * 1e9, OF_THE_PAPER):
        axes.plot(all_intensities, [min(i * bandwidth, peak) / 1e12 for i in all_intensities],
                  color="#4f5b66", linewidth=1, alpha=0.8)
        knee = peak / bandwidth
        axes.annotate(f"{bandwidth / 1e9:.0f} GB/s", (knee, peak / 1e12), rotation=60, fontsize=7,
                      textcoords="offset points", xytext=(-4, 3))
    for tile in TILES:
        m, k, n, rho = tile
        result = simulated(tile)
        at = result["gemm"]["operations_per_byte"]
        axes.plot(at, result["tops"], "o", color="#2f6f8f")
        axes.annotate(f"{m}x{k}x{n}, rho {rho}", (at, result["tops"]), textcoords="offset points",
                      xytext=(6, -3), fontsize=7)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(ScalarFormatter())
    axes.set_ylim(4, 110)
    axes.set_xlabel("operations for a byte of DRAM traffic")
    axes.set_ylabel("TFLOPS")
    axes.set_title("bf16 x bfp16 to bf16 on xdna2-strix: roofs, and simulated tiles", loc="left",
                   fontsize=9)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    figure, axes = plt.subplots(figsize=(6.5, 4.2), layout="constrained")
    draw(axes)
    figure.savefig(sys.argv[1], dpi=130)


if __name__ == "__main__":
    main()
