"""Checks the project's pages: links lead to something; source files that pages and comments name exist;
every source file is in the table of its folder's page; and the commands of the pages run and print what the
pages show.

Commands are in blocks indented by four spaces, or fenced and marked "sh". Blocks marked "sh npu" need an
NPU or root, or install software, and are not run. A block marked "text" with no text between it and the
commands before it shows lines of their output, with "..." where lines are left out.
XDNASIM_COMMAND is the built command."""

import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "docs"))

import table_networks

# Commands that are not run, by their beginning, and the reason.
NOT_RUN = {
    "build/release/bin/xdnasim place-study --budget": "takes an hour and a half",
    "test/run": "runs this test",
    "cmake": "is run by other tests",
    "test/lint": "needs the sources where they were configured",
    "ctest": "runs this test",
    "labs/start": "opens notebooks, which test/labs runs",
    "python3 -m labs.grade": "runs what students hand in, as test/labs does",
    "build/release/test/bench/xdnasim_bench": "takes minutes",
    "build/release/bin/xdnasim validate --all": "takes ten minutes; test/run --full does",
}


# Folders of mlir-aie; comments may name files in them.
FOREIGN = ("lib/Dialect/AIE/", "lib/Targets/")


def tracked(root):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                            cwd=root, check=True, capture_output=True, text=True).stdout
    return [Path(line) for line in listed.splitlines() if (root / line).is_file()]


def pages(root):
    return [path for path in tracked(root) if path.suffix == ".md"]


def without_fences(text):
    return re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(text):
    """Returns the anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", without_fences(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(text):
    return re.findall(r"\]\(([^)\s]+)\)", without_fences(text))


def page_at(target):
    return target / "README.md" if target.is_dir() else target


def broken_links(root, page):
    text = (root / page).read_text()
    broken = []
    for link in links(text):
        if link.startswith(("http://", "https://")):
            continue
        name, _, anchor = link.partition("#")
        target = root / page.parent / name if name else root / page
        if not target.exists():
            broken.append(f"{page}: {link}")
        elif anchor and anchor not in anchors(page_at(target).read_text()):
            broken.append(f"{page}: {link} (no such heading)")
    return broken


def named_sources(text):
    return re.findall(r"`([\w/.-]+\.[ch]pp)`", without_fences(text))


def comments(text):
    """Returns the // comments of a C++ source, line by line."""
    return [line[line.index("//"):] for line in text.splitlines() if "//" in line]


def sources_in_comments(text):
    return [name for comment in comments(text) for name in re.findall(r"[\w/.-]*\w\.[ch]pp(?:\.in)?\b", comment)]


def file_tables(text):
    """Returns the text of each table that has a column of files."""
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    heads = ("file", "header")
    return [table for table in tables
            if any(cell.strip() in heads for cell in table.splitlines()[0].split("|"))]


def missing_in_tables(text, stems):
    """Returns those of `stems`, names of sources without endings, that no table of files names. Patterns in
    a table, such as `*_suite.cpp`, count as names. Empty if the page has no such table, or if its tables are
    of other files."""
    named = {Path(name).stem for table in file_tables(text) for name in re.findall(r"`([^`]+)`", table)
             if Path(name).suffix in ("", ".cpp", ".hpp")}
    missing = [stem for stem in sorted(stems)
               if not any(fnmatch.fnmatch(stem, pattern) for pattern in named)]
    return missing if len(missing) < len(stems) else []


def commands(block):
    """Returns the commands of a block. A line that ends with a backslash continues in the next one."""
    lines = block.replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.strip()]


def blocks(text):
    """Returns (commands, shown output) of each block of commands, in the order of the page. The output is
    None if the page shows none."""
    found = []
    follows = False
    for piece in re.split(r"^( *```.*?^ *```\n)", text, flags=re.MULTILINE | re.DOTALL):
        if piece.startswith("```text\n"):
            if follows:
                found[-1] = (found[-1][0], piece[8:-4])
            follows = False
        elif piece.startswith("```sh\n"):
            found.append((commands(piece[6:-4]), None))
            follows = True
        elif piece.lstrip().startswith("```"):
            follows = False
        else:
            end = 0
            for block in re.finditer(r"\n\n((?:    [^\n]+\n)+)", "\n\n" + piece):
                found.append((commands(block[1]), None))
                follows, end = True, block.end()
            rest = re.sub(r"^#.*$", "", ("\n\n" + piece)[end:], flags=re.MULTILINE)
            follows = follows and not rest.strip()
    return found


