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
matplotlib.rcParams["text.parse_math"] = False  # names are no formulas, whatever is in them
import matplotlib.pyplot as plt

COLOURS = {"ld": "#8fb8c8", "st": "#e0a33e", "mac": "#2f6f8f", "mul": "#2f6f8f",
           "shuffle": "#b8a1c9", "widen": "#b8a1c9", "bfp16": "#8c5a7b"}
OTHER = "#c9c9c9"
MOST_ROWS = 64  # of a section; longer ones are cut


def draw(axes, section, slots, height):
    rows = min(section["rows"], MOST_ROWS)
    for operation in section["operations"]:
        if operation["cycle"] >= rows:
            continue
        colour = COLOURS.get(operation["label"].split(" ")[0], OTHER)
        axes.add_patch(plt.Rectangle((operation["slot"] + 0.04, operation["cycle"] + 0.08), 0.92,
                                     0.84, facecolor=colour, edgecolor="none"))
        axes.text(operation["slot"] + 0.5, operation["cycle"] + 0.5, operation["label"],
                  ha="center", va="center", fontsize=5,
                  color="white" if colour == "#2f6f8f" else "black")
    cut = "" if rows == section["rows"] else f", first {rows} of {section['rows']} rows"
    axes.set_title(f"{section['name']}\n{section['runs']} x {section['cycles']} cycles{cut}",
                   fontsize=8)
    axes.set_xlim(0, len(slots))
    axes.set_ylim(height, 0)
    axes.set_xticks([i + 0.5 for i in range(len(slots))], slots, fontsize=7)
    axes.xaxis.tick_top()
    axes.tick_params(axis="both", length=0, labelsize=7)
    for side in axes.spines.values():
        side.set_visible(False)
    axes.set_axisbelow(True)
    axes.grid(axis="y", color="#eeeeee")


def main():
    source, output = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        schedule = json.load(file)
    sections = schedule["sections"]
    rows = max(min(section["rows"], MOST_ROWS) for section in sections)
    figure, axes = plt.subplots(1, len(sections), squeeze=False,
                                figsize=(4.2 * len(sections), 1.4 + 0.19 * rows))
    for axis, section in zip(axes[0], sections):
        draw(axis, section, schedule["slots"], rows)
    figure.suptitle(schedule["title"], fontsize=9)
    figure.tight_layout()
    figure.savefig(output, dpi=150)


if __name__ == "__main__":
    main()
