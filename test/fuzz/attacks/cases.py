"""Cases: the files of a scratch folder, and a command line to be run there."""

import dataclasses
import random as random_numbers

from attacks import command_lines
from attacks.documents import (child, copied, flow_text, json_text, places, read_json,
                               with_value, yaml_text)
from attacks.examples import below
from attacks.mutations import changed_text, changed_tree, changed_words, new_value


@dataclasses.dataclass
class Case:
    args: list
    files: dict  #: content in bytes by path in the scratch folder
    label: str  #: what was changed, as shown in reports
    number: int = 0


def several(tree, random, within=None):
    labels = []
    for _ in range(random.choices([1, 2, 3], [75, 20, 5])[0]):
        tree, label = changed_tree(tree, random, within)
        labels.append(label)
    return tree, "; ".join(labels)


def changed_yaml(tree, random, within=None):
    """Returns the bytes of a changed tree or of the tree's changed text, and a label of the change."""
    if random.random() < 0.12:
        return changed_text(yaml_text(tree).encode(), random)
    tree, label = several(tree, random, within)
    text = yaml_text(tree) if random.random() < 0.7 else flow_text(tree) + "\n"
    return text.encode(), label


def changed_json(content, random):
    if random.random() < 0.15:
        return changed_text(content, random)
    tree, label = several(read_json(content.decode()), random)
    return json_text(tree).encode(), label


def problem_case(examples, random):
    name = random.choice(sorted(examples.problems))
    content, label = changed_yaml(examples.problems[name], random)
    args = command_lines.of_problem(random, traced=name == "gemm_traced")
    return Case(args, {"problem.yaml": content}, f"{name}: {label}")


def device_case(examples, random):
    stock = [name for name in sorted(examples.devices) if "/" not in name]
    device = random.choice(stock)
    changed = random.choice([device, device, "architectures/aie-ml.yaml",
                             "architectures/aie2p.yaml"])
    content, label = changed_yaml(examples.device_trees[changed], random,
                                  lambda path: ".value" in path if random.random() < 0.9 else True)
    files = {**examples.devices, changed: content}
    name = random.choice(["gemm_any", "gemm_teaching", "elementwise_add_one", "transfer_memcpy"])
    problem = with_value(examples.problems[name], "device", device)
    files["problem.yaml"] = yaml_text(problem).encode()
    args = random.choice([["devices", f"./{device}"],
                          ["kernel", "--device", f"./{device}", "--tile", "32x64x32"],
                          command_lines.of_problem(random), command_lines.of_problem(random),
                          command_lines.of_problem(random), command_lines.of_problem(random)])
    return Case(args, files, f"{changed}: {label}")


def device_numbers(examples):
    """Returns (path, value) of every number of xdna-phoenix and its architecture."""
    return [(path.removesuffix(".value"), child(collection, index))
            for device in ("xdna-phoenix.yaml", "architectures/aie-ml.yaml")
            for collection, index, path in places(examples.device_trees[device])
            if path.endswith(".value")]


def device_setting(problem, path, value, random):
    """A --set that changes one number of a device: mostly the problem's own, on which it fits."""
    own = next(device for key, device in problem if key == "device")
    base = random.choice([own] * 6 + ["xdna-phoenix", "xdna2-krackan", "teaching-2x1"])
    return f"device={{base: {base}, set: {{{path}: {value}}}}}"


def sweep_case(examples, random, number):
    """A run with one number of a device set to one of a few values. Successive cases go through all pairs
    of number and value; they step by a prime, so that a short attack reaches all parts of a device, too."""
    values = ["0", "1", "2", "3", "5", "1000000", "0.5", "[]"]
    every = [(path, value) for path, _ in device_numbers(examples) for value in values]
    path, value = every[number * 7919 % len(every)]
    name = random.choice(["gemm_any", "gemm_any", "gemm_any", "elementwise_add_one",
                          "transfer_memcpy", "gemm_traced"])
    problem = examples.problems[name]
    args = random.choice([["simulate", "problem.yaml"], ["simulate", "problem.yaml", "--verify"],
                          command_lines.of_problem(random, traced=name == "gemm_traced")])
    return Case([*args, "--set", device_setting(problem, path, value, random)],
                {"problem.yaml": yaml_text(problem).encode()},
                f"{name}: {path}={value}")


def setting_case(examples, random):
    """A run with --set of a random key to a random value."""
    name = random.choice(sorted(examples.problems))
    problem = examples.problems[name]
    draw = random.random()
    if draw < 0.40:
        collection, index, label = random.choice(places(problem))
        setting = f"{label}={flow_text(new_value(child(collection, index), random))}"
    elif draw < 0.92:
        label, old = random.choice(device_numbers(examples))
        value = flow_text(new_value(old, random))
        setting = device_setting(problem, label, value, random)
        if random.random() < 0.15:
            setting = f"device.set.{label}={value}"
    else:
        label = "a key of its own"
        setting = random.choice(["", "=", "=1", "gemm", "gemm.", ".gemm=1", "a.b.c.d=1", "gemm=",
                                 "gemm.size.m==1", "gemm..size=1", "device.base=x", "trace={}",
                                 "reconfigure=maybe", "workload=transfer", "transfer={}", "ü=1",
                                 "gemm.array={rows: 0, columns: 0}", "a" * 5000 + "=1"])
    args = [*command_lines.of_problem(random, traced=name == "gemm_traced"), "--set", setting]
    return Case(args, {"problem.yaml": yaml_text(problem).encode()}, f"{name}: --set {label}")


