"""What tests that run notebooks need of the machine."""

import importlib.util
import os

NEEDED = {"nbclient": "python3-nbclient", "ipykernel": "python3-ipykernel",
          "matplotlib": "python3-matplotlib"}
LACKING = [package for module, package in NEEDED.items() if not importlib.util.find_spec(module)]


def need_jupyter(test):
    """Skips a test, with the reason, where packages are missing."""
    if LACKING:
        print(f"skipped: {', '.join(LACKING)} not installed; labs/start installs what labs need")
        test.skipTest("packages")


def keep_jupyter_in(folder):
    """What Jupyter writes for itself goes to `folder`."""
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        os.environ[name] = str(folder / name)
