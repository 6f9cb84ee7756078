"""Renders the table of a study and its figures as one self-contained page."""

import json
import os
import pathlib
import shlex
import urllib.parse

import jinja2

import sweep_figures

FOLDER = pathlib.Path(__file__).resolve().parent
SHOWN = ("time_us", "tops", "dram.read_gbps", "dram.operations_per_byte", "bottleneck")
MOST_ROWS = 500

# Words that YAML does not read as texts.
NO_TEXTS = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")

# Keys whose values may be paths.
OF_DEVICES = ("device", "device.base")
OF_WORKLOADS = ("design.file", "design.instructions", "design.kernels", "design.ports",
                "design.inputs.", "design.expect.", "netlist.file", "netlist.result")


def cell(sweep, column, value):
    return "-" if value is None else sweep_figures.shown_value(sweep, column, value)


def from_here(sweep, key, value):
    """Converts a path on an axis for use on a command line. On an axis it is relative to the folder
    of the problem if it names a device, else to that of the study; on a command line it is relative
    to the folder where the command runs."""
    of_device = key in OF_DEVICES
    if not isinstance(value, str) or not (of_device or key.startswith(OF_WORKLOADS)):
        return value
    if of_device and "/" not in value and not value.endswith(".yaml"):
        return value  # the name of a device, not a path
    file = os.path.join(os.path.dirname(sweep["problem" if of_device else "study"]), value)
    return file if os.path.isfile(file) else value


def as_setting(value):
    """Formats a value as YAML in one line, with texts in quotes if YAML could read them as
    something else. Lists and maps are texts in YAML already."""
    if not isinstance(value, str) or (value[:1] + value[-1:] in ("[]", "{}") and len(value) > 1):
        return str(value)
    if (value[:1].isalpha() or value.startswith(("/", "./", "../"))) and value.lower() not in NO_TEXTS \
            and all(letter.isalnum() or letter in "-_./" for letter in value):
        return value
    return json.dumps(value, ensure_ascii=False)


def command(sweep, row):
    """Command that runs only this point."""
    backend = ["--backend", sweep["backend"], *sweep["backend_words"]]
    if sweep["problem"] is None:
        words = ["xdnasim", "sweep", sweep["study"], *backend, "--points", str(row["point"])]
    else:
        words = ["xdnasim", "simulate", sweep["problem"], *backend]
        for key in sweep["keys"]:
            value = from_here(sweep, key, row["figures"][key])
            words += ["--set", f"{key}={as_setting(value)}"]
    return shlex.join(words)


def link(sweep, folder):
    """Link from the page to the problem; None if the study has no problem file."""
    if sweep["problem"] is None:
        return None
    return urllib.parse.quote(os.path.relpath(sweep["problem"], folder))


def render(sweep, folder):
    """Returns the page, which is to be written to `folder`."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(command=lambda row: command(sweep, row))
    columns = [*sweep["keys"], *(name for name in SHOWN
                                 if name in sweep["columns"] and name not in sweep["keys"])]
    ran = [row for row in sweep["rows"] if row.get("refusal") is None]
    refused = [row for row in sweep["rows"] if row.get("refusal") is not None]
    return environment.get_template("sweep_page.html.j2").render(
        sweep=sweep, link=link(sweep, folder), columns=columns, cell=cell, ran=ran, refused=refused,
        most_rows=MOST_ROWS, pictures=sweep_figures.pictures(sweep, ran[:MOST_ROWS]))
