"""Figures of two traces: timelines of both, and histograms of the lengths of intervals."""

from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from drawing import COLOURS, MEASURED, Drawing, number

SIMULATED = COLOURS[1]
SIDES = {"measured": MEASURED, "simulated": SIMULATED}
# In inches.
LANE = 0.13
CHARACTER = 0.072  # width of a capital in an event's name
RIGHT, BELOW, ABOVE = 0.3, 0.46, 0.24  # around a timeline
PAGE_WIDTH = 11.0
LEAST_WIDTH = 1 / 700  # least share of the timeline that an interval takes, so that it is visible


def handles():
    return [Patch(color=colour, label=side) for side, colour in SIDES.items()]


def cycles(interval):
    return f"{number(interval[0], 20)} to {number(interval[1], 20)}"


def draw_lane(axes, place, intervals, colour, least):
    bars = [(begin, max(end - begin, least)) for begin, end in intervals]
    axes.broken_barh(bars, (place, 0.8), facecolors=colour, linewidth=0)


def label_width(windows, names):
    """Width in inches of the longest name of an event, so that all timelines of a page line up."""
    lengths = [len(event["name"]) for window in windows for unit in window["units"]
               if unit["name"] in names for event in unit["events"]]
    return CHARACTER * max(lengths, default=0) + 0.15


def timeline(window, index, unit, left):
    """Timeline of a unit in a window; None if neither recording has an event there. `left`: left
    margin, from label_width()."""
    events = unit["events"]
    if not any(event[side] for event in events for side in SIDES):
        return None
    begin, end = window["time"]
    height = 0.75 + LANE * 2.4 * len(events)
    drawing = Drawing(f"timeline-{index}-{unit['name']}", height=height, width=PAGE_WIDTH,
                      margins=(left, RIGHT, BELOW, ABOVE))
    axes = drawing.axes
    for row, event in enumerate(events):
        for lane, (side, colour) in enumerate(SIDES.items()):
            draw_lane(axes, 2.4 * row + lane, event[side], colour, (end - begin) * LEAST_WIDTH)
    axes.set_yticks([2.4 * row + 0.9 for row in range(len(events))],
                    [event["name"] for event in events], fontsize=7)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_xlim(begin, end)
    axes.set_ylim(2.4 * len(events), -0.4)
    axes.xaxis.set_major_formatter(lambda value, _: number(value, 20))
    axes.set_xlabel("cycles of the measured recording")
    drawing.legend_above(handles())
    return drawing.picture(unit["name"])


def histogram(unit, result):
    """Histogram of the lengths; None if they are all equal, or only one recording has any."""
    bins = result["histogram"]
    totals = {side: sum(bins[side]) for side in SIDES}
    if len(bins["measured"]) < 2 or not all(totals.values()):
        return None
    drawing = Drawing(f"lengths-{unit['measured']}-{result['name']}", height=2.3)
    axes = drawing.axes
    edges = [bins["least"] + index * bins["width"] for index in range(len(bins["measured"]) + 1)]
    for side, colour in SIDES.items():
        axes.stairs([100 * count / totals[side] for count in bins[side]], edges, color=colour,
                    fill=side == "simulated", alpha=1 if side == "measured" else 0.55,
                    linewidth=1.3)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("cycles")
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_ylabel("share, %")
    axes.xaxis.set_major_formatter(lambda value, _: number(value, 20))
    drawing.legend_above(handles())
    return drawing.picture(f"{result['name']}, {unit['measured']}",
                           f"The distributions are {100 * result['distance']:.0f} % apart.")
