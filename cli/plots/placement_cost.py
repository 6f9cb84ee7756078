#!/usr/bin/env python3
"""Draws the cost of an annealed placement over its moves.

usage: placement_cost.py HISTORY.json OUTPUT    (needs python3-matplotlib)

HISTORY.json: {title, history: [{moves, temperature, estimate, best}]}; best is null until a legal
placement was found. The picture's format follows from OUTPUT's ending.
"""

import json
import sys

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["text.parse_math"] = False  # names may contain $, but are not formulas
import matplotlib.pyplot as plt


def draw(data, output):
    points = data["history"]
    moves = [point["moves"] for point in points]
    figure, costs = plt.subplots(figsize=(8, 4.5), layout="constrained")
    costs.plot(moves, [point["estimate"] for point in points], color="#8fb8c8", linewidth=1,
               label="estimate of the placement")
    legal = [point for point in points if point["best"] is not None]
    costs.plot([point["moves"] for point in legal], [point["best"] for point in legal],
               color="#2f6f8f", linewidth=2, drawstyle="steps-post", label="best legal cost")
    costs.set_xlabel("moves")
    costs.set_ylabel("cost")
    costs.set_title(data["title"])
    temperatures = costs.twinx()
    temperatures.plot(moves, [point["temperature"] for point in points], color="#d9822b",
                      linewidth=0.8, label="temperature")
    temperatures.set_ylabel("temperature")
    lines = costs.get_lines() + temperatures.get_lines()
    costs.legend(lines, [line.get_label() for line in lines], loc="upper center",
                 bbox_to_anchor=(0.5, -0.13), ncol=3, frameon=False)
    figure.savefig(output)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    draw(data, sys.argv[2])


if __name__ == "__main__":
    main()
