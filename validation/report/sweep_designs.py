"""Figures of a study whose points are designs: roofline and Pareto front."""

from matplotlib.lines import Line2D

from drawing import COLOURS, INK, MEASURED, WIDE, Drawing, make_logarithmic, number
from sweep_figures import colours_of, label, legend, mark, points_of, scale

FAINT_POINT = "#b9c3ca"
BEYOND = 1.5  # factor by which the roofs extend beyond the points


def front_of(rows, x, y):
    """The Pareto front: rows for which no other row has both a smaller x and a larger y, by rising
    x."""
    found = []
    for row in sorted(rows, key=lambda row: (row["figures"][x], -row["figures"][y])):
        if not found or row["figures"][y] > found[-1]["figures"][y]:
            found.append(row)
    return found


def front(sweep, picture, index):
    x, y = picture["x"], picture["y"]
    rows = points_of(sweep, picture)
    best = front_of(rows, x, y)
    drawing = Drawing(f"study-{index}", height=3.2, width=WIDE)
    axes = drawing.axes
    axes.step([row["figures"][x] for row in best], [row["figures"][y] for row in best],
              where="post", color=COLOURS[0], linewidth=1.2)
    chosen = {row["point"] for row in best}
    for row in sorted(rows, key=lambda row: row["point"] in chosen):
        mark(drawing, sweep, row, picture, COLOURS[0] if row["point"] in chosen else FAINT_POINT)
    for which, name in (("x", x), ("y", y)):
        scale(axes, which, [row["figures"][name] for row in rows])
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    drawing.legend_above([
        Line2D([], [], color=COLOURS[0], marker="o", markersize=3.5, label="none beats it in both"),
        Line2D([], [], color=FAINT_POINT, marker="o", markersize=3.5, linestyle="none",
               label="others")])
    return drawing


def roofs(rows):
    """Pairs of peak TOPS and DRAM bandwidth in GB/s, one for each device and number of cores among
    the rows."""
    found = {}
    for row in rows:
        figures = row["figures"]
        share, dram = figures.get("peak_fraction"), figures.get("device_dram_gbps")
        if share and dram:
            peak = figures["tops"] / share
            found.setdefault((round(peak, 6), dram), (peak, dram))
    return list(found.values())


def roofline(sweep, picture, index):
    """Roofline (Williams, Waterman, Patterson, "Roofline", CACM 52(4), 2009): no point can lie
    above its roofs."""
    rows = [row for row in points_of(sweep, picture)
            if row["figures"][picture["x"]] > 0 and row["figures"][picture["y"]] > 0]
    series = picture.get("series")
    names = list(dict.fromkeys(row["figures"][series] if series else "" for row in rows))
    colours = colours_of(names)
    drawing = Drawing(f"study-{index}", height=3.4, width=WIDE)
    axes = drawing.axes
    intensities = [row["figures"][picture["x"]] for row in rows]
    knees = [1000 * peak / dram for peak, dram in roofs(rows)]
    least, most = min(intensities + knees) / BEYOND, max(intensities + knees) * BEYOND
    for (peak, dram), knee in zip(roofs(rows), knees):
        axes.plot([least, knee, most], [least * dram / 1000, peak, peak], color=MEASURED,
                  linewidth=1)
        axes.annotate(f"{number(peak)} TOPS", (most, peak), ha="right", va="bottom", color=INK,
                      fontsize=7)
        axes.annotate(f"{number(dram)} GB/s", (least, least * dram / 1000), xytext=(12, 4),
                      textcoords="offset points", ha="left", va="center", color=INK, fontsize=7)
    for row in rows:
        mark(drawing, sweep, row, picture, colours[row["figures"][series] if series else ""])
    for which in ("x", "y"):
        make_logarithmic(axes, which)
    axes.set_xlabel("operations for each byte of DRAM")
    axes.set_ylabel("TOPS")
    if series:
        legend(drawing, [Line2D([], [], color=colours[name], marker="o", markersize=3.5,
                                linestyle="none", label=label(series, name)) for name in names])
    return drawing
