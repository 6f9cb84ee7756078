#!/usr/bin/env python3
"""Shows the table of a study as one page, DIR/index.html.

usage: sweep_report.py SWEEP.json DIR    (needs python3-matplotlib and python3-jinja2)

Exit code 2: the table or DIR cannot be used; then nothing is written.
"""

import sys

import report
import sweep_results


def render(source, folder):
    sweep = sweep_results.read(source)
    import sweep_page  # imported only after the check: bad input is refused without matplotlib
    return sweep_page.render(sweep, folder)


if __name__ == "__main__":
    sys.exit(report.run(__doc__, render))
