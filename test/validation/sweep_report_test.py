"""The page of `xdnasim sweep`: what it holds, and what it refuses."""

import copy
import unittest

import report_pages
from report_pages import BAD_INPUT, REPORT, Elements, Report

SWEEP_REPORT = REPORT.with_name("sweep_report.py")


def row(point, k_mt, layout, tops, **more):
    return {"point": point, "refusal": None,
            "figures": {"gemm.k_mt": k_mt, "gemm.b_layout": layout, "tops": tops,
                        "time_us": 1000 / tops, "bottleneck": "DRAM", **more}}


EXAMPLE = {
    "title": "Depth <of> panels", "backend": "systemc", "version": "0.1.0",
    "made_by": "0123456789abcdef", "seed": None, "keys": ["gemm.k_mt", "gemm.b_layout"],
    "columns": ["gemm.k_mt", "gemm.b_layout", "tops", "time_us", "bottleneck"],
    "rows": [row(0, 56, "row-major", 1.25), row(1, 1120, "row-major", 3.5),
             row(2, 56, "column-major", 1.5),
             {"point": 3, "refusal": "no room for <panels>",
              "figures": {"gemm.k_mt": 9999, "gemm.b_layout": "column-major"}}],
    "pictures": [
        {"title": "Curves", "kind": "lines", "x": "gemm.k_mt", "y": "tops", "colour": None,
         "series": "gemm.b_layout"},
        {"title": "Dots", "kind": "points", "x": "gemm.b_layout", "y": "tops", "colour": None,
         "series": None},
        {"title": "Field", "kind": "map", "x": "gemm.k_mt", "y": "gemm.b_layout", "colour": "tops",
         "series": None}]}


def changed(change):
    sweep = copy.deepcopy(EXAMPLE)
    change(sweep)
    return sweep


def page_of(sweep):
    return report_pages.page_of(sweep, SWEEP_REPORT)


def text_of(page):
    return " ".join(" ".join(Elements(page).words).split())


class PageOfStudies(unittest.TestCase):
    """One page of the example, asked many questions."""

    @classmethod
    def setUpClass(cls):
        cls.page = page_of(EXAMPLE)
        cls.text = text_of(cls.page)

    def test_names_the_study_and_what_made_it(self):
        self.assertIn("Depth <of> panels", self.text)
        self.assertIn("0123456789abcdef", self.text)
        self.assertIn("3 points", self.text)

    def test_has_a_picture_for_each_figure_that_was_asked_for(self):
        self.assertEqual(self.page.count("<svg"), 3)
        for title in ("Curves", "Dots", "Field"):
            self.assertIn(title, self.text)

    def test_says_which_point_each_mark_is(self):
        self.assertIn("point 1: gemm.k_mt 1,120, gemm.b_layout row-major, tops 3.5", self.page)

    def test_says_why_points_cannot_run(self):
        self.assertIn("1 that cannot run", self.text)
        self.assertIn("no room for <panels>", self.text)

    def test_needs_nothing_beside_it(self):
        self.assertNotIn("<script", self.page)
        self.assertNotIn("http://", self.page.replace("http://www.w3.org", ""))


class PageOfOtherStudies(unittest.TestCase):
    def test_has_no_figures_when_none_are_asked_for(self):
        page = page_of(changed(lambda sweep: sweep["pictures"].clear()))
        self.assertNotIn("<svg", page)

    def test_leaves_out_a_figure_without_points(self):
        def remove(sweep):
            for one in sweep["rows"]:
                one["figures"].pop("tops", None)
        self.assertEqual(page_of(changed(remove)).count("<svg"), 0)


class BadStudies(unittest.TestCase):
    def refusal(self, change):
        with Report(SWEEP_REPORT) as report:
            outcome = report.run(changed(change))
            self.assertEqual(outcome.returncode, BAD_INPUT)
            self.assertFalse(report.site.exists())
            return outcome.stderr

    def test_with_a_figure_of_what_no_point_has_are_refused(self):
        self.assertIn("figure 'Curves': y is 'top', which no point has",
                      self.refusal(lambda sweep: sweep["pictures"][0].update(y="top")))

    def test_without_rows_or_of_another_kind_are_refused(self):
        self.assertIn("rows", self.refusal(lambda sweep: sweep.pop("rows")))
        self.assertIn("rows", self.refusal(lambda sweep: sweep.update(rows=5)))
        self.assertIn("pie", self.refusal(lambda sweep: sweep["pictures"][0].update(kind="pie")))


if __name__ == "__main__":
    unittest.main()
