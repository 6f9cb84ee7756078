#!/usr/bin/env python3
"""Shows methods of place and route on the benchmark as one page, DIR/index.html.

usage: place_study_report.py STUDY.json DIR    (needs python3-matplotlib and python3-jinja2)

Exit code 2: the study or DIR cannot be used; then nothing is written.
"""

import sys

import report
import place_study_results


def render(source, _folder):
    study = place_study_results.read(source)
    import place_study_page  # imported after the check: bad input is refused without matplotlib
    return place_study_page.render(study)


if __name__ == "__main__":
    sys.exit(report.run(__doc__, render))
