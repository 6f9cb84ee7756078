"""Valid inputs to start from: the project's own files, and files that the command makes from them."""

import subprocess
import tempfile
from pathlib import Path

from attacks.documents import read_json, read_yaml, with_value, yaml_text

ROOT = Path(__file__).resolve().parents[3]
STOCK = ROOT / "workloads/examples"
DEVICES = ROOT / "arch/devices"

# Examples and the values that make them small enough for a run to take only a moment.
PROBLEMS = {
    "gemm_teaching": {},
    "gemm_any": {"gemm.size": "{m: 200, k: 300, n: 100}"},
    "gemm_xdna2_int8": {"gemm.size": "{m: 600, k: 864, n: 1200}"},
    "gemm_whole_array": {"gemm.size": "{m: 512, k: 256, n: 512}"},
    "gemm_traced": {"gemm.size": "{m: 128, k: 512, n: 512}"},
    "elementwise_add_one": {},
    "elementwise_vector_scalar": {"elementwise.kernel.cycles_per_call": "1024"},
    "transfer_memcpy": {"transfer.streams.0.rows": "256", "transfer.streams.1.rows": "256"},
    "transfer_gemm_like": {"transfer.streams.0.row_bytes": "512", "transfer.streams.0.rows": "512",
                           "transfer.streams.1.row_bytes": "256", "transfer.streams.1.rows": "512"},
}


def content_of_folder(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def below(folder, files):
    return {f"{folder}/{name}": content for name, content in files.items()}


def small_problem(name):
    tree = read_yaml((STOCK / f"{name}.yaml").read_text())
    for path, value in PROBLEMS[name].items():
        tree = with_value(tree, path, value)
    return tree


SECONDS = 60  # time limit of each run that makes examples


class Examples:
    """All valid inputs. `made` and `designs` are empty if the command does not make recordings."""

    def __init__(self, command):
        self.problems = {name: small_problem(name) for name in PROBLEMS}
        self.programs = {path.stem: read_yaml(path.read_text())
                         for path in sorted((STOCK / "kernels").glob("*.yaml"))}
        self.devices = {str(path.relative_to(DEVICES)): path.read_bytes()
                        for path in sorted(DEVICES.rglob("*.yaml"))}
        self.device_trees = {name: read_yaml(text.decode()) for name, text in self.devices.items()}
        self.words = content_of_folder(ROOT / "test/fuzz/corpus/trace")
        self.stream = next(iter(content_of_folder(ROOT / "test/fuzz/corpus/stream").values()))
        stock = content_of_folder(ROOT / "backends/replay/example")
        problem = read_yaml(stock.pop("vector_scalar.yaml").decode())
        #: (problem, files of its recording) of runs to replay
        self.recordings = [(problem, stock)]
        self.made, self.designs = {}, []
        with tempfile.TemporaryDirectory() as folder:
            self.make(command, Path(folder))
        if "decoded.json" in self.made:
            self.decoded = read_json(self.made["decoded.json"].decode())
            self.config = read_json(self.made["t.bin.json"].decode())

    def make(self, command, folder):
        def run(*args):
            subprocess.run([command, *args], cwd=folder, capture_output=True, check=False,
                           timeout=SECONDS)
        names = ("gemm_traced", "gemm_teaching", "elementwise_add_one")
        for name in names:
            (folder / f"{name}.yaml").write_text(yaml_text(self.problems[name]))
            run("simulate", f"{name}.yaml", "--record", f"recording_{name}", "--verify")
            made = folder / f"recording_{name}"
            if not made.is_dir():
                return  # the command, a script of the tests, makes no files
            self.recordings.append((self.problems[name], content_of_folder(made)))
            run("export", "mlir", "-o", f"design_{name}", f"{name}.yaml")
        run("simulate", "gemm_traced.yaml", "--trace", "t.bin")
        run("trace", "decode", "t.bin", "--json", "-o", "decoded.json")
        self.made = {name: content for name, content in content_of_folder(folder).items()
                     if not name.startswith("recording_") and "/" not in name}
        self.designs = [(self.problems[name], content_of_folder(folder / f"design_{name}"))
                        for name in names if (folder / f"design_{name}").is_dir()]
