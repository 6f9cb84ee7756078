"""Renders a comparison of backends and its figures as one self-contained page."""

import pathlib

import jinja2

import comparison_figures
from drawing import number, percent

FOLDER = pathlib.Path(__file__).resolve().parent


def difference(figure, run):
    """Relative difference of a run's value to that of the first run; None for the first run itself,
    for percentages, and if one of the values is missing or the first is 0."""
    first, value = figure["values"][0], figure["values"][run]
    if run == 0 or figure["unit"] == "%" or not first or value is None:
        return None
    return value / first - 1


def verdict(comparison):
    times = "within tolerance" if comparison["within"] else "outside tolerance"
    failed = any(check["passed"] is False for check in comparison["verified"])
    return f"Verification failed, times {times}" if failed else times.capitalize()


def render(comparison):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(number=number, percent=percent)
    pictures = [comparison_figures.times(comparison), comparison_figures.cores(comparison)]
    return environment.get_template("comparison_page.html.j2").render(
        comparison=comparison, difference=difference, verdict=verdict,
        pictures=[picture for picture in pictures if picture is not None])
