"""Grades a class: runs notebooks as students handed them in, and writes what they have right as CSV.

usage: python3 -m labs.grade FOLDER...

A FOLDER is a student's, with notebooks named as in labs/work; its name is the student's. Each notebook
runs from its first cell to its last, in a folder of its own. The table has the columns student, lab,
question and grade: right, wrong, "not yet" (unanswered, or not reached), or "not run" where the notebook
cannot run. It goes to standard output, what happens meanwhile to standard error. The code of the
students runs with your rights.
"""

import csv
import json
import os
import sys
import tempfile
from pathlib import Path

from .notebook import LABS, hints, pages

SECONDS_OF_A_CELL = 300  # against one that never ends
ASKED = "import json as _json; print(_json.dumps(lab.grades))"


def grades_of(file):
    """By question, of a notebook that has run."""
    import nbformat
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient
    from nbclient.util import run_sync

    book = nbformat.read(file, as_version=4)
    book.cells.append(nbformat.v4.new_code_cell(ASKED))
    with tempfile.TemporaryDirectory(prefix="labs-") as folder:
        # Sockets in the folder: kernels that start side by side take each other's ports.
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc",
                                    connection_file=str(Path(folder) / "kernel.json"))
        try:
            NotebookClient(book, km=kernel, timeout=SECONDS_OF_A_CELL, interrupt_on_timeout=True,
                           allow_errors=True, resources={"metadata": {"path": folder}}).execute()
        finally:
            run_sync(kernel.shutdown_kernel)(now=True)
    printed = [each["text"] for each in book.cells[-1].outputs if each["output_type"] == "stream"]
    if not printed:
        raise ValueError("its lab was never begun")
    return json.loads("".join(printed))


def rows_of(folder):
    """(student, lab, question, grade) of each question of the notebooks in a folder."""
    for page in pages():
        file = folder / f"{page.stem}.ipynb"
        if not file.exists():
            continue
        print(f"{file} runs", file=sys.stderr)
        try:
            grades = grades_of(file)
        except Exception as error:  # pylint: disable=broad-except  # whatever a student's notebook does
            print(f"{file} cannot run: {error}", file=sys.stderr)
            grades = dict.fromkeys(hints(page.read_text()), "not run")
        for question, grade in grades.items():
            yield folder.resolve().name, page.stem, question, grade


def main(arguments):
    folders = [Path(each) for each in arguments]
    if not folders or any(each.startswith("-") for each in arguments):
        sys.exit(__doc__)
    for folder in folders:
        if not folder.is_dir():
            sys.exit(f"{folder}: no such folder")
    # Notebooks look for `labs` two folders up, where it is not.
    paths = [str(LABS.parent), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["student", "lab", "question", "grade"])
    for folder in folders:
        table.writerows(rows_of(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
