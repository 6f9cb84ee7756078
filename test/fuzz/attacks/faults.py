"""Finds what a run must not do, whatever its input is."""

import dataclasses
import json
import math
import os
import re
import signal

from attacks.command_lines import asked_for, is_option, subcommand

ALLOWED_CODES = {0, 1, 2, 3, 4, 130, 143}
REFUSALS = {2, 3, 4}  # exit codes of runs that must not leave any file
LIBRARY_TEXTS = ["json.exception", "_M_range_check", "std::", "what():", "terminate called",
                 "E546", "sc_simcontext", "basic_string", "yaml-cpp", "bad conversion", "illegal map value",
                 "operator[] call", "bad_alloc", "bad_cast", "bad_variant", "bad optional access", "map::at", "vector::",
                 "stoi", "stod", "filesystem error", "nlohmann", "CLI::", "Assertion", "In file:",
                 "Traceback", "AddressSanitizer", "runtime error", "libc++"]


@dataclasses.dataclass
class Fault:
    kind: str
    text: str
    by: str = ""  #: option that asked for the file; empty if none did
    signature: str = ""


def shape(text):
    """Returns the part that messages about the same thing share: the first line, with quotations, paths
    and numbers replaced."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    first = re.sub(r"'[^']*'|\"[^\"]*\"", "'..'", first)
    first = re.sub(r"[\w.-]*/[\w./-]+", "PATH", first)
    first = re.sub(r"-?\d[\d.,e+]*", "N", first)
    return first[:120]


def strict_json(text):
    def refuse(token):
        raise ValueError(f"{token} in JSON")

    def number(token):
        if math.isinf(float(token)):
            refuse(token)
        return float(token)
    return json.loads(text, parse_constant=refuse, parse_float=number)


def faults_of_end(done, limits):
    if done.timed_out or done.status == -signal.SIGXCPU or done.seconds > limits.seconds:
        yield Fault("time", f"did not end within {limits.seconds:g} s")
    elif done.status < 0:
        yield Fault("signal", f"ended by {signal.Signals(-done.status).name}")
    elif done.status not in ALLOWED_CODES:
        yield Fault("exit code", f"exit code {done.status}")
    if done.memory > limits.memory:
        yield Fault("memory", f"took more than {limits.memory >> 20} MB")


def faults_of_messages(case, done):
    err = done.err.decode(errors="replace")
    if done.status > 0 and case.args:
        messages = len(re.findall(r"^xdnasim: ", err, re.MULTILINE))
        if not err.strip():
            yield Fault("no message", f"exit code {done.status} without a message")
        elif messages != 1 and done.status in REFUSALS:
            yield Fault("messages", f"{messages} messages: {err.strip()[:200]}")
    given = " ".join(case.args)
    for text in LIBRARY_TEXTS:
        for output in (err, done.out.decode(errors="replace")[:100000]):
            if text in output and text not in given:
                line = next(line for line in output.splitlines() if text in line)
                yield Fault("library text", line[:300])
                return


def within(path, folder):
    return path == folder or path.startswith(folder + "/") or folder == "."


def path_of(name):
    """Returns the path of a name, given in the scratch folder, as keys of Run.before and Run.after: relative
    to the scratch folder's parent."""
    return os.path.normpath(os.path.join("work", name))


def referred(path, before):
    """Returns the files that a YAML file names, and those that they name: its device, and what that
    extends."""
    found = []
    text = (before.get(path) or b"").decode(errors="replace")
    for name in re.findall(r"\b(?:device|base|extends):\s*[\"']?([^\s\"',}]+)", text):
        for ending in ("", ".yaml"):
            other = os.path.normpath(os.path.join(os.path.dirname(path), name + ending))
            if other in before and other != path:
                found += [other, *referred(other, before)]
    return found


