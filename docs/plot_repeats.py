#!/usr/bin/env python3
"""What skipping repeats saves: prints the table of sim/README.md, and draws what runs cost, with repeats
skipped and in full, against kernel calls and against output blocks.

usage: docs/plot_repeats.py OUTPUT.png    (needs python3-matplotlib and a built xdnasim)

Costs are user times, the least of three runs. Of what would take long in full, only the run that skips
is timed.
"""

import re
import resource
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from run_command import EXAMPLES, result_of, set_options

XDNA = "gemm_xdna_int8.yaml"
XDNA2 = "gemm_xdna2_int8.yaml"
CUBES = {XDNA: (1344, 2688, 4032, 8064, 16384), XDNA2: (2304, 4608, 9216, 18432)}
LONGEST_IN_FULL = 10_000  # of a side
RUNS = 3
APPROXIMATE = ("--approximate", "1")


def cube(side):
    return {"gemm.size": f"{{m: {side}, k: {side}, n: {side}}}"}


# Name, example, settings.
TABLE = [
    ("GEMM, XDNA, int8, 4K", XDNA, {}),
    ("GEMM, XDNA, int8 to int16, 4K", "gemm_xdna_int16out.yaml", {}),
    ("GEMM, XDNA, int8 to int32, 4K", "gemm_xdna_int32out.yaml", {}),
    ("GEMM, XDNA, int8, 8,064^3", XDNA, cube(8064)),
    ("GEMM, XDNA, int8, 16,384^3", XDNA, cube(16384)),
    ("GEMM, XDNA, int8, long K", XDNA, {"gemm.size": "{m: 2000, k: 16384, n: 2000}"}),
    ("GEMM, XDNA2, int8, 4K", XDNA2, {}),
    ("GEMM, XDNA2, int8 to int16, 4K", "gemm_xdna2_int16out.yaml", {}),
    ("GEMM, XDNA2, int8 to int32, 4K", "gemm_xdna2_int32out.yaml", {}),
    ("GEMM, XDNA2, int8, 9,216^3", XDNA2, cube(9216)),
    ("GEMM, mlir-aie's `whole_array`", "gemm_whole_array.yaml", {}),
    ("transfer, memcpy", "transfer_memcpy.yaml", {}),
    ("transfer, as a GEMM's", "transfer_gemm_like.yaml", {}),
    ("elementwise chain", "elementwise_vector_scalar.yaml", {}),
    ("network 64x64x64 L8, 1,000 samples", "network_64x64x64_l8.yaml", {"network.samples": "1000"}),
    ("JSC-M, 1,000 samples", "network_jsc_m.yaml", {"network.samples": "1000"}),
    ("packs on 288 cores, 100 products", "gama_int8.yaml", {"gemm.iterations": "100"}),
]


def run(example, settings, *options):
    """The result, and the seconds of user time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    result = result_of("simulate", EXAMPLES / example, "--json", "-", *set_options(settings), *options)
    return result, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def least_time(example, settings, *options):
    return min(run(example, settings, *options)[1] for _ in range(RUNS))


def blocks_of(result):
    """Output blocks of the whole array, samples of a network, products of packs; None: there are none."""
    gemm, network = result["gemm"], result["network"]
    if network is not None:
        return network["samples"]
    if gemm is None:
        return None
    if "padded" not in gemm:
        return gemm["iterations"]
    padded, tile = gemm["padded"], gemm["tile"]
    return (padded["m"] // (tile["m"] * gemm["rows"])) * (padded["n"] // (tile["n"] * gemm["columns"]))


def print_table():
    print("| run | bottleneck | output blocks or samples | of them simulated | skipped | in full "
          "| by default | `--approximate 1` | off by |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, example, settings in TABLE:
        result, _ = run(example, settings)
        skipped = result["skipped_share"]
        blocks = blocks_of(result)
        simulated = "-" if blocks is None else f"{blocks * (1 - skipped):,.1f}"
        short = max(settings_sides(settings), default=0) <= LONGEST_IN_FULL
        in_full = f"{least_time(example, settings, '--in-full'):.3f} s" if short else ""
        print(f"| {name} | {result['bottleneck']} | {'-' if blocks is None else f'{blocks:,}'} "
              f"| {simulated} | {100 * skipped:.1f} % | {in_full} "
              f"| {least_time(example, settings):.3f} s "
              f"| {least_time(example, settings, *APPROXIMATE):.3f} s "
              f"| {100 * off_by(example, settings, result):.2f} % |")


def off_by(example, settings, exact):
    approximate, _ = run(example, settings, *APPROXIMATE)
    return abs(approximate["cycles"] / exact["cycles"] - 1)


def settings_sides(settings):
    """Of what takes long: cubes."""
    sides = [int(side) for side in re.findall(r"[0-9]+", settings.get("gemm.size", ""))]
    return sides if len(set(sides)) == 1 else []


def measure(example):
    """For each side: calls, output blocks, time, time in full or None."""
    rows = []
    for side in CUBES[example]:
        result, _ = run(example, cube(side))
        in_full = least_time(example, cube(side), "--in-full") if side <= LONGEST_IN_FULL else None
        rows.append((result["kernel"]["calls"], blocks_of(result),
                     least_time(example, cube(side)), in_full))
    return rows


def draw_costs(axes, measured, column):
    for (example, label, colour) in ((XDNA, "XDNA", "#2a6f97"), (XDNA2, "XDNA2", "#c8553d")):
        rows = measured[example]
        axes.plot([row[column] for row in rows], [row[2] for row in rows], "o-", color=colour,
                  label=f"{label}, repeats skipped")
        full = [row for row in rows if row[3] is not None]
        axes.plot([row[column] for row in full], [row[3] for row in full], "o:", color=colour,
                  fillstyle="none", label=f"{label}, in full")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.spines[["top", "right"]].set_visible(False)


def draw(measured, output):
    figure, (by_calls, by_blocks) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained", sharey=True)
    draw_costs(by_calls, measured, 0)
    by_calls.set_xlabel("kernel calls")
    by_calls.set_ylabel("user time of the command, s")
    draw_costs(by_blocks, measured, 1)
    by_blocks.set_xlabel("output blocks")
    by_blocks.legend(fontsize=8, frameon=False)
    figure.suptitle("What GEMMs cost to simulate, int8, of equal sides", fontsize=10)
    figure.savefig(output, dpi=130)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print_table()
    draw({example: measure(example) for example in CUBES}, sys.argv[1])


if __name__ == "__main__":
    main()
