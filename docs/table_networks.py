#!/usr/bin/env python3
"""Simulates the example networks, holds closed forms against them, and prints a table for
docs/networks.md.

usage: docs/table_networks.py [--links]    (needs a built xdnasim)

With --links, another table: their latencies by each link, with the splits that closed forms find for
it. The way in lasts until the cores of the first layer have their inputs, the way out begins when the
last core of the last layer has ended.
"""

import argparse

from run_command import EXAMPLES, result_of

LARGE = 15  # percent: differences to be explained


LINKS = ("cascade", "dma", "mem-tile", "pl")


def run(network, backend, *options):
    return result_of("simulate", network, "--backend", backend, "--json", "-", *options)


def print_links():
    print("| network | " + " | ".join(f"`{link}`" for link in LINKS) + " |")
    print("|---|" + "---|" * len(LINKS))
    for network in sorted(EXAMPLES.glob("network_*.yaml")):
        cells = []
        for link in LINKS:
            result = run(network, "systemc", f"--set=network.link={link}")
            cores = result["network"]["cores"]
            cells.append(f"{result['latency_ns']:,.0f} on {cores}")
        print(f"| {network.stem.removeprefix('network_')} | {' | '.join(cells)} |")


def cores_of(stage, cores):
    columns = range(stage["column"], stage["column"] + stage["columns"])
    rows = range(stage["row"], stage["row"] + stage["rows"])
    return [core for core in cores if core["tile"][0] in columns and core["tile"][1] in rows]


def simulated_parts(result):
    stages = result["network"]["stages"]
    first = cores_of(stages[0], result["cores"])
    last = cores_of(stages[-1], result["cores"])
    way_in = sum(core["lock_stall"] for core in first) / len(first)
    end = max(result["cycles"] - core["idle"] for core in last)
    return way_in, end - way_in, result["cycles"] - end


def closed_parts(result):
    """Equations (5) and (6) of Ji et al. for the ways in and out; what is left are the layers."""
    stages = result["network"]["stages"]
    layers = result["network"]["layers"]

    def way(stage, values):
        return 30 + values / 4 + 4 * (stage["rows"] + 2)

    # Of four rows or fewer, half a tile leaves: the other half is padding.
    aggregated = any(stage["aggregates"] for stage in stages)
    rows = 1 if aggregated else result["network"]["input"]["m"]

    first, last = stages[0], stages[-1]
    split = layers[0]["split"]
    way_in = way(first, first["m"] // split["a"] * (first["k"] // split["b"]))
    out_columns = last["n"] // layers[last["layer"]]["split"]["c"]
    rows_out = 4 if rows <= 4 else last["m"] // layers[last["layer"]]["split"]["a"]
    way_out = way(last, rows_out * out_columns)
    return way_in, result["cycles"] - way_in - way_out, way_out


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", action="store_true")
    if parser.parse_args().links:
        print_links()
        return
    print("| network | simulated: in, layers, out | closed forms: in, layers, out | difference |")
    print("|---|---|---|---|")
    for network in sorted(EXAMPLES.glob("network_*.yaml")):
        simulated = run(network, "systemc")
        closed = run(network, "analytic")
        difference = 100 * (closed["cycles"] / simulated["cycles"] - 1)
        cells = [f"{result['cycles']:,}: " + ", ".join(f"{part:,.0f}" for part in parts)
                 for result, parts in ((simulated, simulated_parts(simulated)),
                                       (closed, closed_parts(closed)))]
        mark = "**" if abs(difference) > LARGE else ""
        print(f"| {network.stem.removeprefix('network_')} | {cells[0]} | {cells[1]} "
              f"| {mark}{difference:+.1f} %{mark} |")


if __name__ == "__main__":
    main()
