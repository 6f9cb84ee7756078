#!/usr/bin/env python3
"""Runs the netlists of the benchmark, placed by several methods, and prints tables for docs/place.md.

usage: docs/table_placed_netlists.py [--firings 1024] [--moves 1000000]    (needs a built xdnasim)

Each netlist is placed once by each method and run with its own objects and with objects of 4 bytes.
It takes about ten minutes on one core.
"""

import argparse
import json
import math
import pathlib
import resource
import tempfile

from run_command import run

METHODS = ["naive", "snake", "sa"]
OBJECTS = {"own": [], "4 bytes": ["--set", "netlist.object_bytes=4"]}
SLOWEST = "slowest_seconds"
DEADLOCK = 3  # exit code


def processor_seconds():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


class Runs:
    def __init__(self, options, folder):
        self.firings = options.firings
        self.moves = options.moves
        self.folder = pathlib.Path(folder)

    @staticmethod
    def names():
        return run("netlist").stdout.split()

    def place(self, name, method):
        """The result's file; None: no legal placement."""
        netlist = self.folder / f"{name}.json"
        result = self.folder / f"{name}.{method}.result.json"
        run("netlist", name, "-o", netlist)
        moves = [] if method in ("naive", "snake") else ["--moves", self.moves]
        placed = run("place", netlist, "--method", method, *moves, "-o", result, check=False)
        return result if placed.returncode == 0 else None

    def simulate(self, result, *options):
        begin = processor_seconds()
        done = run("simulate", result, "--set", f"netlist.firings={self.firings}", "--json", "-",
                   *options, check=False)
        if done.returncode == DEADLOCK:
            return None
        if done.returncode != 0:
            raise SystemExit(f"{result} does not run: {done.stderr}")
        figures = json.loads(done.stdout)
        figures[SLOWEST] = processor_seconds() - begin
        return figures


def geometric_mean(ratios):
    if not ratios:
        return math.nan
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def is_feedback(name):
    return name.split("_")[1].startswith("f")


def ratios(runs, method, objects, wanted):
    """Cycles by `method` to those by naive, of the netlists that both place."""
    return [runs[name, method, objects]["cycles"] / runs[name, "naive", objects]["cycles"]
            for name in sorted({key[0] for key in runs})
            if wanted(name) and (name, method, objects) in runs and
            (name, "naive", objects) in runs]


def print_methods(runs):
    print("| method | run | pipelined, own objects | with feedback | pipelined, 4 bytes | "
          "with feedback |")
    print("|---|---|---|---|---|---|")
    for method in METHODS:
        count = len({key[0] for key in runs if key[1] == method})
        cells = []
        for objects in OBJECTS:
            for feedback in (False, True):
                found = ratios(runs, method, objects, lambda name: is_feedback(name) == feedback)
                cells.append(f"{geometric_mean(found):.3f} ({len(found)})")
        print(f"| `{method}` | {count} | {' | '.join(cells)} |")


def ring_result(source, distance):
    """line_fs_01, its second core so many columns east of the first, with straight routes."""
    result = json.loads(source.read_text())
    row = 2
    result["tiles"] = [[0, row], [distance, row], [0, 1], [0, 0]]
    columns = list(range(distance + 1))

    def straight(way):
        return [[[a, row], [b, row]] for a, b in zip(way, way[1:])]

    def hops(net):
        tiles = result["tiles"]
        begin, end = tiles[net["src_id"]], tiles[net["dst_ids"][0]]
        across = columns if begin[0] < end[0] else columns[::-1]
        along = straight(across) if begin[0] != end[0] else []
        column = begin[0] if begin[1] < end[1] else end[0]
        step = 1 if begin[1] < end[1] else -1
        rows = [[[column, r], [column, r + step]] for r in range(begin[1], end[1], step)]
        return rows + along if begin[1] < end[1] else along + rows

    nets = []
    for net in result["netlist"]["nets"]:
        between_cores = net["src_id"] < 2 and net["dst_ids"][0] < 2
        if between_cores and distance == 1:
            nets.append({"id": net["id"], "transport": "neighbor_sharing", "buffer": [0, row]})
        else:
            nets.append({"id": net["id"], "transport": "circuit_switch", "hops": hops(net)})
    result["nets"] = nets
    return result


def print_distances(options, runner):
    source = runner.place("line_fs_01", "naive")
    print("| columns apart | " + " | ".join(map(str, range(1, 8))) + " |")
    print("|---|" + "---|" * 7)
    for objects, settings in OBJECTS.items():
        cells = []
        for distance in range(1, 8):
            file = runner.folder / f"ring{distance}.json"
            file.write_text(json.dumps(ring_result(source, distance)))
            cycles = runner.simulate(file, *settings)["cycles"]
            cells.append(f"{cycles / options.firings:.1f}")
        print(f"| cycles a firing, {objects} | {' | '.join(cells)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--firings", type=int, default=1024)
    parser.add_argument("--moves", type=int, default=1000000)
    parser.add_argument("--only", default="", help="netlists whose names begin so")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runs(options, folder)
        runs = {}
        stuck = []
        for name in runner.names():
            if not name.startswith(options.only):
                continue
            for method in METHODS:
                result = runner.place(name, method)
                if result is None:
                    continue
                for objects, settings in OBJECTS.items():
                    figures = runner.simulate(result, *settings)
                    if figures is None:
                        stuck.append((name, method, objects))
                    else:
                        runs[name, method, objects] = figures
        print_methods(runs)
        print("\nstuck:", ", ".join(map(" ".join, stuck)) or "none")
        slowest = max(figures[SLOWEST] for figures in runs.values())
        print(f"\n{len(runs)} runs, the slowest {slowest:.1f} s of a processor\n")
        print_distances(options, runner)


if __name__ == "__main__":
    main()
