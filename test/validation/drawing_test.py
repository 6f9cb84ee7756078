"""The drawing functions that the figures of all reports share."""

import itertools
import math
import sys
import unittest
import xml.etree.ElementTree

from matplotlib.backends.backend_agg import FigureCanvasAgg

from report_pages import REPORT

sys.path.insert(0, str(REPORT.parent))
from drawing import Drawing, exact, logarithmic, make_logarithmic, number  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def tick_labels(low, high):
    """Returns the extents of the labels on a logarithmic x axis, from left to right."""
    drawing = Drawing("ticks", height=4.2)
    axes = drawing.axes
    axes.set_xscale("log")
    axes.set_xlim(low, high)
    axes.set_ylabel("simulated, us")
    axes.set_yticks([0], ["1,000,000"])
    logarithmic(axes.xaxis, math.log10(high / low), longest=len(number(high)))
    FigureCanvasAgg(drawing.figure).draw()
    return [label.get_window_extent()
            for place, label in zip(axes.get_xticks(), axes.get_xticklabels())
            if low <= place <= high]


class Ticks(unittest.TestCase):
    def test_have_labels_that_do_not_touch(self):
        for low, high in [(3_000, 230_000), (260, 55_000), (700, 70_000), (0.4, 9), (30, 60),
                          (1, 10_000_000), (150_000, 2_600_000)]:
            with self.subTest(low=low, high=high):
                boxes = tick_labels(low, high)
                self.assertGreater(len(boxes), 0)
                for left, right in itertools.pairwise(boxes):
                    self.assertLess(left.x1, right.x0)


    def test_of_what_is_drawn_already_fit_however_far_it_reaches(self):
        for low, high in [(1, 1_048_576), (1e-8, 40), (3.5, 12_000), (0.9, 30)]:
            with self.subTest(low=low, high=high):
                drawing = Drawing("ticks", height=4.2)
                drawing.axes.plot([low, high], [low, high], "o")
                for which in ("x", "y"):
                    make_logarithmic(drawing.axes, which)
                FigureCanvasAgg(drawing.figure).draw()
                boxes = [label.get_window_extent()
                         for place, label in zip(drawing.axes.get_xticks(),
                                                 drawing.axes.get_xticklabels())
                         if low <= place <= high]
                self.assertGreater(len(boxes), 1)
                for left, right in itertools.pairwise(boxes):
                    self.assertLess(left.x1, right.x0)


class Numbers(unittest.TestCase):
    def test_have_no_exponent_however_small(self):
        for value, text in [(1.02345e-8, "0.00000001023"), (3e-13, "0.0000000000003"),
                            (0.0123456, "0.01235"), (0.99999, "1"), (-0.05, "-0.05"),
                            (1234.5678, "1,235")]:
            self.assertEqual(number(value), text)

    def test_that_were_chosen_keep_their_digits(self):
        for value, text in [(1.00125, "1.00125"), (1120, "1,120"), (1e-8, "0.00000001"),
                            (2.0, "2"), (1048576, "1,048,576"), (-0.5, "-0.5")]:
            self.assertEqual(exact(value), text)


class Parts(unittest.TestCase):
    def test_are_explained_where_some_of_their_marks_are_outside_the_axes(self):
        for value in (1e6, math.nan):
            with self.subTest(value=value):
                drawing = Drawing("marks", height=2)
                outside, = drawing.axes.plot([1], [value], "o")
                inside, = drawing.axes.plot([1], [5], "o")
                drawing.axes.set_ylim(0, 10)
                drawing.explain(outside, "outside", "outside.html")
                drawing.explain(inside, "inside")
                picture = drawing.svg()
                hints = [part.find(f"{SVG}title").text
                         for part in xml.etree.ElementTree.fromstring(picture).iter(f"{SVG}g")
                         if part.get("class") == "part"]
                self.assertIn("inside", hints)


if __name__ == "__main__":
    unittest.main()
