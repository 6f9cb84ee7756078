#!/usr/bin/env python3
"""Draws the array of docs/concepts.md, and the way of a tile of A through one of its columns.

usage: docs/plot_array.py OUTPUT.png    (needs python3-matplotlib)
"""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patches import FancyArrowPatch, Rectangle

COLUMNS = 4
ROWS = ("ShimTile", "MemTile", "CompTile", "CompTile", "CompTile", "CompTile")  # from the south
COLOURS = {"ShimTile": "#d9dee2", "MemTile": "#e0a33e", "CompTile": "#2f6f8f"}
INK = {"ShimTile": "black", "MemTile": "black", "CompTile": "white"}
DATA = "#4f5b66"
LOCKS = "#8c5a7b"


def box(axes, corner, size, text="", **style):
    style = {"facecolor": "white", "edgecolor": DATA, "linewidth": 0.8} | style
    ink = style.pop("ink", "black")
    fontsize = style.pop("fontsize", 7.5)
    axes.add_patch(Rectangle(corner, *size, **style))
    axes.text(corner[0] + size[0] / 2, corner[1] + size[1] / 2, text, ha="center", va="center",
              fontsize=fontsize, color=ink)


def arrow(axes, begin, end, step=None, colour=DATA, width=1.4):
    """`step`: its number in the text, in a circle to the left of the arrow's middle."""
    axes.add_patch(FancyArrowPatch(begin, end, arrowstyle="-|>", mutation_scale=9, color=colour,
                                   linewidth=width, shrinkA=0, shrinkB=0, zorder=3))
    if step is not None:
        beside = ((begin[0] + end[0]) / 2 - 0.17, (begin[1] + end[1]) / 2)
        axes.text(*beside, str(step), ha="center", va="center", fontsize=7, color="white",
                  zorder=4, bbox={"boxstyle": "circle,pad=0.22", "fc": colour, "ec": "none"})


def draw_array(axes):
    axes.set_title("the array of xdna-phoenix: 4 columns of 4 cores", loc="left", fontsize=10)
    for column in range(COLUMNS):
        for row, kind in enumerate(ROWS):
            box(axes, (column, row), (0.84, 0.78), f"{kind}\n({column},{row})",
                facecolor=COLOURS[kind], ink=INK[kind])
            if column + 1 < COLUMNS and kind != "MemTile":  # whose switch has no ways east or west
                axes.plot([column + 0.84, column + 1], [row + 0.39] * 2, color=DATA, lw=2)
            if row + 1 < len(ROWS):
                axes.plot([column + 0.42] * 2, [row + 0.78, row + 1], color=DATA, lw=2)
        axes.plot([column + 0.42] * 2, [-0.3, 0], color=DATA, lw=2)
    box(axes, (0, -0.88), (COLUMNS - 0.16, 0.58), "DRAM of the host", fontsize=8.5)
    box(axes, (-1.2, 0), (0.86, 0.78), "command\nprocessor", facecolor="#f3e3ea", edgecolor=LOCKS)
    arrow(axes, (-0.34, 0.39), (0, 0.39), colour=LOCKS)
    for row, text in ((0, "to the DRAM"), (1, "512 KiB"), (3.5, "a VLIW core\nand 64 KiB")):
        axes.text(COLUMNS - 0.05, row + 0.39, text, va="center", fontsize=7.5)
    axes.set_xlim(-1.25, COLUMNS + 0.75)
    axes.set_ylim(-1, len(ROWS))


def tile_frame(axes, bottom, height, kind, name):
    axes.add_patch(Rectangle((0, bottom), 7.6, height, facecolor=COLOURS[kind], alpha=0.18,
                             edgecolor=COLOURS[kind], linewidth=1.2))
    axes.text(0.1, bottom + height - 0.1, name, va="top", fontsize=8.5, weight="bold")


def draw_switch(axes, bottom):
    box(axes, (0.6, bottom), (6.4, 0.36), "stream switch", facecolor="#eef1f3")


