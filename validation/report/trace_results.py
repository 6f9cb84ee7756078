"""Reads the comparison that `xdnasim trace compare --json` writes, and checks it.

Files of earlier versions have no reason, no medians and no tolerances of medians; the page omits
these."""

from results import ResultsError, check, flag, load, number, number_or_null, text



def divergence_or_null(value):
    if value is not None:
        check(value, DIVERGENCE)
    return True


INTERVAL = [number]
DIVERGENCE = {"event": text, "index": number, "measured": INTERVAL, "simulated": INTERVAL,
              "what": text}
SIDE = {"count": number, "cycles": number, "share": number, "least": number_or_null,
        "mean": number_or_null, "most": number_or_null}
RESULT = {"name": text, "judged": text, "verdict": text, "why": text, "measured": SIDE,
          "simulated": SIDE, "pairs": number,
          "largest": {"length": number, "step": number, "offset": number}, "distance": number,
          "histogram": {"least": number, "width": number, "measured": [number],
                        "simulated": [number]},
          "first_divergence": divergence_or_null}
UNIT = {"measured": text, "simulated": text, "offset": number, "compared": INTERVAL,
        "kernels": [RESULT], "events": [RESULT], "first_divergence": divergence_or_null,
        "notes": [text]}
EVENT = {"name": text, "measured": [INTERVAL], "simulated": [INTERVAL]}
WINDOW = {"title": text, "time": INTERVAL, "units": [{"name": text, "events": [EVENT]}]}
COMPARISON = {"measured": text, "simulated": text, "passed": flag, "verdict": text,
              "outside": number,
              "tolerances": {"cycles": number, "band": number, "drift": number},
              "alignment": {"by": text, "unit_by_unit": flag, "anchor": text,
                            "column_shift": number},
              "only_measured": [text], "only_simulated": [text], "notes": [text],
              "units": [UNIT], "windows": [WINDOW]}


def check_windows(windows):
    for index, window in enumerate(windows):
        intervals = [window["time"]] + [
            interval for unit in window["units"] for event in unit["events"]
            for side in ("measured", "simulated") for interval in event[side]]
        for interval in intervals:
            if len(interval) != 2 or interval[0] >= interval[1]:
                raise ResultsError(f"windows[{index}] has the interval {interval}; it must be "
                                   "two numbers, the first below the second")


def check_comparison(comparison):
    check(comparison, COMPARISON)
    check_windows(comparison["windows"])


def read(file):
    """Returns the comparison in `file`; raises ResultsError."""
    return load(file, check_comparison)
