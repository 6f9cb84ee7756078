"""What the notebooks of the labs are made with: the command as functions, predictions that are
graded, and pictures."""

from .command import CommandFailed, devices, kernel, place, run, simulate, study, timeline, write
from .grading import Lab, Unanswered, WrongAnswer

__all__ = ["CommandFailed", "Lab", "Unanswered", "WrongAnswer", "devices", "kernel", "place", "run",
           "simulate", "study", "timeline", "write"]
