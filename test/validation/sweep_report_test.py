"""The page of `xdnasim sweep`: its contents, and the input that is refused."""

import copy
import itertools
import re
import shlex
import sys
import unittest

import report_pages
from report_pages import BAD_INPUT, REPORT, Elements, Report

SWEEP_REPORT = REPORT.with_name("sweep_report.py")


def row(point, k_mt, layout, tops, **more):
    return {"point": point, "refusal": None,
            "figures": {"gemm.k_mt": k_mt, "gemm.b_layout": layout, "tops": tops,
                        "time_us": 1000 / tops, "bottleneck": "DRAM", **more}}


EXAMPLE = {
    "title": "Depth <of> panels", "study": "depth.yaml", "problem": "a gemm.yaml",
    "problem_text": "{device: xdna-phoenix}", "backend": "systemc", "backend_words": [], "version": "0.1.0",
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
    """Tests of one page, made from the example."""

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

    def test_leads_from_a_mark_to_its_point_and_the_command_that_runs_it(self):
        pictures = re.findall("<svg.*?</svg>", self.page, re.DOTALL)
        for picture in pictures:
            parts = picture.count('class="part"')
            self.assertGreater(parts, 0)
            self.assertEqual(picture.count('<a xlink:href="#point-'), parts)
        self.assertIn('id="point-1"', self.page)
        self.assertIn("xdnasim simulate 'a gemm.yaml' --backend systemc --set gemm.k_mt=1120 "
                      "--set gemm.b_layout=row-major", self.text)

    def test_shows_the_problem(self):
        self.assertIn("{device: xdna-phoenix}", self.text)
        self.assertIn("depth.yaml", self.text)

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


    def test_shows_the_best_of_points_that_share_a_cell_of_a_map(self):
        def share(colour):
            def change(sweep):
                sweep["rows"] = [row(0, 56, "row-major", 1.25), row(1, 56, "row-major", 3.5),
                                 row(2, 56, "row-major", 2.5)]
                for one in sweep["rows"]:
                    one["figures"].update(cycles=one["figures"]["time_us"] * 1000)
                sweep["columns"].append("cycles")
                sweep["pictures"] = [{"title": "Field", "kind": "map", "x": "gemm.k_mt",
                                      "y": "gemm.b_layout", "colour": colour, "series": None}]
            return page_of(changed(change))
        # Point 1 has the highest throughput, and thus the least time and cycles.
        for colour in ("tops", "time_us", "cycles"):
            self.assertIn("point 1:", share(colour), colour)
            self.assertNotIn("point 0:", share(colour), colour)

    def test_quotes_texts_that_yaml_would_read_as_something_else(self):
        values = {"a: b": '"a: b"', "[x": '"[x"', "#q": '"#q"', " lead": '" lead"', "x # y": '"x # y"',
                  'quo"te': '"quo\\"te"', "": '""', "64": '"64"', "Null": '"Null"', "---": '"---"', "row-major": "row-major",
                  "{base: a, set: {b: 1}}": "{base: a, set: {b: 1}}", "[1, 2]": "[1, 2]"}

        def rename(sweep):
            sweep["rows"] = [row(point, 56, value, 1) for point, value in enumerate(values)]
        page = Elements(page_of(changed(rename)))
        words = "".join(page.words)
        for value in values.values():
            self.assertIn("--set " + shlex.quote(f"gemm.b_layout={value}"), words)


    def test_tells_values_of_an_axis_from_each_other(self):
        def approach(sweep):
            sweep["rows"] = [row(0, 1.0001, "own", 1.23456), row(1, 1.0002, "own", 2)]
        page = page_of(changed(approach))
        self.assertIn("point 0: gemm.k_mt 1.0001, gemm.b_layout own, tops 1.235", page)
        self.assertIn("0 1.0001 own 810 1.235 DRAM", text_of(page))
        self.assertIn("1 1.0002 own 500 2 DRAM", text_of(page))


class LabelsOfFigures(unittest.TestCase):
    """Labels of figures whose sizes range from one to a million."""

    SWEEP = {**EXAMPLE, "rows": [row(place, 4 ** place, "own", 1e-5 * 3 ** place, **{
        "dram.operations_per_byte": 2 ** place}) for place in range(11)]}

    def labels(self, kind, x, y):
        """Returns the extents of the labels on the x axis, from left to right."""
        sys.path.insert(0, str(SWEEP_REPORT.parent))
        import sweep_figures
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        (_, drawing), = sweep_figures.drawings({**self.SWEEP, "pictures": [
            {"title": "T", "kind": kind, "x": x, "y": y, "colour": "tops", "series": None}]})
        FigureCanvasAgg(drawing.figure).draw()
        low, high = drawing.axes.get_xlim()
        return [label.get_window_extent() for place, label
                in zip(drawing.axes.get_xticks(), drawing.axes.get_xticklabels())
                if low <= place <= high]

    def test_do_not_touch(self):
        for kind, x, y in [("lines", "gemm.k_mt", "time_us"), ("front", "time_us", "tops"),
                           ("points", "tops", "time_us"), ("map", "gemm.k_mt", "bottleneck"),
                           ("roofline", "dram.operations_per_byte", "tops"),
                           ("roofline", "tops", "tops")]:
            with self.subTest(kind=kind, x=x):
                boxes = self.labels(kind, x, y)
                self.assertGreater(len(boxes), 1)
                for left, right in itertools.pairwise(boxes):
                    self.assertLess(left.x1, right.x0)


class PageOfAStudyInAnotherFolder(unittest.TestCase):
    """A study that is not in the command's working folder, with axes that name files."""

    @classmethod
    def setUpClass(cls):
        def move(sweep):
            sweep.update(study="studies/s.yaml", problem="problems/a #1.yaml",
                         keys=["device", "design.file", "gemm.b_layout"])
            sweep["columns"] += ["device", "design.file"]
            sweep["rows"] = [row(0, 56, "own", 1, device="./own.yaml", **{"design.file": "d.mlir"}),
                             row(1, 56, "own", 1, device="xdna2-strix",
                                 **{"design.file": "/designs/d.mlir"})]
        with Report(SWEEP_REPORT) as report:
            for name in ("problems/own.yaml", "problems/xdna2-strix", "studies/d.mlir",
                         "studies/own"):
                file = report.source.parent / name
                file.parent.mkdir(exist_ok=True)
                file.touch()
            assert report.run(changed(move)).returncode == 0
            cls.page = report.page()
        cls.text = text_of(cls.page)

    def test_leads_to_the_problem_from_the_page_s_folder(self):
        self.assertIn("../../../problems/a%20%231.yaml", Elements(self.page).attributes["href"])

    def test_names_files_of_axes_from_the_working_folder(self):
        self.assertIn("--set device=problems/./own.yaml --set design.file=studies/d.mlir "
                      "--set gemm.b_layout=own", self.text)

    def test_leaves_names_and_whole_paths_as_they_are(self):
        self.assertIn("--set device=xdna2-strix --set design.file=/designs/d.mlir", self.text)


class PageOfManyPoints(unittest.TestCase):
    """A study of more points than its tables show, 500 that ran and 500 that cannot run."""

    @classmethod
    def setUpClass(cls):
        def multiply(sweep):
            sweep["rows"] = [row(point, point + 1, "row-major", 1 + point) for point in range(502)]
            sweep["rows"] += [{"point": point, "refusal": f"too <small> {point}", "figures": {}}
                              for point in range(502, 1003)]
            del sweep["pictures"][1:]
        cls.page = page_of(changed(multiply))

    def test_has_marks_for_all_that_ran(self):
        self.assertEqual(self.page.count('class="part"'), 502)
        self.assertIn("point 501: ", self.page)

    def test_leads_only_to_points_that_it_shows(self):
        links = re.findall('href="#(point-[^"]*)"', self.page)
        self.assertEqual(len(links), 500)
        self.assertEqual(set(links) - set(Elements(self.page).attributes["id"]), set())

    def test_says_that_its_tables_are_cut(self):
        self.assertEqual(text_of(self.page).count("The first 500; --csv writes all of them."), 2)
        self.assertIn("too &lt;small&gt; 1001", self.page)
        self.assertNotIn("too &lt;small&gt; 1002", self.page)


class PageOfDesigns(unittest.TestCase):
    """Designs as points below the roofs of a roofline plot, and the front of the best designs."""

    SWEEP = {**EXAMPLE,
             "keys": ["cores"], "columns": ["cores", "tops", "dram.operations_per_byte",
                                            "peak_fraction", "device_dram_gbps"],
             "problem": None,
             "rows": [{"point": place, "refusal": None,
                       "figures": {"cores": cores, "tops": tops, "dram.operations_per_byte": ops,
                                   "peak_fraction": tops / 40, "device_dram_gbps": 50}}
                      for place, (cores, tops, ops) in enumerate(
                          [(4, 5, 100), (8, 4, 200), (16, 20, 400), (32, 30, 2000)])],
             "pictures": [
                 {"title": "Roofs", "kind": "roofline", "x": "dram.operations_per_byte",
                  "y": "tops", "colour": None, "series": None},
                 {"title": "Best", "kind": "front", "x": "cores", "y": "tops", "colour": None,
                  "series": None}]}

    def test_has_the_roofs_of_the_device(self):
        page = page_of(self.SWEEP)
        self.assertIn("40 TOPS", page)
        self.assertIn("50 GB/s", page)
        self.assertIn("none beats it in both", page)
        self.assertIn("xdnasim sweep depth.yaml --backend systemc --points 2", page)

    def test_front_has_what_no_other_beats(self):
        sys.path.insert(0, str(SWEEP_REPORT.parent))
        import sweep_designs
        best = sweep_designs.front_of(self.SWEEP["rows"], "cores", "tops")
        self.assertEqual([row["point"] for row in best], [0, 2, 3])

    def test_is_written_as_files_for_papers(self):
        with Report(SWEEP_REPORT.with_name("sweep_pictures.py")) as report:
            self.assertEqual(report.run(self.SWEEP).returncode, 0)
            self.assertEqual(sorted(file.name for file in report.site.iterdir()),
                             ["figure-1.png", "figure-1.svg", "figure-2.png", "figure-2.svg"])
            self.assertTrue((report.site / "figure-1.png").read_bytes().startswith(b"\x89PNG"))


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
