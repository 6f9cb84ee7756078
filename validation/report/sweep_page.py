"""Puts the table of a study and its figures into one page that needs nothing beside it."""

import pathlib

import jinja2

import sweep_figures
from drawing import number

FOLDER = pathlib.Path(__file__).resolve().parent
SHOWN = ("time_us", "tops", "dram.read_gbps", "dram.operations_per_byte", "bottleneck")
MOST_ROWS = 500


def cell(value):
    if value is None:
        return "-"
    return number(value) if sweep_figures.is_number(value) else str(value)


def render(sweep):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(number=number, cell=cell)
    columns = [*sweep["keys"], *(name for name in SHOWN
                                 if name in sweep["columns"] and name not in sweep["keys"])]
    ran = [row for row in sweep["rows"] if row.get("refusal") is None]
    refused = [row for row in sweep["rows"] if row.get("refusal") is not None]
    return environment.get_template("sweep_page.html.j2").render(
        sweep=sweep, columns=columns, ran=ran, refused=refused, most_rows=MOST_ROWS,
        pictures=sweep_figures.pictures(sweep))
