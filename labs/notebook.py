"""Turns the pages of the labs, Markdown with blocks of Python, into Jupyter notebooks.

usage: python3 -m labs.notebook [--fresh [LAB...]] FOLDER

A block marked `python` is a cell; one marked `python answer=NAME` is a cell for the student to fill
in, and NAME is its id. In the pages of labs/solutions, such a block is the right answer, and one
marked `python wrong=NAME` a wrong one, for the tests. A comment <!-- hint NAME: ... --> is what a wrong
answer is told; notebooks do not have it. Notebooks that FOLDER has are kept, with what
a student wrote into them, and a line says where the page has changed since. --fresh makes those of the
named labs (1_core) anew, or all.
"""

import hashlib
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


def fingerprint(page):
    """Of a page, in the metadata of its notebook."""
    return hashlib.sha256(page.read_bytes()).hexdigest()


def has_changed(page, file):
    """Whether a page is another one now than that of a notebook, where the notebook says it."""
    try:
        made_of = json.loads(file.read_text())["metadata"]["xdnasim"]["page"]
    except (ValueError, KeyError, TypeError):
        return False
    return made_of != fingerprint(page)


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
                         "language_info": {"name": "python"},
                         "xdnasim": {"page": fingerprint(page)}}}


def main(arguments):
    if not arguments or arguments[-1].startswith("-") or (
            len(arguments) > 1 and arguments[0] != "--fresh"):
        sys.exit(__doc__)
    fresh, folder = set(arguments[1:-1]), Path(arguments[-1])
    names = {page.stem for page in pages()}
    if fresh - names:
        sys.exit(f"there is no lab {', '.join(sorted(fresh - names))}; allowed: {', '.join(sorted(names))}")
    if arguments[0] == "--fresh" and not fresh:
        fresh = names
    folder.mkdir(parents=True, exist_ok=True)
    for page in pages():
        file = folder / f"{page.stem}.ipynb"
        if page.stem in fresh or not file.exists():
            file.write_text(json.dumps(notebook(page), indent=1) + "\n")
        elif has_changed(page, file):
            print(f"{file.name}: kept; its page has changed since")


if __name__ == "__main__":
    main(sys.argv[1:])
