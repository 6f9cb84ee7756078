#!/usr/bin/env python3
"""Draws a kernel's schedule: cycles down, slots across, a box for each operation.

usage: kernel_slots.py SCHEDULE.json OUTPUT    (needs python3-matplotlib)

SCHEDULE.json: {title, slots: [name], sections: [{name, runs, cycles, rows,
operations: [{cycle, slot, label}]}]}. The picture's format follows from OUTPUT's ending.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["text.parse_math"] = False  # names may contain $, but are not formulas
import matplotlib.pyplot as plt
from matplotlib.patches import Patch

# The slots of AIE-ML with their purpose and colour. Slots with other names get a colour of OTHERS.
KNOWN = {"lda": ("loads", "#8fb8c8"), "ldb": ("loads", "#5f94ad"), "st": ("stores", "#e0a33e"),
         "alu": ("scalar", "#b3564d"), "mv": ("moves", "#b8a1c9"), "lng": ("long constants", "#7a7f87"),
         "vec": ("vectors", "#2f6f8f")}
OTHERS = ("#5f9460", "#8c5a7b", "#d9822b", "#a3b18a", "#c9c9c9")
MOST_ROWS = 64  # of a section that are drawn
LEGEND = 0.3  # height in inches
DARK = 0.45  # luminance of a colour below which text on it is white


def styles(slots):
    """Label and colour of each slot."""
    found = []
    for number, slot in enumerate(slots):
        does, colour = KNOWN.get(slot, (None, OTHERS[number % len(OTHERS)]))
        found.append((f"{slot}: {does}" if does else slot, colour))
    return found


def ink_on(colour):
    red, green, blue = matplotlib.colors.to_rgb(colour)
    return "white" if 0.299 * red + 0.587 * green + 0.114 * blue < DARK else "black"


def draw_operations(axes, section, colours, rows):
    for operation in section["operations"]:
        if operation["cycle"] >= rows:
            continue
        colour = colours[operation["slot"]]
        axes.add_patch(plt.Rectangle((operation["slot"] + 0.04, operation["cycle"] + 0.08), 0.92,
                                     0.84, facecolor=colour, edgecolor="none"))
        axes.text(operation["slot"] + 0.5, operation["cycle"] + 0.5, operation["label"],
                  ha="center", va="center", fontsize=5, color=ink_on(colour))


def number_cycles(axes, rows):
    """Labels each row with its cycle, and separates the rows by lines."""
    axes.set_yticks([cycle + 0.5 for cycle in range(rows)], [str(cycle) for cycle in range(rows)])
    axes.hlines(range(rows + 1), *axes.get_xlim(), color="#eeeeee", linewidth=0.8, zorder=0)
    axes.set_ylabel("cycle", fontsize=7, loc="top")


def draw(axes, section, slots, height):
    rows = min(section["rows"], MOST_ROWS)
    draw_operations(axes, section, [colour for _, colour in styles(slots)], rows)
    cut = "" if rows == section["rows"] else f", first {rows} of {section['rows']} rows"
    axes.set_title(f"{section['name']}\n{section['runs']} x {section['cycles']} cycles{cut}",
                   fontsize=8)
    axes.set_xlim(0, len(slots))
    axes.set_ylim(height, 0)
    axes.set_xticks([i + 0.5 for i in range(len(slots))], slots)
    axes.xaxis.tick_top()
    number_cycles(axes, rows)
    axes.tick_params(axis="both", length=0, labelsize=7)
    for side in axes.spines.values():
        side.set_visible(False)


def add_legend(figure, schedule):
    """Adds a legend of the slots that are used."""
    used = {operation["slot"] for section in schedule["sections"]
            for operation in section["operations"]}
    handles = [Patch(color=colour, label=label)
               for slot, (label, colour) in enumerate(styles(schedule["slots"])) if slot in used]
    figure.legend(handles=handles, ncols=len(handles), loc="lower center", fontsize=7,
                  frameon=False, handlelength=1.2, columnspacing=1.6)


def picture(schedule):
    sections = schedule["sections"]
    rows = max(min(section["rows"], MOST_ROWS) for section in sections)
    height = 1.6 + 0.19 * rows
    figure, axes = plt.subplots(1, len(sections), squeeze=False,
                                figsize=(max(4.2 * len(sections), 5.0), height))
    for axis, section in zip(axes[0], sections):
        draw(axis, section, schedule["slots"], rows)
    add_legend(figure, schedule)
    figure.suptitle(schedule["title"], fontsize=9)
    figure.tight_layout(rect=(0, LEGEND / height, 1, 1))
    return figure


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, output = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        schedule = json.load(file)
    picture(schedule).savefig(output, dpi=150)


if __name__ == "__main__":
    main()
