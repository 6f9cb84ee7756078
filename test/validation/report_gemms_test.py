"""The parts of the report that show whole GEMMs."""

import re
import unittest

from example_results import example, gemm_row, gemm_suite
from report_pages import Elements, page_of


class PageOfGemms(unittest.TestCase):
    """Tests of a page of the example with a suite of whole GEMMs."""

    @classmethod
    def setUpClass(cls):
        cls.page = page_of(cls.results_of(gemm_suite()))
        cls.elements = Elements(cls.page)
        cls.text = " ".join(" ".join(cls.elements.words).split())

    @staticmethod
    def results_of(suite):
        results = example()
        results["suites"].append(suite)
        return results

    def labels(self, section):
        return [label for label in self.elements.attributes["aria-label"]
                if label.startswith(section)]

    def section(self, name):
        begin = self.page.index(f'<section id="{name}">')
        return self.page[begin:self.page.index("</section>", begin)]

    def test_has_each_part_once_and_leads_to_it(self):
        links = [link[1:] for link in self.elements.attributes["href"]]
        for part in ("histograms", "intensity", "maps", "worst"):
            self.assertEqual(links.count(part), 1, part)
            self.assertEqual(self.elements.attributes["id"].count(part), 1, part)

    def test_draws_its_figures_of_gemms_alone(self):
        self.assertEqual(self.labels("Histogram of errors"), [
            "Histogram of errors: Suite of gemms",
            "Histogram of errors: Suite of gemms: noise of the silicon"])
        self.assertEqual(self.labels("Error against arithmetic intensity"),
                         ["Error against arithmetic intensity: Suite of gemms"])

    def test_counts_every_row_in_one_bar_of_the_histogram(self):
        bars = re.findall(r"<title>(calibration|validation): (\d+) rows? from (.*) to (.*)</title>",
                          self.section("histograms"))
        self.assertEqual([bar for bar in bars if bar[1] != "0"], [
            ("calibration", "1", "\N{MINUS SIGN}26.0 %", "\N{MINUS SIGN}24.0 %"),
            ("calibration", "2", "0.0 %", "+2.0 %"), ("validation", "1", "0.0 %", "+2.0 %"),
            ("calibration", "1", "+30.0 %", "+32.0 %")])
        self.assertIn("Of 5 rows, 60.0 % within 2.0 %, 60.0 % within 5.0 %, 60.0 % within 10.0 %.",
                      self.text)

    def test_sets_the_noise_of_repeats_beside_the_errors(self):
        figure = self.section("histograms")
        self.assertIn("error, 5 rows", figure)
        self.assertIn("repeats differ, 2 rows", figure)

    def test_tells_what_a_point_is_over_its_intensity(self):
        self.assertIn("<title>Work of gemm-4 on one\nmeasured 1,000 us, simulated 1,018 us: +1.8 %\n"
                      "307.2 operations a byte, bound by compute</title>", self.page)

    def test_maps_tiles_of_more_than_a_few_sizes(self):
        self.assertEqual(self.labels("Error over M and N"),
                         ["Error over M and N: 16x8x32, B row-major"])
        self.assertEqual(len(re.findall("<title>M = ", self.section("maps"))), 3)

    def test_tells_of_all_rows_at_one_place_of_a_map(self):
        self.assertIn("<title>M = 512, N = 512\nK = 256: +0.3 %, bound by compute\n"
                      "K = 1,024: \N{MINUS SIGN}25.0 %, bound by dram</title>", self.page)

    def test_lists_the_worst_rows_with_what_bounds_them_and_why(self):
        words = " ".join(" ".join(Elements(self.section("worst")).words).split())
        self.assertIn("Work of gemm-5 1,000 us 1,300 us +30.0 % - compute Reason of gemm-5 "
                      "Work of gemm-2 1,000 us 750 us \N{MINUS SIGN}25.0 % 4.0 % dram "
                      "Reason of gemm-2 Work of gemm-4", words)

    def test_says_why_beside_what_bounds_a_row_and_in_no_column(self):
        self.assertIn('<td title="Reason of gemm-3">compute</td>', self.page)
        self.assertNotIn('<th data-sort class="n detail">why</th>', self.page)

    def test_draws_no_noise_without_repeats(self):
        suite = gemm_suite()
        for row in suite["rows"]:
            row["details"]["spread"] = 0.0
        page = page_of(self.results_of(suite))
        self.assertIn("Histogram of errors: Suite of gemms", page)
        self.assertNotIn("noise of the silicon", page)

    def test_stands_many_tiles_one_row_and_rows_that_all_err_alike(self):
        many = [gemm_row(f"g-{n}", 64 * n, 64, 64, 0.1, tile=f"{n}x8x8") for n in range(1, 12)]
        for rows in (many, many[:1]):
            suite = dict(gemm_suite(), rows=rows)
            page = page_of(self.results_of(suite))
            self.assertIn("Error against arithmetic intensity: Suite of gemms", page)
            self.assertNotIn("#maps", page)

    def test_has_none_of_these_parts_without_gemms(self):
        page = page_of(example())
        for part in ("histograms", "intensity", "maps", "worst"):
            self.assertNotIn(f'"#{part}"', page)

    def test_shows_a_suite_of_many_rows_with_at_most_twelve_worst(self):
        suite = gemm_suite()
        suite["rows"] = [gemm_row(f"g-{n}", 64 * (n % 20 + 1), 64, 64 * (n // 20 + 1), 0.001 * n)
                         for n in range(200)]
        page = page_of(self.results_of(suite))
        begin = page.index('<section id="worst">')
        worst = page[begin:page.index("</section>", begin)]
        self.assertEqual(worst.count("Reason of "), 12)
        self.assertIn("Work of g-199", worst)
        self.assertNotIn("Work of g-187<", worst)


if __name__ == "__main__":
    unittest.main()
