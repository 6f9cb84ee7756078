"""Runs the notebooks of labs/ without a browser.

The cell of every question is run three times: without an answer, with a wrong answer, and with that of
labs/solutions; before the right answer it must not show a result. If LABS_FIGURES names a folder, the
figures are kept there, to look at."""

import base64
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from labs import CommandFailed, block_float, kernel, place, simulate_placed  # noqa: E402
from labs.command import command  # noqa: E402
from labs.notebook import blocks, hints, main, moved, notebook, pages  # noqa: E402
from notebook_needs import keep_jupyter_in, need_jupyter  # noqa: E402

SECONDS_OF_A_CELL = 120  # ends a cell that hangs; no test depends on times


def solutions(page):
    """Returns (right, wrong), the code of the right and of the wrong answers by question."""
    found = blocks((page.parent / "solutions" / page.name).read_text())
    return tuple({name: code for kind, name, code in found if kind == wanted}
                 for wanted in ("answer", "wrong"))


def told_by_solutions(page):
    """Returns {code of a right answer: text of the page of solutions that it is from}."""
    text = (page.parent / "solutions" / page.name).read_text()
    return {code: text for code in solutions(page)[0].values()}


def printed_by(cell):
    """Returns the lines that the cell of an answer prints, without the lab's own message."""
    lines = [line for each in cell.outputs if each["output_type"] == "stream"
             for line in each["text"].split("\n")]
    return [line for line in lines if line and ": written down." not in line]


def graded(code):
    return re.findall(r"lab\.(?:grade|require)\(\"([\w-]+)\"", code)


def plan(page):
    """Returns (code, name of the error with which it must end, or None) of each cell to run."""
    right, wrong = solutions(page)
    steps = []
    for cell in notebook(page)["cells"]:
        if cell["cell_type"] != "code":
            continue
        code, name = cell["source"], cell["id"]
        if name in right:
            steps += [(code, None), ]  # as the student finds it
            continue
        names = graded(code)
        if names:
            steps.append((code, "Unanswered"))
            steps += [(right[each], None) for each in names]
            for each in names:
                steps += [(wrong[each], None), (code, "WrongAnswer"), (right[each], None)]
        steps.append((code, None))
    return steps


