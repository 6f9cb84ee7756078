"""Python's process works as usual with the package: interrupts, threads, forks, and no growing memory."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

import xdnasim

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "workloads/examples"
TEACHING = EXAMPLES / "gemm_teaching.yaml"
LARGE = xdnasim.Problem(EXAMPLES / "gemm_xdna2_int8.yaml").with_values(
    {"gemm.size": {"m": 16128, "k": 17280, "n": 18432}})

# Begins work that takes long, and prints when it is interrupted. That the process then ends shows that nothing
# was left running.
INTERRUPTED = """
import os, signal, sys, threading, xdnasim
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
problem = xdnasim.Problem(sys.argv[2]).with_values(
    {"gemm.size": {"m": 16128, "k": 17280, "n": 18432}})
try:
    {"simulate": lambda: xdnasim.simulate(problem, in_full=True),
     "verify": lambda: xdnasim.simulate(problem, verify=True),
     "optimise": lambda: xdnasim.optimise(problem, free=["tile", "k_mt", "array"]),
    }[sys.argv[1]]()
except KeyboardInterrupt:
    print("interrupted", xdnasim.simulate(sys.argv[3]).cycles)
"""


# Ends while one daemon thread simulates and two wait for their turns.
ENDS_BEFORE_ITS_THREADS = """
import sys, threading, time, xdnasim
problem = xdnasim.Problem(sys.argv[1]).with_values(
    {"gemm.size": {"m": 16128, "k": 17280, "n": 18432}})
for _ in range(3):
    threading.Thread(target=lambda: xdnasim.simulate(problem, in_full=True), daemon=True).start()
time.sleep(0.5)
print("the end")
"""

# Calls the package from a signal handler during a run: the call is refused, and the run goes on.
CALLS_IN_A_HANDLER = """
import signal, sys, xdnasim
refusals = []
def call(number, frame):
    try:
        xdnasim.kernel(tile="64x64x64")
    except xdnasim.InputError as error:
        refusals.append(str(error))
signal.signal(signal.SIGALRM, call)
signal.setitimer(signal.ITIMER_REAL, 0.3)
result = xdnasim.simulate(xdnasim.Problem(sys.argv[1]).with_values(
    {"gemm.size": {"m": 16128, "k": 17280, "n": 18432}}), in_full=True)
print(result.cycles > 0, xdnasim.kernel(tile="64x64x64").cycles > 0, *refusals)
"""


def run_script(script):
    return subprocess.run([sys.executable, "-c", script, str(EXAMPLES / "gemm_xdna2_int8.yaml")],
                          check=False, capture_output=True, text=True, timeout=300)


class Interruption(unittest.TestCase):
    def test_ends_what_takes_long_and_lets_the_next_run(self):
        cycles = xdnasim.simulate(TEACHING).cycles
        for what in ("simulate", "verify", "optimise"):
            with self.subTest(what=what):
                done = subprocess.run(
                    [sys.executable, "-c", INTERRUPTED, what,
                     str(EXAMPLES / "gemm_xdna2_int8.yaml"), str(TEACHING)],
                    check=False, capture_output=True, text=True)
                self.assertEqual(done.stdout, f"interrupted {cycles}\n", done.stderr)

    def test_of_processes_of_a_search_leaves_none(self):
        def children():
            listed = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "comm="], check=False,
                                    capture_output=True, text=True).stdout.split()
            return [name for name in listed if name != "ps"]

        threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            xdnasim.optimise(LARGE, free=["tile", "k_mt"], max_trials=10000)
        self.assertEqual(children(), [])


    def test_by_a_handler_that_calls_xdnasim_is_refused_and_the_run_goes_on(self):
        done = run_script(CALLS_IN_A_HANDLER)
        self.assertIn("True True xdnasim was called from a signal handler while a run",
                      done.stdout, done.stderr)


class Threads(unittest.TestCase):
    def test_of_a_program_that_ends_are_called_off_without_a_word(self):
        done = run_script(ENDS_BEFORE_ITS_THREADS)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "the end\n", ""))

    def test_take_turns_and_have_their_own_results(self):
        sizes = [32, 64, 96, 128] * 5
        problem = xdnasim.Problem(TEACHING)
        alone = {m: xdnasim.simulate(problem.with_values({"gemm.size.m": m})).cycles
                 for m in set(sizes)}
        found = []

        def run(size):
            result = xdnasim.simulate(problem.with_values({"gemm.size.m": size}))
            found.append((size, result.cycles))

        threads = [threading.Thread(target=run, args=(size,)) for size in sizes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(found), len(sizes))
        for size, cycles in found:
            self.assertEqual(cycles, alone[size])

    def test_of_python_go_on_while_one_simulates(self):
        counted = [0]
        runner = threading.Thread(target=lambda: xdnasim.simulate(
            EXAMPLES / "gemm_xdna2_int8.yaml"))
        runner.start()
        while runner.is_alive():
            counted[0] += 1
            time.sleep(0.001)
        self.assertGreater(counted[0], 10)


def cycles_of(size):
    return xdnasim.simulate(
        xdnasim.Problem(TEACHING).with_values({"gemm.size.m": size})).cycles


class Forks(unittest.TestCase):
    def test_between_runs_run_in_parent_and_children(self):
        alone = [cycles_of(size) for size in (32, 64, 96)]
        with multiprocessing.get_context("fork").Pool(2) as pool:
            self.assertEqual(pool.map(cycles_of, (32, 64, 96)), alone)
        self.assertEqual(cycles_of(64), alone[1])

    def test_during_a_run_of_another_thread_are_refused_with_the_reason(self):
        runner = threading.Thread(target=lambda: xdnasim.simulate(
            EXAMPLES / "gemm_xdna2_int8.yaml", what_if=True))
        runner.start()
        time.sleep(0.2)
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                text = str(cycles_of(64))
            except xdnasim.InputError as error:
                text = str(error)
            os.write(writer, text.encode())
            os._exit(0)
        os.waitpid(child, 0)
        self.assertIn("forked while another thread", os.read(reader, 4096).decode())
        runner.join()
        self.assertEqual(cycles_of(64), cycles_of(64))


class Growth(unittest.TestCase):
    def test_of_a_thousand_runs_is_none(self):
        def resident():
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGESIZE")

        problem = xdnasim.Problem(TEACHING)
        for _ in range(100):
            xdnasim.simulate(problem)
        before = resident()
        for _ in range(900):
            xdnasim.simulate(problem)
        per_run = (resident() - before) / 900
        # In bytes. Pages may fill up a little; a run allocates about a thousand times as much.
        self.assertLess(per_run, 2048)


if __name__ == "__main__":
    unittest.main()
