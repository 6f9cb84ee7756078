"""The report of `xdnasim validate`: the contents of its page, and the input that is refused."""

import collections
import json
import re
import unittest

from example_results import STATISTICS, example
from report_pages import BAD_INPUT, Elements, Report, page_of


class PageOfResults(unittest.TestCase):
    """Tests of one page, made from the example."""

    @classmethod
    def setUpClass(cls):
        cls.results = example()
        cls.page = page_of(cls.results)
        cls.elements = Elements(cls.page)
        cls.text = " ".join(" ".join(cls.elements.words).split())

    def test_needs_nothing_beside_it(self):
        targets = [target for key in ("src", "href", "xlink:href", "srcset", "action")
                   for target in self.elements.attributes[key]]
        self.assertTrue(targets)
        self.assertEqual([target for target in targets if not target.startswith("#")], [])
        self.assertEqual(re.findall(r"url\((?!#)[^)]*\)|@import", self.page), [])
        self.assertEqual(self.elements.names["link"], 0)

    def test_has_no_id_twice(self):
        ids = self.elements.attributes["id"]
        # The ids of outlines in figures are made from their contents, and figures may share outlines.
        drawn = re.compile(r"[mp][0-9a-f]{10}")
        repeated = [name for name, count in collections.Counter(ids).items()
                    if count > 1 and not drawn.fullmatch(name)]
        self.assertEqual(repeated, [])

    def test_leads_to_parts_that_are_there(self):
        links = [link[1:] for link in self.elements.attributes["href"]]
        self.assertLessEqual({"suites", "agreement", "errors", "roofline", "sweeps", "designs",
                              "bandwidth", "time", "conflicts", "rows", "parameters"}, set(links))
        self.assertLessEqual(set(links), set(self.elements.attributes["id"]))

    def test_shows_every_suite_with_its_figures(self):
        for suite in self.results["suites"]:
            with self.subTest(suite["name"]):
                self.assertIn(suite["name"], self.elements.attributes["data-suite"])
                self.assertIn(f"{suite['title']} {len(suite['rows'])} rows, {suite['unit']}",
                              self.text)
        self.assertIn("2.5 % mean 2.5 % median 4.0 % worst 0.987 R² 2 rows", self.text)

    def test_shows_every_row(self):
        for suite in self.results["suites"]:
            for row in suite["rows"]:
                with self.subTest(row["id"]):
                    self.assertIn(f"{row['id']} {row['what']} {row['device']}", self.text)
                    group = f"{row['group']}: " if row["group"] else ""
                    self.assertIn(f"{group}{row['source']} {row['how']}", self.text)
                    self.assertIn(str(row["measured"]), self.elements.attributes["data-value"])
                    self.assertIn(str(row["simulated"]), self.elements.attributes["data-value"])
        self.assertIn("4,078 4,100 +0.5 %", self.text)
        self.assertIn("2,000 1,920 \N{MINUS SIGN}4.0 %", self.text)

    def test_says_which_tolerances_are_broken(self):
        self.assertIn("Broken tolerances: 1 of 3 Suite of arrays", self.text)
        self.assertIn("worst, group of arrays ≤ 3.0 % 4.0 % ✗", self.text)
        self.assertIn("worst, group of kernels ≤ 5.0 % 4.0 % ✓", self.text)

    def test_shows_every_parameter_with_its_source(self):
        for name in ("one", "two"):
            self.assertIn(f"{name}.bandwidth 28.1 GB/s measured Data sheet of {name}", self.text)
            self.assertIn(f"{name}.rows [shim, core] tile kinds documented Manual", self.text)

    def test_draws_each_part(self):
        labels = self.elements.attributes["aria-label"]
        self.assertEqual(len(labels), self.elements.names["svg"])
        for label in ("Measured against simulated: Suite of kernels",
                      "Error of each row: Suite of transfers", "Rooflines: one",
                      "Sweeps: Sweep of k_mt", "Sweeps: Sweep of size",
                      "Balanced against whole_array: one", "Where the time goes: Suite of arrays",
                      "DRAM bandwidth against run length: one, B row-major",
                      "DRAM bandwidth against run length: two, B column-major"):
            self.assertIn(label, labels)

    def test_heads_its_parts_as_its_navigation_does(self):
        links = re.findall(r'<a href="#([^"]+)">([^<]+)</a>', self.page)
        self.assertGreater(len(links), 8)
        for place, title in links:
            self.assertRegex(self.page, rf'<section id="{place}">\s*<h2>{re.escape(title)}</h2>')

    def test_counts_columns_and_buffers_as_whole_numbers(self):
        self.assertIn("4 columns, 2 buffers per stream.", self.text)

    def test_draws_no_roofline_without_arrays(self):
        self.assertNotIn("Rooflines: two", self.elements.attributes["aria-label"])

    def test_draws_no_designs_of_a_device_without_comparisons(self):
        self.assertNotIn("Balanced against whole_array: two", self.elements.attributes["aria-label"])

    def test_tells_what_binds_a_point_of_a_sweep(self):
        self.assertIn("<title>two buffers: 1.1 at 56, bound by dram</title>", self.page)

    def test_tells_that_designs_are_both_simulated(self):
        self.assertIn("Simulated against simulated: no measurement.", self.text)
        self.assertIn("<title>Product of int8 on one\nwhole_array: 0.9 TOPS, simulated</title>",
                      self.page)

    def test_shows_the_rows_of_a_conflict_by_what_they_say(self):
        self.assertIn("How large the table is Both cannot be.", self.text)
        self.assertIn("It is small transfer-1 Work of transfer-1 one 812 us 790 us", self.text)
        self.assertIn("It is large array-2 Work of array-2 one 1.27 TOPS 1.3 TOPS +2.4 %", self.text)

    def test_shows_errors_by_types_and_what_must_be_said_beside_them(self):
        self.assertIn("bf16 2 2.5 % 2.5 % 4.0 % 0.987 Note of kernels", self.text)

    def test_tells_what_a_point_is(self):
        self.assertIn("<title>Work of kernel-1 on one\nmeasured 4,078 cycles, simulated 4,100 "
                      "cycles: +0.5 %</title>", self.page)

    def test_shows_every_state_that_cores_were_in(self):
        shares = re.findall(r"<title>Work of array-1 on one\n(.*): ([0-9.]+) %</title>", self.page)
        self.assertEqual(shares, [("at work", "90.9"), ("waiting for locks", "4.5"),
                                  ("idle", "4.5")])
        self.assertNotIn("asleep", self.page_of_figures("time"))

    def page_of_figures(self, section):
        begin = self.page.index(f'<section id="{section}">')
        return self.page[begin:self.page.index("</section>", begin)]

    def test_is_the_same_every_time(self):
        self.assertEqual(page_of(self.results), self.page)


