"""`pip install` gives a package that needs nothing of the source tree."""

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


class Wheel(unittest.TestCase):
    def test_is_installed_in_an_environment_that_sees_the_system_s_packages(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", folder],
                           check=True, capture_output=True)
            python = os.path.join(folder, "bin/python")
            environment = {name: value for name, value in os.environ.items()
                           if name not in ("PYTHONPATH", "XDNASIM_DEVICES")}
            # Of this build, so that a test does not start another.
            environment["XDNASIM_BUILD"] = os.environ["PYTHONPATH"] + "/.."
            done = subprocess.run(
                [python, "-m", "pip", "install", "--no-build-isolation", "--no-deps",
                 "--no-index", str(ROOT)],
                env=environment, check=False, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            used = subprocess.run([python, "-c", USED], cwd=folder, env=environment, check=False,
                                  capture_output=True, text=True)
            self.assertEqual(used.returncode, 0, used.stderr)
            where, devices, verified, typed = used.stdout.split()
            self.assertTrue(Path(where).is_relative_to(folder))
            self.assertGreaterEqual(int(devices), 6)
            self.assertEqual((verified, typed), ("True", "True"))


if __name__ == "__main__":
    unittest.main()
