"""Tests that the attack finds faults planted in a small script, that it finds none in a correct script,
and that the built command shows none that is not known. XDNASIM_COMMAND is the built command."""

import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import attack

# The beginning of a small script that stands for the command. One of the bodies below follows.
RIGHT = """#!/usr/bin/python3
import os, pathlib, signal, sys, time
def refuse(message, code=2):
    sys.stderr.write(message)
    sys.exit(code)
args = sys.argv[1:]
"""
REFUSES = 'refuse("xdnasim: not today\\n")\n'
PLANTED = {
    "signal": "os.kill(os.getpid(), signal.SIGSEGV)\n",
    "time": 'if args[:1] == ["kernel"]: time.sleep(60)\n' + REFUSES,
    "memory": "x = b'x' * 300_000_000\n" + REFUSES,
    "exit code": 'refuse("xdnasim: seven\\n", 7)\n',
    "no message": 'refuse("")\n',
    "messages": 'refuse("xdnasim: one\\nxdnasim: two\\n")\n',
    "library text": 'refuse("xdnasim: vector::_M_range_check: x\\n")\n',
    "file left": 'pathlib.Path("left").write_text("x")\n' + REFUSES,
    "input changed": ('for path in pathlib.Path(".").glob("*.yaml"):\n'
                      '    path.write_text("x")\n' + REFUSES),
    "bad JSON": ('for at, arg in enumerate(args[:-1]):\n'
                 '    if arg == "--json" and args[at + 1] == "out.json":\n'
                 '        pathlib.Path("out.json").write_text(\'{"cycles": NaN}\')\n'
                 '        sys.exit(0)\n' + REFUSES),
    "no result": 'sys.exit(0)\n',
    "not a number": 'print("time nan us")\nsys.exit(0)\n',
}
BOUNDED_RUNS = 300


class Attacks(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.folder.chmod(0o755)

    def command(self, body):
        path = self.folder / "command"
        path.write_text(RIGHT + body)
        path.chmod(0o755)
        return path

    def result_of(self, command, *options):
        """Attacks `command`, and returns (exit code, printed text)."""
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            code = attack.main(["--command", str(command), *options])
        return code, printed.getvalue()


class PlantedFaults(Attacks):
    def limits(self, kind):
        return {"time": ["--seconds", "0.5"], "memory": ["--megabytes", "256"]}.get(
            kind, [])

    def test_are_found(self):
        count = 0
        for kind, body in PLANTED.items():
            with self.subTest(kind=kind):
                code, printed = self.result_of(self.command(body), "--runs", "24",
                                               *self.limits(kind))
                self.assertEqual(code, 1)
                self.assertIn(f"\n    {kind} | ", printed)
                count += 1
        self.assertEqual(count, 12)

    def test_are_not_seen_in_a_command_that_refuses(self):
        code, printed = self.result_of(self.command(REFUSES), "--runs", "24")
        self.assertEqual((code, printed), (0, "24 runs; exit codes: 24 of 2; 0 distinct faults, "
                                              "0 of them not known\n"))

    def test_are_the_same_for_a_seed(self):
        command = self.command(PLANTED["library text"])
        one = self.result_of(command, "--runs", "30", "--seed", "5", "--jobs", "1")
        self.assertEqual(self.result_of(command, "--runs", "30", "--seed", "5", "--jobs", "2"), one)
        self.assertNotEqual(self.result_of(command, "--runs", "30", "--seed", "6"), one)

    def test_are_told_as_known_when_they_are_listed(self):
        command = self.command(PLANTED["library text"])
        known = self.folder / "known.txt"
        known.write_text("# a comment\nlibrary text | # planted by this test\n")
        code, printed = self.result_of(command, "--runs", "10", "--known", str(known))
        self.assertEqual(code, 0)
        self.assertIn("known fault: planted by this test: ", printed)
        known.write_text("library text\n")
        with self.assertRaises(SystemExit):
            self.result_of(command, "--runs", "1", "--known", str(known))

    def test_are_saved_and_found_again(self):
        found = self.folder / "found"
        self.result_of(self.command(PLANTED["file left"]), "--runs", "10", "--save", str(found))
        saved = list(found.glob("*.json"))
        self.assertTrue(saved)
        code, printed = self.result_of(self.command(PLANTED["file left"]), "--replay", str(found))
        self.assertEqual(code, 1)
        self.assertIn(f"{len(saved)} runs; ", printed)
        code, _ = self.result_of(self.command(REFUSES), "--replay", str(found))
        self.assertEqual(code, 0)


class BuiltCommand(Attacks):
    def test_shows_no_fault_that_is_not_known(self):
        code, printed = self.result_of(os.environ["XDNASIM_COMMAND"], "--runs", str(BOUNDED_RUNS))
        sys.stderr.write(printed)
        self.assertEqual(code, 0, printed)
        self.assertIn(f"{BOUNDED_RUNS} runs; ", printed)
        # Many runs succeed and many are refused (exit code 2), so the inputs are neither all good nor all bad.
        counts = {int(code): int(count)
                  for count, code in re.findall(r"(\d+) of (\d+)", printed.split("exit codes:")[1])}
        self.assertGreater(counts.get(0, 0), BOUNDED_RUNS // 10)
        self.assertGreater(counts.get(2, 0), BOUNDED_RUNS // 10)


if __name__ == "__main__":
    unittest.main()
