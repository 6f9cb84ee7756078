"""The page of `xdnasim place-study`: its contents, and the input that is refused."""

import copy
import unittest

import report_pages
from report_pages import BAD_INPUT, REPORT, Elements, Report

PLACE_STUDY_REPORT = REPORT.with_name("place_study_report.py")


def method(name, solved, cost):
    return {"name": name, "solved": solved, "proven": 0, "stuck": 0, "seconds": 0.5,
            "processor_s": 0.4, "cost": cost, "run_us": 150.5, "run_4_bytes_us": 120.25,
            "route_length": 12, "buffer_bytes": 10240, "shared_nets": 3, "stream_nets": 9}


def case(netlist, name, legal, **more):
    return {"netlist": netlist, "method": name, "seed": 1, "cores": 4, "nets": 9, "legal": legal,
            "ended": "done", "seconds": 0.5, "processor_s": 0.4, "bound": None,
            "cost": 45.25 if legal else None, "refusal": "", **more}


EXAMPLE = {
    "version": "0.1.0", "made_by": "0123456789abcdef", "budget": 60, "seeds": 1, "moves": 1000,
    "firings": 4096, "netlists": 2, "common": ["line_ps_01"],
    "methods": [method("naive", 1, 50), method("lsmo", 2, 45.25)],
    "classes": [{"name": "line, pipelined, small", "netlists": 2, "solved": [1, 2]}],
    "cases": [case("line_ps_01", "naive", True), case("line_ps_02", "naive", False),
              case("line_ps_01", "lsmo", True),
              case("line_ps_02", "lsmo", True, refusal="waits <for ever>")]}


def changed(change):
    study = copy.deepcopy(EXAMPLE)
    change(study)
    return study


def page_of(study):
    return report_pages.page_of(study, PLACE_STUDY_REPORT)


class PageOfMethods(unittest.TestCase):
    def test_has_the_table_and_the_figures(self):
        page = page_of(EXAMPLE)
        text = " ".join(" ".join(Elements(page).words).split())
        for expected in ("0123456789abcdef", "over the 1 netlists", "45.25", "10,240",
                         "Netlists that are solved", "Results, relative to those of naive",
                         "Time against the size of the netlist", "Success by class"):
            self.assertIn(expected, text)
        self.assertEqual(page.count("<svg"), 4)
        self.assertIn("line_ps_02, naive, seed 1: 4 cores, 9 nets, 0.4 s, ended: done, nothing legal",
                      page)
        self.assertIn("lsmo, cost: 45.25, 0.905 of naive", page)

    def test_says_what_cannot_be_run(self):
        page = page_of(EXAMPLE)
        self.assertIn("Legal, but cannot be run", page)
        self.assertIn("waits &lt;for ever&gt;", page)

    def test_compares_nothing_where_no_netlist_is_solved_by_all(self):
        page = page_of(changed(lambda study: study.update(common=[])))
        self.assertEqual(page.count("<svg"), 3)
        self.assertNotIn("45.25</td>", page)


class BadPlaceStudies(unittest.TestCase):
    def check(self, study, message):
        with Report(PLACE_STUDY_REPORT) as report:
            run = report.run(study)
            self.assertEqual(run.returncode, BAD_INPUT)
            self.assertIn(message, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)

    def test_are_refused_with_what_is_wrong(self):
        self.check(changed(lambda study: study.pop("methods")), "methods")
        self.check(changed(lambda study: study["classes"][0].update(solved=[1])),
                   "1 numbers; allowed: 2")
        self.check(changed(lambda study: study["cases"][0].update(seconds="1")), "cases[0].seconds")


if __name__ == "__main__":
    unittest.main()
