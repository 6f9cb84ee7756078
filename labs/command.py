"""Runs the xdnasim command, and gives what it reports as dictionaries.

Problems, kernel programs and netlists are dictionaries, too, or the paths of files in the
repository.
"""

import contextlib
import json
import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "workloads/examples"


class CommandFailed(Exception):
    """The command said no: `code` is its exit code, `message` what it printed."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message

    def _render_traceback_(self):  # in a notebook: the message alone
        return [f"xdnasim ended with code {self.code}:", self.message]


def command():
    return os.environ.get("XDNASIM_COMMAND", str(ROOT / "build/release/bin/xdnasim"))


def _ended(arguments, text=""):
    try:
        return subprocess.run([command(), *(str(each) for each in arguments)], input=text, cwd=ROOT,
                              env=os.environ | {"COLUMNS": "100"}, capture_output=True, text=True,
                              check=False)
    except FileNotFoundError:
        raise CommandFailed(127, f"there is no {command()}; labs/start builds it") from None


def run(*arguments, text=""):
    """What `xdnasim arguments...` prints, with `text` as its input, in the repository's root."""
    done = _ended(arguments, text)
    if done.returncode != 0:
        raise CommandFailed(done.returncode, done.stderr.strip() or done.stdout.strip())
    return done.stdout


def _assignments(changes):
    return [word for key, value in (changes or {}).items()
            for word in ("--set", f"{key}={json.dumps(value)}")]


def _problem(problem):
    """As an argument, and as the text of the command's input."""
    if isinstance(problem, dict):
        return "-", json.dumps(problem)
    return str(problem), ""


def simulate(problem, changes=None, *options):
    """The result of `xdnasim simulate` (docs/results.md). `changes` maps keys of the problem to
    values, as in {"gemm.k_mt": 144}; `options` are others of the command, as in "--what-if"."""
    name, text = _problem(problem)
    return json.loads(run("simulate", name, *_assignments(changes), *options, "--json", "-",
                          text=text))


@contextlib.contextmanager
def _written(name, values):
    """A file with a dictionary, for as long as it is read; messages call it by its name."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.json"
        file.write_text(json.dumps(values, indent=1))
        try:
            yield file
        except CommandFailed as no:
            raise CommandFailed(no.code, no.message.replace(str(file), name)) from None


def _from_file(*arguments, text="", suffix=".json"):
    """What the command writes to a file, named last."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"result{suffix}"
        run(*arguments, file, text=text)
        return json.loads(file.read_text())


def timeline(problem, changes=None, *options):
    """What every tile did when: spans with `tile`, `row` (of the timeline), `name`, and the cycles
    `begin` and `end`."""
    name, text = _problem(problem)
    events = _from_file("simulate", name, *_assignments(changes), *options, "--timeline",
                        text=text)["traceEvents"]
    tiles = {each["pid"]: each["args"]["name"] for each in events if each["name"] == "process_name"}
    rows = {(each["pid"], each["tid"]): each["args"]["name"] for each in events
            if each["name"] == "thread_name"}
    return [{"tile": tiles[each["pid"]], "row": rows.get((each["pid"], each["tid"]), ""),
             "name": each["name"], "begin": each["args"]["cycle"],
             "end": each["args"]["cycle"] + each["args"]["cycles"]}
            for each in events if each["ph"] == "X"]


def kernel(program=None, **options):
    """The result of `xdnasim kernel`: kernel(device="xdna-phoenix", tile="64x64x64"). `program` is
    a kernel of your own, as a dictionary. `table=True` gives the schedule as text."""
    table = options.pop("table", False)
    words = []
    for key, value in options.items():
        words += [f"--{key.replace('_', '-')}"] + ([] if value is True else [str(value)])
    with contextlib.ExitStack() as while_it_runs:
        if program is not None:
            words += ["--program", while_it_runs.enter_context(_written("program", program))]
        if table:
            return run("kernel", *words)
        return _from_file("kernel", *words, "--json")


def export(problem):
    """The design that `xdnasim export mlir` writes for mlir-aie."""
    name, text = _problem(problem)
    with tempfile.TemporaryDirectory() as folder:
        run("export", "mlir", name, "-o", folder, text=text)
        return (Path(folder) / "aie.mlir").read_text()


def place(netlist, *options):
    """The result of `xdnasim place` for a netlist (a dictionary), docs/place.md."""
    with _written("netlist", netlist) as file:
        return json.loads(run("place", file, *options, "-o", "-"))


def simulate_placed(result, changes=None, *options):
    """The result of `xdnasim simulate` for a result of place(), as simulate() gives it."""
    with _written("placement", result) as file:
        return simulate(file, changes, *options)


def trace(problem, name, *options):
    """Runs the problem, and gives the file with the words that its trace units wrote."""
    file = Path(f"{name}.bin").resolve()
    source, text = _problem(problem)
    run("simulate", source, *options, "--trace", file, text=text)
    return file


def compare(measured, simulated, *options):
    """The comparison of two traces as a dictionary; "text" has it as the command prints it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "comparison.json"
        done = _ended(["trace", "compare", measured, simulated, *options, "--json", file])
        if done.returncode > 1:  # 1: further apart than allowed
            raise CommandFailed(done.returncode, done.stderr.strip())
        return json.loads(file.read_text()) | {"text": done.stdout}


def medians(comparison):
    """Of a core's calls and events: {name: (measured, simulated)}, in cycles."""
    unit = comparison["units"][0]
    named = [("kernel " + each["name"], each) for each in unit["kernels"]]
    named += [(each["name"], each) for each in unit["events"]]
    return {name: (each["measured"]["median"], each["simulated"]["median"])
            for name, each in named}


def write(name, text):
    """Writes a file to the folder of the notebook, and gives its path."""
    file = Path(name).resolve()
    file.write_text(text)
    return file
