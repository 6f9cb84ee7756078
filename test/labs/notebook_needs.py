"""The packages that tests of notebooks need, and the folder in which Jupyter writes."""

import importlib.util
import os

NEEDED = {"nbclient": "python3-nbclient", "ipykernel": "python3-ipykernel",
          "matplotlib": "python3-matplotlib"}
LACKING = [package for module, package in NEEDED.items() if not importlib.util.find_spec(module)]


def need_jupyter(test):
    """Skips the test if packages are missing, and prints which."""
    if LACKING:
        print(f"skipped: {', '.join(LACKING)} not installed; labs/start installs what labs need")
        test.skipTest("packages")


def keep_jupyter_in(folder):
    """Makes Jupyter write its own files to `folder`."""
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        os.environ[name] = str(folder / name)
