"""Pictures of the labs, with matplotlib."""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib.patches import FancyArrowPatch, Rectangle

from .command import run

BLUE, ORANGE, PURPLE, GREEN, GREY, INK = (
    "#2f6f8f", "#e0a33e", "#8c5a7b", "#5f9460", "#d9dee2", "#4f5b66")
COLOURS = (BLUE, ORANGE, PURPLE, GREEN, INK)
plt.rcParams.update({"font.size": 10, "figure.dpi": 100, "axes.spines.top": False,
                     "axes.spines.right": False, "legend.frameon": False,
                     "figure.constrained_layout.use": True})


def axes(title, x="", y="", size=(7, 3.6)):
    """A figure with one pair of axes."""
    _, drawn = plt.subplots(figsize=size)
    drawn.set_title(title, loc="left", fontsize=11)
    drawn.set_xlabel(x)
    drawn.set_ylabel(y)
    return drawn


def bare(size, width, height):
    """A sheet to draw boxes on, `width` x `height` in its own units."""
    _, drawn = plt.subplots(figsize=size)
    drawn.set_xlim(0, width)
    drawn.set_ylim(0, height)
    drawn.axis("off")
    return drawn


def box(sheet, x, y, width, height, text="", colour="white", ink="black", fontsize=9):
    sheet.add_patch(Rectangle((x, y), width, height, facecolor=colour, edgecolor=INK, linewidth=1))
    sheet.text(x + width / 2, y + height / 2, text, ha="center", va="center", color=ink,
               fontsize=fontsize)


def arrow(sheet, begin, end, text="", colour=INK, offset=(0, 0), fontsize=9):
    sheet.add_patch(FancyArrowPatch(begin, end, arrowstyle="-|>", mutation_scale=12, color=colour,
                                    linewidth=1.6, shrinkA=0, shrinkB=0))
    sheet.text((begin[0] + end[0]) / 2 + offset[0], (begin[1] + end[1]) / 2 + offset[1], text,
               ha="center", va="center", fontsize=fontsize, color=INK)


def slots(**options):
    """The schedule of a kernel, as `xdnasim kernel --plot` draws it."""
    from IPython.display import Image
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "slots.png"
        words = [word for key, value in options.items()
                 for word in (f"--{key.replace('_', '-')}", str(value))]
        run("kernel", *words, "--plot", file)
        return Image(file.read_bytes(), width=1500, unconfined=True)


def lanes(spans, title, begin=None, end=None, size=None):
    """Bars over cycles: `spans` are (lane, begin, end, colour), lanes from the top."""
    names = list(dict.fromkeys(lane for lane, *_ in spans))
    drawn = axes(title, "cycles", "", size or (8, 1.1 + 0.34 * len(names)))
    for lane, first, last, colour in spans:
        drawn.barh(names.index(lane), last - first, left=first, height=0.7, color=colour)
    drawn.set_yticks(range(len(names)), names)
    drawn.invert_yaxis()
    drawn.set_xlim(begin, end)
    drawn.xaxis.set_major_formatter(plt.FuncFormatter(lambda value, _: f"{value:,.0f}"))
    return drawn


def states(results, title):
    """Where the time of the cores goes, a bar for each of {name: result}."""
    drawn = axes(title, "share of the array's time", "", (8, 1.3 + 0.4 * len(results)))
    known = next(iter(results.values()))["core_states"]
    left = [0.0] * len(results)
    for state in known:
        shares = [sum(core[state["key"]] for core in each["cores"]) / each["cycles"]
                  / len(each["cores"]) for each in results.values()]
        if max(shares) > 0:
            drawn.barh(list(results), shares, left=left, color=state["colour"], height=0.6,
                       label=state["label"])
        left = [begin + share for begin, share in zip(left, shares)]
    drawn.invert_yaxis()
    drawn.set_xlim(0, 1)
    drawn.xaxis.set_major_formatter(plt.FuncFormatter(lambda value, _: f"{value:.0%}"))
    drawn.legend(loc="upper center", bbox_to_anchor=(0.5, -0.28 if len(results) > 2 else -0.45),
                 ncol=4, fontsize=9)
    return drawn
