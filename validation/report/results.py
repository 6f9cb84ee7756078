"""Reads the results that `xdnasim validate --json` writes, and checks that they are complete."""

import json
import math


class ResultsError(Exception):
    """Results that cannot be shown; the text says what is wrong and where."""


def anything(_):
    return True


def text(value):
    return isinstance(value, str)


def flag(value):
    return isinstance(value, bool)


def number(value):
    return (isinstance(value, (int, float)) and not isinstance(value, bool)
            and math.isfinite(value))


def positive(value):
    return number(value) and value > 0


def text_or_null(value):
    return value is None or text(value)


def number_or_null(value):
    return value is None or number(value)


NAMES = {text: "a text", flag: "true or false", number: "a number",
         positive: "a number above 0", text_or_null: "a text or null",
         number_or_null: "a number or null"}
EVERY_KEY = "*"

STATISTICS = {"rows": number, "mean": number_or_null, "median": number_or_null,
              "worst": number_or_null, "r2": number_or_null}
TOLERANCE = {"group": text, "statistic": text, "limit": number, "value": number_or_null,
             "passed": flag}
ROW = {"id": text, "source": text, "group": text_or_null, "device": text, "what": text,
       "measured": number, "simulated": number, "error": number, "class": text, "split": text,
       "how": text, "details": {EVERY_KEY: anything}}
SUITE = {"name": text, "title": text, "unit": text, "note": text, "tolerances": [TOLERANCE],
         "passed": flag, "statistics": STATISTICS, "classes": {EVERY_KEY: STATISTICS},
         "types": {EVERY_KEY: STATISTICS}, "rows": [ROW]}
POINT = {"x": number, "y": number, "bound": text}
SERIES = {"name": text, "points": [POINT]}
SWEEP = {"name": text, "device": text, "x_label": text, "y_label": text, "log_x": flag,
         "series": [SERIES], "measured": [[number]]}
COMPARISON = {"device": text, "what": text, "balanced": positive, "whole_array": positive,
              "gain": positive}
SIDE = {"claim": text, "rows": [text]}
CONFLICT = {"title": text, "why": text, "sides": [SIDE]}
PARAMETER = {"path": text, "value": anything, "unit": text, "source": text, "confidence": text}
DEVICE = {"name": text, "description": text, "clock_ghz": positive, "peak_tops": positive,
          "dram_read_gbps": positive, "parameters": [PARAMETER]}
CORE_STATE = {"key": text, "label": text, "colour": text}
RESULTS = {"version": text, "core_states": [CORE_STATE], "suites": [SUITE], "sweeps": [SWEEP], "comparisons": [COMPARISON],
           "conflicts": [CONFLICT], "devices": [DEVICE]}


def check_keys(value, shape, where):
    if not isinstance(value, dict):
        raise ResultsError(f"{where or 'the file'} must be an object")
    if EVERY_KEY in shape:
        shape = dict.fromkeys(value, shape[EVERY_KEY])
    missing = [key for key in shape if key not in value]
    if missing:
        raise ResultsError(f"{where or 'the file'} lacks the key{'s' * (len(missing) > 1)} "
                           + ", ".join(f"'{key}'" for key in missing))
    for key, inner in shape.items():
        check(value[key], inner, f"{where}.{key}" if where else key)


def check_items(values, shape, where):
    if not isinstance(values, list):
        raise ResultsError(f"{where} must be a list")
    for index, value in enumerate(values):
        check(value, shape, f"{where}[{index}]")


def check(value, shape, where=""):
    if isinstance(shape, dict):
        check_keys(value, shape, where)
    elif isinstance(shape, list):
        check_items(value, shape[0], where)
    elif not shape(value):
        raise ResultsError(f"{where} is {json.dumps(value)[:40]}; it must be {NAMES[shape]}")


def check_sweeps(sweeps):
    for index, sweep in enumerate(sweeps):
        for point in sweep["measured"]:
            if len(point) != 2:
                raise ResultsError(f"sweeps[{index}].measured has a point of {len(point)} "
                                   "numbers; it must have 2, x and y")
        places = [point["x"] for series in sweep["series"] for point in series["points"]]
        places += [x for x, _ in sweep["measured"]]
        if sweep["log_x"] and min(places, default=1) <= 0:
            raise ResultsError(f"sweeps[{index}] has a point at x = {min(places)}, which has no "
                               "logarithm; it must be above 0")


def refuse_constant(name):
    raise ResultsError(f"{name} is not a JSON number")


def load(file, check_all):
    """Returns the JSON in `file`. Raises ResultsError if it cannot be read, and as `check_all`."""
    try:
        results = json.loads(file.read_text(encoding="utf-8"), parse_constant=refuse_constant)
        check_all(results)
    except OSError as error:
        raise ResultsError(f"cannot read {file}: {error.strerror}") from error
    except ResultsError as error:
        raise ResultsError(f"{file}: {error}") from error
    except ValueError as error:
        raise ResultsError(f"{file} is not JSON: {error}") from error
    return results


def check_results(results):
    check(results, RESULTS)
    check_sweeps(results["sweeps"])


def read(file):
    """Returns the results in `file`; raises ResultsError."""
    return load(file, check_results)


def rows_by_id(results):
    return {row["id"]: (row, suite) for suite in results["suites"] for row in suite["rows"]}


def has_numbers(row, keys):
    """Whether the row's details contain a number for each key."""
    return all(number(row["details"].get(key)) for key in keys)


def has_texts(row, keys):
    return all(text(row["details"].get(key)) for key in keys)
