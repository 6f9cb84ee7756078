"""Figures of DRAM bandwidth against the length of contiguous runs."""

import collections
import statistics

import matplotlib
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from drawing import Drawing, number
from results import has_numbers

NUMBERS = ("run_a", "run_b", "columns", "depth", "gbps_measured", "gbps_simulated")
LAYOUTS = {"row": "row-major", "col": "column-major", "column": "column-major"}
DARKEST = 0.92  # end of the used part of the colour map, whose ends are too dark or too faint
LIGHTEST = 0.12


def panels(results):
    """Rows by all that affects a transfer except its runs: device, layout of B, columns, depth."""
    found = collections.defaultdict(list)
    for suite in results["suites"]:
        for row in suite["rows"]:
            details = row["details"]
            if has_numbers(row, NUMBERS) and "layout" in details:
                layout = LAYOUTS.get(str(details["layout"]), details["layout"])
                found[row["device"], layout, details["columns"], details["depth"]].append(row)
    return {place: found[place] for place in sorted(found, key=str)}


def lines_of(rows):
    """Rows by run of A, or in a single line if A's and B's runs are equally long."""
    if all(row["details"]["run_a"] == row["details"]["run_b"] for row in rows):
        return {"the same for A and B": rows}
    lines = collections.defaultdict(list)
    for row in rows:
        lines[row["details"]["run_a"]].append(row)
    return {f"{number(run)} B": lines[run] for run in sorted(lines)}


def simulated_line(rows):
    """Runs of B and the mean simulated bandwidth of each: rows with the same run of B, such as
    repeated measurements of a transfer, give one point."""
    by_run = collections.defaultdict(list)
    for row in rows:
        by_run[row["details"]["run_b"]].append(row["details"]["gbps_simulated"])
    runs = sorted(by_run)
    return runs, [statistics.fmean(by_run[run]) for run in runs]


def draw_line(drawing, rows, colour):
    drawing.axes.plot(*simulated_line(rows), color=colour, linewidth=1.4)
    for row in rows:
        details = row["details"]
        point, = drawing.axes.plot(details["run_b"], details["gbps_measured"], marker="o",
                                   markersize=4.5, markeredgecolor="white", markeredgewidth=0.5,
                                   color=colour)
        drawing.explain(point, f"{row['what']}\nruns of {number(details['run_a'])} B in A, "
                        f"{number(details['run_b'])} B in B: measured "
                        f"{number(details['gbps_measured'])} GB/s, simulated "
                        f"{number(details['gbps_simulated'])} GB/s")


def set_axes(axes, rows):
    runs = sorted({row["details"]["run_b"] for row in rows})
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(FixedLocator(runs))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_ylim(bottom=0)
    axes.margins(y=0.1)
    axes.set_xlabel("contiguous run of B, bytes")
    axes.set_ylabel("DRAM bandwidth, GB/s")


def counted(count, noun):
    return f"{number(count)} {noun}{'s' * (count != 1)}"


def bandwidth(place, rows):
    device, layout, columns, depth = place
    drawing = Drawing(f"bandwidth-{device}-{layout}-{columns}-{depth}", height=2.9)
    lines = lines_of(rows)
    colours = matplotlib.colormaps["viridis_r"]
    handles = []
    for index, (label, members) in enumerate(lines.items()):
        share = index / max(1, len(lines) - 1) if len(lines) > 1 else 0.6
        colour = colours(LIGHTEST + (DARKEST - LIGHTEST) * share)
        draw_line(drawing, members, colour)
        handles.append(Line2D([], [], color=colour, linewidth=3, label=label))
    set_axes(drawing.axes, rows)
    drawing.axes.legend(handles=handles, loc="upper left", title="run of A", title_fontsize=7.5,
                        alignment="left", handlelength=1.4)
    return drawing.picture(f"{device}, B {layout}",
                           f"{counted(columns, 'column')}, {counted(depth, 'buffer')} per stream. "
                           "Points: measured; lines: simulated.")
