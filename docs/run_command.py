"""Runs the `xdnasim` command for the scripts of this folder: the one that the environment variable
XDNASIM_COMMAND names, or else the built one."""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "workloads" / "examples"
COMMAND = os.environ.get("XDNASIM_COMMAND", str(ROOT / "build/release/bin/xdnasim"))


def run(*words, check=True, **options):
    """What the command did. When it fails the script ends with what it said, unless `check` is False."""
    arguments = [COMMAND, *map(str, words)]
    done = subprocess.run(arguments, check=False, capture_output=True, text=True, **options)
    if check and done.returncode != 0:
        sys.exit(f"{' '.join(arguments)}: {done.stderr}")
    return done


def result_of(*words, **options):
    """What the command writes as JSON to standard output."""
    return json.loads(run(*words, **options).stdout)


def set_options(settings):
    """Of keys with their values: --set=KEY=VALUE for each."""
    return [f"--set={key}={value}" for key, value in settings.items()]
