"""Command lines: valid ones, changed ones, and which files they ask to be written."""

import re

from attacks.mutations import NUMBERS, WORDS, misspelt

# Options whose value is a file or folder that the command writes.
OUTPUT_OPTIONS = {
    "simulate": ["--json", "--trace", "--record", "--timeline"],
    "kernel": ["--json", "--plot"],
    "validate": ["--json", "--html", "--markdown"],
    "compare": ["--json", "--html"],
    "export": ["-o", "--output"],
    "trace compare": ["--json", "--html"],
    "trace decode": ["-o", "--output"],
    "trace encode": ["-o", "--output"],
}


def subcommand(args):
    if args[:1] == ["trace"] and len(args) > 1:
        return f"trace {args[1]}"
    return args[0] if args else ""


def of_problem(random, traced=False):
    simulate = ["simulate", "problem.yaml"]
    lines = [simulate, simulate, [*simulate, "--verify"], [*simulate, "--backend", "analytic"],
             [*simulate, "--json", "out.json"], [*simulate, "--json", "-"],
             [*simulate, "--timeline", "out.json"], [*simulate, "--timeline", "-"],
             [*simulate, "--verify", "--record", "out", "--json", "out.json"],
             ["export", "mlir", "problem.yaml", "-o", "out"],
             ["compare", "problem.yaml", "--backends", "systemc,analytic", "--json", "out.json"]]
    if traced:
        lines += [[*simulate, "--trace", "out.bin"], [*simulate, "--trace", "out.bin", "--verify"],
                  [*simulate, "--record", "out"]]
    if random.random() < 0.01:
        return ["compare", "problem.yaml", "--backends", "systemc,analytic", "--html", "out"]
    return list(random.choice(lines))


def of_kernel(random):
    if random.random() < 0.03:
        return ["--plot", "out.svg"]
    return list(random.choice([[], ["--timeline"], ["--json", "out.json"], ["--json", "-"],
                               ["--device", "xdna-phoenix"], ["--timeline", "7"]]))


def of_words(random):
    lines = [["trace", "decode", "t.bin"], ["trace", "decode", "t.bin", "--json"],
             ["trace", "decode", "t.bin", "--timeline"],
             ["trace", "decode", "t.bin", "--reference-quirks"],
             ["trace", "decode", "t.bin", "-o", "out.txt"],
             ["trace", "compare", "measured.bin", "t.bin"],
             ["trace", "compare", "t.bin", "measured.bin", "--json", "-"],
             ["trace", "compare", "measured.bin", "t.bin", "--align", "start", "--json", "out.json"]]
    if random.random() < 0.02:
        return ["trace", "compare", "measured.bin", "t.bin", "--html", "out"]
    return list(random.choice(lines))


VALID = [
    ["simulate", "problem.yaml"],
    ["simulate", "problem.yaml", "--json", "out.json", "--timeline", "tl.json"],
    ["simulate", "problem.yaml", "--trace", "w.bin", "--record", "new"],
    ["simulate", "problem.yaml", "--backend", "replay", "--recording", "run"],
    ["simulate", "problem.yaml", "--backend", "replay", "--recording", "run", "--record", "new"],
    ["simulate", "problem.yaml", "--timeline", "-", "--timeline-lines", "20"],
    ["simulate", "problem.yaml", "--timeline", "tl.json", "--timeline-from", "10",
     "--timeline-to", "500"],
    ["simulate", "problem.yaml", "--backend", "xrt", "--runs", "1", "--warmup", "0", "--timeout", "1"],
    ["simulate", "problem.yaml", "--verify", "--seed", "2"],
    ["simulate", "problem.yaml", "--set", "device=device.yaml", "--json", "out.json"],
    ["simulate", "custom.yaml", "--json", "out.json", "--timeline", "tl.json"],
    ["compare", "problem.yaml", "--backends", "systemc,analytic", "--tolerance", "20",
     "--json", "out.json"],
    ["compare", "problem.yaml", "--backends", "systemc,replay", "--recording", "run"],
    ["compare", "problem.yaml", "--backends", "analytic,systemc", "--verify", "--seed", "3"],
    ["kernel", "--tile", "32x32x32", "--json", "out.json"],
    ["kernel", "--tile", "64x64x64", "--types", "int8,int8,int32", "--blocking", "2x2",
     "--b-layout", "row-major", "--first"],
    ["kernel", "--tile", "32x32x32", "--bias-relu", "--timeline", "20"],
    ["kernel", "--kernel", "copy", "--bytes", "4096", "--device", "device.yaml"],
    ["kernel", "--program", "program.yaml", "--json", "out.json", "--device", "xdna-phoenix"],
    ["devices"], ["devices", "xdna-phoenix"], ["devices", "./device.yaml"],
    ["export", "mlir", "problem.yaml", "-o", "new"],
    ["export", "mlir", "problem.yaml", "-o", "folder", "--force"],
    ["trace", "decode", "t.bin"], ["trace", "decode", "t.bin", "--json", "-o", "out.json"],
    ["trace", "decode", "t.bin", "--config", "t.bin.json", "--timeline"],
    ["trace", "encode", "decoded.json", "-o", "out.bin", "--text"],
    ["trace", "compare", "t.bin", "t.bin", "--json", "out.json", "--tolerance-cycles", "2"],
    ["trace", "compare", "t.bin", "t.bin", "--tolerance-band", "0.1", "--tolerance-drift", "0.1"],
    ["validate", "--suite", "kernels", "--json", "out.json"],
    ["validate", "--suite", "kernels", "--markdown", "-"],
    ["--help"], ["--version"],
]
# Each takes seconds in Python, so they are drawn less often.
SLOW = [
    ["compare", "problem.yaml", "--backends", "systemc,analytic", "--html", "new"],
    ["kernel", "--tile", "32x32x32", "--plot", "out.svg"],
    ["trace", "compare", "t.bin", "t.bin", "--html", "new", "--window", "10:200"],
]
NAMES = ["problem.yaml", "custom.yaml", "device.yaml", "architectures/aie-ml.yaml", "program.yaml", "run", "run/manifest.json", "old.json",
         "run/recording.json", "t.bin", "t.bin.json", "decoded.json", "folder", "folder/", ".", "/",
         "", " ", "-", "--", "--verify", "--json", "-o", "--help", "/dev/null", "/dev/full",
         "/dev/stdout", "/proc/self/mem", "/sys/x", "/proc/x", "/root/x", "missing/x", "old.json/x",
         "a" * 300, "x/" * 3000, "ü", "a b", "'", "\udcff", "new\nline", "./out.json", "../x",
         "folder/kept.txt", "problem.yaml/../problem.yaml", "$HOME", "~", "{}", "%s", "NUL", "out.json"]
