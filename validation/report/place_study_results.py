"""Reads what `xdnasim place-study --json` writes, and checks it."""

from results import ResultsError, check, flag, load, number, number_or_null, text

METHOD = {"name": text, "solved": number, "proven": number, "stuck": number, "seconds": number,
          "processor_s": number, "cost": number, "run_us": number, "run_4_bytes_us": number,
          "route_length": number, "buffer_bytes": number, "shared_nets": number,
          "stream_nets": number}
CLASS = {"name": text, "netlists": number, "solved": [number]}
CASE = {"netlist": text, "method": text, "seed": number, "cores": number, "nets": number,
        "legal": flag, "ended": text, "seconds": number, "processor_s": number,
        "bound": number_or_null, "cost": number_or_null, "refusal": text}
STUDY = {"version": text, "made_by": text, "budget": number, "seeds": number, "moves": number,
         "firings": number, "netlists": number, "common": [text], "methods": [METHOD],
         "classes": [CLASS], "cases": [CASE]}


def check_study(study):
    check(study, STUDY)
    for place, entry in enumerate(study["classes"]):
        if len(entry["solved"]) != len(study["methods"]):
            raise ResultsError(f"classes.{place}.solved: {len(entry['solved'])} numbers; allowed: "
                               f"{len(study['methods'])}, one for each method")


def read(file):
    """Returns the cases and their summaries in `file`; raises ResultsError."""
    return load(file, check_study)
