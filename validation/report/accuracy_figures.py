"""Figures of a suite's errors: measured against simulated, and the error of each row."""

import math

import numpy
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from drawing import WIDE, Drawing, logarithmic, number, percent, row_labels

MARKERS = {"compute": "o", "stream": "^", "dram": "s"}
OTHER_MARKER = "D"
BANDS = {0.10: "#f0f3f5", 0.05: "#dfe8ed"}
MOST_BARS = 30
LABEL_ROOM = 0.34  # share of the bars' range: fits "-26.7 %" next to the longest names of rows
BARE_ROOM = 0.04


def hint_of(row, unit):
    return (f"{row['what']} on {row['device']}\nmeasured {number(row['measured'])} {unit}, "
            f"simulated {number(row['simulated'])} {unit}: {percent(row['error'], signed=True)}")


def marker_of(bound):
    return MARKERS.get(bound.lower(), OTHER_MARKER)


def point_style(row, colour):
    known = row["split"] == "calibration"
    return {"marker": marker_of(row["class"]), "color": colour, "markersize": 5.5,
            "markerfacecolor": "white" if known else colour, "markeredgewidth": 1.1,
            "linestyle": "none"}


def legend_handles(rows, colours):
    """Legend entries for what distinguishes the rows: devices always, bounds and splits only if
    there are several."""
    handles = [Line2D([], [], marker="o", linestyle="none", color=colours[device], label=device)
               for device in colours if device in {row["device"] for row in rows}]
    classes = sorted({row["class"] for row in rows})
    if len(classes) > 1:
        handles += [Line2D([], [], marker=marker_of(name), linestyle="none",
                           color="#7a7f87", label=f"bound by {name}") for name in classes]
    splits = {row["split"] for row in rows}
    if len(splits) > 1:
        handles += [Line2D([], [], marker="o", linestyle="none", color="#7a7f87",
                           markerfacecolor="white" if split == "calibration" else "#7a7f87",
                           label=split) for split in sorted(splits)]
    return handles


def draw_bands(axes, low, high, points):
    line = numpy.geomspace(low, high, points) if low > 0 else numpy.linspace(low, high, points)
    for width, colour in BANDS.items():
        axes.fill_between(line, line * (1 - width), line * (1 + width), color=colour,
                          linewidth=0, zorder=0)
    axes.plot(line, line, color="#9aa5ae", linewidth=0.8, zorder=1)


def set_scales(axes, low, high):
    """Sets logarithmic scales, or linear ones if some values are not positive."""
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    if low > 0:
        axes.set_xscale("log")
        axes.set_yscale("log")
        decades = math.log10(high / low)
        logarithmic(axes.xaxis, decades, longest=len(number(high)))
        logarithmic(axes.yaxis, decades)
    axes.set_aspect("equal", adjustable="box")


def limits(rows):
    values = [row[key] for row in rows for key in ("measured", "simulated")]
    low, high = min(values), max(values)
    if low > 0:
        return low / 1.25, high * 1.25
    margin = 0.05 * (high - low) or 1
    return low - margin, high + margin


def scatter(suite, colours):
    drawing = Drawing(f"scatter-{suite['name']}", height=4.2)
    axes = drawing.axes
    low, high = limits(suite["rows"])
    draw_bands(axes, low, high, points=60)
    for row in suite["rows"]:
        point, = axes.plot(row["measured"], row["simulated"],
                           **point_style(row, colours[row["device"]]))
        drawing.explain(point, hint_of(row, suite["unit"]))
    set_scales(axes, low, high)
    axes.set_xlabel(f"measured, {suite['unit']}")
    axes.set_ylabel(f"simulated, {suite['unit']}")
    drawing.legend_below(legend_handles(suite["rows"], colours))
    return drawing.picture(suite["title"], "Bands: \N{PLUS-MINUS SIGN}5 % and "
                           "\N{PLUS-MINUS SIGN}10 % around equality.")


def errors_caption(shown, rows):
    if len(shown) == len(rows):
        return "Positive: the simulation gives a higher value than the measurement."
    rest = max(abs(row["error"]) for row in rows if row not in shown)
    return (f"The {len(shown)} rows of {len(rows)} with the largest errors; "
            f"all others are within {percent(rest)}.")


def make_room_for_labels(axes, values):
    """Widens the x axis for the labels next to the bars, on each side of zero that has bars."""
    low, high = min(0, *values), max(0, *values)
    span = high - low or 1
    axes.set_xlim(low - span * (LABEL_ROOM if low < 0 else BARE_ROOM),
                  high + span * (LABEL_ROOM if high > 0 or low == 0 else BARE_ROOM))


def errors(suite, colours):
    rows = suite["rows"]
    shown = sorted(rows, key=lambda row: -abs(row["error"]))[:MOST_BARS]
    shown = sorted(shown, key=lambda row: row["error"])
    drawing = Drawing(f"errors-{suite['name']}", height=0.8 + 0.18 * len(shown), width=WIDE)
    axes = drawing.axes
    for place, row in enumerate(shown):
        bar, = axes.barh(place, 100 * row["error"], height=0.68, color=colours[row["device"]])
        drawing.explain(bar, hint_of(row, suite["unit"]))
        axes.annotate(percent(row["error"], signed=True), (100 * row["error"], place), fontsize=6.5,
                      xytext=(3 if row["error"] >= 0 else -3, 0), textcoords="offset points",
                      ha="left" if row["error"] >= 0 else "right", va="center")
    axes.axvline(0, color="#9aa5ae", linewidth=0.8)
    row_labels(axes, shown)
    make_room_for_labels(axes, [100 * row["error"] for row in shown])
    axes.margins(y=0.5 / max(1, len(shown)))
    axes.set_xlabel("error, %")
    devices = {row["device"] for row in shown}
    drawing.legend_above([Patch(color=colour, label=name) for name, colour in colours.items()
                          if name in devices])
    return drawing.picture(suite["title"], errors_caption(shown, rows))
