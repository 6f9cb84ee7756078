"""Renders a comparison of traces and its figures as one self-contained page."""

import pathlib

import jinja2

import trace_figures
from drawing import number, percent

FOLDER = pathlib.Path(__file__).resolve().parent
MOST_UNITS = 8  # most units shown per window
MOST_HISTOGRAMS = 24
OUTSIDE = "outside"
DIGITS = 3  # digits of means; cycles are shown with all digits


def results_of(unit):
    return unit["kernels"] + unit["events"]


def is_outside(unit):
    return any(result["verdict"] == OUTSIDE for result in results_of(unit))


def shown_units(comparison):
    """Names of the units to show: those outside tolerance first, since an array may have more units
    than a page can show."""
    ranked = sorted(comparison["units"], key=lambda unit: not is_outside(unit))
    return [unit["measured"] for unit in ranked[:MOST_UNITS]]


def windows(comparison):
    """Windows with their pictures; windows without pictures are left out."""
    names = shown_units(comparison)
    left = trace_figures.label_width(comparison["windows"], names)
    found = []
    for index, window in enumerate(comparison["windows"]):
        pictures = [trace_figures.timeline(window, index, unit, left) for unit in window["units"]
                    if unit["name"] in names]
        found.append({"title": window["title"], "time": window["time"], "id": f"window-{index}",
                      "pictures": [picture for picture in pictures if picture is not None]})
    return [window for window in found if window["pictures"]]


def histograms(comparison):
    pairs = [(unit, result) for unit in comparison["units"] for result in results_of(unit)]
    pairs.sort(key=lambda pair: pair[1]["verdict"] != OUTSIDE)
    pictures = (trace_figures.histogram(unit, result) for unit, result in pairs)
    found = []
    for picture in pictures:
        if picture is not None:
            found.append(picture)
        if len(found) == MOST_HISTOGRAMS:
            break
    return found


def alignment(comparison):
    """How the two recordings were aligned, in words."""
    by = comparison["alignment"]
    offsets = {unit["offset"] for unit in comparison["units"]}
    if by["by"] == "start":
        return "Aligned by the start of the traces."
    if by["unit_by_unit"]:
        return "Each unit aligned by its own first event: a recording lacks starts."
    if not by["anchor"]:
        return "Aligned by the start of the traces, as no event is in both."
    moved = ", ".join(f"{offset:+,}" for offset in sorted(offsets))
    event = "calls that agree best" if by["by"] == "calls" else "first event"
    return f"Aligned by the {event}, {by['anchor']}: simulated cycles moved by {moved}."


def mean_difference(result):
    pair = [result[side]["mean"] for side in ("simulated", "measured")]
    return None if None in pair else pair[0] - pair[1]


def signed(value):
    if value is None:
        return "-"
    sign = "+" if value > 0 else "\N{MINUS SIGN}" if value < 0 else ""
    return sign + number(abs(value), DIGITS)


def render(comparison):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(number=lambda value: number(value, DIGITS), percent=percent,
                               signed=signed, mean_difference=mean_difference,
                               cycles=trace_figures.cycles)
    return environment.get_template("trace_page.html.j2").render(
        comparison=comparison, alignment=alignment(comparison), windows=windows(comparison),
        histograms=histograms(comparison), most_units=MOST_UNITS)
