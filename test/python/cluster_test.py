"""Studies on a Dask cluster of three workers on this machine."""

import contextlib
import importlib.util
import io
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import types
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUDY = """problem: {problem}
axes:
  - gemm.size.m: {{from: 32, to: 1280, step: 32}}
  - gemm.size.n: [64, 128, 192]
    gemm.c_buffers: [1, 2, 1]
  - gemm.tile.k: [16, 32, 33]
where: gemm.size.m * gemm.size.n <= 200000
"""


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Lines(unittest.TestCase):
    """The lines that a worker returns, without a cluster."""

    def test_end_where_the_command_ends_them(self):
        script = ROOT / "cli/cluster/points_on_dask.py"
        found = importlib.util.spec_from_file_location("points_on_dask", script)
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        lines = ["0\ta\u2028b", "1\tc\x85d", "2\te\x0cf"]
        text = "\n".join(["first", *lines]) + "\n"
        future = types.SimpleNamespace(status="finished", result=lambda: ("done", text))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            study = module.Study(None, {"first_line": "first"})
            self.assertEqual(study.take(future, [0, 1, 2]), [])
        self.assertEqual(printed.getvalue(), "\n".join(lines) + "\n")


class Cluster(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "study.yaml").write_text(
            STUDY.format(problem=ROOT / "workloads/examples/gemm_teaching.yaml"))
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.started = []
        self.start("dask_scheduler", "--host", "127.0.0.1", "--port", self.address.split(":")[-1],
                   "--no-dashboard")
        self.workers = [self.start("dask_worker", self.address, "--nthreads", "1", "--no-nanny",
                                   "--no-dashboard") for _ in range(3)]
        self.addCleanup(self.end_all)

    def start(self, module, *words):
        with open(self.folder / f"log{len(self.started)}", "w", encoding="utf8") as log:
            process = subprocess.Popen([sys.executable, "-m", f"distributed.cli.{module}", *words],
                                       cwd=self.folder, stdout=log, stderr=log)
        self.started.append(process)
        return process

    def end_all(self):
        for process in reversed(self.started):
            process.kill()
            process.wait()

    def words(self, *more):
        return [os.environ["XDNASIM_COMMAND"], "sweep", "study.yaml", *more]

    def sweep(self, *more):
        done = subprocess.run(self.words("--csv", "-", *more), cwd=self.folder, check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def wait_for_workers(self):
        from distributed import Client

        with Client(self.address, timeout=60) as client:
            client.wait_for_workers(3, timeout=60)

    def test_gives_the_rows_of_one_process_also_when_a_worker_is_killed(self):
        alone = self.sweep("--jobs", "1")
        self.assertEqual(self.sweep("--jobs", "4"), alone)
        self.wait_for_workers()
        kept = self.folder / "kept"
        running = subprocess.Popen(
            self.words("--csv", "rows.csv", "--keep", str(kept), "--scheduler", self.address),
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while running.poll() is None and (not kept.exists() or
                                          len(kept.read_text().splitlines()) < 20):
            time.sleep(0.01)
        self.workers[1].send_signal(signal.SIGKILL)
        at_death = len(kept.read_text().splitlines()) - 1
        self.assertEqual(running.wait(), 0, running.stderr.read())
        running.stderr.close()
        rows = alone.count("\n") - 1
        self.assertGreater(rows, 150)
        self.assertLess(at_death, rows, "the worker was killed in the middle")
        self.assertEqual((self.folder / "rows.csv").read_text(), alone)

    def test_without_workers_says_so(self):
        self.wait_for_workers()
        for worker in self.workers:
            worker.kill()
            worker.wait()
        time.sleep(1)
        done = subprocess.run(self.words("--scheduler", self.address), cwd=self.folder,
                              check=False, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertIn("has no workers", done.stderr)


if __name__ == "__main__":
    unittest.main()