class PageOfOtherResults(unittest.TestCase):
    def test_says_that_all_tolerances_hold(self):
        results = example()
        results["suites"] = results["suites"][:1]
        page = page_of(results)
        self.assertIn("<strong>All tolerances hold</strong>", page)
        self.assertNotIn("Broken tolerances", page)

    def test_leaves_out_a_conflict_of_rows_that_are_not_there(self):
        results = example()
        results["suites"] = results["suites"][:1]
        page = page_of(results)
        self.assertNotIn("How large the table is", page)
        self.assertNotIn("#conflicts", page)

    def test_gives_no_sign_to_an_error_that_rounds_to_nothing(self):
        results = example()
        for row, error in zip(results["suites"][0]["rows"], (-0.0004, 0.0004)):
            row["error"] = error
        for details in (row["details"] for row in results["suites"][2]["rows"]):
            details.update(columns=4.0, depth=1.0)
        text = " ".join(" ".join(Elements(page_of(results)).words).split())
        self.assertIn("2,000 1,920 0.0 %", text)
        self.assertNotIn("\N{MINUS SIGN}0.0 %", text)
        self.assertNotIn("+0.0 %", text)
        self.assertIn("4 columns, 1 buffer per stream.", text)

    def test_shows_text_as_text(self):
        results = example()
        results["suites"][0]["rows"][0]["what"] = "</svg><script>alert('a & b')</script>"
        page = page_of(results)
        self.assertNotIn("<script>alert", page)
        self.assertEqual(Elements(page).names["script"], 1)

    def test_shows_a_suite_without_rows(self):
        results = example()
        results["suites"][0].update(rows=[], classes={}, statistics={
            "rows": 0, "mean": None, "median": None, "worst": None, "r2": None})
        elements = Elements(page_of(results))
        self.assertIn("kernels", elements.attributes["data-suite"])
        self.assertNotIn("Error of each row: Suite of kernels", elements.attributes["aria-label"])

    def test_speaks_of_one_row(self):
        results = example()
        del results["suites"][0]["rows"][1:]
        results["suites"][0]["statistics"]["rows"] = 1
        text = " ".join(" ".join(Elements(page_of(results)).words).split())
        self.assertIn("1 row,", text)
        self.assertNotRegex(text, r"\b1 rows")

    def test_shows_values_that_have_no_logarithm(self):
        results = example()
        results["suites"][0]["rows"][0]["simulated"] = -0.1
        self.assertIn("data-value=\"-0.1\"", page_of(results))

    def test_shows_closed_forms_beside_the_simulation(self):
        results = example()
        results["suites"][0]["analytic"] = dict(STATISTICS, mean=0.123)
        for row in results["suites"][0]["rows"]:
            row["analytic"] = 77.5
        text = " ".join(" ".join(Elements(page_of(results)).words).split())
        self.assertIn("The closed forms alone: mean 12.3 %, median 2.5 %, worst 4.0 %.", text)
        self.assertIn("closed forms bound by", text)
        self.assertIn("77.5", text)

    def test_shows_a_state_of_cores_that_is_new(self):
        results = example()
        for row in results["suites"][1]["rows"]:
            row["details"]["asleep"] = 1e6
        shares = re.findall(r"<title>Work of array-2 on one\n(.*): ([0-9.]+) %</title>",
                            page_of(results))
        self.assertEqual(shares, [("at work", "66.7"), ("waiting for locks", "8.3"),
                                  ("asleep", "16.7"), ("idle", "8.3")])

    def test_cuts_long_suites_to_the_rows_with_the_largest_errors(self):
        results = example()
        first = results["suites"][0]["rows"][0]
        results["suites"][0]["rows"] = [dict(first, id=f"r{n}", error=0.001 * n)
                                        for n in range(100)]
        self.assertIn("The 30 rows of 100 with the largest errors; all others are within 6.9 %.",
                      page_of(results))


