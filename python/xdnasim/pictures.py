"""Pictures of results, as Jupyter shows them."""

from __future__ import annotations


class RunPictures:
    """Of a run."""


class KernelPictures:
    """Of a kernel's schedule."""


class PlacementPictures:
    """Of a placed and routed netlist."""
