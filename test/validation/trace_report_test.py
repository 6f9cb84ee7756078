"""The page of `xdnasim trace compare`: its contents, and the input that is refused."""

import re
import unittest

import report_pages
from example_comparison import example
from report_pages import BAD_INPUT, REPORT, Elements, Report

TRACE_REPORT = REPORT.with_name("trace_report.py")


def page_of(comparison):
    return report_pages.page_of(comparison, TRACE_REPORT)


class PageOfComparison(unittest.TestCase):
    """Tests of one page, made from the example."""

    @classmethod
    def setUpClass(cls):
        cls.page = page_of(example())
        cls.elements = Elements(cls.page)
        cls.text = " ".join(" ".join(cls.elements.words).split())

    def test_needs_nothing_beside_it(self):
        targets = [target for key in ("src", "href", "xlink:href", "srcset", "action")
                   for target in self.elements.attributes[key]]
        self.assertEqual([target for target in targets if not target.startswith("#")], [])

    def test_leads_to_parts_that_are_there(self):
        links = {link[1:] for link in self.elements.attributes["href"]}
        self.assertLessEqual({"units", "window-0", "window-1", "lengths"}, links)
        self.assertLessEqual(links, set(self.elements.attributes["id"]))

    def test_says_what_it_comes_to_and_how_it_was_aligned(self):
        self.assertIn("Outside tolerance: 2 kernel length of core (1,2): why length is outside. "
                      "Aligned by the first event, INSTR_EVENT_0 of core (1,2): simulated cycles "
                      "moved by -300.", self.text)
        self.assertIn("The simulated design is +2 columns further.", self.text)
        self.assertIn("Only measured: shim (1,0)", self.text)
        self.assertIn("Note: a note", self.text)

    def test_shows_every_unit_with_its_verdicts(self):
        self.assertEqual(self.elements.attributes["data-unit"], ["core (1,2)", "memtile (1,1)"])
        self.assertIn("kernel length outside why length is outside cycle by cycle 20 21 100 105 "
                      "+5 100 to 100 105 to 105 25.0 % 25.0 % 50.0 % +5 +2 \N{MINUS SIGN}4",
                      self.text)
        self.assertIn("PORT_RUNNING_0 pass band", self.text)
        self.assertIn("note on memtile (1,1)", self.text)

    def test_shows_where_units_first_diverge(self):
        self.assertIn("First divergence: INSTR_EVENT_1, interval 7, cycles 1,440 to 1,441 "
                      "measured, 1,445 to 1,446 simulated: its position differs by +5 cycles, "
                      "allowed 3.", self.text)

    def test_draws_both_timelines_in_each_window_and_the_lengths(self):
        labels = self.elements.attributes["aria-label"]
        self.assertEqual(labels, ["The start: core (1,2)", "The start: memtile (1,1)",
                                  "Cycles 9:109: core (1,2)", "Cycles 9:109: memtile (1,1)",
                                  "Lengths: length, core (1,2)",
                                  "Lengths: INSTR_EVENT_1, core (1,2)",
                                  "Lengths: LOCK_STALL, core (1,2)",
                                  "Lengths: PORT_RUNNING_0, memtile (1,1)"])
        self.assertEqual(len(labels), self.elements.names["svg"])

    def test_shows_text_as_text(self):
        self.assertIn("Measured: measured &lt;1&gt;.txt", self.page)

    def test_is_the_same_every_time(self):
        self.assertEqual(page_of(example()), self.page)


class PageOfOtherComparisons(unittest.TestCase):
    def test_says_that_all_is_within_tolerance(self):
        within = example() | {"passed": True, "verdict": "pass", "outside": 0}
        self.assertIn("<strong>Within tolerance</strong>", page_of(within))

    def test_says_that_nothing_could_be_compared(self):
        page = page_of(example() | {"verdict": "not judged", "outside": 0})
        self.assertIn("<strong>Not judged: nothing could be compared</strong>", page)
        self.assertIn('class="verdict broken"', page)

    def test_says_that_units_were_aligned_by_themselves(self):
        comparison = example()
        comparison["alignment"]["unit_by_unit"] = True
        self.assertIn("Each unit aligned by its own first event", page_of(comparison))

    def test_shows_three_digits_of_a_mean_and_all_of_whole_cycles(self):
        comparison = example()
        one = comparison["units"][1]["events"][0]
        one["measured"].update(mean=204.857142, least=3, most=123456)
        one["simulated"].update(mean=3.14159, least=3, most=4)
        text = " ".join(" ".join(Elements(page_of(comparison)).words).split())
        self.assertIn("205 3.14 \N{MINUS SIGN}202 3 to 123,456 3 to 4", text)

    def test_has_no_column_for_reasons_where_nothing_is_outside(self):
        comparison = example()
        comparison["units"] = comparison["units"][1:]
        self.assertNotIn("<th>why</th>", page_of(comparison))

    def test_lines_up_the_timelines_of_all_units(self):
        comparison = example()
        for window in comparison["windows"]:
            window["units"][0]["events"][0]["name"] = "DMA_MM2S_0_STREAM_BACKPRESSURE"
        pictures = page_of(comparison).split("<svg")[1:]
        # The second path of a picture is the outline of its axes, which begins at their left edge.
        begins = {re.findall(r'<path d="M ([0-9.]+) ', picture)[1] for picture in pictures[:4]}
        self.assertEqual(len(begins), 1)

    def test_leaves_out_what_shows_nothing(self):
        comparison = example()
        for unit in comparison["windows"][0]["units"]:
            for event in unit["events"]:
                event.update(measured=[], simulated=[])
        self.assertNotIn("window-0", page_of(comparison))

    def test_draws_units_that_are_outside_before_others(self):
        comparison = example()
        core, mem_tile = comparison["units"]
        comparison["units"] = [mem_tile | {"measured": f"memtile ({n},1)"} for n in range(30)]
        comparison["units"].append(core)
        names = [unit["measured"] for unit in comparison["units"]]
        window = comparison["windows"][0]
        window["units"] = [dict(window["units"][0], name=name) for name in names]
        labels = Elements(page_of(comparison)).attributes["aria-label"]
        drawn = [label for label in labels if label.startswith("The start")]
        self.assertEqual(len(drawn), 8)
        self.assertIn("The start: core (1,2)", drawn)


class BadComparisons(unittest.TestCase):
    def setUp(self):
        self.report = self.enterContext(Report(TRACE_REPORT))

    def assert_refused(self, comparison, message):
        run = self.report.run(comparison)
        self.assertEqual(run.returncode, BAD_INPUT)
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn(message, run.stderr)
        self.assertFalse(self.report.site.exists())

    def test_a_missing_key_is_named_with_its_place(self):
        comparison = example()
        del comparison["units"][1]["events"][0]["verdict"]
        self.assert_refused(comparison, "units[1].events[0] lacks the key 'verdict'")

    def test_an_interval_has_a_length(self):
        comparison = example()
        comparison["windows"][1]["time"] = [5, 5]
        self.assert_refused(comparison, "windows[1] has the interval [5, 5]")

    def test_what_is_not_json_is_refused(self):
        self.assert_refused("{", "is not JSON")


if __name__ == "__main__":
    unittest.main()
