"""Messages to answers in a lab, and the grades of a class."""

import contextlib
import csv
import importlib.util
import io
import json
import os
import sys
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from labs import Lab, Unanswered, UnknownQuestion, WrongAnswer, grade  # noqa: E402
from labs.notebook import hints, notebook, pages  # noqa: E402
from notebook_needs import keep_jupyter_in, need_jupyter  # noqa: E402


class Grading(unittest.TestCase):
    def setUp(self):
        self.lab = Lab("A lab", {"a": "think again"})

    def test_wants_an_answer_first(self):
        for nothing in (..., [1, ...], (..., 2)):
            self.lab.predict("a", nothing)
            with self.subTest(answer=nothing), self.assertRaises(Unanswered):
                self.lab.answered("a")
        with self.assertRaises(Unanswered):
            self.lab.grade("a", 1)

    def test_forgives_the_given_share_and_no_more(self):
        for answer, right in ((100, True), (109, True), (91, True), (111, False), (89, False),
                              (float("nan"), False), (float("inf"), False)):
            self.lab.predict("a", answer)
            with self.subTest(answer=answer):
                if right:
                    self.lab.grade("a", 100, within=0.1)
                    self.assertEqual(self.lab.grades["a"], "right")
                else:
                    with self.assertRaisesRegex(WrongAnswer, "think again"):
                        self.lab.grade("a", 100, within=0.1)
                    self.assertEqual(self.lab.grades["a"], "wrong")

    def test_forgives_the_given_number_and_no_more(self):
        for answer, right in ((0, True), (2, True), (-2, True), (2.5, False), (-3, False)):
            self.lab.predict("a", answer)
            with self.subTest(answer=answer):
                if right:
                    self.lab.grade("a", 0.0, by=2)
                else:
                    with self.assertRaises(WrongAnswer):
                        self.lab.grade("a", 0.0, by=2)

    def assert_is_a_number(self, answer, shown):
        with self.subTest(answer=answer), mock.patch("builtins.print") as printed:
            self.lab.predict("a", answer, like=1)
            self.lab.grade("a", 100, within=0.1)
            self.assertIn(f"You said {shown};", printed.call_args.args[0])
            self.lab.predict("a", answer * 2)
            with self.assertRaisesRegex(WrongAnswer, "not yet. think again"):
                self.lab.grade("a", 100, within=0.1)

    def test_takes_a_fraction_for_a_number(self):
        self.assert_is_a_number(Fraction(199, 2), "99.5")

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "needs python3-numpy")
    def test_takes_numbers_of_numpy(self):
        import numpy
        self.assert_is_a_number(numpy.int64(101), "101")
        self.assert_is_a_number(numpy.float32(99.5), "99.5")

    def test_takes_no_word_for_a_number_and_no_truth_for_one(self):
        for answer in ("1", True, [1], None):
            self.lab.predict("a", answer)
            with self.subTest(answer=answer), self.assertRaises(WrongAnswer):
                self.lab.grade("a", 1)

    def test_says_no_form_to_an_answer_that_has_it(self):
        for answer, truth in ((2, 1), ("a", "b"), ([2], [1]), ((2,), [1]), ([2], {1})):
            self.lab.predict("a", answer)
            with self.subTest(answer=answer), self.assertRaisesRegex(WrongAnswer, "^a: not yet. think again$"):
                self.lab.grade("a", truth)

    def test_takes_a_tuple_for_a_list_and_a_set_in_any_order(self):
        for answer, truth, right in (((1, 2), [1, 2], True), ([(1, 2), [3.0]], [[1, 2], [3]], True), ([2, 1], [1, 2], False),
                                     ([1], [1, 2], False), ([2, 1], {1, 2}, True), ((1, 2), {1, 2}, True),
                                     ([1, 1, 2], {1, 2}, False), ([1], {1, 2}, False), ([[1], 2], {1, 2}, False),
                                     (3, {3}, False), ([True], [1], False), (" lock ", "lock", True), ("Lock", "lock", False)):
            self.lab.predict("a", answer)
            with self.subTest(answer=answer, truth=truth):
                if right:
                    self.lab.grade("a", truth)
                else:
                    with self.assertRaises(WrongAnswer):
                        self.lab.grade("a", truth)

    def test_knows_only_the_questions_of_its_list(self):
        for call in (lambda: self.lab.predict("b", 1), lambda: self.lab.answered("b"),
                     lambda: Lab("A lab", {"a": ""}, "3_array").predict("b", 1)):
            with self.assertRaisesRegex(UnknownQuestion, "^A lab has no question 'b'; it has a.*--fresh"):
                call()
        with self.assertRaisesRegex(UnknownQuestion, "labs/start --fresh 1_core makes"):
            Lab.of("1_core").predict("b", 1)
        self.assertEqual(len(UnknownQuestion("shown")._render_traceback_()), 1)

    def test_gives_its_score(self):
        lab = Lab("A lab", {"a": "", "b": ""})
        lab.predict("a", 1)
        lab.grade("a", 1)
        self.assertEqual(lab.score(), {"a": "right", "b": "not yet"})

    def test_tells_a_wrong_answer_what_is_wrong_and_a_hint(self):
        self.lab.predict("a", [])
        for said in ("It is empty.", "It is empty"):
            with self.assertRaisesRegex(WrongAnswer, "^a: not yet. It is empty. think again$"):
                self.lab.require("a", False, said)

    def test_says_which_form_an_answer_has(self):
        for truth, form in ((1, "a number"), ("lock", "a name in quotes"), ([1], "a list"), ({1}, "a list")):
            self.lab.predict("a", {})
            with self.subTest(truth=truth), self.assertRaisesRegex(WrongAnswer, f"The answer is {form}."):
                self.lab.grade("a", truth)

    def test_refuses_an_answer_of_another_form_than_the_example(self):
        tile = {"tile": {"m": 1, "k": 1}, "k_mt": 1}
        cases = [(tile, {"tile": {"m": 2, "k": 3}, "k_mt": 4}, True), (tile, {"tile": 64, "k_mt": 4}, False),
                 (tile, {"tile": {"m": 2}, "k_mt": 4}, False), (tile, [64], False),
                 (tile, {"tile": {"m": "2", "k": 3}, "k_mt": 4}, False),
                 ([(1, 1), (1, 1)], [(2, 3), (4, 5)], True), ([(1, 1), (1, 1)], [(2, 3)], False),
                 ({"body": []}, {"body": [{}, {}]}, True), ({"body": []}, {"body": "x"}, False),
                 ({"device": "a"}, {"device": "b"}, True), ({"device": "a"}, {"device": 1}, False),
                 (len, print, True), (len, "print", False)]
        for example, answer, right in cases:
            with self.subTest(example=example, answer=answer):
                if right:
                    self.lab.predict("a", answer, like=example)
                    self.lab.answered("a")
                else:
                    with self.assertRaisesRegex(WrongAnswer, "write the answer in the form"):
                        self.lab.predict("a", answer, like=example)
                    self.assertNotIn("a", self.lab.answers)

    def test_forgets_a_grade_when_the_answer_changes(self):
        self.lab.predict("a", 1)
        self.lab.grade("a", 1)
        self.lab.predict("a", 2)
        self.assertEqual(self.lab.grades["a"], "not yet")


