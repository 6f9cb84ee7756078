#!/usr/bin/env python3
"""Shows what `xdnasim optimise` found as one page, DIR/index.html.

usage: optimise_report.py FOUND.json DIR    (needs python3-matplotlib and python3-jinja2)

Exit code 2: what was found or DIR cannot be used; then nothing is written.
"""

import sys

import optimise_results
import report


def render(source, _folder):
    found = optimise_results.read(source)
    import optimise_page  # imported only after the check: bad input is refused without matplotlib
    return optimise_page.render(found)


if __name__ == "__main__":
    sys.exit(report.run(__doc__, render))
