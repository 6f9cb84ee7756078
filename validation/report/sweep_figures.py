"""The figures that the file of a study requests."""

import re

import matplotlib
from matplotlib.lines import Line2D

from drawing import CHARACTER, COLOURS, WIDE, Drawing, exact, make_logarithmic, number

DECADES_OF_LOGARITHMS = 1.3  # wider ranges are logarithmic: a linear scale crowds small values
MANY_SERIES = 6
LETTERS_OF_A_LINE = 110  # letters in a line of a legend
MARK = 6  # width of a mark with the space around it, in letters
ROOM_ABOVE = 1.06
MOST_TICKS = 12  # most ticks per axis of a map
BESIDE_A_MAP = 1.6  # inches for the names of a map's axes and its colour scale


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def points_of(sweep, picture):
    """Rows that have all figures that the picture shows."""
    columns = [picture[part] for part in ("x", "y", "colour", "series") if picture.get(part)]
    return [row for row in sweep["rows"]
            if all(row["figures"].get(column) is not None for column in columns)]


def shown_value(sweep, column, value):
    """Formats a value: with all digits if the column is an axis of the study, whose values may be
    close to each other."""
    if not is_number(value):
        return str(value)
    return exact(value) if column in sweep["keys"] else number(value)


def hint(sweep, row, picture):
    """Text for a point: its number, by which it can be found in the table, and its figures."""
    names = [*sweep["keys"], picture["x"], picture["y"], picture.get("colour")]
    figures = row["figures"]
    return f"point {row['point']}: " + ", ".join(
        f"{name} {shown_value(sweep, name, figures[name])}"
        for name in dict.fromkeys(names) if name in figures)


def link_to(row):
    return f"#point-{row['point']}"


def mark(drawing, sweep, row, picture, colour):
    """Draws a point, which links to its row in the page."""
    dot, = drawing.axes.plot(row["figures"][picture["x"]], row["figures"][picture["y"]], "o",
                             color=colour, markersize=3.5)
    drawing.explain(dot, hint(sweep, row, picture), link_to(row))


