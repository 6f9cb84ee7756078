#!/usr/bin/env python3
"""Writes the figures of a study for papers: DIR/figure-1.svg, DIR/figure-1.png, and so on.

usage: sweep_pictures.py SWEEP.json DIR    (needs python3-matplotlib)

Exit code 2: the table or DIR cannot be used; then nothing is written.
"""

import io
import pathlib
import sys

import results
import sweep_results
from report import BAD_INPUT, write_bytes

DOTS_AN_INCH = 200


def encoded(figure, ending):
    stream = io.BytesIO()
    figure.savefig(stream, format=ending, dpi=DOTS_AN_INCH)
    return stream.getvalue()


def main(source, folder):
    try:
        sweep = sweep_results.read(source)
        import sweep_figures  # imported after the check: bad input is refused without matplotlib
        files = {folder / f"figure-{place}.{ending}": encoded(drawing.figure, ending)
                 for place, (_, drawing) in enumerate(sweep_figures.drawings(sweep), start=1)
                 for ending in ("svg", "png")}
        for file, content in files.items():
            write_bytes(file, content)
    except results.ResultsError as error:
        print(f"figures: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(f"figures: cannot write to {folder}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(BAD_INPUT)
    sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
