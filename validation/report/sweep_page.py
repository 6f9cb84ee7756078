"""Puts the table of a study and its figures into one page that needs nothing beside it."""

import pathlib
import shlex

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


def command(sweep, row):
    """What runs this point alone."""
    backend = ["--backend", sweep["backend"], *sweep["backend_words"]]
    if sweep["problem"] is None:
        words = ["xdnasim", "sweep", sweep["study"], *backend, "--points", str(row["point"])]
    else:
        words = ["xdnasim", "simulate", sweep["problem"], *backend]
        for key in sweep["keys"]:
            words += ["--set", f"{key}={row['figures'][key]}"]
    return shlex.join(words)


def render(sweep):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(number=number, cell=cell,
                               command=lambda row: command(sweep, row))
    columns = [*sweep["keys"], *(name for name in SHOWN
                                 if name in sweep["columns"] and name not in sweep["keys"])]
    ran = [row for row in sweep["rows"] if row.get("refusal") is None]
    refused = [row for row in sweep["rows"] if row.get("refusal") is not None]
    return environment.get_template("sweep_page.html.j2").render(
        sweep=sweep, columns=columns, ran=ran, refused=refused, most_rows=MOST_ROWS,
        pictures=sweep_figures.pictures(sweep, ran[:MOST_ROWS]))
