#!/usr/bin/env python3
"""Runs the command on mutated inputs, and reports what it must not do but did.

    test/fuzz/attack.py --command build/release/bin/xdnasim --runs 1000 --seed 1 --save found
    test/fuzz/attack.py --command build/release/bin/xdnasim --replay found

These are faults: an end by a signal; more than 20 s or 1 GB; an exit code that the command does not
have; a non-zero exit code without a message, or with several; a text that comes from a library; a file
that was not asked for, or that a failed run left; a changed input; a missing result; invalid JSON; nan or
inf in the output. Each distinct fault is reported once. The runs of a seed do not depend on --jobs. Exit
code 1: there are faults that known_faults.txt does not list."""

import argparse
import base64
import dataclasses
import json
import multiprocessing
import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from attacks import cases, faults, runs  # noqa: E402
from attacks.command_lines import subcommand  # noqa: E402
from attacks.examples import Examples  # noqa: E402

KNOWN_FAULTS = Path(__file__).with_name("known_faults.txt")
# A problem of more array cycles or operations than these may exceed the limits: it asks for that much.
LARGE_CYCLES = 1e8
LARGE_OPERATIONS = 1e10  # a verified run executes all of them


def read_known(path):
    """Returns [(part of a signature, reason)] of a file with lines of the form "part # reason"."""
    known = []
    for line in path.read_text().splitlines() if path.is_file() else []:
        part, found, reason = line.partition(" # ")
        if line.strip() and not line.startswith("#"):
            if not found or not reason.strip():
                raise SystemExit(f"{path}: no reason: {line}")
            known.append((part.strip(), reason.strip()))
    return known


class Attack:
    """The state of one worker process: the options, the examples and its scratch folder."""

    def __init__(self, options, examples):
        self.options, self.examples = options, examples
        self.limits = runs.Limits(options.seconds, options.megabytes << 20)
        self.place = None

    def is_large(self, case):
        """Returns whether the problem asks for a long run, by the closed forms of the analytic backend."""
        if subcommand(case.args) not in ("simulate", "compare"):
            return False
        args = ["simulate"] + [arg for arg in case.args[1:2]]
        for at, arg in enumerate(case.args[:-1]):
            if arg == "--set":
                args += case.args[at:at + 2]
        args += ["--backend", "analytic", "--json", "-"]
        done = runs.run(self.options.command, args, case.files, self.place, self.limits)
        try:
            result = json.loads(done.out)
            operations = (result.get("tops") or 0) * 1e6 * result["time_us"]
            return result["cycles"] > LARGE_CYCLES or operations > LARGE_OPERATIONS
        except (ValueError, KeyError, TypeError):
            return False

    def judge(self, case):
        self.place = self.place or runs.Place()
        done = runs.run(self.options.command, case.args, case.files, self.place, self.limits)
        found = faults.faults_of(case, done, self.limits)
        if any(fault.kind in ("time", "memory") for fault in found) and self.is_large(case):
            found = []
        return done.status, found


attack = None


def start(options, examples):
    global attack
    attack = Attack(options, examples)


def judge_number(number):
    case = cases.case(attack.examples, attack.options.seed, number)
    status, found = attack.judge(case)
    return case if found else None, status, found


def leave():
    if attack and attack.place:
        attack.place.remove()


def as_command(case):
    return shlex.join(["xdnasim", *case.args])


def save(case, fault, folder):
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: base64.b64encode(content).decode() for name, content in case.files.items()}
    kept = {"fault": dataclasses.asdict(fault), "command": as_command(case), "args": case.args,
            "label": case.label, "number": case.number, "files": files}
    name = f"{fault.kind.replace(' ', '_')}_{case.number}.json"
    (folder / name).write_text(json.dumps(kept, indent=1) + "\n")
    unpacked = folder / name.removesuffix(".json")
    for path, content in case.files.items():
        (unpacked / path).parent.mkdir(parents=True, exist_ok=True)
        (unpacked / path).write_bytes(content)


def load(path):
    kept = json.loads(path.read_text())
    files = {name: base64.b64decode(content) for name, content in kept["files"].items()}
    return cases.Case(kept["args"], files, kept["label"], kept["number"])


class Report:
    def __init__(self, options):
        self.options = options
        self.known = read_known(Path(options.known))
        self.seen = {}  #: number of occurrences by the fault's signature
        self.unknown = 0
        self.codes = {}

    def add(self, case, status, found):
        self.codes[status] = self.codes.get(status, 0) + 1
        for fault in found:
            first = fault.signature not in self.seen
            self.seen[fault.signature] = self.seen.get(fault.signature, 0) + 1
            if not first:
                continue
            reason = next((why for part, why in self.known if part in fault.signature), None)
            self.unknown += reason is None
            print(f"{'known fault: ' + reason if reason else 'FAULT'}: {fault.text}\n"
                  f"    {fault.signature}\n    case {case.number}: {case.label[:200]}\n"
                  f"    {as_command(case)[:400]}", flush=True)
            if self.options.save:
                save(case, fault, Path(self.options.save))

    def finish(self):
        codes = ", ".join(f"{count} of {code}" for code, count in sorted(self.codes.items()))
        print(f"{sum(self.codes.values())} runs; exit codes: {codes}; "
              f"{len(self.seen)} distinct faults, {self.unknown} of them not known")
        return 1 if self.unknown else 0


def run_all(options):
    examples = Examples(options.command)
    report = Report(options)
    numbers = range(options.first, options.first + options.runs)
    with multiprocessing.get_context("fork").Pool(options.jobs, start, (options, examples)) as pool:
        for case, status, found in pool.imap(judge_number, numbers, chunksize=8):
            report.add(case, status, found)
        pool.map(clean_up, range(4 * options.jobs), chunksize=1)
    return report.finish()


def clean_up(_):
    leave()


def replay(options):
    start(options, None)
    report = Report(options)
    for path in sorted(Path(options.replay).glob("*.json")):
        case = load(path)
        report.add(case, *attack.judge(case))
    leave()
    return report.finish()


def read_options(arguments):
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--command", required=True, help="the built xdnasim")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20, help="of a processor, for one run")
    parser.add_argument("--megabytes", type=int, default=1024, help="for one run")
    parser.add_argument("--save", help="folder for the cases that showed a fault")
    parser.add_argument("--replay", help="folder of cases that were saved")
    parser.add_argument("--known", default=KNOWN_FAULTS, help="list of faults that are known")
    options = parser.parse_args(arguments)
    options.command = str(Path(options.command).resolve())
    return options


def main(arguments=None):
    options = read_options(arguments)
    return replay(options) if options.replay else run_all(options)


if __name__ == "__main__":
    sys.exit(main())
