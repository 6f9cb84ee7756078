"""The page of `xdnasim optimise`: its contents, and the input that is refused."""

import copy
import unittest

import report_pages
from example_results import CORE_STATES
from report_pages import BAD_INPUT, REPORT, Elements, Report

OPTIMISE_REPORT = REPORT.with_name("optimise_report.py")


def trial(name, m, time, tops, bound, cores=32):
    return {"name": name, "choices": {"tile.m": m, "tile.k": 64, "tile.n": 64, "k_mt": 128},
            "forecast": {"time_us": 0.9 * time, "dram_bytes": 2000000, "cores": cores},
            "simulated": {"time_us": time, "dram_bytes": 2000000, "cores": cores},
            "tops": tops, "operations_per_byte": 20 * tops, "bound": bound}


EXAMPLE = {
    "version": 1, "problem": "gemm<1>.yaml", "settings": ["gemm.size.k=<256>"],
    "device": "xdna2-krackan", "objective": "time", "strategy": "exhaustive",
    "decisions": ["12 designs simulated"], "considered": 12345, "cut_short": False,
    "peak_tops": 59.0, "dram_gbps": 68.0,
    "trials": [trial("144x64x64, k_mt 128", 144, 1000.0, 36.5, "compute"),
               trial("64x64x64, k_mt 128", 64, 1500.0, 24.25, "DRAM")],
    "winner_size": "64x64x64",
    "winner": {"backend": "systemc", "time_us": 1000.0, "npu_time_us": 900.0, "cycles": 100,
               "core_states": CORE_STATES, "bottleneck": "compute", "bottleneck_why": "kernels",
               "cores": [{"tile": [0, 2], "busy": 80, "lock_stall": 10, "asleep": 0, "idle": 10}]},
    "bounds": [{"name": "compute", "limit": "compute", "tops": 40.0}],
    "sensitivity": [{"limit": "compute", "gain": 0.08}, {"limit": "DRAM", "gain": 0.0}],
    "what_if": [{"limit": "DRAM", "gain": 0.09}, {"limit": "compute", "gain": 0.03}],
    "depths": [{"k_mt": 64, "forecast_us": 950.0, "simulated_us": 1100.0},
               {"k_mt": 128, "forecast_us": 940.0, "simulated_us": None}],
    "front": [trial("144x64x64, 1 x 1 cores", 144, 16000.0, 2.25, "compute", cores=1),
              trial("144x64x64, k_mt 128", 144, 1000.0, 36.5, "compute")],
    "sizes": {"one_design_us": 5000.0, "best_each_us": 4000.0, "reconfigurations": 2,
              "reconfiguration_us": 1500.0, "break_even": 3.0,
              "each": [{"size": "64x64x64", "calls": 3,
                        "design": {"name": "32x32x32, k_mt 32", "choices": {},
                                   "forecast": {"time_us": 1.0, "dram_bytes": 1, "cores": 1}},
                        "simulated": {"time_us": 77.0, "dram_bytes": 1, "cores": 1}}]}}


def changed(change):
    found = copy.deepcopy(EXAMPLE)
    change(found)
    return found


def page_of(found):
    return report_pages.page_of(found, OPTIMISE_REPORT)


def text_of(page):
    return " ".join(" ".join(Elements(page).words).split())


class PageOfDesigns(unittest.TestCase):
    """Tests of one page, made from the example."""

    @classmethod
    def setUpClass(cls):
        cls.page = page_of(EXAMPLE)
        cls.text = text_of(cls.page)

    def test_names_the_best_design_first(self):
        self.assertIn("144x64x64, k_mt 128 1,000 us, 36.5 TOPS, 32 cores.", self.text)

    def test_says_what_was_asked(self):
        self.assertIn("gemm<1>.yaml on xdna2-krackan; least time --set gemm.size.k=<256> "
                      "exhaustive: 12 designs simulated", self.text)

    def test_lists_all_designs_that_were_simulated(self):
        self.assertIn("64x64x64, k_mt 128 1,500 1,350 24.25 2 32 DRAM", self.text)

    def test_shows_a_figure_for_each_question(self):
        for title in ("Roofline", "What the cores do in the best design", "Depth in the mem tiles",
                      "Fewer cores", "Tiles", "What would help"):
            self.assertIn(title, self.text)
        self.assertEqual(self.page.count("<figure>"), 6)

    def test_points_at_the_designs_of_fewer_cores(self):
        self.assertIn("1 core: 144x64x64, 1 x 1 cores: 2.25 TOPS", self.page)

    def test_says_from_which_number_of_calls_on_reconfiguration_pays(self):
        self.assertIn("It pays with at least 3 times as many consecutive calls.", self.text)

    def test_says_of_which_size_the_limits_are(self):
        self.assertIn("Limits and cores: of 64x64x64, whose calls take longest.", self.text)


class PageOfOtherDesigns(unittest.TestCase):
    def test_leaves_out_figures_of_what_is_not_known(self):
        def remove(found):
            found["depths"] = []
            found["front"] = []
            found["winner"]["cores"] = []
            found["sizes"] = None
        page = page_of(changed(remove))
        self.assertEqual(page.count("<figure>"), 3)
        self.assertNotIn("Several sizes", text_of(page))

    def test_shows_a_single_number_of_cores_as_a_point(self):
        page = page_of(changed(lambda found: found["front"].pop(0)))
        self.assertIn("Fewer cores", text_of(page))
        self.assertIn("32 cores: 144x64x64, k_mt 128: 36.5 TOPS", page)

    def test_speaks_of_no_calls_that_pay_where_one_design_is_the_best_for_each(self):
        page = page_of(changed(
            lambda found: found["sizes"].update(reconfigurations=0, break_even=None)))
        self.assertIn("One design is the best for each.", text_of(page))
        self.assertNotIn("never pays", text_of(page))

    def test_shows_no_tenth_of_a_buffer(self):
        page = page_of(changed(lambda found: found["what_if"].append({"limit": "buffers", "gain": 0.02})))
        self.assertIn("buffers, twice as much: saves 2.0 %", page)
        self.assertNotIn("buffers, a tenth more", page)
        self.assertIn("compute, a tenth more: saves 8.0 %", page)

    def test_says_when_the_search_was_cut_short(self):
        page = page_of(changed(lambda found: found.update(cut_short=True)))
        self.assertIn("The search was cut short", text_of(page))


class BadDesigns(unittest.TestCase):
    def refusal(self, change):
        with Report(OPTIMISE_REPORT) as report:
            outcome = report.run(changed(change))
            self.assertEqual(outcome.returncode, BAD_INPUT)
            self.assertFalse(report.site.exists())
            return outcome.stderr

    def test_are_refused_when_they_hold_none(self):
        self.assertIn("trials: none; there must be one or more",
                      self.refusal(lambda found: found.update(trials=[])))

    def test_are_refused_when_a_key_is_of_another_kind(self):
        self.assertIn("peak_tops", self.refusal(lambda found: found.update(peak_tops="59")))


if __name__ == "__main__":
    unittest.main()
