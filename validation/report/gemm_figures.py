"""Figures of suites whose rows are whole GEMMs: the distribution of errors compared with the noise
of the measurements, and what errors depend on."""

import collections
import math

import matplotlib
import numpy
from matplotlib.colors import Normalize
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from accuracy_figures import hint_of, marker_of
from drawing import COLOURS, MEASURED, Drawing, logarithmic, number, percent
from results import has_numbers, has_texts

NUMBERS = ("m", "k", "n", "arithmetic_intensity", "spread")
TEXTS = ("tile", "layout")
STEPS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # widths of a histogram's bars
MOST_BARS = 30
SPLIT_COLOURS = {"calibration": "#a9c4d2", "validation": COLOURS[0]}
MIN_CELLS = 3  # fewest sizes of a map
MIN_SCALE = 0.05  # smallest range of a map's colours, so that small errors look small
MOST_WORST = 12


def gemm_rows(suite):
    return [row for row in suite["rows"] if has_numbers(row, NUMBERS) and has_texts(row, TEXTS)
            and row["details"]["arithmetic_intensity"] > 0]


def bar_width(errors):
    span = max(errors) - min(errors)
    return next((step for step in STEPS if span <= step * MOST_BARS), span / MOST_BARS)


def histogram(suite):
    """Histogram of the errors; None if no row is a GEMM, as for the other figures in this file."""
    rows = gemm_rows(suite)
    if not rows:
        return None
    drawing = Drawing(f"histogram-{suite['name']}", height=2.9)
    width = bar_width([row["error"] for row in rows])
    counts = collections.Counter((math.floor(row["error"] / width), row["split"]) for row in rows)
    for place in sorted({place for place, _ in counts}):
        bottom = 0
        for split, colour in SPLIT_COLOURS.items():
            count = counts[place, split]
            bar, = drawing.axes.bar(100 * width * (place + 0.5), count, width=92 * width,
                                    bottom=bottom, color=colour)
            drawing.explain(bar, f"{split}: {counted_rows(count)} from "
                            f"{percent(place * width, signed=True)} to "
                            f"{percent((place + 1) * width, signed=True)}")
            bottom += count
    drawing.axes.axvline(0, color="#9aa5ae", linewidth=0.8)
    drawing.axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    drawing.axes.set_xlabel("error, %")
    drawing.axes.set_ylabel("rows")
    found = {row["split"] for row in rows}
    drawing.legend_above([Patch(color=colour, label=split)
                          for split, colour in SPLIT_COLOURS.items() if split in found])
    return drawing.picture(suite["title"], histogram_caption(rows))


def counted_rows(count):
    return f"{count} row{'s' * (count != 1)}"


def histogram_caption(rows):
    shares = [f"{percent(sum(abs(row['error']) <= limit for row in rows) / len(rows))} within "
              f"{percent(limit)}" for limit in (0.02, 0.05, 0.1)]
    return f"Of {counted_rows(len(rows))}, {', '.join(shares)}."


def draw_shares(drawing, values, colour):
    """Draws the share of values that are not larger than x."""
    values = sorted(values)
    shares = 100 * numpy.arange(1, len(values) + 1) / len(values)
    drawing.axes.step([0, *(100 * value for value in values)], [0, *shares], where="post",
                      color=colour, linewidth=1.4)


def noise(suite):
    """Errors compared with the spread of repeated measurements; None also if no spread is known."""
    rows = gemm_rows(suite)
    spreads = [row["details"]["spread"] for row in rows if row["details"]["spread"] > 0]
    if not spreads:
        return None
    drawing = Drawing(f"noise-{suite['name']}", height=2.9)
    errors = [abs(row["error"]) for row in rows]
    draw_shares(drawing, errors, COLOURS[0])
    draw_shares(drawing, spreads, MEASURED)
    drawing.axes.set_xlim(0, 100 * max(0.05, *spreads, numpy.quantile(errors, 0.98)))
    drawing.axes.set_ylim(0, 102)
    drawing.axes.set_xlabel("no more than, %")
    drawing.axes.set_ylabel("share of the rows, %")
    drawing.axes.legend(loc="lower right", handles=[
        Line2D([], [], color=COLOURS[0], label=f"error, {counted_rows(len(errors))}"),
        Line2D([], [], color=MEASURED, label=f"repeats differ, {counted_rows(len(spreads))}")])
    return drawing.picture(f"{suite['title']}: noise of the silicon",
                           "The simulation's errors, beside the differences between the best runs "
                           "of repeats of one measurement.")


def tile_colours(rows):
    """A colour for each tile; empty if there are more tiles than colours."""
    tiles = sorted({row["details"]["tile"] for row in rows})
    return dict(zip(tiles, COLOURS)) if len(tiles) <= len(COLOURS) else {}