class Class(unittest.TestCase):
    """Notebooks that students hand in are graded."""

    def setUp(self):
        need_jupyter(self)

    def test_has_a_line_for_each_question_of_each_notebook(self):
        begun = 'import sys; sys.path.insert(0, "../..")\nfrom labs import Lab\nlab = Lab.of("1_core")'
        handed_in = {"ann": [begun, 'lab.predict("interval", 2)\nlab.grade("interval", 2)'],
                     "bob": [begun, 'lab.predict("interval", 3)', 'lab.grade("interval", 2)',
                             'open("left behind", "w").close()'],
                     "cyd": ["begun before the lab was"]}
        table = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ), \
                contextlib.redirect_stdout(table), contextlib.redirect_stderr(io.StringIO()) as said:
            keep_jupyter_in(Path(folder))
            for student, codes in handed_in.items():
                file = Path(folder) / student / "1_core.ipynb"
                file.parent.mkdir()
                book = notebook(pages()[0])
                book["cells"] = [{"id": f"c{number}", "metadata": {}, "cell_type": "code", "source": code,
                                  "outputs": [], "execution_count": None} for number, code in enumerate(codes)]
                file.write_text(json.dumps(book))
            grade.main([str(Path(folder) / student) for student in handed_in])
            self.assertEqual(os.listdir(Path(folder) / "bob"), ["1_core.ipynb"])
        rows = list(csv.reader(io.StringIO(table.getvalue())))
        self.assertEqual(rows[0], ["student", "lab", "question", "grade"])
        asked = list(hints(pages()[0].read_text()))
        self.assertEqual([row[:3] for row in rows[1:]],
                         [[student, "1_core", question] for student in handed_in for question in asked])
        of_students = {student: [row[3] for row in rows if row[0] == student] for student in handed_in}
        rest = len(asked) - 1
        self.assertEqual(of_students, {"ann": ["right"] + ["not yet"] * rest,
                                       "bob": ["wrong"] + ["not yet"] * rest,
                                       "cyd": ["not run"] * len(asked)})
        self.assertIn("cannot run: its lab was never begun", said.getvalue())

    def test_of_no_folders_is_refused(self):
        for arguments, said in (([], "usage"), (["--help"], "usage"), (["/nowhere"], "/nowhere: no such folder")):
            with self.assertRaisesRegex(SystemExit, said):
                grade.main(arguments)


if __name__ == "__main__":
    unittest.main()