def lines_of(output):
    """Returns the lines of an output. An entry that continues in further lines is joined to one line, and
    figures of the host, such as times, are replaced by N."""
    whole = re.sub(r"\n {10,}", " ", output)
    figures = r"[\d.,]+ (s|ms|MB|moves a second|million cycles a second)\b"
    return [re.sub(figures, r"N \1", line.rstrip()) for line in whole.splitlines()]


def not_shown_by(output, block):
    """Returns the first line of a block that the output does not have after the block's earlier lines; None
    if the output has all lines in this order."""
    printed = iter(lines_of(output))
    return next((line for line in lines_of(block) if line not in ("", "...") and
                 not any(is_shown(other, line) for other in printed)), None)


def is_shown(printed, shown):
    return printed.startswith(shown[:-3]) if shown.endswith("...") else printed == shown


def reason_not_to_run(command):
    return next((why for start, why in NOT_RUN.items() if command.startswith(start)), None)


def files_of(text):
    """Returns {file name: content} of the blocks of YAML whose first line names a file."""
    return dict(re.findall(r"^```yaml\n# ([\w.-]+\.yaml)(?::[^\n]*)?\n(.*?)^```", text,
                           re.MULTILINE | re.DOTALL))


class Blocks(unittest.TestCase):
    PAGE = ("Run\n\n    one --a \\\n        b\n    two\n\n```text\ntime  1.0 us\n...\nhost  0.2 s (9 MB)\n```\n"
            "\n    three\n\nThat prints\n\n```text\nx\n```\n\n```sh\nfour\n```\n```text\nlast\n```\n")

    def test_are_commands_with_what_stands_right_behind_them(self):
        self.assertEqual([(block, shown and shown.split("\n")[0])
                          for block, shown in blocks(self.PAGE)],
                         [(["one --a          b", "two"], "time  1.0 us"), (["three"], None),
                          (["four"], "last")])

    def test_show_lines_of_an_output_in_their_order(self):
        shown = blocks(self.PAGE)[0][1]
        self.assertIsNone(not_shown_by("a\ntime  1.0 us\nb\nhost  1.7 s (12 MB)\n", shown))
        self.assertEqual(not_shown_by("time  1.1 us\nhost  0.2 s (9 MB)\n", shown), "time  1.0 us")
        self.assertEqual(not_shown_by("host  0.2 s (9 MB)\ntime  1.0 us\n", shown), "host  N s (N MB)")


