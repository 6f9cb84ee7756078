"""Figures of a run on several backends: where the time goes, and what the cores do."""

from matplotlib.patches import Patch

from drawing import COLOURS, WIDE, Drawing, number

BAR = 0.34  # inches


def bars(name, title, backends, parts, label):
    """Stacked bars, one per backend. `parts`: tuples of a name, one value per backend, a unit and a
    colour."""
    drawing = Drawing(name, height=0.9 + BAR * len(backends), width=WIDE)
    axes = drawing.axes
    begins = [0.0] * len(backends)
    for part, values, unit, colour in parts:
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
    drawing.legend_above([Patch(color=colour, label=part) for part, _, _, colour in parts])
    return drawing.picture(title)


def times(comparison):
    """Time in the array and time in addition to it; a single part for backends that know only the
    total."""
    runs = comparison["runs"]
    array = [run["npu_time_us"] or 0 for run in runs]
    beside = [run["time_us"] - part if part else 0 for run, part in zip(runs, array)]
    whole = [0 if part else run["time_us"] for run, part in zip(runs, array)]
    parts = [("in the array", array, "us", COLOURS[0]), ("beside it", beside, "us", COLOURS[1])]
    if any(whole):
        parts.append(("in all", whole, "us", COLOURS[2]))
    return bars("times", "Time", comparison["backends"], parts, "us")


def core_share(run, state):
    together = sum(core[state["key"]] for core in run["cores"])
    return 100 * together / (run["cycles"] * len(run["cores"]))


def cores(comparison):
    """Time of the cores by state; None if no backend knows it."""
    known = [run for run in comparison["runs"] if run["cores"] and run["cycles"]]
    if not known:
        return None
    parts = [(state["label"], [core_share(run, state) for run in known], "%", state["colour"])
             for state in known[0]["core_states"]]
    return bars("cores", "What the cores did", [run["backend"] for run in known],
                [part for part in parts if any(part[1])], "% of all cores' time")
