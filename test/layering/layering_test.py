"""Checks every #include of the project against cmake/layers.txt, which lists the folders that each folder
may include."""

import re
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^#include "([^"{]+)"', re.MULTILINE)


def read_layers(root):
    """Returns {folder: folders that it may include}, in the order of the file."""
    layers = {}
    for line in (root / "cmake/layers.txt").read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            folder, seen = line.split(":")
            layers[folder] = seen.split()
    return layers


def sources(root):
    tops = [path for path in root.iterdir() if path.name not in ("build", "test")]
    files = [file for top in tops for file in top.rglob("*.[ch]pp")]
    # Sources that are compiled with kernels are not part of the project's own code.
    others = ("mlir/kernels", "workloads/host_kernels")
    return sorted(file.relative_to(root) for file in files
                  if not any(folder in str(file) for folder in others))


def layer_of(path, layers):
    """Returns the nearest folder above `path` that has a line in cmake/layers.txt; None if none has."""
    for folder in path.parents:
        if str(folder) in layers:
            return str(folder)
    return None


def faults_of(root):
    layers = read_layers(root)
    used = {folder: set() for folder in layers}
    faults = []
    for file in sources(root):
        layer = layer_of(file, layers)
        if layer is None:
            faults.append(f"{file}: no line of cmake/layers.txt is of its folder")
            continue
        for included in INCLUDE.findall((root / file).read_text()):
            other = layer_of(Path(included), layers)
            if not (root / included).is_file():
                faults.append(f"{file}: there is no {included}")
            elif other != layer and other not in layers[layer]:
                faults.append(f"{file}: {layer} may not include {included}")
            used[layer].add(other)
    known = set()
    for folder, seen in layers.items():
        faults += [f"{folder} stands above {other}" for other in seen if other not in known]
        faults += [f"{folder} includes nothing of {other}" for other in seen
                   if other not in used[folder]]
        known.add(folder)
    return faults


class Layers(unittest.TestCase):
    def test_hold_for_every_include_of_the_project(self):
        self.assertGreater(len(sources(ROOT)), 200)
        self.assertEqual(faults_of(ROOT), [])


class Check(unittest.TestCase):
    """Tests of the check itself, on small trees."""

    def faults(self, layers, files):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, content in {"cmake/layers.txt": layers, **files}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content)
            return faults_of(root)

    def test_passes_what_the_table_allows(self):
        self.assertEqual(self.faults("a:\na/b: a\n", {"a/x.hpp": "", "a/c/z.hpp": "",
                                                      "a/y.cpp": '#include "a/c/z.hpp"\n',
                                                      "a/b/y.cpp": '#include "a/x.hpp"\n'}), [])

    def test_finds_an_include_of_a_folder_that_may_not_be_seen(self):
        self.assertEqual(self.faults("a:\nb: a\nc: a\n", {"a/x.hpp": "",
                                                          "b/x.hpp": '#include "a/x.hpp"\n',
                                                          "c/y.cpp": '#include "a/x.hpp"\n'
                                                                     '#include "b/x.hpp"\n'}),
                         ["c/y.cpp: c may not include b/x.hpp"])

    def test_finds_an_include_of_what_lies_above(self):
        self.assertEqual(self.faults("a: b\nb:\n", {"a/x.cpp": '#include "b/y.hpp"\n',
                                                    "b/y.hpp": ""}),
                         ["a stands above b"])

    def test_finds_an_include_that_is_no_path_from_the_root(self):
        self.assertEqual(self.faults("a:\n", {"a/x.cpp": '#include "y.hpp"\n', "a/y.hpp": ""}),
                         ["a/x.cpp: there is no y.hpp"])

    def test_finds_a_folder_without_a_line_and_a_permission_that_nobody_uses(self):
        self.assertEqual(self.faults("a:\nb: a\n", {"a/x.hpp": "", "b/y.hpp": "", "d/z.hpp": ""}),
                         ["d/z.hpp: no line of cmake/layers.txt is of its folder",
                          "b includes nothing of a"])


if __name__ == "__main__":
    unittest.main()