class BadResults(unittest.TestCase):
    def setUp(self):
        self.report = self.enterContext(Report())

    def assert_refused(self, results, *messages, site=None):
        run = self.report.run(results, site)
        self.assertEqual(run.returncode, BAD_INPUT)
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        for message in messages:
            self.assertIn(message, run.stderr)
        self.assertFalse(self.report.site.exists())

    def test_every_missing_key_is_named(self):
        places = {"version": [], "core_states": [], "colour": ["core_states", 2], "suites": [], "sweeps": [], "devices": [], "comparisons": [],
                  "conflicts": [], "note": ["suites", 0], "types": ["suites", 0],
                  "gain": ["comparisons", 0], "claim": ["conflicts", 0, "sides", 1],
                  "bound": ["sweeps", 0, "series", 0, "points", 1], "log_x": ["sweeps", 1],
                  "statistics": ["suites", 1], "tolerances": ["suites", 1],
                  "limit": ["suites", 0, "tolerances", 0], "r2": ["suites", 0, "statistics"],
                  "median": ["suites", 0, "classes", "compute"],
                  "measured": ["suites", 2, "rows", 1], "points": ["sweeps", 0, "series", 0],
                  "peak_tops": ["devices", 1], "confidence": ["devices", 0, "parameters", 1]}
        for key, path in places.items():
            with self.subTest(key):
                results = place = example()
                for step in path:
                    place = place[step]
                del place[key]
                self.assert_refused(results, f"lacks the key '{key}'")

    def test_the_place_of_a_missing_key_is_named(self):
        results = example()
        del results["suites"][2]["rows"][1]["measured"]
        self.assert_refused(results, str(self.report.source),
                            "suites[2].rows[1] lacks the key 'measured'")

    def test_a_wrong_value_is_shown(self):
        results = example()
        results["suites"][0]["rows"][1]["error"] = "large"
        self.assert_refused(results, 'suites[0].rows[1].error is "large"; it must be a number')

    def test_numbers_that_are_none_are_refused(self):
        self.assert_refused(json.dumps(example()).replace("4078.0", "NaN"), "NaN")
        self.assert_refused(json.dumps(example()).replace("4078.0", "1e999"), "must be a number")

    def test_a_point_has_two_coordinates(self):
        results = example()
        results["sweeps"][0]["measured"][0] = [1]
        self.assert_refused(results, "sweeps[0].measured", "must have 2")

    def test_a_place_on_a_logarithmic_axis_is_above_zero(self):
        results = example()
        results["sweeps"][1]["series"][0]["points"][0]["x"] = 0
        self.assert_refused(results, "sweeps[1] has a point at x = 0", "must be above 0")

    def test_a_gain_is_above_zero(self):
        results = example()
        results["comparisons"][0]["gain"] = -1
        self.assert_refused(results, "comparisons[0].gain is -1; it must be a number above 0")

    def test_what_is_not_json_is_refused(self):
        self.assert_refused('{"version": ', "is not JSON")
        self.assert_refused("", "is not JSON")
        self.assert_refused("[]", "must be an object")

    def test_a_missing_file_is_refused(self):
        run = self.report.run_on("nothing.json", self.report.site)
        self.assertEqual(run.returncode, BAD_INPUT)
        self.assertIn("nothing.json: No such file or directory", run.stderr)

    def test_a_folder_that_is_a_file_is_refused(self):
        self.assert_refused(example(), "cannot write", site=self.report.source)

    def test_an_earlier_page_stays(self):
        self.report.run(example())
        page = self.report.page()
        self.assertEqual(self.report.run("{}").returncode, BAD_INPUT)
        self.assertEqual(self.report.page(), page)
        self.assertEqual(self.report.files(), ["index.html"])


if __name__ == "__main__":
    unittest.main()