def program_case(examples, random):
    content, label = changed_yaml(examples.programs[random.choice(sorted(examples.programs))],
                                  random)
    args = ["kernel", "--program", "program.yaml", *command_lines.of_kernel(random)]
    return Case(args, {"program.yaml": content}, f"program: {label}")


def recording_case(examples, random):
    problem, files = random.choice(examples.recordings)
    files = dict(files)
    name = random.choice(sorted(files))
    change = changed_json if name.endswith(".json") else (
        changed_text if name.endswith(".txt") else changed_words)
    files[name], label = change(files[name], random)
    if random.random() < 0.05:
        del files[name]
        label = "left out"
    args = random.choice([
        ["simulate", "problem.yaml", "--backend", "replay", "--recording", "run"],
        ["simulate", "problem.yaml", "--backend", "replay", "--recording", "run", "--json", "-"],
        ["simulate", "problem.yaml", "--backend", "replay", "--recording", "run", "--trace", "w"],
        ["simulate", "problem.yaml", "--backend", "replay", "--recording", "run", "--record", "n"],
        ["compare", "problem.yaml", "--backends", "systemc,replay", "--recording", "run"]])
    return Case(args, {"problem.yaml": yaml_text(problem).encode(), **below("run", files)},
                f"recording: {name}: {label}")


def design_case(examples, random):
    """A run on a changed exported design, which the xrt backend loads or `export` replaces."""
    problem, files = random.choice(examples.designs)
    files = dict(files)
    name = random.choice(["insts.bin", "manifest.json"])
    content = examples.stream if name == "insts.bin" and random.random() < 0.3 else files[name]
    files[name], label = (changed_words if name == "insts.bin" else changed_json)(content, random)
    args = random.choice([["simulate", "problem.yaml", "--backend", "xrt", "--artifacts", "design"],
                          ["simulate", "problem.yaml", "--backend", "xrt", "--artifacts", "design"],
                          ["export", "mlir", "problem.yaml", "-o", "design"]])
    return Case(args, {"problem.yaml": yaml_text(problem).encode(), **below("design", files)},
                f"design: {name}: {label}")


def words_case(examples, random):
    if random.random() < 0.3:
        content = examples.words[random.choice(sorted(examples.words))]
    else:
        content = examples.made["t.bin"]
    if random.random() < 0.2:
        text = "".join(f"{int.from_bytes(content[at:at + 4], 'little'):08X}\n"
                       for at in range(0, len(content) - 3, 4))
        content, label = changed_text(text.encode(), random)
    else:
        content, label = changed_words(content, random)
    files = {"t.bin": content, "t.bin.json": examples.made["t.bin.json"],
             "measured.bin": examples.made["t.bin"], "measured.bin.json": examples.made["t.bin.json"]}
    return Case(command_lines.of_words(random), files, f"words: {label}")


def configuration_case(examples, random):
    content, label = changed_json(examples.made["t.bin.json"], random)
    files = {"t.bin": examples.made["t.bin"], "t.bin.json": content,
             "measured.bin": examples.made["t.bin"], "measured.bin.json": examples.made["t.bin.json"]}
    return Case(command_lines.of_words(random), files, f"configuration: {label}")


def decoded_case(examples, random):
    decoded = copied(examples.decoded)
    events = next(value for key, value in decoded if key == "traceEvents")
    del events[random.randrange(20, 200):]
    content, label = changed_json(json_text(decoded).encode(), random)
    args = ["trace", "encode", "decoded.json", "-o", random.choice(["out.bin", "-", "decoded.json"])]
    return Case(args + ["--text"] * random.randrange(2), {"decoded.json": content},
                f"decoded: {label}")


def command_line_case(examples, random):
    problem, recording = examples.recordings[-1]
    files = {"problem.yaml": yaml_text(problem).encode(), **below("run", recording),
             "program.yaml": yaml_text(examples.programs["dot_product"]).encode(),
             "device.yaml": examples.devices["xdna-phoenix.yaml"],
             "old.json": b"{}\n", "folder/kept.txt": b"kept\n"}
    files.update({name: examples.made[name] for name in ("t.bin", "t.bin.json", "decoded.json")
                  if name in examples.made})
    files.update({name: text for name, text in examples.devices.items() if "/" in name})
    files["custom.yaml"] = yaml_text(with_value(problem, "device", "device.yaml")).encode()
    args, label = command_lines.changed(random)
    return Case(args, files, f"command line: {label}")


KINDS = [(problem_case, 24), (device_case, 20), (setting_case, 14), (program_case, 9),
         (recording_case, 7), (design_case, 3), (words_case, 5), (configuration_case, 5),
         (decoded_case, 3), (command_line_case, 18)]
SWEEP_EVERY = 5
MADE = {words_case, configuration_case, decoded_case}


def case(examples, seed, number):
    """Returns a random case, which depends only on the examples, the seed and the number."""
    random = random_numbers.Random(f"{seed}:{number}")
    if number % SWEEP_EVERY == 0:
        made = sweep_case(examples, random, number // SWEEP_EVERY + seed)
        made.number = number
        return made
    kinds = [(kind, weight) for kind, weight in KINDS
             if (kind not in MADE or "decoded.json" in examples.made)
             and (kind is not design_case or examples.designs)]
    kind = random.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
    made = kind(examples, random)
    made.number = number
    made.args = [arg.replace("\0", "") for arg in made.args]
    return made
