"""The picture of a kernel's schedule: the colours of its boxes, and how it counts cycles."""

import pathlib
import subprocess
import sys
import unittest

CLI = pathlib.Path(__file__).resolve().parents[2] / "cli"
sys.path.append(str(CLI / "plots"))

import kernel_slots
from kernel_slots import matplotlib, plt


def section(name, rows, operations):
    return {"name": name, "runs": 2, "cycles": rows, "rows": rows,
            "operations": [{"cycle": cycle, "slot": slot, "label": label}
                           for cycle, slot, label in operations]}


SCHEDULE = {"title": "costs $5 on $xdna_phoenix", "slots": ["lda", "ldb", "own", "vec"],
            "sections": [section("prologue", 3, [(0, 0, "vld x"), (2, 1, "vlda.ups y")]),
                         section("loop", 11, [(10, 3, "vmac sum"), (4, 2, "mine")]),
                         section("long", 100, [(99, 3, "cut off")])]}


class Picture(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.figure = kernel_slots.picture(SCHEDULE)
        cls.figure.canvas.draw()

    @classmethod
    def tearDownClass(cls):
        plt.close(cls.figure)

    def colours(self, number):
        return [matplotlib.colors.to_hex(box.get_facecolor())
                for box in self.figure.axes[number].patches]

    def test_gives_each_slot_its_colour_whatever_its_operations_are_called(self):
        colours = self.colours(0) + self.colours(1)
        self.assertEqual(len(colours), 4)
        self.assertEqual(len(set(colours)), 4)

    def test_explains_the_colours_of_the_slots_that_are_used(self):
        legend, = self.figure.legends
        self.assertEqual([text.get_text() for text in legend.get_texts()],
                         ["lda: loads", "ldb: loads", "own", "vec: vectors"])
        shown = {matplotlib.colors.to_hex(handle.get_facecolor())
                 for handle in legend.get_patches()}
        self.assertEqual(shown, set(self.colours(0) + self.colours(1)))

    def test_counts_whole_cycles(self):
        for number, rows in enumerate((3, 11, 64)):
            labels = [label.get_text() for label in self.figure.axes[number].get_yticklabels()]
            self.assertEqual(labels, [str(cycle) for cycle in range(rows)])

    def test_says_how_it_is_called(self):
        for script in ("plots/kernel_slots.py", "cluster/points_on_dask.py"):
            called = subprocess.run([sys.executable, CLI / script], capture_output=True, text=True,
                                    check=False)
            self.assertIn(f"usage: {pathlib.Path(script).name} ", called.stderr)
            self.assertNotIn("Traceback", called.stderr)

    def test_says_what_is_cut(self):
        self.assertIn("first 64 of 100 rows", self.figure.axes[2].get_title())
        self.assertEqual(self.colours(2), [])


if __name__ == "__main__":
    unittest.main()