class Links(unittest.TestCase):
    def test_lead_to_files_and_headings_that_exist(self):
        count = 0
        for page in pages(ROOT):
            self.assertEqual(broken_links(ROOT, page), [])
            count += len(links((ROOT / page).read_text()))
        self.assertGreater(count, 80)

    def test_are_found_broken_by_this_check(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.md").write_text("# One two\n[x](#one-two) [y](#three) [z](b.md)\n")
            self.assertEqual(broken_links(Path(folder), Path("a.md")),
                             ["a.md: #three (no such heading)", "a.md: b.md"])


class SourceFiles(unittest.TestCase):
    def test_that_pages_name_exist(self):
        files = {str(path) for path in tracked(ROOT)}
        names = {path.name for path in tracked(ROOT)}
        count = 0
        for page in pages(ROOT):
            for name in named_sources((ROOT / page).read_text()):
                found = name in names if "/" not in name else (
                    name in files or str(page.parent / name) in files)
                with self.subTest(page=str(page), name=name):
                    self.assertTrue(found)
                    count += 1
        self.assertGreater(count, 20)


    def test_that_comments_name_exist(self):
        files = [f"/{path}" for path in tracked(ROOT)]
        count = 0
        for source in tracked(ROOT):
            if source.suffix not in (".cpp", ".hpp"):
                continue
            for name in sources_in_comments((ROOT / source).read_text()):
                count += 1
                if not name.startswith(FOREIGN):
                    self.assertTrue(any(file.endswith(f"/{name}") for file in files), f"{source}: {name}")
        self.assertGreater(count, 20)

    def test_stand_in_the_table_of_their_folder(self):
        count = 0
        for page in pages(ROOT):
            stems = {path.stem for path in tracked(ROOT)
                     if path.parent == page.parent and path.suffix in (".cpp", ".hpp")}
            text = (ROOT / page).read_text()
            count += bool(stems and file_tables(text))
            with self.subTest(page=str(page)):
                self.assertEqual(missing_in_tables(text, stems), [])
        self.assertGreater(count, 20)

    def test_that_are_left_out_are_found_by_these_checks(self):
        self.assertEqual(sources_in_comments("int a;  // see b/c.hpp\n#include \"d.hpp\"\n"), ["b/c.hpp"])
        table = "| part | file |\n|---|---|\n| all | `a`, `b.cpp`, `*_suite.cpp` |\n"
        self.assertEqual(missing_in_tables(table, {"a", "b", "one_suite", "c"}), ["c"])
        self.assertEqual(missing_in_tables(table, {"c", "d"}), [])
        self.assertEqual(missing_in_tables("| file |\n|---|\n| `a.json` |\n", {"a", "c"}), [])
        self.assertEqual(missing_in_tables("| key |\n|---|\n| `a` |\n", {"a", "c"}), [])


class Gallery(unittest.TestCase):
    def test_has_every_study_with_its_picture(self):
        made = subprocess.run(["docs/plot_gallery.py", "--page"], cwd=ROOT, check=True,
                              capture_output=True, text=True).stdout
        self.assertEqual((ROOT / "docs/gallery.md").read_text(), made, "docs/plot_gallery.py makes it")
        studies = {file.stem for file in (ROOT / "validation/studies").glob("*.yaml")}
        self.assertEqual({file.stem for file in (ROOT / "docs/gallery").iterdir()}, studies)
        self.assertGreater(len(studies), 30)


class NetworkTable(unittest.TestCase):
    def test_counts_the_rows_that_leave_behind_an_aggregation(self):
        split = {"a": 1, "b": 1, "c": 1}

        def stage(layer, m, k, n, aggregates=False):
            return {"layer": layer, "aggregates": aggregates, "m": m, "k": k, "n": n, "rows": 1}

        stages = [stage(0, 32, 32, 32), stage(0, 32, 32, 32, True), stage(1, 8, 32, 16)]
        network = {"input": {"m": 32, "k": 21}, "layers": 2 * [{"split": split}], "stages": stages}
        # In: 30 + 32 x 32 / 4 + 4 x (1 + 2) = 298 cycles. Out: the only row leaves as 4 x 16 values, in
        # 30 + 64 / 4 + 4 x (1 + 2) = 58 cycles. The layers take the rest, 500 - 298 - 58 = 144.
        self.assertEqual(table_networks.closed_parts({"cycles": 500, "network": network}),
                         (298, 144, 58))


class SwitchTable(unittest.TestCase):
    def test_is_what_the_examples_take(self):
        made = subprocess.run(["docs/table_switches.py"], cwd=ROOT, check=True,
                              capture_output=True, text=True).stdout
        self.assertIn(made, (ROOT / "docs/validation.md").read_text(),
                      "docs/table_switches.py makes it")


class Commands(unittest.TestCase):
    """Commands of pages, run in a copy of the tree in which the built command lies where a build puts it."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        for path in tracked(ROOT):
            if path.parts[0] not in ("test", "sim"):
                (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, self.folder / path)
        built = self.folder / "build/release/bin"
        built.mkdir(parents=True)
        (built / "xdnasim").symlink_to(os.environ["XDNASIM_COMMAND"])
        # Replaces the script, which would build the command first.
        (self.folder / "simulate").write_text(
            '#!/bin/sh\nexec build/release/bin/xdnasim simulate "$@"\n')

    def run_command(self, command):
        done = subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}{done.stderr}")
        return done.stdout

    def test_of_readme_and_docs_run_and_print_what_the_pages_show(self):
        count = 0
        compared = 0
        for page in pages(ROOT):
            if page.parts[0] in ("validation", "test"):
                continue  # whole validations, which take minutes; fuzzers, which are not built
            for block, shown in blocks((ROOT / page).read_text()):
                output = ""
                for command in block:
                    if why := reason_not_to_run(command):
                        print(f"{page}: not run: {command}: it {why}")
                        continue
                    with self.subTest(page=str(page), command=command):
                        output += self.run_command(command)
                        count += 1
                if shown:
                    with self.subTest(page=str(page), block=shown):
                        self.assertIsNone(not_shown_by(output, shown), output)
                        compared += 1
        self.assertGreater(count, 20)
        self.assertGreater(compared, 20)

    def test_of_extending_give_a_device_and_a_kernel_program_that_work(self):
        files = files_of((ROOT / "docs/extending.md").read_text())
        self.assertEqual(set(files), {"my-3x2.yaml", "maximum.yaml"})
        for name, content in files.items():
            (self.folder / name).write_text(content)
        summary = self.run_command("./simulate workloads/examples/gemm_any.yaml "
                                   "--set device=./my-3x2.yaml")
        self.assertIn("3 x 2 cores at 1.2 GHz", summary)
        kernel = self.run_command("build/release/bin/xdnasim kernel --device xdna-phoenix "
                                  "--program maximum.yaml")
        self.assertIn("149 a call", kernel)


if __name__ == "__main__":
    unittest.main()
