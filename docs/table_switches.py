#!/usr/bin/env python3
"""Simulates examples with switches that take 2 cycles and with those of their devices, which take 4,
and prints the table of docs/validation.md.

usage: docs/table_switches.py    (needs a built xdnasim)
"""

from run_command import EXAMPLES, result_of

NAMES = ("gemm_teaching", "gemm_any", "gemm_xdna_int8", "gemm_xdna2_int8", "gemm_whole_array",
         "elementwise_add_one", "elementwise_vector_scalar", "transfer_memcpy", "netlist_mesh")


def cycles(example, *options):
    return result_of("simulate", EXAMPLES / f"{example}.yaml", "--json", "-", *options)["cycles"]


def table():
    lines = ["| example | 2 cycles | 4 cycles | change |", "|---|---|---|---|"]
    for example in NAMES:
        before = cycles(example, "--set=device.set.timing.switch_hop=2")
        now = cycles(example)
        lines.append(f"| `{example}` | {before:,} | {now:,} | {100 * (now / before - 1):+.3f} % |")
    return lines


if __name__ == "__main__":
    print("\n".join(table()))