OPTIONS = ["--json", "--verify", "--set", "--backend", "--record", "--recording", "--trace", "--html",
           "--timeline", "--timeline-from", "--timeline-to", "--timeline-lines", "--help", "--version",
           "-h", "-o", "--force", "--program", "--plot", "--runs", "--seed", "--first", "--config",
           "--suite", "--summary", "--text", "--tolerance", "--window", "--", "-x", "--json=", "-"]


def changed(random):
    """Returns a command line with one to three changes, and a label that names them."""
    slow = random.random() < 0.02
    args = list(random.choice(SLOW if slow else VALID))
    labels = [subcommand(args)]
    for _ in range(random.choices([1, 2, 3], [65, 25, 10])[0]):
        at = random.randrange(1, len(args) + 1)
        how = random.choices(["name", "number", "drop", "twice", "misspelt", "option", "swap",
                              "option and name", "cut", "equals", "same"],
                             [36, 14, 8, 7, 6, 6, 5, 12, 2, 3, 12])[0]
        last = min(at, len(args) - 1)
        if how == "name":
            args[last] = random.choice(NAMES)
        elif how == "same":  # one file in two roles
            args[last] = random.choice(args)
        elif how == "number":
            args[last] = random.choice(NUMBERS + WORDS)
        elif how == "drop":
            del args[last]
        elif how == "twice":
            args[at:at] = args[max(0, at - random.randrange(1, 3)):at]
        elif how == "misspelt":
            args[last] = misspelt(args[last], random)
        elif how == "option":
            args.insert(at, random.choice(OPTIONS))
        elif how == "swap":
            other = random.randrange(len(args))
            args[last], args[other] = args[other], args[last]
        elif how == "option and name":
            args[at:at] = [random.choice(OPTIONS), random.choice(NAMES)]
        elif how == "cut":
            del args[at:]
        elif len(args) > last + 1:
            args[last:last + 2] = [f"{args[last]}={args[last + 1]}"]
        labels.append(how)
        if not args:
            break
    if args[:1] == ["validate"] and "kernels" not in args:
        args += ["--suite", "kernels"]  # the other suites take long
    return args, ", ".join(labels)


def is_option(text):
    return re.match(r"--?[a-zA-Z]", text) is not None


def asked_for(args):
    """Returns (option, name, index in args) of every file and folder that is to be written. An argument
    that is an option is not a name, nor are "" and "-"."""
    options = OUTPUT_OPTIONS.get(subcommand(args), [])
    found = []
    for at, arg in enumerate(args):
        option, equals, value = arg.partition("=")
        if option in options and equals and option.startswith("--"):
            found.append((option, value, at))
        elif arg in options and at + 1 < len(args):
            found.append((arg, args[at + 1], at + 1))
        elif "-o" in options and arg.startswith("-o") and len(arg) > 2:
            found.append(("-o", arg[2:], at))
    return [(option, name, at) for option, name, at in found
            if name not in ("", "-") and not is_option(name)]
