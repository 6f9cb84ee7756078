"""The page of `xdnasim compare`: its contents, and the input that is refused."""

import copy
import unittest

import report_pages
from example_results import CORE_STATES
from report_pages import BAD_INPUT, REPORT, Elements, Report

COMPARISON_REPORT = REPORT.with_name("comparison_report.py")

EXAMPLE = {
    "schema_version": 1, "problem": "gemm<1>.yaml",
    "settings": ["gemm.size.k=<256>"],
    "workload": [{"label": "gemm", "text": "64 x 256 x 128, int8 x int8 -> int16"},
                 {"label": "tile", "text": "32 x 32 x 32 per core, k_mt 64, shift 3"}],
    "device": "xdna2-krackan", "tolerance": 0.15,
    "passed": False, "backends": ["systemc", "analytic"],
    "figures": [{"name": "time", "unit": "us", "values": [2000.0, 2500.0]},
                {"name": "cycles", "unit": "", "values": [3600000, 4500000]},
                {"name": "cores busy", "unit": "%", "values": [80.0, None]},
                {"name": "cores idle", "unit": "%", "values": [20.0, None]}],
    "times": [{"backend": "analytic", "of": "array time", "difference": 0.25, "within": False}],
    "within": False,
    "verified": [{"backend": "systemc", "passed": None, "message": ""},
                 {"backend": "analytic", "passed": None, "message": ""}],
    "traces": [{"backend": "replay", "passed": True, "units": 3, "outside": 0,
                "report": "units: 3"}],
    "runs": [{"backend": "systemc", "time_us": 2000.0, "npu_time_us": 1900.0, "cycles": 3600000,
              "core_states": CORE_STATES,
              "cores": [{"tile": [0, 2], "busy": 3600000, "lock_stall": 0, "asleep": 0, "idle": 0},
                        {"tile": [0, 3], "busy": 2160000, "lock_stall": 0, "asleep": 720000,
                         "idle": 720000}],
              "bottleneck": "compute", "bottleneck_why": "kernels take 80 %"},
             {"backend": "analytic", "time_us": 2500.0, "npu_time_us": None, "cycles": 4500000,
              "cores": None, "core_states": CORE_STATES, "bottleneck": None,
              "bottleneck_why": None}]}


def changed(change):
    comparison = copy.deepcopy(EXAMPLE)
    change(comparison)
    return comparison


def page_of(comparison):
    return report_pages.page_of(comparison, COMPARISON_REPORT)


class PageOfRuns(unittest.TestCase):
    """Tests of one page, made from the example."""

    @classmethod
    def setUpClass(cls):
        cls.page = page_of(EXAMPLE)
        cls.elements = Elements(cls.page)
        cls.text = " ".join(" ".join(cls.elements.words).split())

    def test_needs_nothing_beside_it(self):
        targets = [target for key in ("src", "href", "xlink:href", "srcset", "action")
                   for target in self.elements.attributes[key]]
        self.assertEqual([target for target in targets if not target.startswith("#")], [])

    def test_says_what_was_compared(self):
        self.assertIn("gemm<1>.yaml on xdna2-krackan --set gemm.size.k=<256> gemm: 64 x 256 x 128, "
                      "int8 x int8 -> int16 tile: 32 x 32 x 32 per core, k_mt 64, shift 3",
                      self.text)

    def test_gives_the_verdict_with_its_figures(self):
        self.assertIn("Outside tolerance The array time of analytic differs by +25.0 % from "
                      "systemc's; allowed: 15.0 %.", self.text)

    def test_shows_figures_side_by_side(self):
        self.assertIn("time, us 2,000 2,500 (+25.0 %)", self.text)
        self.assertIn("cores busy, % 80 -", self.text)

    def test_says_what_binds_and_who_does_not_know(self):
        self.assertIn("systemc: compute. kernels take 80 %", self.text)
        self.assertIn("analytic does not know.", self.text)

    def test_draws_the_times_and_what_the_cores_did(self):
        self.assertEqual(self.elements.attributes["aria-label"], ["Time", "What the cores did"])
        self.assertIn("systemc: in the array 1,900 us", self.text)
        self.assertIn("analytic: in all 2,500 us", self.text)

    def test_shows_every_state_that_cores_were_in(self):
        self.assertIn("systemc: at work 80 %", self.text)
        self.assertIn("systemc: asleep 10 %", self.text)
        self.assertIn("systemc: idle 10 %", self.text)
        self.assertNotIn("waiting for locks", self.text)

    def test_shows_compared_traces(self):
        self.assertIn("systemc and replay 3 units, 0 results outside tolerance units: 3",
                      self.text)

    def test_shows_text_as_text(self):
        self.assertIn("gemm&lt;1&gt;.yaml", self.page)

    def test_is_the_same_every_time(self):
        self.assertEqual(self.page, page_of(EXAMPLE))


