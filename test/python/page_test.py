"""Runs the Python of docs/python.md."""

import contextlib
import io
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Page(unittest.TestCase):
    def test_shows_code_that_runs_and_prints_what_it_says(self):
        page = (ROOT / "docs/python.md").read_text()
        blocks = re.findall(r"^```python\n(.*?)^```(?:\n+```text\n(.*?)^```)?", page,
                            re.MULTILINE | re.DOTALL)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "workloads/examples", Path(folder) / "workloads/examples")
            before = os.getcwd()
            os.chdir(folder)
            self.addCleanup(os.chdir, before)
            names = {}
            for code, said in blocks:
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(compile(code, "docs/python.md", "exec"), names)  # pylint: disable=exec-used
                self.assertEqual(printed.getvalue(), said or "")
        self.assertGreater(len(blocks), 4)


if __name__ == "__main__":
    unittest.main()
