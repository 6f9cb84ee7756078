"""Style of the report's figures, and their conversion to SVG for a page."""

import html
import io
import math
import re
from dataclasses import dataclass
from decimal import Decimal

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

WIDTH = 4.0  # inches; the page scales a figure to its column
WIDE = 6.0
AXIS = 2.6  # shortest length of an axis in inches
CHARACTER = 0.065  # width of a character in tick labels, in inches
INK = "#33404a"
FAINT = "#dfe4e8"
MEASURED = "#1d252c"
COLOURS = ["#2f6f8f", "#d9822b", "#8c5a7b", "#5f9460", "#b3564d", "#7a7f87"]

matplotlib.rcParams.update({
    "font.size": 8, "axes.labelsize": 8, "axes.titlesize": 8.5, "legend.fontsize": 7.5,
    "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.edgecolor": "#9aa5ae", "axes.linewidth": 0.7, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True,
    "grid.color": FAINT, "grid.linewidth": 0.6, "xtick.major.width": 0.6,
    "ytick.major.width": 0.6, "legend.frameon": False, "legend.handletextpad": 0.5,
    "svg.fonttype": "none", "text.parse_math": False,
})


@dataclass
class Picture:
    title: str
    caption: str
    svg: str


def end_of_group(svg, begin):
    """Returns the position after the </g> that closes the <g> at `begin`."""
    depth = 0
    # A part that lies outside the axes, such as a mark, is reduced to <g .../>.
    for tag in re.compile(r"<g(?: [^>]*)?>|</g>").finditer(svg, begin):
        if tag.group() == "</g>":
            depth -= 1
        elif not tag.group().endswith("/>"):
            depth += 1
        if depth == 0:
            return tag.end()
    raise ValueError("a group of the figure is not closed")


class Drawing:
    """A figure with one pair of axes, whose parts can show a text under the pointer. `margins`:
    left, right, bottom and top margin of the axes in inches, for figures that line up; None: the
    margins fit the labels."""

    def __init__(self, name, height, width=WIDTH, margins=None):
        self.name = name
        self.figure = Figure(figsize=(width, height), layout=None if margins else "constrained")
        self.axes = self.figure.subplots()
        if margins:
            left, right, bottom, top = margins
            self.figure.subplots_adjust(left=left / width, right=1 - right / width,
                                        bottom=bottom / height, top=1 - top / height)
        self.parts = {}

    def explain(self, artist, hint, link=None):
        """Shows `hint` under the pointer on `artist`. `link`: target of a click on it; written into
        the SVG here, since matplotlib writes no links for markers."""
        key = f"{self.name}-part-{len(self.parts)}"
        artist.set_gid(key)
        self.parts[key] = (hint, link)

    def keep_links(self, links):
        """Removes all links that are not in `links`: the page does not have their targets."""
        self.parts = {key: (hint, link if link in links else None)
                      for key, (hint, link) in self.parts.items()}

    def legend_above(self, handles):
        self.axes.legend(handles=handles, ncols=len(handles), loc="lower right", borderpad=0.1,
                         bbox_to_anchor=(1.0, 1.0), columnspacing=1.4, handlelength=1.2)

    def legend_below(self, handles, columns=3, below=0.16):
        self.axes.legend(handles=handles, ncols=columns, loc="upper center",
                         bbox_to_anchor=(0.5, -below), columnspacing=1.4)

    def svg(self):
        """Returns the figure as an SVG element for a page that may contain other figures."""
        stream = io.StringIO()
        with matplotlib.rc_context({"svg.hashsalt": self.name}):
            self.figure.savefig(stream, format="svg", transparent=True)
        svg = stream.getvalue()
        svg = svg[svg.index("<svg"):]
        svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
        # matplotlib numbers its ids from 1 in each figure, so in a page they would not be unique.
        svg = re.sub(r' id="[A-Za-z0-9.]+_\d+"', "", svg)
        svg = re.sub(r'(<svg [^>]*?) width="[^"]*"', r"\1", svg, count=1)
        svg = re.sub(r'(<svg [^>]*?) height="[^"]*"', r"\1", svg, count=1)
        for key, (hint, link) in self.parts.items():
            group = f'<g id="{key}">'
            begin = svg.find(group)
            if begin < 0:
                continue
            end = end_of_group(svg, begin)
            part = f'<g class="part"><title>{html.escape(hint)}</title>'
            part += svg[begin + len(group):end]
            if link:
                part = f'<a xlink:href="{html.escape(link)}">{part}</a>'
            svg = svg[:begin] + part + svg[end:]
        return svg

    def picture(self, title, caption=""):
        return Picture(title, caption, self.svg())


def device_colours(results):
    """One colour per device, the same in every figure."""
    names = [device["name"] for device in results["devices"]]
    names += [row["device"] for suite in results["suites"] for row in suite["rows"]]
    names += [sweep["device"] for sweep in results["sweeps"]]
    return {name: COLOURS[number % len(COLOURS)]
            for number, name in enumerate(dict.fromkeys(names))}


def number(value, digits=4):
    """Formats a number with `digits` digits and without an exponent: 1234.5678 as 1,235, 0.0123456
    as 0.01235."""
    if value is None:
        return "-"
    whole = len(str(int(abs(value))))
    if abs(value) >= 1 or value == 0:
        places = max(0, digits - whole)
        shown = f"{value:,.{places}f}"
        return shown.rstrip("0").rstrip(".") if "." in shown else shown
    return f"{Decimal(f'{value:.{digits - 1}e}'):f}".rstrip("0").rstrip(".")


def exact(value):
    """Formats a number with all digits and without an exponent, so that values of an axis that are
    close to each other can be distinguished."""
    shown = f"{Decimal(str(value)):,f}"
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def percent(fraction, signed=False):
    if fraction is None:
        return "-"
    shown = round(100 * fraction, 1) or 0.0  # -0.0 becomes 0.0: a rounded 0 has no sign
    sign = "+" if signed and shown else ""
    return f"{shown:{sign}.1f} %".replace("-", "\N{MINUS SIGN}")


def r_squared(value):
    return "-" if value is None else f"{value:.3f}"


def shortened(label, most=60):
    """Shortens a label in the middle, since rows often differ only at the ends of their labels."""
    if len(label) <= most:
        return label
    tail = most // 2
    return label[:most - tail - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}" + label[-tail:].lstrip()


def logarithmic(axis, decades, longest=4):
    """Sets ticks at 1, 2 and 5 of each decade, or where these would overlap, at powers of ten or
    some of them. `longest`: number of characters of the longest label, which counts along x.
    `decades`: decades that the axis spans; 0 if all values are equal."""
    label = CHARACTER * (1 + (longest if axis.axis_name == "x" else 4))
    if label * decades < AXIS * math.log10(2):
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    else:
        axis.set_major_locator(LogLocator(base=10 ** math.ceil(label * decades / AXIS)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    axis.set_minor_locator(NullLocator())


def make_logarithmic(axes, which):
    """Makes an axis logarithmic after drawing, with ticks that fit its range."""
    (axes.set_xscale if which == "x" else axes.set_yscale)("log")
    low, high = axes.get_xlim() if which == "x" else axes.get_ylim()
    longest = max(len(number(10.0 ** math.floor(math.log10(end)))) for end in (low, high))
    logarithmic(axes.xaxis if which == "x" else axes.yaxis, math.log10(high / low), longest)


def row_labels(axes, rows):
    """Labels the rows of a bar chart, in place of a y axis."""
    axes.set_yticks(range(len(rows)), [shortened(row["what"]) for row in rows], fontsize=7)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="y", visible=False)
