"""Figures of a search for the best design: roofline, depth in the mem tiles, tiles, gains."""

import math

from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from comparison_figures import bars
from drawing import (COLOURS, MEASURED, WIDE, Drawing, logarithmic, make_logarithmic, number,
                     percent)

BOUND_COLOURS = {"compute": COLOURS[0], "stream": COLOURS[2], "DRAM": COLOURS[1],
                 "commands": COLOURS[3]}
OTHER_BOUND = COLOURS[5]


def colour_of(bound):
    return BOUND_COLOURS.get(bound, OTHER_BOUND)


def hint(trial):
    return (f"{trial['name']}: {number(trial['tops'])} TOPS, "
            f"{number(trial['operations_per_byte'])} operations a byte")


def roofline(found):
    """Roofline: simulated designs as points, below the peak of the cores and the limit of the
    DRAM."""
    drawing = Drawing("roofline", height=3.4, width=WIDE)
    axes = drawing.axes
    trials = found["trials"]
    tera_per_byte = found["dram_gbps"] / 1e3
    ridge = found["peak_tops"] / tera_per_byte
    intensities = [trial["operations_per_byte"] for trial in trials] + [ridge]
    left, right = min(intensities) / 1.5, max(intensities) * 1.5
    axes.plot([left, ridge, right], [left * tera_per_byte, found["peak_tops"], found["peak_tops"]],
              color=MEASURED, linewidth=1.2)
    for bound in found["bounds"]:
        if bound["limit"] in ("compute", "stream") and bound["tops"] < found["peak_tops"]:
            line = axes.axhline(bound["tops"], color=colour_of(bound["limit"]), linewidth=0.8,
                                linestyle="--")
            drawing.explain(line, f"the best design, if only {bound['name']} took time: "
                            f"{number(bound['tops'])} TOPS")
    for place, trial in enumerate(trials):
        best = place == 0
        point, = axes.plot(trial["operations_per_byte"], trial["tops"], linestyle="none",
                           marker="*" if best else "o", markersize=11 if best else 4,
                           color=colour_of(trial["bound"]))
        drawing.explain(point, ("best: " if best else "") + hint(trial))
    for which in ("x", "y"):
        make_logarithmic(axes, which)
    axes.set_xlabel("operations for each byte of DRAM")
    axes.set_ylabel("TOPS")
    bounds = dict.fromkeys(trial["bound"] for trial in trials)
    drawing.legend_above([Line2D([], [], color=MEASURED, label="peak and DRAM")]
                         + [Line2D([], [], marker="o", linestyle="none", color=colour_of(bound),
                                   label=f"bound by {bound}") for bound in bounds])
    return drawing.picture("Roofline", "Dashed: what the best design would reach if nothing but its "
                           "kernels, or one of its streams, took time.")


def depths(found):
    """Time of the best tile against k_mt; None if k_mt was given."""
    points = found["depths"]
    if not points:
        return None
    drawing = Drawing("depths", height=2.6)
    axes = drawing.axes
    axes.plot([point["k_mt"] for point in points], [point["forecast_us"] for point in points],
              color=COLOURS[5], linewidth=1, linestyle="--", label="closed forms")
    simulated = [point for point in points if point["simulated_us"] is not None]
    axes.plot([point["k_mt"] for point in simulated],
              [point["simulated_us"] for point in simulated], color=COLOURS[0], linewidth=1.2)
    for point in simulated:
        dot, = axes.plot(point["k_mt"], point["simulated_us"], "o", color=COLOURS[0], markersize=4)
        drawing.explain(dot, f"k_mt {point['k_mt']}: {number(point['simulated_us'])} us")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("k_mt")
    axes.set_ylabel("us")
    drawing.legend_above([Line2D([], [], color=COLOURS[0], label="simulated"),
                          Line2D([], [], color=COLOURS[5], linestyle="--", label="closed forms")])
    return drawing.picture("Depth in the mem tiles")


def front(found):
    """Time against cores for the best tiles; None if the array was given."""
    points = found["front"]
    if not points:
        return None
    drawing = Drawing("front", height=2.6)
    axes = drawing.axes
    cores = [point["simulated"]["cores"] for point in points]
    axes.plot(cores, [point["simulated"]["time_us"] for point in points], color=COLOURS[0],
              linewidth=1, drawstyle="steps-post")
    for count, point in zip(cores, points):
        dot, = axes.plot(count, point["simulated"]["time_us"], "o", markersize=4,
                         color=colour_of(point["bound"]))
        drawing.explain(dot, f"{number(count)} {'core' if count == 1 else 'cores'}: {hint(point)}")
    axes.set_yscale("log")
    logarithmic(axes.yaxis, math.log10(points[0]["simulated"]["time_us"]
                                       / points[-1]["simulated"]["time_us"]))
    axes.set_xlabel("cores")
    axes.set_ylabel("us")
    bounds = dict.fromkeys(point["bound"] for point in points)
    drawing.legend_above([Patch(color=colour_of(bound), label=bound) for bound in bounds])
    return drawing.picture("Fewer cores", "The fastest design for each number of cores, among the "
                           "tiles that were simulated; designs that fewer cores match are left out.")


def tiles(found):
    """Time of each simulated design against the number of elements of C in its tile."""
    drawing = Drawing("tiles", height=2.6)
    axes = drawing.axes
    for trial in found["trials"]:
        choices = trial["choices"]
        size = choices["tile.m"] * choices["tile.n"]
        point, = axes.plot(size, trial["simulated"]["time_us"], "o", markersize=4,
                           color=colour_of(trial["bound"]))
        drawing.explain(point, hint(trial))
    axes.xaxis.set_major_formatter(lambda value, _: number(value))
    axes.yaxis.set_major_formatter(lambda value, _: number(value))
    axes.set_xlabel("elements of C in a core's tile")
    axes.set_ylabel("us")
    bounds = dict.fromkeys(trial["bound"] for trial in found["trials"])
    drawing.legend_above([Patch(color=colour_of(bound), label=bound) for bound in bounds])
    return drawing.picture("Tiles")


def gains(found):
    """Time that relaxing each limit would save."""
    tenths, doubled = ({gain["limit"]: gain["gain"] for gain in found[of]}
                       for of in ("sensitivity", "what_if"))
    limits = [*tenths, *(limit for limit in doubled if limit not in tenths)]
    drawing = Drawing("gains", height=0.9 + 0.4 * len(limits))
    axes = drawing.axes
    parts = [("a tenth more", tenths, COLOURS[5], -0.18),
             ("twice as much", doubled, COLOURS[0], 0.18)]
    for label, values, colour, offset in parts:
        for row, limit in enumerate(limits):
            if limit not in values:  # buffers cannot be increased by a tenth
                continue
            bar, = axes.barh(row + offset, 100 * values[limit], height=0.34, color=colour)
            drawing.explain(bar, f"{limit}, {label}: saves {percent(values[limit])}")
    axes.set_yticks(range(len(limits)), limits)
    axes.set_ylim(len(limits) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("time saved, %")
    drawing.legend_above([Patch(color=colour, label=label) for label, _, colour, _ in parts])
    return drawing.picture("What would help")


def winner(found):
    """Time of the cores by state in the best design; None if it is not known."""
    run = found["winner"]
    if not run["cores"] or not run["cycles"]:
        return None
    time = run["cycles"] * len(run["cores"])
    parts = [(state["label"],
              [100 * sum(core[state["key"]] for core in run["cores"]) / time], "%",
              state["colour"]) for state in run["core_states"]]
    return bars("winner", "What the cores do in the best design", ["best"],
                [part for part in parts if any(part[1])], "% of all cores' time")