class Sources(unittest.TestCase):
    def test_have_a_right_and_a_wrong_answer_for_every_question(self):
        count = 0
        for page in pages():
            cells = notebook(page)["cells"]
            asked = [name for kind, name, _ in blocks(page.read_text()) if kind == "answer"]
            right, wrong = solutions(page)
            checked = [name for cell in cells if cell["cell_type"] == "code"
                       for name in graded(cell["source"])]
            told = hints(page.read_text())
            with self.subTest(page=page.name):
                self.assertEqual(asked, checked)
                self.assertEqual(asked, list(told))
                self.assertTrue(all(told.values()))
                self.assertEqual([cell["id"] for cell in cells if "<!--" in cell["source"]], [])
                self.assertEqual(set(asked), set(right))
                self.assertEqual(set(asked), set(wrong))
                self.assertEqual(len({cell["id"] for cell in cells}), len(cells))
                count += len(asked)
        self.assertGreater(count, 7)

    def test_show_dots_where_an_answer_is_to_be_written(self):
        for page in pages():
            for kind, name, code in blocks(page.read_text()):
                if kind == "answer":
                    with self.subTest(page=page.name, question=name):
                        self.assertRegex(code, r"\.\.\.")

    def test_keep_the_notebooks_that_a_student_has_begun(self):
        with tempfile.TemporaryDirectory() as folder:
            main([folder])
            first = Path(folder) / f"{pages()[0].stem}.ipynb"
            made = first.read_text()
            first.write_text("mine")
            main([folder])
            self.assertEqual(first.read_text(), "mine")
            main(["--fresh", folder])
            self.assertEqual(first.read_text(), made)

    def test_say_which_kept_notebook_s_page_has_changed(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("builtins.print") as printed:
            main([folder])
            main([folder])
            printed.assert_not_called()
            third = Path(folder) / "3_array.ipynb"
            old = json.loads(third.read_text())
            old["metadata"]["xdnasim"]["page"] = "of another page"
            third.write_text(json.dumps(old))
            main([folder])
            printed.assert_called_once_with("3_array.ipynb: kept; its page has changed since")
            self.assertEqual(json.loads(third.read_text()), old)

    def test_are_made_anew_by_their_names(self):
        with tempfile.TemporaryDirectory() as folder:
            main([folder])
            files = [Path(folder) / f"{name}.ipynb" for name in ("1_core", "3_array")]
            made = files[1].read_text()
            for file in files:
                file.write_text("mine")
            main(["--fresh", "3_array", folder])
            self.assertEqual([file.read_text() for file in files], ["mine", made])
            for wrong, said in ((["--fresh", "3_arrays", folder], "no lab 3_arrays; allowed: 1_core, "),
                                (["3_array", folder], "usage"), ([], "usage"), (["--fresh"], "usage")):
                with self.subTest(arguments=wrong), self.assertRaisesRegex(SystemExit, said):
                    main(wrong)

    def test_lead_to_the_same_places_from_a_folder_below(self):
        self.assertEqual(moved("[a](../docs/x.md) [b](https://x) [c](#d)"),
                         "[a](../../docs/x.md) [b](https://x) [c](#d)")


class Commands(unittest.TestCase):
    def test_that_fail_say_what_the_command_said(self):
        with self.assertRaisesRegex(CommandFailed, "xdnasim: .*no-such-device") as caught:
            kernel(device="no-such-device", tile="64x64x64")
        self.assertEqual(caught.exception.code, 2)

    def test_that_read_a_dictionary_show_no_path(self):
        program = {"kernel": "x", "blocks": 1, "steps": 1, "body": [{"op": "vldd"}]}
        for name, call in (("netlist", lambda: place({"cores": "many"})),
                           ("placement", lambda: simulate_placed({"nets": 5, "netlist": {"cores": 1}})),
                           ("program", lambda: kernel(program=program, device="xdna-phoenix"))):
            with self.subTest(name=name), self.assertRaises(CommandFailed) as caught:
                call()
            self.assertRegex(caught.exception.message, f"xdnasim: {name}:[1-9]")
            self.assertNotIn(tempfile.gettempdir(), caught.exception.message)

    def test_that_are_not_built_say_how_to_build_them(self):
        with mock.patch.dict(os.environ, XDNASIM_COMMAND="/no/xdnasim"):
            with self.assertRaisesRegex(CommandFailed, "there is no /no/xdnasim; labs/start builds it"):
                kernel(device="xdna-phoenix", tile="64x64x64")


class Start(unittest.TestCase):
    def run_with(self, *arguments):
        return subprocess.run([ROOT / "labs/start", *arguments], capture_output=True, text=True, check=False)

    def test_refuses_what_it_does_not_know_before_it_does_anything(self):
        for arguments, said in ((["--fersh"], "--fersh is not an option"), (["1_core"], "1_core is not an option"),
                                (["--no-open", "--port"], "--port needs a value"),
                                (["--ip", "--fresh"], "--ip needs a value"),
                                (["--fresh", "1_core", "README"], "there is no lab README"),
                                (["--fresh", "3_arrays"], "there is no lab 3_arrays"),
                                (["--port", "many"], "--port many is not a number")):
            done = self.run_with(*arguments)
            with self.subTest(arguments=arguments):
                self.assertEqual(done.stderr, f"labs/start: {said}; labs/start --help lists its options\n")
                self.assertEqual((done.stdout, done.returncode), ("", 2))

    def test_lists_its_options(self):
        for name in ("-h", "--help"):
            done = self.run_with(name)
            self.assertEqual((done.stderr, done.returncode), ("", 0))
            for option in ("--fresh", "--no-open", "--no-browser", "--port", "--ip", "--"):
                self.assertIn(f" {option} ", done.stdout)


class BlockFloats(unittest.TestCase):
    def test_have_the_bits_of_the_array_for_other_depths_and_inputs(self):
        prints = {}
        for k, seed in ((8, 1), (16, 2), (64, 3)):
            with self.subTest(k=k, seed=seed):
                prints[k] = block_float.in_python(block_float.encode, k, seed)
                self.assertEqual(prints[k], block_float.of_the_array(k, seed))
        self.assertEqual(len(set(prints.values())), 3)

    def test_of_zeros_are_zeros(self):
        self.assertEqual(block_float.encode([0.0] * 8), (0, [0] * 8))

    def test_take_the_exponent_of_the_largest_value_whatever_its_sign(self):
        self.assertEqual(block_float.encode([0.0, -5.0, 0.2, -0.2, 0, 0, 0, 0]), (129, [0, -80, 3, -4, 0, 0, 0, 0]))


class Tutorial(unittest.TestCase):
    NOT_RUN = ("optimise",)  # takes five seconds, and test/docs runs it

    def test_prints_the_lines_that_the_page_shows(self):
        page = (ROOT / "docs/tutorial.md").read_text()
        blocks_of_page = re.findall(r"((?:^    [^\n]+\n)+)(?:\n```text\n(.*?)```)?", page, re.MULTILINE | re.DOTALL)
        count = 0
        with tempfile.TemporaryDirectory() as folder:  # commands write files that later ones read
            for name in ("backends", "workloads"):
                (Path(folder) / name).symlink_to(ROOT / name)
            for block, shown in blocks_of_page:
                printed = []
                for line in block.replace("\\\n", " ").strip().splitlines():
                    words = shlex.split(line)[1:]
                    if words[0] in self.NOT_RUN:
                        shown = ""
                        continue
                    done = subprocess.run([command(), *words], cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 0, f"{line}\n{done.stderr}")
                    printed += done.stdout.splitlines()
                for line in shown.splitlines():
                    with self.subTest(block=block):
                        self.assertIn(line, printed)
                        count += 1
        self.assertGreater(count, 20)


class LabRun(unittest.TestCase):
    page = None

    def setUp(self):
        need_jupyter(self)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        keep_jupyter_in(self.folder)

    def run_cells(self, steps):
        import nbformat
        from jupyter_client.manager import AsyncKernelManager
        from nbclient import NotebookClient
        cells = [nbformat.v4.new_code_cell('import sys; sys.path.insert(0, "%s")' % ROOT)]
        for code, error in steps:
            cells.append(nbformat.v4.new_code_cell(
                code, metadata={"tags": ["raises-exception"] if error else []}))
        book = nbformat.v4.new_notebook(cells=cells)
        # Sockets in the folder of this test, since kernels that start at the same time take each other's ports.
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc",
                                    connection_file=str(self.folder / "kernel.json"))
        NotebookClient(book, km=kernel, timeout=SECONDS_OF_A_CELL,
                       resources={"metadata": {"path": str(self.folder)}}).execute()
        return book.cells[1:]

    def test_takes_right_answers_and_refuses_wrong_ones(self):
        steps = plan(self.page)
        told = told_by_solutions(self.page)
        asked = 0
        for (code, error), cell in zip(steps, self.run_cells(steps), strict=True):
            with self.subTest(code=code.splitlines()[0], wanted=error):
                found = [each["ename"] for each in cell.outputs if each["output_type"] == "error"]
                self.assertEqual(found, [error] if error else [])
                if error:  # no result before the right answer
                    printed = [line for each in cell.outputs[:-1] for line in each["text"].split("\n")]
                    self.assertEqual([line for line in printed if ": right." not in line and line], [])
                    asked += error == "WrongAnswer"
                elif code in told:
                    for line in printed_by(cell):
                        self.assertIn(line, told[code])
            self.keep_figures(cell)
        self.assertEqual(asked, len(solutions(self.page)[0]))

    def keep_figures(self, cell):
        folder = os.environ.get("LABS_FIGURES")
        for each in cell.outputs if folder else []:
            for kind in ("png", "svg+xml"):
                data = each.get("data", {}).get(f"image/{kind}")
                if data:
                    name = f"{self.page.stem}-{len(list(Path(folder).glob(self.page.stem + '-*')))}"
                    file = Path(folder) / f"{name}.{kind[:3]}"
                    file.write_bytes(base64.b64decode(data) if kind == "png" else data.encode())


for each_page in pages():
    case = f"Lab{each_page.stem.split('_')[0]}"
    globals()[case] = type(case, (LabRun,), {"page": each_page, "__module__": __name__})
del LabRun, each_page


if __name__ == "__main__":
    unittest.main()
