#!/usr/bin/env python3
"""Prints the table of docs/optimise.md: for each device and types that Taka et al. (2025) measured,
their best design and the ones that `xdnasim optimise` finds, all of them simulated.

usage: docs/table_best_designs.py    (needs a built xdnasim; some ten minutes)
"""

import csv

from run_command import ROOT, result_of

ROWS = ROOT / "validation/measured/taka_2025_arrays.csv"


def problem(row, design=""):
    return (f"device: {row['device']}\nworkload: gemm\ngemm:\n"
            f"  size: {{m: {row['m']}, k: {row['k']}, n: {row['n']}}}\n"
            f"  types: {{a: {row['input']}, b: {row['input']}, c: {row['output']}}}\n"
            f"  b_layout: column-major\n{design}")


def published(row):
    return (f"  tile: {{m: {row['m_ct']}, k: {row['k_ct']}, n: {row['n_ct']}}}\n"
            f"  k_mt: {row['k_mt']}\n  c_buffers: 1\n  rho: 1\n")


def best(row, *words, design=""):
    found = result_of("optimise", *words, "-", "--json", "-", input=problem(row, design))
    return found["trials"][0]


def tops(row):
    """Of the design that is published."""
    return result_of("simulate", "-", "--json", "-", input=problem(row, published(row)))["tops"]


def name_of(trial):
    return trial["name"].rsplit(", ", 1)[0]  # the array is the whole one


def main():
    lines = [line for line in ROWS.read_text().splitlines() if not line.startswith("#")]
    print("| device and types | published | simulated | best with rho 1 | TOPS | best with any rho "
          "| TOPS | gain | Taka's procedure ends at |\n|---|---|---|---|---|---|---|---|---|")
    for row in csv.DictReader(lines):
        theirs = tops(row)
        alike = best(row, design="  rho: 1\n")
        free = best(row)
        taka = best(row, "--strategy", "taka")
        print(f"| {row['device']}, {row['input']} to {row['output']} "
              f"| {row['m_ct']}x{row['k_ct']}x{row['n_ct']}, k_mt {row['k_mt']} | {theirs:.2f} "
              f"| {name_of(alike)} | {alike['tops']:.2f} | {name_of(free)} | {free['tops']:.2f} "
              f"| {100 * (free['tops'] / theirs - 1):.0f} % | {name_of(taka)} |", flush=True)


if __name__ == "__main__":
    main()