class PageOfOtherRuns(unittest.TestCase):
    def test_draws_no_cores_that_nobody_knows(self):
        def forget_cores(comparison):
            comparison["runs"][0]["cores"] = None
        page = Elements(page_of(changed(forget_cores)))
        self.assertEqual(page.attributes["aria-label"], ["Time"])

    def test_has_the_notes_of_its_runs(self):
        page = page_of(changed(lambda one: one["runs"][1].update(note="it is of <another> day")))
        self.assertIn("Note: analytic: it is of &lt;another&gt; day", page)

    def test_has_no_notes_where_no_run_has_any(self):
        self.assertNotIn("Note:", page_of(EXAMPLE))

    def test_says_that_all_is_within(self):
        self.assertIn("Within tolerance", page_of(changed(lambda one: one.update(passed=True, within=True))))

    def test_tells_a_verification_that_failed_from_times_outside_tolerance(self):
        def fail(comparison):
            comparison.update(within=True)
            comparison["verified"][0].update(passed=True, message="256 outputs")
            comparison["verified"][1].update(passed=False, message="C[3] is <7>, not 8")
        text = " ".join(" ".join(Elements(page_of(changed(fail))).words).split())
        self.assertIn("Verification failed, times within tolerance", text)
        self.assertIn("The outputs of analytic are wrong: C[3] is <7>, not 8", text)
        self.assertIn("verified yes no", text)

    def test_has_no_row_of_what_nobody_verified(self):
        self.assertNotIn('<td class="key">verified', page_of(EXAMPLE))


class BadRuns(unittest.TestCase):
    def refusal(self, change):
        with Report(COMPARISON_REPORT) as report:
            outcome = report.run(changed(change))
            self.assertEqual(outcome.returncode, BAD_INPUT)
            self.assertFalse(report.site.exists())
            return outcome.stderr

    def test_are_refused_with_what_is_missing(self):
        self.assertIn("tolerance", self.refusal(lambda one: one.pop("tolerance")))

    def test_need_a_time_of_each_core_in_each_state(self):
        def forget_state(comparison):
            del comparison["runs"][0]["cores"][1]["asleep"]
        self.assertIn("runs[0].cores[1] lacks the key 'asleep'", self.refusal(forget_state))

    def test_need_a_list_of_cores_where_they_are_known(self):
        self.assertIn("runs[0].cores is 7; it must be a list of objects or null",
                      self.refusal(lambda one: one["runs"][0].update(cores=7)))

    def test_need_texts_as_notes(self):
        self.assertIn("runs[1].note is 7; it must be a text",
                      self.refusal(lambda one: one["runs"][1].update(note=7)))

    def test_need_a_verification_of_each_backend(self):
        self.assertIn("verified: 1 for 2 backends",
                      self.refusal(lambda one: one["verified"].pop()))
        self.assertIn("verified[0].passed is 7; it must be true, false or null",
                      self.refusal(lambda one: one["verified"][0].update(passed=7)))

    def test_need_a_value_for_each_backend(self):
        def forget_value(comparison):
            comparison["figures"][0]["values"].pop()
        self.assertIn("figure time has 1 values for 2 backends", self.refusal(forget_value))


if __name__ == "__main__":
    unittest.main()