class Files:
    """The files that a run was asked to write, that it may read, and that it wrote."""

    def __init__(self, case, done):
        self.done = done
        asked = asked_for(case.args)
        self.asked = [(option, path_of(name)) for option, name, _ in asked]
        self.asked += [(option, path_of(name + ".json")) for option, name, _ in asked
                       if option == "--trace"]
        places = {at for _, _, at in asked}
        read = [path_of(value) for at, arg in enumerate(case.args) if at not in places
                for value in (arg, arg.partition("=")[2], arg + ".json") if value]
        self.read = read + [other for path in read for other in referred(path, done.before)]

    def option_of(self, path):
        """Returns the option that asks for `path`; empty if none does."""
        return next((option for option, one in self.asked if within(path, one)), "")

    def is_input(self, path):
        return any(within(path, one) for one in self.read if one != "work")

    def is_parent(self, path):
        return any(within(one, path) for _, one in self.asked)

    def new(self):
        return sorted(path for path in self.done.after if path not in self.done.before)

    def changed(self):
        return sorted(path for path, content in self.done.before.items()
                      if self.done.after.get(path, b"gone") != content)


def faults_of_files(case, done):
    files = Files(case, done)
    for path in done.elsewhere:
        yield Fault("file left", f"{path} was made")
    for path in files.changed():
        option = files.option_of(path)
        if not option or files.is_input(path):
            yield Fault("input changed", f"{path} was changed", by=option)
        elif done.status in REFUSALS:
            yield Fault("input changed", f"{path} was changed by a run that failed", by=option)
    for path in files.new():
        option = files.option_of(path)
        if not option and is_option(os.path.basename(path)):
            yield Fault("file left", f"{path}: an option is not a file name")
        elif not option and not (done.status not in REFUSALS and files.is_parent(path)):
            yield Fault("file left", f"{path} was not asked for")
        elif done.status in REFUSALS:
            yield Fault("file left", f"{path} was left by a run that failed", by=option)


def prints_json(args):
    if subcommand(args) == "trace decode":
        return "--json" in args and not any(arg.startswith(("-o", "--output")) for arg in args)
    return ("--json", "-") in zip(args, args[1:])


def faults_of_results(case, done):
    """Faults of the results of a successful run; none for other runs and for --help and --version."""
    if done.status != 0 or "--help" in case.args or "-h" in case.args or "--version" in case.args:
        return
    texts = []
    for option, name, _ in asked_for(case.args):
        content = done.after.get(path_of(name), b"")
        if not name.startswith(("/", "..")) and path_of(name) not in done.after:
            yield Fault("no result", f"{option} {name[:40]}: there is no such file")
        elif not name.startswith("/") and option in ("--json", "--timeline"):
            texts.append((f"{option} {name}", content))
    if prints_json(case.args):
        texts.append(("--json", done.out))
    for where, content in texts:
        try:
            strict_json(content.decode())
        except (ValueError, TypeError) as error:
            yield Fault("bad JSON", f"{where}: {error}")
    given = b" ".join([*case.files.values(), *(arg.encode(errors="replace") for arg in case.args)])
    found = re.search(rb"(?<![\w'/.-])-?(nan|inf)(?![\w'])", done.out)
    if found and not re.search(rb"nan|inf", given):
        yield Fault("not a number", done.out[max(0, found.start() - 60):found.end() + 20].decode(
            errors="replace").replace("\n", " "))


def faults_of(case, done, limits):
    found = list(faults_of_end(done, limits))
    if not found:
        found = [*faults_of_messages(case, done), *faults_of_files(case, done),
                 *faults_of_results(case, done)]
    for fault in found:
        by_label = fault.kind in ("signal", "time", "memory", "exit code", "not a number")
        detail = re.sub(r"\.\d+|=.*", "", case.label.partition(": ")[2]) if by_label else ""
        message = shape(done.err.decode(errors="replace")) if fault.kind == "messages" else fault.by
        fault.signature = " | ".join(part for part in (
            fault.kind, subcommand(case.args)[:20], shape(fault.text), message, detail) if part)
    return found
