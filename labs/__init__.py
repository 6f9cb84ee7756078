"""What the notebooks of the labs are made with: the command as functions, predictions that are
graded, and pictures."""

from . import block_float
from .command import (CommandFailed, compare, export, kernel, medians, place, run, simulate,
                      simulate_placed, timeline, trace, write)
from .grading import Lab, Unanswered, UnknownQuestion, WrongAnswer

__all__ = ["CommandFailed", "Lab", "Unanswered", "UnknownQuestion", "WrongAnswer", "block_float", "compare", "export",
           "kernel", "medians", "place", "run", "simulate", "simulate_placed", "timeline", "trace",
           "write"]
