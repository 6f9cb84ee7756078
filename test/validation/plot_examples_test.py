"""README's picture: each bar shows the whole time of a run, whatever states a core has."""

import pathlib
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "docs"))

import plot_examples
from plot_examples import plt
from xdnasim.results import make
from xdnasim.run_result import RunResult

STATES = [{"key": "busy", "label": "busy", "colour": "#112233"},
          {"key": "lock_stall", "label": "waiting for locks", "colour": "#445566"},
          {"key": "new_stall", "label": "waiting for something new", "colour": "#778899"},
          {"key": "idle", "label": "idle", "colour": "#aabbcc"}]


def result(new_stall):
    """Returns a result of 1,000 cycles on two cores, of which each is in the state new_stall for `new_stall`
    cycles. The cores are busy for 1,400 cycles, of which kernels take 20 calls x 60 cycles = 1,200. Dispatch
    takes 20 of 100 us."""
    busy, locks = 700, 200
    core = {"busy": busy, "lock_stall": locks, "new_stall": new_stall,
            "idle": 1000 - busy - locks - new_stall}
    figures = {"core_states": STATES, "cores": [core, core], "cycles": 1000, "npu_time_us": 80.0,
               "time_us": 100.0, "tops": 1.5,
               "kernel": {"name": "matmul", "cycles_per_call": 60, "macs_per_cycle": 8.0,
                          "calls": 20}}
    return make(RunResult, figures, text="", problem=None, summary="")


class Picture(unittest.TestCase):
    def bars_of(self, results):
        """Returns (label, widths by result, colour) of each part of the bars."""
        figure, axes = plt.subplots()
        self.addCleanup(plt.close, figure)
        plot_examples.draw_bars(axes, results)
        return [(part.get_label(), [round(bar.get_width(), 6) for bar in part],
                 plot_examples.matplotlib.colors.to_hex(part[0].get_facecolor()))
                for part in axes.containers]

    def test_shows_all_of_the_time(self):
        bars = self.bars_of({"one": result(0), "other": result(70)})
        for row in range(2):
            self.assertAlmostEqual(sum(widths[row] for _, widths, _ in bars), 100)

    def test_shows_a_state_that_is_new_in_the_colour_it_comes_with(self):
        bars = self.bars_of({"one": result(0), "other": result(70)})
        self.assertEqual([label for label, _, _ in bars],
                         ["kernels", "lock operations, zeroing", "waiting for locks",
                          "waiting for something new", "idle", "dispatch"])
        self.assertEqual(bars[3][1:], ([0, 5.6], "#778899"))
        self.assertEqual(bars[0][1:], ([48, 48], "#112233"))

    def test_leaves_out_what_takes_no_time(self):
        labels = [label for label, _, _ in self.bars_of({"one": result(0)})]
        self.assertEqual(len(labels), 5)
        self.assertNotIn("waiting for something new", labels)


if __name__ == "__main__":
    unittest.main()
