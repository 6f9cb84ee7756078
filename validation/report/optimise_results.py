"""Reads what `xdnasim optimise --json` writes, and checks it."""

from comparison_results import RUN
from results import (EVERY_KEY, ResultsError, anything, check, flag, load, number, number_or_null,
                     text)

COST = {"time_us": number, "dram_bytes": number, "cores": number}
DESIGN = {"name": text, "choices": {EVERY_KEY: anything}, "forecast": COST}
TRIAL = {**DESIGN, "simulated": COST, "tops": number, "operations_per_byte": number, "bound": text}
GAIN = {"limit": text, "gain": number}
BOUND = {"name": text, "limit": text, "tops": number}
DEPTH = {"k_mt": number, "forecast_us": number, "simulated_us": number_or_null}
FOUND = {"problem": text, "settings": [text], "device": text, "objective": text, "strategy": text,
         "decisions": [text], "considered": number, "cut_short": flag, "peak_tops": number,
         "dram_gbps": number, "trials": [TRIAL], "winner_size": text, "winner": RUN,
         "bounds": [BOUND], "sensitivity": [GAIN], "what_if": [GAIN], "depths": [DEPTH],
         "front": [TRIAL]}
SIZES = {"one_design_us": number, "best_each_us": number, "reconfigurations": number,
         "reconfiguration_us": number, "break_even": number_or_null,
         "each": [{"size": text, "calls": number, "design": DESIGN, "simulated": COST}]}


def check_found(found):
    check(found, FOUND)
    if not found["trials"]:
        raise ResultsError("trials: none; there must be one or more")
    if found.get("sizes") is not None:
        check(found["sizes"], SIZES, "sizes")


def read(file):
    """Returns the results of a search in `file`; raises ResultsError."""
    return load(file, check_found)
