"""Figures of a run on several backends: where the time goes, and what the cores do."""

from matplotlib.patches import Patch

from drawing import COLOURS, WIDE, Drawing, number

BAR = 0.34  # inches
CORES = "cores "


def bars(name, title, backends, parts, label):
    """Stacked bars, one for each backend; `parts` are names with a value for each backend."""
    drawing = Drawing(name, height=0.9 + BAR * len(backends), width=WIDE)
    axes = drawing.axes
    begins = [0.0] * len(backends)
    for colour, (part, values, unit) in zip(COLOURS, parts):
        for row, value in enumerate(values):
            if not value:
                continue
            bar, = axes.barh(row, value, left=begins[row], color=colour, height=0.7)
            drawing.explain(bar, f"{backends[row]}: {part} {number(value)} {unit}")
            begins[row] += value
    axes.set_yticks(range(len(backends)), backends)
    axes.set_ylim(len(backends) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.xaxis.set_major_formatter(lambda value, _: number(value))
    axes.set_xlabel(label)
    drawing.legend_above([Patch(color=colour, label=part)
                          for colour, (part, _, _) in zip(COLOURS, parts)])
    return drawing.picture(title)


def times(comparison):
    """Of the array, and what comes on top of it; a backend that cannot tell has one bar."""
    runs = comparison["runs"]
    array = [run["npu_time_us"] or 0 for run in runs]
    beside = [run["time_us"] - part if part else 0 for run, part in zip(runs, array)]
    whole = [0 if part else run["time_us"] for run, part in zip(runs, array)]
    parts = [("in the array", array, "us"), ("beside it", beside, "us")]
    if any(whole):
        parts.append(("in all", whole, "us"))
    return bars("times", "Time", comparison["backends"], parts, "us")


def cores(comparison):
    """None where no backend knows what the cores did."""
    parts = [(figure["name"].removeprefix(CORES), [value or 0 for value in figure["values"]], "%")
             for figure in comparison["figures"] if figure["name"].startswith(CORES)]
    parts = [part for part in parts if any(part[1])]
    if not parts:
        return None
    known = [row for row in range(len(comparison["backends"]))
             if any(values[row] for _, values, _ in parts)]
    return bars("cores", "What the cores did", [comparison["backends"][row] for row in known],
                [(name, [values[row] for row in known], unit) for name, values, unit in parts],
                "% of all cores' time")
