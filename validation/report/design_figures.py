"""Figures of designs: sweeps of one setting, and one design against another."""

from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from accuracy_figures import marker_of
from drawing import MEASURED, WIDE, Drawing, number

LINES = ("-", "--", ":", "-.")
OTHER_DESIGN = "#b9c1c8"


def draw_series(drawing, series, colour, line):
    points = sorted(series["points"], key=lambda point: point["x"])
    drawing.axes.plot([point["x"] for point in points], [point["y"] for point in points],
                      color=colour, linewidth=1.4, linestyle=line)
    for point in points:
        dot, = drawing.axes.plot(point["x"], point["y"], color=colour, markersize=4.5,
                                 marker=marker_of(point["bound"]))
        drawing.explain(dot, f"{series['name']}: {number(point['y'])} at {number(point['x'])}, "
                        f"bound by {point['bound']}")


def draw_measured(drawing, points):
    for x, y in points:
        dot, = drawing.axes.plot(x, y, marker="o", markerfacecolor="none", markeredgewidth=1.4,
                                 markersize=9, linestyle="none", color=MEASURED, zorder=3)
        drawing.explain(dot, f"measured: {number(y)} at {number(x)}")


def sweep_handles(data, colour):
    handles = [Line2D([], [], color=colour, linewidth=1.4, linestyle=line, label=series["name"])
               for series, line in zip(data["series"], LINES)]
    bounds = sorted({point["bound"] for series in data["series"] for point in series["points"]})
    handles += [Line2D([], [], marker=marker_of(bound), markersize=4.5, linestyle="none",
                       color="#7a7f87", label=f"bound by {bound}") for bound in bounds]
    if data["measured"]:
        handles.append(Line2D([], [], marker="o", markerfacecolor="none", linestyle="none",
                              markersize=9, markeredgewidth=1.4, color=MEASURED, label="measured"))
    return handles


def set_log_x(axes):
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_locator(LogLocator(base=2))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    axes.xaxis.set_minor_locator(NullLocator())


def sweep(data, index, colours):
    drawing = Drawing(f"sweep-{index}", height=3.1)
    axes = drawing.axes
    colour = colours[data["device"]]
    draw_measured(drawing, data["measured"])
    for series, line in zip(data["series"], LINES):
        draw_series(drawing, series, colour, line)
    if data["log_x"]:
        set_log_x(axes)
    axes.margins(y=0.12)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(data["x_label"])
    axes.set_ylabel(data["y_label"])
    drawing.legend_below(sweep_handles(data, colour), columns=2, below=0.2)
    return drawing.picture(data["name"], data["device"])


def draw_pair(drawing, place, comparison, colour):
    bars = drawing.axes.barh([place - 0.19, place + 0.19],
                             [comparison["balanced"], comparison["whole_array"]],
                             height=0.36, color=[colour, OTHER_DESIGN])
    for bar, design in zip(bars, ("balanced", "whole_array")):
        drawing.explain(bar, f"{comparison['what']} on {comparison['device']}\n{design}: "
                        f"{number(comparison[design])} TOPS, simulated")
    drawing.axes.annotate(f"\N{MULTIPLICATION SIGN} {comparison['gain']:.1f}",
                          (comparison["balanced"], place - 0.19), xytext=(4, 0),
                          textcoords="offset points", va="center", fontsize=7.5)


def designs(comparisons, device, colours):
    """Comparisons of designs on a device; None if there are none."""
    shown = [comparison for comparison in comparisons if comparison["device"] == device]
    if not shown:
        return None
    drawing = Drawing(f"designs-{device}", height=0.8 + 0.42 * len(shown), width=WIDE)
    axes = drawing.axes
    for place, comparison in enumerate(shown):
        draw_pair(drawing, place, comparison, colours[device])
    axes.set_yticks(range(len(shown)), [comparison["what"] for comparison in shown], fontsize=7.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="y", visible=False)
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlabel("TOPS, simulated")
    drawing.legend_above([Patch(color=colours[device], label="balanced"),
                          Patch(color=OTHER_DESIGN, label="whole_array of mlir-aie")])
    return drawing.picture(device, "Beside each pair: how many times as fast the balanced one is.")
