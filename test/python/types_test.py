"""The package is typed: stubs say what the module has, and every function what it takes and gives."""

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


def is_property(function):
    return any(isinstance(each, ast.Name) and each.id == "property"
               for each in function.decorator_list)


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
            # pybind11 writes the signature into the first line: run(words: List[str], input: ...
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

    def test_can_be_looked_up_while_python_runs(self):
        hints = typing.get_type_hints(xdnasim.simulate)
        self.assertIs(hints["return"], xdnasim.RunResult)


if __name__ == "__main__":
    unittest.main()
