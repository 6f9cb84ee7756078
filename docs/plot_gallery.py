#!/usr/bin/env python3
"""Runs the studies of validation/studies and makes docs/gallery.md with a picture of each.

usage: docs/plot_gallery.py           all pictures and the page, some ten minutes
       docs/plot_gallery.py NAME...   the pictures of these studies, and the page
       docs/plot_gallery.py --page    prints the page alone

Needs python3-matplotlib and a built xdnasim.
"""

import io
import pathlib
import re
import sys
import tempfile

from run_command import ROOT, run

STUDIES = ROOT / "validation/studies"
PICTURES = ROOT / "docs/gallery"
WIDTH, COLOURS = 900, 200  # so that a picture takes some twenty kilobytes

# The paper that a study is of, by how its name begins; the last has all others.
PAPERS = {
    "atb_": "Asymmetric tile buffers (Wang et al. 2025)",
    "gama_": "Packs of cores on a Versal array (Mhatre et al., \"GAMA\", 2025)",
    "uorca_": "Networks of a microsecond (Ji et al., \"u-ORCA\", 2026)",
    "pnr_": "Place and route (Yan et al. 2026)",
    "": "Balanced GEMMs (Taka et al., \"Striking the Balance\", 2025)",
}
HEAD = """# Gallery of studies

Below each text is the command that runs the study, in a second to some minutes. With `--html DIR`, it writes a page in
which each mark leads to its point. [Studies](studies.md) says how to write a study. `docs/plot_gallery.py` makes this
page.
"""


def studies():
    """Of each paper the files of its studies."""
    found = {prefix: [] for prefix in PAPERS}
    for file in sorted(STUDIES.glob("*.yaml")):
        found[next(prefix for prefix in PAPERS if file.name.startswith(prefix))].append(file)
    return found


def section(file):
    text = file.read_text()
    title = re.search(r"^title: (.*)$", text, re.MULTILINE)[1]
    words = " ".join(line.lstrip("# ") for line in re.match(r"(?:#.*\n)*", text)[0].splitlines())
    return (f"\n### {title}\n\n{words}\n\n`xdnasim sweep validation/studies/{file.name}`\n\n"
            f"![{title}](gallery/{file.stem}.png)\n")


def page():
    text = HEAD
    for prefix, files in studies().items():
        text += f"\n## {PAPERS[prefix]}\n" + "".join(section(file) for file in files)
    return text


def draw(file):
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        run("sweep", file.relative_to(ROOT), "--figures", folder, cwd=ROOT)
        picture = Image.open(io.BytesIO(pathlib.Path(folder, "figure-1.png").read_bytes()))
    height = picture.height * WIDTH // picture.width
    small = picture.convert("RGB").resize((WIDTH, height), Image.LANCZOS).quantize(COLOURS)
    PICTURES.mkdir(exist_ok=True)
    small.save(PICTURES / f"{file.stem}.png", optimize=True)


def main(names):
    if names == ["--page"]:
        sys.stdout.write(page())
        return
    for file in (file for files in studies().values() for file in files):
        if not names or file.stem in names:
            print(file.stem, flush=True)
            draw(file)
    (ROOT / "docs/gallery.md").write_text(page())


if __name__ == "__main__":
    main(sys.argv[1:])
