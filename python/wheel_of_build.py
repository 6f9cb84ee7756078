"""Builds the Python package with CMake and packs it as a wheel (PEP 517).

XDNASIM_BUILD: folder of a finished build to pack; without it, build/release is brought up to date.
Needs python3-wheel, and what the build needs: see cmake/debian-packages.txt.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = "lib/python3/dist-packages"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Called by pip."""
    from wheel.wheelfile import WheelFile

    build = _finished_build()
    with tempfile.TemporaryDirectory() as folder:
        prefix = Path(folder) / "prefix"
        for component in ("python", "data", "solver"):
            _run("cmake", "--install", build, "--component", component, "--prefix", prefix)
        root = prefix / PACKAGES
        package = root / "xdnasim"
        _require_this_python(package)
        (package / "share").unlink()  # of the Debian package, in which the data lies elsewhere
        shutil.move(prefix / "share/xdnasim", package / "share/xdnasim")
        for solver in (prefix / "lib/xdnasim").glob("*.so"):  # if the build has one
            shutil.move(solver, package / solver.name)
        version, name = _version(), _tag()
        info = root / f"xdnasim-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(_METADATA.format(version=version))
        (info / "WHEEL").write_text("Wheel-Version: 1.0\nGenerator: xdnasim\n"
                                    f"Root-Is-Purelib: false\nTag: {name}\n")
        file = f"xdnasim-{version}-{name}.whl"
        with WheelFile(Path(wheel_directory) / file, "w") as wheel:
            wheel.write_files(root)
    return file


def build_sdist(sdist_directory, config_settings=None):
    """Called by pip."""
    raise SystemExit("xdnasim: there is no source distribution; install from the repository")


_METADATA = """Metadata-Version: 2.1
Name: xdnasim
Version: {version}
Summary: Cycle-approximate simulator of AMD XDNA / AIE-ML arrays
Requires-Python: >=3.9
Requires-Dist: numpy
Provides-Extra: studies
Requires-Dist: pandas; extra == "studies"
Requires-Dist: distributed; extra == "studies"
"""


def _run(*words):
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"xdnasim: {' '.join(map(str, words))} failed:\n{done.stdout}")


def _finished_build():
    finished = os.environ.get("XDNASIM_BUILD")
    if finished:
        return finished
    if not any((ROOT / name).exists() for name in ("build/release/build.ninja",)):
        _run("cmake", "--preset", "release")
    targets = subprocess.run(["cmake", "--build", "--preset", "release", "--target", "help"],
                             cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if "xdnasim_python" not in targets:
        raise SystemExit("xdnasim: the build has no Python package: install pybind11-dev and "
                         "python3-dev, remove build/release/CMakeCache.txt and try again")
    _run("cmake", "--build", "--preset", "release", "--target", "xdnasim_python")
    return ROOT / "build/release"


def _require_this_python(package):
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    if not (package / f"_core{suffix}").exists():
        built = [file.name for file in package.glob("_core*.so")]
        raise SystemExit(f"xdnasim: built for another Python ({', '.join(built)}), this one is "
                         f"{sys.executable}; allowed: an environment of /usr/bin/python3")


def _version():
    return re.search(r"project\(xdnasim VERSION ([\d.]+)",
                     (ROOT / "CMakeLists.txt").read_text()).group(1)


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
