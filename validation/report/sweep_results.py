"""Reads what `xdnasim sweep --json` writes, and checks it."""

from results import EVERY_KEY, ResultsError, anything, check, load, number, number_or_null, text

KINDS = ("lines", "points", "map", "front", "roofline")
ROW = {"point": number, "figures": {EVERY_KEY: anything}}
PICTURE = {"title": text, "kind": text, "x": text, "y": text}
SWEEP = {"title": text, "study": text, "problem": anything, "problem_text": text, "backend": text,
         "backend_words": [text], "version": text, "made_by": text, "seed": number_or_null,
         "keys": [text], "columns": [text], "rows": [ROW], "pictures": [PICTURE]}


def check_sweep(sweep):
    check(sweep, SWEEP)
    for place, picture in enumerate(sweep["pictures"]):
        if picture["kind"] not in KINDS:
            raise ResultsError(f"pictures.{place}.kind: '{picture['kind']}'; allowed: "
                               + ", ".join(KINDS))
        for part in ("x", "y", "colour", "series"):
            column = picture.get(part)
            if column is not None and column not in sweep["columns"]:
                raise ResultsError(f"figure '{picture['title']}': {part} is '{column}', which no "
                                   "point has; see the header of --csv for the columns")


def read(file):
    """Returns the table of a study in `file`; raises ResultsError."""
    return load(file, check_sweep)
