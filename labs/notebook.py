"""Turns the pages of the labs, Markdown with blocks of Python, into Jupyter notebooks.

usage: python3 -m labs.notebook [--fresh] FOLDER

A block marked `python` is a cell; one marked `python answer=NAME` is a cell for the student to fill
in, and NAME is its id. In the pages of labs/solutions, such a block is the right answer, and one
marked `python wrong=NAME` a wrong one, for the tests. A comment <!-- hint NAME: ... --> is what a wrong
answer is told; notebooks do not have it. Notebooks that FOLDER has are kept, with what
a student wrote into them, unless --fresh is given.
"""

import json
import re
import sys
from pathlib import Path

LABS = Path(__file__).resolve().parent
FENCE = re.compile(r"^```python(?: (answer|wrong)=([\w-]+))?\n(.*?)^```\n?",
                   re.MULTILINE | re.DOTALL)


HINT = re.compile(r"^<!-- hint ([\w-]+):(.*?)-->\n", re.MULTILINE | re.DOTALL)


def pages():
    return sorted(LABS.glob("[0-9]_*.md"))


def blocks(text):
    """(kind, name, text): kind is text, code, answer or wrong."""
    text = HINT.sub("", text)
    found, end = [], 0
    for fence in FENCE.finditer(text):
        found.append(("text", None, text[end:fence.start()]))
        found.append((fence[1] or "code", fence[2], fence[3]))
        end = fence.end()
    found.append(("text", None, text[end:]))
    return [(kind, name, part.strip("\n")) for kind, name, part in found if part.strip()]


def hints(text):
    """By question, in the order of the page."""
    return {name: " ".join(hint.split()) for name, hint in HINT.findall(text)}


def moved(text):
    """Links, as they are from a folder below labs/."""
    return re.sub(r"\]\((?!https?:|#)", "](../", text)


def notebook(page):
    """The notebook of a page, as Jupyter's format 4.5 has it, without outputs."""
    cells = []
    for number, (kind, name, part) in enumerate(blocks(page.read_text())):
        cell = {"id": name or f"cell-{number}", "metadata": {}}
        if kind == "text":
            cell |= {"cell_type": "markdown", "source": moved(part)}
        else:
            cell |= {"cell_type": "code", "source": part, "outputs": [], "execution_count": None}
        cells.append(cell)
    return {"cells": cells, "nbformat": 4, "nbformat_minor": 5,
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3",
                                        "language": "python"},
                         "language_info": {"name": "python"}}}


def main(arguments):
    fresh = "--fresh" in arguments
    folders = [each for each in arguments if each != "--fresh"]
    if len(folders) != 1:
        sys.exit(__doc__)
    folder = Path(folders[0])
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages():
        file = folder / f"{page.stem}.ipynb"
        if fresh or not file.exists():
            file.write_text(json.dumps(notebook(page), indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