def scale(axes, which, values):
    """Sets the scale of an axis: logarithmic if the values span over DECADES_OF_LOGARITHMS decades,
    else linear. Axes of words keep equal distances."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    if not all(is_number(value) for value in values):
        return
    least, most = min(values), max(values)
    if least > 0 and most / least > 10 ** DECADES_OF_LOGARITHMS:
        make_logarithmic(axes, which)
    else:
        axis.set_major_formatter(lambda value, _: number(value))
        if which == "y" and least >= 0:
            axes.set_ylim(0, ROOM_ABOVE * most if most > 0 else 1)


def colours_of(names):
    if len(names) <= len(COLOURS):
        return dict(zip(names, COLOURS))
    steps = matplotlib.colormaps["viridis"]
    return {name: steps(place / (len(names) - 1)) for place, name in enumerate(names)}


def curves(sweep, picture, index):
    rows = points_of(sweep, picture)
    series = picture.get("series")
    names = list(dict.fromkeys(row["figures"][series] if series else "" for row in rows))
    names = sorted(names) if all(is_number(name) for name in names) else names
    colours = colours_of(names)
    drawing = Drawing(f"study-{index}", height=3.2, width=WIDE)
    axes = drawing.axes
    for name in names:
        mine = [row for row in rows if not series or row["figures"][series] == name]
        if picture["kind"] == "lines":
            mine.sort(key=lambda row: row["figures"][picture["x"]])
            axes.plot([row["figures"][picture["x"]] for row in mine],
                      [row["figures"][picture["y"]] for row in mine],
                      color=colours[name], linewidth=1.2)
        for row in mine:
            mark(drawing, sweep, row, picture, colours[name])
    for which in ("x", "y"):
        scale(axes, which, [row["figures"][picture[which]] for row in rows])
    axes.set_xlabel(picture["x"])
    axes.set_ylabel(picture["y"])
    if series:
        line = "-" if picture["kind"] == "lines" else "none"
        legend(drawing, [Line2D([], [], color=colours[name], marker="o", markersize=3.5,
                                linestyle=line, label=label(series, name)) for name in names])
    return drawing


def label(series, name):
    """Label of a series: its name, with the name of the column before a number or a truth value."""
    alone = not is_number(name) and str(name) not in ("true", "false", "True", "False")
    return str(name) if alone else f"{series} {name}"


def legend(drawing, handles):
    """Places the legend above the axes if it fits into one line, else below."""
    longest = max(len(handle.get_label()) for handle in handles)
    if len(handles) <= MANY_SERIES and len(handles) * (longest + MARK) <= LETTERS_OF_A_LINE:
        drawing.legend_above(handles)
    else:
        drawing.legend_below(handles, columns=max(1, LETTERS_OF_A_LINE // (longest + MARK)))


def is_better(column, value, other):
    """Whether a value is better than another: smaller for times, cycles and bytes, larger for other
    columns."""
    if re.search(r"(_us|_ns|_s|cycles|cycles_per_call|bytes)$", column):
        return value < other
    return value > other


def step_of(labels, inches):
    """Returns n such that labels do not touch if every n-th is shown on an axis `inches` long."""
    for step in range(max(1, len(labels) // MOST_TICKS), len(labels)):
        longest = max(len(label) for label in labels[::step])
        if (longest + 1) * CHARACTER <= step * inches / len(labels):
            return step
    return len(labels)


def ticks(sweep, picture, places):
    """For each axis of a map, the labels of all values and the step between the shown ones."""
    labels = {which: [shown_value(sweep, picture[which], value) for value in places[which]]
              for which in ("x", "y")}
    room = WIDE - BESIDE_A_MAP - CHARACTER * max(len(label) for label in labels["y"])
    return {"x": (labels["x"], step_of(labels["x"], room)),
            "y": (labels["y"], max(1, len(labels["y"]) // MOST_TICKS))}


def field(sweep, picture, index):
    """A map: a coloured field for each x and y, for the best of the points that share it. Fields
    without a point that ran stay empty."""
    rows = points_of(sweep, picture)
    places = {}
    for which in ("x", "y"):
        values = list(dict.fromkeys(row["figures"][picture[which]] for row in sweep["rows"]
                                    if picture[which] in row["figures"]))
        if all(is_number(value) for value in values):
            values.sort()
        elif which == "y":
            values.reverse()  # words are listed from top to bottom
        places[which] = {value: place for place, value in enumerate(values)}
    drawing = Drawing(f"study-{index}", height=3.6, width=WIDE)
    axes = drawing.axes
    best = {}
    for row in rows:
        place = tuple(places[which][row["figures"][picture[which]]] for which in ("x", "y"))
        if place not in best or is_better(picture["colour"], row["figures"][picture["colour"]],
                                          best[place]["figures"][picture["colour"]]):
            best[place] = row
    shades = [row["figures"][picture["colour"]] for row in best.values()]
    norm = matplotlib.colors.Normalize(min(shades), max(shades))
    colours = matplotlib.colormaps["viridis"]
    for (x, y), row in best.items():
        patch, = axes.bar(x, 1, bottom=y - 0.5, width=1,
                          color=colours(norm(row["figures"][picture["colour"]])))
        drawing.explain(patch, hint(sweep, row, picture), link_to(row))
    for which, (labels, step) in ticks(sweep, picture, places).items():
        (axes.set_xticks if which == "x" else axes.set_yticks)(range(0, len(labels), step),
                                                               labels[::step])
    axes.set_xlim(-0.5, len(places["x"]) - 0.5)
    axes.set_ylim(-0.5, len(places["y"]) - 0.5)
    axes.grid(visible=False)
    axes.set_xlabel(picture["x"])
    axes.set_ylabel(picture["y"])
    drawing.figure.colorbar(matplotlib.cm.ScalarMappable(norm, colours), ax=axes,
                            label=picture["colour"], format=lambda value, _: number(value))
    return drawing


def drawings(sweep):
    """Returns title and drawing of each figure that has points."""
    import sweep_designs

    kinds = {"lines": curves, "points": curves, "map": field, "front": sweep_designs.front,
             "roofline": sweep_designs.roofline}
    return [(picture["title"], kinds[picture["kind"]](sweep, picture, index))
            for index, picture in enumerate(sweep["pictures"]) if points_of(sweep, picture)]


def pictures(sweep, shown):
    """Returns the figures. `shown`: rows that the page contains, to which points may link."""
    found = drawings(sweep)
    links = {link_to(row) for row in shown}
    for _, drawing in found:
        drawing.keep_links(links)
    return [drawing.picture(title) for title, drawing in found]
