"""`pip install` installs a package that needs no files of the source tree."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

USED = """
import xdnasim
from pathlib import Path
folder = Path(xdnasim.__file__).parent
devices = xdnasim.devices()
result = xdnasim.simulate(folder / "share/xdnasim/examples/gemm_teaching.yaml", verify=True)
print(folder, len(devices), result.verified, (folder / "py.typed").exists())
"""


SOLVED = """
import xdnasim
placed = xdnasim.place(xdnasim.netlist("line_ps_01"), method="joint")
print(placed.ended)
with open("/proc/self/maps") as maps:
    print(*{line.split()[-1] for line in maps if "libxdnasim_cbc" in line})
"""


class Wheel(unittest.TestCase):
    """The package, installed in a virtual environment that sees the system's packages."""

    @classmethod
    def setUpClass(cls):
        cls.build = os.environ["PYTHONPATH"] + "/.."
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = os.path.realpath(scratch.name)
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", cls.folder],
                       check=True, capture_output=True)
        cls.python = os.path.join(cls.folder, "bin/python")
        cls.environment = {name: value for name, value in os.environ.items()
                           if name not in ("PYTHONPATH", "XDNASIM_DEVICES")}
        # XDNASIM_BUILD makes the package of this build, so that the test does not start another one.
        done = subprocess.run(
            [cls.python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--no-index",
             str(ROOT)],
            env=cls.environment | {"XDNASIM_BUILD": cls.build}, check=False, capture_output=True,
            text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    def run_in_it(self, script):
        """Runs a script in the environment, and returns the words that it prints."""
        used = subprocess.run([self.python, "-c", script], cwd=self.folder, env=self.environment,
                              check=False, capture_output=True, text=True)
        self.assertEqual(used.returncode, 0, used.stderr)
        return used.stdout.split()

    def test_runs_with_files_of_its_own(self):
        where, devices, verified, typed = self.run_in_it(USED)
        self.assertTrue(Path(where).is_relative_to(self.folder))
        self.assertGreaterEqual(int(devices), 6)
        self.assertEqual((verified, typed), ("True", "True"))

    def test_has_the_solver_of_integer_programs(self):
        if not os.path.exists(os.path.join(self.build, "lib/xdnasim/libxdnasim_cbc.so")):
            self.skipTest("this build has no solver")
        ended, library = self.run_in_it(SOLVED)
        self.assertEqual(ended, "done")
        self.assertTrue(Path(library).is_relative_to(self.folder), library)


if __name__ == "__main__":
    unittest.main()
