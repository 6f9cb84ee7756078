"""Figures of methods of place and route: netlists solved, time, and quality of the results."""

import matplotlib
from matplotlib.lines import Line2D

from drawing import COLOURS, INK, WIDE, Drawing, logarithmic, number, percent

MARKERS = "osD^vPX<>"
LEAST_SECONDS = 1e-4  # shorter times are noise of the clock

# Keys of the compared figures, and their names.
COMPARED = (("run_us", "run, own objects"), ("run_4_bytes_us", "run, 4 bytes"),
            ("route_length", "hops"), ("buffer_bytes", "buffers"), ("cost", "cost"))


def colours_of(study):
    names = [method["name"] for method in study["methods"]]
    if len(names) <= len(COLOURS):
        return dict(zip(names, COLOURS))
    steps = matplotlib.colormaps["turbo"]
    return {name: steps(0.05 + 0.9 * place / (len(names) - 1)) for place, name in enumerate(names)}


def success(study):
    """Share of the netlists that each method solves."""
    drawing = Drawing("place-success", height=2.6, width=WIDE)
    methods = study["methods"]
    colours = colours_of(study)
    for place, method in enumerate(methods):
        share = method["solved"] / study["netlists"]
        bar, = drawing.axes.bar(place, 100 * share, color=colours[method["name"]], width=0.7)
        drawing.explain(bar, f"{method['name']}: {method['solved']} of {study['netlists']}, "
                             f"{method['proven']} proven the cheapest")
        drawing.axes.annotate(str(method["solved"]), (place, 100 * share), ha="center", va="bottom",
                              fontsize=7)
    drawing.axes.set_xticks(range(len(methods)), [method["name"] for method in methods],
                            rotation=25, ha="right")
    drawing.axes.set_ylabel("solved, %")
    drawing.axes.set_ylim(0, 110)
    drawing.axes.grid(axis="x", visible=False)
    return drawing.picture("Netlists that are solved",
                           "With a legal result from more than half of the seeds.")


def times(study):
    """Processor time of each case against the size of its netlist."""
    drawing = Drawing("place-times", height=3.4, width=WIDE)
    colours = colours_of(study)
    handles = []
    for place, (name, colour) in enumerate(colours.items()):
        marker = MARKERS[place % len(MARKERS)]
        for case in study["cases"]:
            if case["method"] != name:
                continue
            dot, = drawing.axes.plot(case["nets"], max(case["processor_s"], LEAST_SECONDS), marker,
                                     markersize=3.5, color=colour, alpha=0.8,
                                     markerfacecolor=colour if case["legal"] else "none")
            drawing.explain(dot, f"{case['netlist']}, {name}, seed {case['seed']}: "
                                 f"{case['cores']} cores, {case['nets']} nets, "
                                 f"{number(case['processor_s'])} s, ended: {case['ended']}"
                                 f"{'' if case['legal'] else ', nothing legal'}")
        handles.append(Line2D([], [], color=colour, marker=marker, markersize=3.5, linestyle="none",
                              label=name))
    drawing.axes.set_yscale("log")
    logarithmic(drawing.axes.yaxis, 5)
    drawing.axes.set_xlabel("nets")
    drawing.axes.set_ylabel("place and route, s of a processor")
    drawing.legend_below(handles, columns=5)
    return drawing.picture("Time against the size of the netlist",
                           "Processor time of each case; hollow: nothing legal was found.")


def classes(study):
    """Number of netlists of each class that each method solves."""
    rows = study["classes"]
    drawing = Drawing("place-classes", height=0.8 + 0.22 * len(rows), width=WIDE)
    shades = matplotlib.colormaps["YlGn"]
    for y, row in enumerate(rows):
        for x, solved in enumerate(row["solved"]):
            share = solved / row["netlists"]
            patch, = drawing.axes.bar(x, 1, bottom=y - 0.5, width=1, color=shades(0.85 * share),
                                      edgecolor="white")
            drawing.explain(patch, f"{study['methods'][x]['name']}, {row['name']}: {solved} of "
                                   f"{row['netlists']}, {percent(share)}")
            drawing.axes.annotate(str(solved), (x, y), ha="center", va="center", fontsize=6.5,
                                  color="white" if share > 0.75 else INK)
    drawing.axes.set_yticks(range(len(rows)),
                            [f"{row['name']} ({row['netlists']})" for row in rows], fontsize=7)
    drawing.axes.set_xticks(range(len(study["methods"])),
                            [method["name"] for method in study["methods"]], rotation=25,
                            ha="right", fontsize=7)
    drawing.axes.set_ylim(len(rows) - 0.5, -0.5)
    drawing.axes.grid(visible=False)
    return drawing.picture("Success by class", "Netlists solved; in brackets how many there are.")


def ratios(study):
    """Mean figures over the netlists that all methods solve, relative to the first method that
    solves any; None if there are no such netlists."""
    methods = [method for method in study["methods"] if method["solved"] > 0]
    if not study["common"] or not methods:
        return None
    first = methods[0]
    colours = colours_of(study)
    drawing = Drawing("place-ratios", height=3.0, width=WIDE)
    width = 0.8 / len(methods)
    shown = [(key, name) for key, name in COMPARED if first[key] > 0]
    for place, method in enumerate(methods):
        for group, (key, name) in enumerate(shown):
            ratio = method[key] / first[key]
            bar, = drawing.axes.bar(group + (place - (len(methods) - 1) / 2) * width, ratio,
                                    width=width, color=colours[method["name"]])
            drawing.explain(bar, f"{method['name']}, {name}: {number(method[key])}, "
                                 f"{ratio:.3f} of {first['name']}")
    drawing.axes.axhline(1, color=INK, linewidth=0.8)
    drawing.axes.set_xticks(range(len(shown)), [name for _, name in shown])
    drawing.axes.set_ylabel(f"to {first['name']}")
    drawing.axes.grid(axis="x", visible=False)
    drawing.legend_below([Line2D([], [], color=colours[method["name"]], linewidth=5,
                                 label=method["name"]) for method in methods], columns=5)
    return drawing.picture(f"Results, relative to those of {first['name']}",
                           "Geometric means over the netlists that all methods solve.")


def pictures(study):
    drawn = [success(study), ratios(study), times(study), classes(study)]
    return [picture for picture in drawn if picture is not None]
