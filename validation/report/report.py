#!/usr/bin/env python3
"""Shows the results of `xdnasim validate` as one page, DIR/index.html.

usage: report.py RESULTS.json DIR    (needs python3-matplotlib and python3-jinja2)

Exit code 2: the results or DIR cannot be used; then nothing is written.
"""

import os
import pathlib
import sys
import tempfile

import results

BAD_INPUT = 2


def write_whole(file, text):
    """Writes a text file atomically: readers see the old file or the whole new one."""
    write_bytes(file, text.encode("utf-8"))


def write_bytes(file, content):
    """Writes a file of bytes atomically: readers see the old file or the whole new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with open(descriptor, "wb") as stream:
            stream.write(content)
        os.chmod(name, 0o644)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def render(source, _folder):
    found = results.read(source)
    import page  # imported only after the check, so that bad results are refused without matplotlib
    return page.render(found)


def run(usage, render_source):
    """Runs the command: reads its two arguments, writes the page that `render_source` returns, and
    returns the exit code. `usage` is printed for a wrong number of arguments."""
    if len(sys.argv) != 3:
        print(usage, file=sys.stderr)
        return BAD_INPUT
    source, folder = map(pathlib.Path, sys.argv[1:])
    try:
        write_whole(folder / "index.html", render_source(source, folder))
    except results.ResultsError as error:
        print(f"report: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        print(f"report: cannot write {folder / 'index.html'}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(run(__doc__, render))
