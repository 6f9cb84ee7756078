"""Renders the results of a validation and their figures as one self-contained page."""

import collections
import json
import pathlib
from dataclasses import dataclass

import jinja2

import accuracy_figures
import array_figures
import design_figures
import gemm_figures
import memory_figures
from drawing import device_colours, number, percent, r_squared
from results import rows_by_id

FOLDER = pathlib.Path(__file__).resolve().parent


@dataclass
class Section:
    id: str
    title: str
    about: str
    pictures: list
    wide: bool = False


def sections(results):
    """The sections of the page that have at least one figure."""
    colours = device_colours(results)
    suites = [suite for suite in results["suites"] if suite["rows"]]
    found = [
        Section("agreement", "Measured against simulated",
                "Every measured row; the nearer to the line, the better.",
                [accuracy_figures.scatter(suite, colours) for suite in suites]),
        Section("errors", "Error of each row", "(simulated \N{MINUS SIGN} measured) / measured.",
                [accuracy_figures.errors(suite, colours) for suite in suites], wide=True),
        Section("histograms", "Histogram of errors",
                "Rows of whole GEMMs: how far off they are, beside how far repeats of one "
                "measurement lie apart.",
                [draw(suite) for suite in suites
                 for draw in (gemm_figures.histogram, gemm_figures.noise)]),
        Section("intensity", "Error against arithmetic intensity",
                "Rows of whole GEMMs: the rows at the left need the DRAM most.",
                [gemm_figures.intensity(suite) for suite in suites]),
        Section("maps", "Error over M and N",
                "For each tile of a core and layout of B. Red: the simulation gives a higher value "
                "than the measurement; blue: a lower one.",
                [picture for suite in suites for picture in gemm_figures.maps(suite)]),
        Section("roofline", "Rooflines",
                "What bounds whole-array GEMMs: the cores or the DRAM.",
                [array_figures.roofline(results, device, colours)
                 for device in results["devices"]]),
        Section("sweeps", "Sweeps", "One setting is varied; all that depends on it is chosen anew.",
                [design_figures.sweep(sweep, index, colours)
                 for index, sweep in enumerate(results["sweeps"])]),
        Section("designs", "Balanced against whole_array",
                "What the balanced GEMM with the mapping's own tiles gains over mlir-aie's "
                "whole_array with its default tiles (64 x 64 x 32, ping-pong buffers of C), on the "
                "same matrices with a row-major B. Simulated against simulated: no measurement.",
                [design_figures.designs(results["comparisons"], device["name"], colours)
                 for device in results["devices"]], wide=True),
        Section("bandwidth", "DRAM bandwidth against run length",
                "Transfers without kernels: longer contiguous runs use DRAM better.",
                [memory_figures.bandwidth(place, rows)
                 for place, rows in memory_figures.panels(results).items()]),
        Section("time", "Where the time goes",
                "How the cores spend it, in the rows with the largest errors.",
                [array_figures.time_split(suite, results["core_states"]) for suite in suites], wide=True),
    ]
    for section in found:
        section.pictures = [picture for picture in section.pictures if picture is not None]
    return [section for section in found if section.pictures]


def conflicts(results):
    """The conflicts whose rows are all among the results, with ids replaced by the rows."""
    known = rows_by_id(results)
    return [dict(conflict, sides=[dict(side, rows=[known[name] for name in side["rows"]])
                                  for side in conflict["sides"]])
            for conflict in results["conflicts"]
            if all(name in known for side in conflict["sides"] for name in side["rows"])]


def verdict(results):
    tolerances = [tolerance for suite in results["suites"] for tolerance in suite["tolerances"]]
    return {"passed": all(suite["passed"] for suite in results["suites"]),
            "broken": [suite["title"] for suite in results["suites"] if not suite["passed"]],
            "tolerances": len(tolerances),
            "held": sum(tolerance["passed"] for tolerance in tolerances),
            "rows": sum(len(suite["rows"]) for suite in results["suites"])}


def tolerance_value(tolerance, key):
    """Formats the limit or value of a tolerance: errors as percentages, R^2 as a number."""
    value = tolerance[key]
    return r_squared(value) if tolerance["statistic"] == "r2" else percent(value)


def detail_keys(suite):
    """Keys of the details that have a column in the table; "why" is shown next to the bound."""
    return list(dict.fromkeys(key for row in suite["rows"] for key in row["details"]
                              if key != "why"))


def plain(value):
    """Formats any value that JSON can contain."""
    if value is None or isinstance(value, str):
        return value or "-"
    if isinstance(value, (bool, list, dict)):
        return json.dumps(value).replace('"', "")
    return number(value)


def confidences(device):
    return collections.Counter(item["confidence"] for item in device["parameters"]).most_common()


def largest_error(suite):
    return max((abs(row["error"]) for row in suite["rows"]), default=0)


def share_of(error, largest):
    """Length of an error's bar, in percent of the longest one."""
    return round(100 * abs(error) / largest, 1) if largest > 0 else 0


def render(results):
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(number=number, percent=percent, r_squared=r_squared, plain=plain,
                               largest_error=largest_error, share_of=share_of,
                               tolerance_value=tolerance_value, detail_keys=detail_keys,
                               confidences=confidences)
    return environment.get_template("page.html.j2").render(
        results=results, sections=sections(results), verdict=verdict(results),
        worst=gemm_figures.worst_rows(results), conflicts=conflicts(results))
