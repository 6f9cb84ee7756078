"""What the figures of all reports share."""

import itertools
import math
import sys
import unittest
import xml.etree.ElementTree

from matplotlib.backends.backend_agg import FigureCanvasAgg

from report_pages import REPORT

sys.path.insert(0, str(REPORT.parent))
from drawing import Drawing, logarithmic, number  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"


def tick_labels(low, high):
    """Where the labels of a logarithmic x axis are drawn, from left to right."""
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
