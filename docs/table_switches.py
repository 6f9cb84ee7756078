#!/usr/bin/env python3
"""Simulates examples with switches that take 2 cycles and with those of their devices, which take 4,
and prints the table of docs/validation.md.

    docs/table_switches.py [--command build/release/bin/xdnasim]
"""

import argparse
import json
import pathlib
import subprocess

FOLDER = pathlib.Path(__file__).parent.parent / "workloads" / "examples"
EXAMPLES = ("gemm_teaching", "gemm_any", "gemm_xdna_int8", "gemm_xdna2_int8", "gemm_whole_array",
            "elementwise_add_one", "elementwise_vector_scalar", "transfer_memcpy", "netlist_mesh")


def cycles(command, example, settings=()):
    result = subprocess.run([command, "simulate", str(FOLDER / f"{example}.yaml"), "--json", "-", *settings],
                            capture_output=True, text=True, check=True)
    return json.loads(result.stdout)["cycles"]


def table(command):
    lines = ["| example | 2 cycles | 4 cycles | change |", "|---|---|---|---|"]
    for example in EXAMPLES:
        before = cycles(command, example, ("--set", "device.set.timing.switch_hop=2"))
        now = cycles(command, example)
        lines.append(f"| `{example}` | {before:,} | {now:,} | {100 * (now / before - 1):+.3f} % |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--command", default="build/release/bin/xdnasim")
    print("\n".join(table(parser.parse_args().command)))


if __name__ == "__main__":
    main()
