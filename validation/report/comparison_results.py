"""Reads the comparison that `xdnasim compare --json` writes, and checks it."""

from results import (CORE_STATE, NAMES, ResultsError, check, flag, load, number, number_or_null,
                     text)


def text_or_null(value):
    return value is None or text(value)


def objects_or_null(value):
    return value is None or (isinstance(value, list)
                             and all(isinstance(each, dict) for each in value))


def flag_or_null(value):
    return value is None or flag(value)


NAMES[flag_or_null] = "true, false or null"
NAMES[text_or_null] = "a text or null"
NAMES[objects_or_null] = "a list of objects or null"
FIGURE = {"name": text, "unit": text, "values": [number_or_null]}
TIME = {"backend": text, "of": text, "difference": number_or_null, "within": flag}
VERIFIED = {"backend": text, "passed": flag_or_null, "message": text}
TRACE = {"backend": text, "passed": flag, "units": number, "outside": number, "report": text}
RUN = {"backend": text, "time_us": number_or_null, "npu_time_us": number_or_null,
       "cycles": number_or_null, "cores": objects_or_null, "core_states": [CORE_STATE],
       "bottleneck": text_or_null, "bottleneck_why": text_or_null}
LINE = {"label": text, "text": text}
COMPARISON = {"problem": text, "settings": [text], "workload": [LINE], "device": text, "tolerance": number, "passed": flag,
              "backends": [text], "figures": [FIGURE], "times": [TIME],
              "within": flag, "verified": [VERIFIED], "traces": [TRACE], "runs": [RUN]}


def check_comparison(comparison):
    check(comparison, COMPARISON)
    for index, run in enumerate(comparison["runs"]):
        times = {state["key"]: number for state in run["core_states"]}
        if run["cores"] is not None:
            check(run["cores"], [times], f"runs[{index}].cores")
        if "note" in run:
            check(run["note"], text, f"runs[{index}].note")
    runs = len(comparison["backends"])
    if runs < 2 or len(comparison["runs"]) != runs:
        raise ResultsError(f"backends: {runs}, runs: {len(comparison['runs'])}; there must be two "
                           "or more of each, and equally many")
    if len(comparison["verified"]) != runs:
        raise ResultsError(f"verified: {len(comparison['verified'])} for {runs} backends")
    for figure in comparison["figures"]:
        if len(figure["values"]) != runs:
            raise ResultsError(f"figure {figure['name']} has {len(figure['values'])} values for "
                               f"{runs} backends")


def read(file):
    """Returns the comparison in `file`; raises ResultsError."""
    return load(file, check_comparison)
