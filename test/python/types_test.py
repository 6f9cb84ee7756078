"""The package is typed: the stub lists what the module has, and all functions and fields have types."""

import ast
import dataclasses
import inspect
import re
import typing
import unittest
from pathlib import Path

import xdnasim
from xdnasim import _core

PACKAGE = Path(xdnasim.__file__).parent
# {ending of a field's name: unit that its note must give}
UNITS = {"_us": "microseconds", "_ns": "nanoseconds", "_s": "seconds", "gbps": "GB/s", "ghz": "GHz",
         "tops": "TOPS", "cycles": "cycle", "bytes": "bytes", "share": "from 0 to 1",
         "fraction": "from 0 to 1", "gain": "from 0 to 1", "off_by": "from 0 to 1",
         "efficiency": "from 0 to 1", "slots": "from 0 to 1", "tolerance": "from 0 to 1"}


def is_property(function):
    return any(isinstance(each, ast.Name) and each.id == "property"
               for each in function.decorator_list)


def result_types():
    """Returns all dataclasses of which results consist."""
    modules = (xdnasim.results, xdnasim.run_result, xdnasim.found, xdnasim.studies, xdnasim.traces)
    return [each for module in modules for each in vars(module).values()
            if dataclasses.is_dataclass(each) and each.__module__ == module.__name__]


class Types(unittest.TestCase):
    def setUp(self):
        self.stub = ast.parse((PACKAGE / "_core.pyi").read_text())

    def test_of_the_module_are_those_of_its_stub(self):
        stubbed = {node.name if hasattr(node, "name") else node.target.id
                   for node in self.stub.body
                   if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AnnAssign))}
        there = {name for name in vars(_core)
                 if not name.startswith("_") or name == "__version__"}
        self.assertEqual(stubbed, there)
        classes = [node for node in self.stub.body if isinstance(node, ast.ClassDef)]
        for each in classes:
            fields = {node.name for node in each.body if isinstance(node, ast.FunctionDef)}
            self.assertTrue(all(is_property(node) for node in each.body
                                if isinstance(node, ast.FunctionDef)))
            self.assertEqual(fields, {name for name in vars(getattr(_core, each.name))
                                      if not name.startswith("_")})
        self.assertEqual(len(classes), 1)

    def test_of_its_functions_have_the_stub_s_arguments(self):
        functions = [node for node in self.stub.body if isinstance(node, ast.FunctionDef)]
        for function in functions:
            # pybind11 writes the signature into the docstring's first line: run(words: List[str], input: ...
            line = getattr(_core, function.name).__doc__.splitlines()[0]
            named = re.findall(r"(\w+): ", line)
            self.assertEqual([each.arg for each in function.args.args], named)
            optional = line.count(" = ")
            self.assertEqual(len(function.args.defaults), optional)
        self.assertEqual(len(functions), 1)

    def test_and_words_are_there_for_everything_public(self):
        self.assertTrue((PACKAGE / "py.typed").exists())
        functions = 0
        for name in xdnasim.__all__:
            each = getattr(xdnasim, name)
            if name.startswith("__"):
                continue
            with self.subTest(name=name):
                self.assertTrue(inspect.getdoc(each))
                if inspect.isfunction(each):
                    parameters = inspect.signature(each).parameters
                    self.assertEqual(set(each.__annotations__), {*parameters, "return"})
                    functions += 1
                elif dataclasses.is_dataclass(each):
                    for field in dataclasses.fields(each):
                        self.assertTrue(field.type, field.name)
        self.assertGreater(functions, 12)

    def test_of_results_say_what_each_field_is_and_in_which_unit(self):
        counted = {"fields": 0, "units": 0}
        for each in result_types():
            # A note may continue in the next line, indented further.
            notes = dict(re.findall(r"^    (\w+): (.*(?:\n     .*)*)",
                                    inspect.getdoc(each).split("Attributes:")[-1], re.MULTILINE))
            own = list(vars(each)["__annotations__"])
            self.assertEqual(list(notes), own, each)
            counted["fields"] += len(own)
            for name in own:
                for ending, unit in UNITS.items():
                    if name.endswith(ending):
                        self.assertIn(unit, " ".join(notes[name].split()), f"{each.__name__}.{name}")
                        counted["units"] += 1
        self.assertGreater(len(result_types()), 18)
        self.assertGreater(counted["fields"], 140)
        self.assertGreater(counted["units"], 30)

    def test_can_be_looked_up_while_python_runs(self):
        hints = typing.get_type_hints(xdnasim.simulate)
        self.assertIs(hints["return"], xdnasim.RunResult)


if __name__ == "__main__":
    unittest.main()
