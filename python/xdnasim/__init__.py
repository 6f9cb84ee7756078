"""xdnasim: a cycle-approximate simulator of AMD XDNA / AIE-ML arrays.

>>> import xdnasim
>>> result = xdnasim.simulate("workloads/examples/gemm_xdna2_int8.yaml")
>>> result.tops, result.bottleneck

Every function is a command of the same name and runs the same code: results are the command's JSON,
messages are its messages. See docs/python.md.
"""

from ._core import __version__
from .command import run
from .errors import CheckError, DeadlockError, Error, InputError, UnavailableError
from .found import Comparison, Device, KernelSchedule, Optimisation, Placement, Quantity
from .pictures import Picture, compared_picture
from .problem import Problem
from .results import Result, table
from .run_result import RunResult
from .search import device, devices, kernel, netlist, netlists, optimise, place
from .simulation import compare, estimate, simulate
from .studies import Study, sweep
from .traces import Trace, TraceComparison, compare_traces

__all__ = [
    "CheckError", "Comparison", "DeadlockError", "Device", "Error", "InputError", "KernelSchedule",
    "Optimisation", "Picture", "Placement", "Problem", "Quantity", "Result", "RunResult", "Study", "Trace",
    "TraceComparison", "UnavailableError", "__version__", "compare", "compare_traces", "compared_picture",
    "device", "devices", "estimate", "kernel", "netlist", "netlists", "optimise", "place", "run", "simulate",
    "sweep", "table",
]