def intensity(suite):
    rows = gemm_rows(suite)
    if not rows:
        return None
    drawing = Drawing(f"intensity-{suite['name']}", height=3.4)
    colours = tile_colours(rows)
    for row in rows:
        details = row["details"]
        point, = drawing.axes.plot(details["arithmetic_intensity"], 100 * row["error"],
                                   marker=marker_of(row["class"]), markersize=4, linestyle="none",
                                   color=colours.get(details["tile"], COLOURS[0]),
                                   markeredgecolor="white",
                                   markeredgewidth=0.4)
        drawing.explain(point, f"{hint_of(row, suite['unit'])}\n"
                        f"{number(details['arithmetic_intensity'])} operations a byte, bound by "
                        f"{row['class']}")
    intensities = [row["details"]["arithmetic_intensity"] for row in rows]
    drawing.axes.set_xscale("log")
    drawing.axes.set_xlim(min(intensities) / 1.15, max(intensities) * 1.15)
    logarithmic(drawing.axes.xaxis, decades=1)
    drawing.axes.axhline(0, color="#9aa5ae", linewidth=0.8)
    drawing.axes.set_xlabel("operations per byte of DRAM traffic")
    drawing.axes.set_ylabel("error, %")
    handles = [Patch(color=colour, label=tile) for tile, colour in colours.items()]
    classes = sorted({row["class"] for row in rows})
    if len(classes) > 1:
        handles += [Line2D([], [], marker=marker_of(name), linestyle="none", color="#7a7f87",
                           label=f"bound by {name}") for name in classes]
    if handles:
        drawing.legend_below(handles)
    return drawing.picture(suite["title"], "Colours: the tile of a core." if colours else "")


def cells_of(rows):
    """The rows by M and N; those of one cell differ in K."""
    cells = collections.defaultdict(list)
    for row in rows:
        cells[row["details"]["m"], row["details"]["n"]].append(row)
    return cells


def scale_of(suite):
    """The error at both ends of the colour scale, which 5 % of the errors may exceed."""
    sizes = [abs(row["error"]) for row in gemm_rows(suite)]
    return max(MIN_SCALE, math.ceil(100 * numpy.quantile(sizes, 0.95)) / 100)


def cell_hint(place, rows):
    lines = [f"K = {number(row['details']['k'])}: {percent(row['error'], signed=True)}, "
             f"bound by {row['class']}"
             for row in sorted(rows, key=lambda row: row["details"]["k"])]
    return "\n".join([f"M = {number(place[0])}, N = {number(place[1])}", *lines])


def draw_map(suite, name, rows, scale):
    drawing = Drawing(name, height=3.2)
    axes = drawing.axes
    colours = matplotlib.colormaps["RdBu_r"]
    errors = Normalize(-100 * scale, 100 * scale)
    for place, members in cells_of(rows).items():
        worst = max(members, key=lambda row: abs(row["error"]))
        point, = axes.plot(place[1], place[0], marker="s", markersize=6.5, linestyle="none",
                           color=colours(errors(100 * worst["error"])), markeredgecolor="#9aa5ae",
                           markeredgewidth=0.5)
        drawing.explain(point, cell_hint(place, members))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(5))
        axis.set_major_formatter(FuncFormatter(lambda value, _: number(value, 6)))
    axes.margins(0.08)
    axes.set_xlabel("N")
    axes.set_ylabel("M")
    drawing.figure.colorbar(matplotlib.cm.ScalarMappable(errors, colours), ax=axes, label="error, %",
                            extend="both", shrink=0.9)
    details = rows[0]["details"]
    return drawing.picture(f"{details['tile']}, B {details['layout']}",
                           f"{suite['title']}. {counted_rows(len(rows))}; of those that differ by "
                           "K alone, the one with the largest error.")


def maps(suite):
    """A map of errors over M and N for each device, tile and layout of B with at least MIN_CELLS
    sizes."""
    panels = collections.defaultdict(list)
    for row in gemm_rows(suite):
        panels[row["device"], row["details"]["tile"], row["details"]["layout"]].append(row)
    shown = [panels[place] for place in sorted(panels) if len(cells_of(panels[place])) >= MIN_CELLS]
    return [draw_map(suite, f"map-{suite['name']}-{place}", rows, scale_of(suite))
            for place, rows in enumerate(shown)]


def worst_rows(results):
    """For each suite of GEMMs, the rows with the largest errors, largest first."""
    found = [(suite, gemm_rows(suite)) for suite in results["suites"]]
    return [{"suite": suite, "rows": sorted(rows, key=lambda row: -abs(row["error"]))[:MOST_WORST]}
            for suite, rows in found if rows]
