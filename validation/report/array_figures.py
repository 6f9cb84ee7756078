"""Figures of whole arrays: rooflines, and where the cores' time goes."""

import itertools

import numpy
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from drawing import INK, MEASURED, WIDE, Drawing, logarithmic, number, percent, row_labels
from results import has_numbers

RATE = "TOPS"  # the unit of suites whose rows are whole arrays
MARKERS = "o^sD"
MOST_ROWS = 10


def on_roofline(results, device):
    """Rows of whole arrays on one device whose operations per byte of DRAM are known, by title of
    their suite."""
    found = {suite["title"]: [row for row in suite["rows"] if row["device"] == device["name"]
                              and has_numbers(row, ["arithmetic_intensity"])
                              and min(row["details"]["arithmetic_intensity"], row["measured"],
                                      row["simulated"]) > 0]
             for suite in results["suites"] if suite["unit"] == RATE}
    return {title: rows for title, rows in found.items() if rows}


def draw_roof(axes, device, intensities):
    slope = device["dram_read_gbps"] / 1000
    ridge = device["peak_tops"] / slope
    x = numpy.array([min(intensities + [ridge]) / 3, ridge, max(intensities + [ridge]) * 3])
    axes.plot(x, numpy.minimum(device["peak_tops"], slope * x), color=INK, linewidth=1.4)
    axes.annotate(f"peak {number(device['peak_tops'], 3)} TOPS", (x[2], device["peak_tops"]),
                  xytext=(0, 4), textcoords="offset points", ha="right", fontsize=7.5)
    above = 1.14  # factor above the roof: on logarithmic axes, a line parallel to the roof through
    # the text's position has a slope that is greater by this factor
    axes.text(x[0] * 1.06, slope * x[0] * 1.06 * above,
              f"DRAM read {number(device['dram_read_gbps'], 3)} GB/s",
              rotation=numpy.degrees(numpy.arctan(slope * above)), rotation_mode="anchor",
              transform_rotates_text=True, fontsize=7)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(x[0], x[2])
    logarithmic(axes.xaxis, decades=numpy.log10(x[2] / x[0]))


def draw_on_roof(drawing, rows, style):
    for row in rows:
        intensity = row["details"]["arithmetic_intensity"]
        drawing.axes.plot(intensity, row["measured"], marker="_", color=MEASURED, markersize=9,
                          markeredgewidth=1.4)
        point, = drawing.axes.plot(intensity, row["simulated"], **style)
        drawing.explain(point, f"{row['what']}\nsimulated {number(row['simulated'])} TOPS, "
                        f"measured {number(row['measured'])} TOPS, "
                        f"{number(intensity)} operations a byte")


def roofline(results, device, colours):
    """The roofline of a device; None if no row has a known intensity."""
    suites = on_roofline(results, device)
    if not suites:
        return None
    drawing = Drawing(f"roofline-{device['name']}", height=3.4)
    axes = drawing.axes
    rows = [row for members in suites.values() for row in members]
    draw_roof(axes, device, [row["details"]["arithmetic_intensity"] for row in rows])
    handles = [Line2D([], [], marker="_", linestyle="none", markersize=9, markeredgewidth=1.6,
                      color=MEASURED, label="measured")]
    for (title, members), marker in zip(suites.items(), itertools.cycle(MARKERS)):
        style = {"marker": marker, "linestyle": "none", "color": colours[device["name"]],
                 "markersize": 6, "markeredgecolor": "white", "markeredgewidth": 0.7}
        handles.append(Line2D([], [], label=f"simulated: {title}", **style))
        draw_on_roof(drawing, members, style)
    lowest = min(min(row["measured"], row["simulated"]) for row in rows)
    bottom, top = min(lowest, device["peak_tops"] / 8) / 1.5, device["peak_tops"] * 1.6
    axes.set_ylim(bottom, top)
    logarithmic(axes.yaxis, decades=numpy.log10(top / bottom))
    axes.set_xlabel("operations per byte of DRAM traffic")
    axes.set_ylabel("TOPS")
    drawing.legend_below(handles, columns=1)
    return drawing.picture(device["name"], device["description"])


def core_time(row, states):
    return sum(row["details"][state["key"]] for state in states)


def draw_shares(drawing, rows, states):
    left = [0.0] * len(rows)
    for state in states:
        shares = [100 * core_time(row, [state]) / core_time(row, states) for row in rows]
        bars = drawing.axes.barh(range(len(rows)), shares, left=left, height=0.7,
                                 color=state["colour"])
        for bar, row, share in zip(bars, rows, shares):
            drawing.explain(bar, f"{row['what']} on {row['device']}\n"
                            f"{state['label']}: {share:.1f} %")
        left = [start + share for start, share in zip(left, shares)]


def time_split(suite, states):
    """The time split of the rows with the largest errors; None if no row has the cores' times."""
    keys = [state["key"] for state in states]
    rows = [row for row in suite["rows"] if has_numbers(row, keys) and core_time(row, states) > 0]
    if suite["unit"] != RATE or not rows:
        return None
    worst = sorted(rows, key=lambda row: abs(row["error"]))[-MOST_ROWS:]
    drawing = Drawing(f"time-{suite['name']}", height=0.8 + 0.22 * len(worst), width=WIDE)
    axes = drawing.axes
    happened = [state for state in states if any(core_time(row, [state]) for row in worst)]
    draw_shares(drawing, worst, happened)
    for place, row in enumerate(worst):
        axes.text(101.5, place, percent(row["error"], signed=True), va="center", fontsize=7)
    row_labels(axes, worst)
    axes.set_xlim(0, 100)
    axes.set_xlabel("share of the array's time, mean of the cores, %")
    drawing.legend_above([Patch(color=state["colour"], label=state["label"])
                          for state in happened])
    return drawing.picture(suite["title"], "At the right, the row's error; the largest is on top.")