def draw_way(axes):
    axes.set_title("the way of a tile of A through a column, and of C back", loc="left",
                   fontsize=10)
    box(axes, (0, -0.75), (7.6, 0.5), "DRAM: A, B and C", fontsize=8.5)
    tile_frame(axes, 0, 1.7, "ShimTile", "ShimTile")
    tile_frame(axes, 2.1, 2.35, "MemTile", "MemTile")
    tile_frame(axes, 4.85, 3.1, "CompTile", "CompTile")

    box(axes, (0.6, 0.2), (1.5, 0.4), "DMA MM2S: BD")
    box(axes, (5.5, 0.2), (1.5, 0.4), "DMA S2MM: BD")
    draw_switch(axes, 0.95)
    draw_switch(axes, 2.3)
    box(axes, (0.6, 3.05), (1.2, 0.4), "S2MM: BDs")
    box(axes, (2.2, 3.05), (1.2, 0.4), "MM2S: BDs")
    box(axes, (1.0, 3.8), (2.0, 0.38), "A, two buffers")
    box(axes, (4.5, 3.05), (1.15, 0.4), "S2MM: BDs")
    box(axes, (5.85, 3.05), (1.15, 0.4), "MM2S: BDs")
    box(axes, (4.65, 3.8), (2.0, 0.38), "C")
    draw_switch(axes, 5.0)
    box(axes, (1.2, 5.75), (1.6, 0.4), "S2MM: BDs")
    box(axes, (4.85, 5.75), (1.6, 0.4), "MM2S: BDs")
    box(axes, (1.0, 6.5), (2.0, 0.38), "A, two buffers")
    box(axes, (4.65, 6.5), (2.0, 0.38), "C")
    box(axes, (1.9, 7.3), (3.85, 0.42), "VLIW core: one kernel call", facecolor=COLOURS["CompTile"],
        ink="white", fontsize=8.5)

    arrow(axes, (1.35, -0.25), (1.35, 0.2), 1)
    arrow(axes, (1.35, 0.6), (1.35, 0.95))
    arrow(axes, (1.2, 1.31), (1.2, 2.3), 2)
    arrow(axes, (1.2, 2.66), (1.2, 3.05))
    arrow(axes, (1.4, 3.45), (1.4, 3.8), 3)
    arrow(axes, (2.6, 3.8), (2.6, 3.45), 4)
    arrow(axes, (2.8, 3.05), (2.8, 2.66))
    arrow(axes, (3.88, 2.66), (3.88, 5.0), 5)
    arrow(axes, (2.0, 5.36), (2.0, 5.75))
    arrow(axes, (2.0, 6.15), (2.0, 6.5), 6)
    arrow(axes, (2.3, 6.88), (2.6, 7.3), 7)
    arrow(axes, (5.0, 7.3), (5.4, 6.88), 8)
    arrow(axes, (5.65, 6.5), (5.65, 6.15))
    arrow(axes, (5.65, 5.75), (5.65, 5.36))
    arrow(axes, (4.3, 5.0), (4.3, 2.66), 9)
    arrow(axes, (5.05, 2.66), (5.05, 3.05))
    arrow(axes, (5.15, 3.45), (5.15, 3.8))
    arrow(axes, (6.25, 3.8), (6.25, 3.45))
    arrow(axes, (6.4, 3.05), (6.4, 2.66))
    arrow(axes, (6.25, 2.3), (6.25, 1.31), 10)
    arrow(axes, (6.25, 0.95), (6.25, 0.6))
    arrow(axes, (6.25, 0.2), (6.25, -0.25), 11)
    for left in (3.05, 6.7):
        for bottom in (3.84, 6.54):
            box(axes, (left, bottom), (0.52, 0.3), "locks", facecolor="#f3e3ea", edgecolor=LOCKS,
                fontsize=6.5)
    axes.set_xlim(-0.1, 7.7)
    axes.set_ylim(-0.85, 8.05)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    figure, (array, way) = plt.subplots(1, 2, figsize=(11, 6), layout="constrained",
                                        width_ratios=(1, 1.15))
    draw_array(array)
    draw_way(way)
    for axes in (array, way):
        axes.axis("off")
    figure.savefig(sys.argv[1], dpi=130)


if __name__ == "__main__":
    main()
