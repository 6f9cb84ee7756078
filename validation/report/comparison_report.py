#!/usr/bin/env python3
"""Shows what `xdnasim compare` found as one page, DIR/index.html.

usage: comparison_report.py COMPARISON.json DIR    (needs python3-matplotlib and python3-jinja2)

Exit code 2: the comparison or DIR cannot be used; then nothing is written.
"""

import sys

import comparison_results
import report


def render(source, _folder):
    found = comparison_results.read(source)
    import comparison_page  # imported only after the check: bad input is refused without matplotlib
    return comparison_page.render(found)


if __name__ == "__main__":
    sys.exit(report.run(__doc__, render))
