"""Problems of every form (path, text, dict, Problem), and messages for wrong ones."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy

import xdnasim

ROOT = Path(__file__).resolve().parents[2]
TEACHING = ROOT / "workloads/examples/gemm_teaching.yaml"
GEMM = {
    "device": "teaching-2x1", "workload": "gemm",
    "gemm": {"size": {"m": 64, "k": 128, "n": 128},
             "types": {"a": "int8", "b": "int8", "c": "int16"},
             "tile": {"m": 32, "k": 32, "n": 32}, "k_mt": 64, "b_layout": "column-major"},
}


class Problems(unittest.TestCase):
    def test_may_have_names_that_are_no_utf8(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.fsencode(folder) + b"/caf\xe9.yaml"
            Path(os.fsdecode(name)).write_text(TEACHING.read_text())
            self.assertGreater(xdnasim.simulate(os.fsdecode(name)).cycles, 0)
            # The message suggests the file beside it.
            with self.assertRaisesRegex(xdnasim.Error, "did you mean 'caf.*\\.yaml'"):
                xdnasim.simulate(f"{folder}/caf.yaml")

    def test_that_are_no_text_are_refused(self):
        for problem in ("\ud800", "device: \ud800\nworkload: gemm\n", {"device": "\ud800"}):
            with self.assertRaisesRegex(xdnasim.InputError, r"'\\ud800' is not valid text; allowed: "):
                xdnasim.simulate(problem)

    def test_in_words_of_a_command_may_be_paths(self):
        same = xdnasim.run(["devices", "--json"])
        self.assertRegex(repr(same), r"^Outcome\(code=0, output='\{.*', messages=''\)$")
        self.assertEqual(xdnasim.run(("devices", "--json")).output, same.output)
        output = xdnasim.run(["simulate", TEACHING, "--json", "-"]).output
        self.assertIn('"gemm"', output)
        for words, why in (("devices", "are a list"), (["simulate", 5], "int"),
                           ([b"devices"], "not bytes"), (["simulate", TEACHING, "--backend", 5],
                                                         "int")):
            with self.assertRaisesRegex(TypeError, why):
                xdnasim.run(words)

    def test_may_have_names_that_look_like_options(self):
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for name in ("-p.yaml", "--help"):
                    Path(name).write_text(TEACHING.read_text())
                    self.assertGreater(xdnasim.simulate(Path(name)).cycles, 0)
                    self.assertGreater(xdnasim.simulate(name).cycles, 0)
                Path("-s.yaml").write_text("problem: ./-p.yaml\naxes: [{gemm.size.m: [32]}]\n"
                                           "backend: analytic\n")
                self.assertEqual(len(xdnasim.sweep("-s.yaml", keep="-kept").points), 1)
                self.assertTrue(Path("-kept").exists())
                Path("-n.json").write_text(xdnasim.run(["netlist", "line_ps_01"]).output)
                self.assertEqual(xdnasim.place("-n.json", method="naive").method, "naive")
            finally:
                os.chdir(before)
        for call in (lambda: xdnasim.simulate("--version"), lambda: xdnasim.device("--help"),
                     lambda: xdnasim.netlist("--help")):
            with self.assertRaisesRegex(xdnasim.InputError, r"\./--"):
                call()

    def test_keep_texts_as_texts(self):
        problem = xdnasim.Problem(TEACHING)
        for text in ("null", "Null", "NULL", "---", "...", "-", "true", ".5", "~", "x: y"):
            with self.subTest(text=text):
                given = {**GEMM, "gemm": {**GEMM["gemm"], "types": {"a": text, "b": "int8",
                                                                    "c": "int16"}}}
                with self.assertRaises(xdnasim.InputError) as in_dict:
                    xdnasim.simulate(given)
                with self.assertRaises(xdnasim.InputError) as in_setting:
                    xdnasim.simulate(problem.with_values({"gemm.types.a": text}))
                self.assertIn(f"'{text}'", str(in_setting.exception))
                said = str(in_setting.exception).split("gemm.types.a: ")[-1]
                self.assertTrue(str(in_dict.exception).endswith(said), said)
        self.assertIn('gemm.size.m="64"', problem.with_values({"gemm.size.m": "64"}).words())

    def test_without_a_text_are_told_in_full(self):
        with self.assertRaisesRegex(xdnasim.InputError, r"'no\\x00such' contains a NUL"):
            xdnasim.simulate("no\0such")

    def test_of_every_form_run_alike(self):
        text = TEACHING.read_text()
        forms = [TEACHING, str(TEACHING), text, GEMM, xdnasim.Problem(**GEMM),
                 xdnasim.Problem.from_yaml(text)]
        cycles = {xdnasim.simulate(form).cycles for form in forms}
        self.assertEqual(len(cycles), 1)

    def test_take_other_values(self):
        problem = xdnasim.Problem(TEACHING)
        larger = problem.with_values({"gemm.size": {"m": numpy.int64(128), "k": 128, "n": 128}})
        by_keyword = problem.with_values(gemm__size__m=128)
        self.assertEqual(xdnasim.simulate(larger).design["size"]["m"], 128)
        self.assertEqual(xdnasim.simulate(by_keyword).cycles, xdnasim.simulate(larger).cycles)
        self.assertEqual(xdnasim.simulate(problem).design["size"]["m"], 64)

    def test_show_what_they_hold(self):
        self.assertEqual(repr(xdnasim.Problem(TEACHING)), f"Problem('{TEACHING}')")
        text = "# A comment.\ndevice: teaching-2x1\ngemm:\n  rho: 2\n"
        self.assertEqual(repr(xdnasim.Problem(text).with_values({"gemm.rho": 4})),
                         "Problem('device: teaching-2x1 gemm: rho: 2 --set gemm.rho=4')")
        self.assertIn('"rho": 2', repr(xdnasim.Problem(gemm={"rho": 2})))
        self.assertLess(len(repr(xdnasim.Problem("a: " + 1000 * "b" + "\n"))), 600)

    def test_of_a_study_in_a_dict_are_of_every_form(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            Path("p.yaml").write_text(TEACHING.read_text())
            Path("own.yaml").write_text((ROOT / "arch/devices/teaching-2x1.yaml").read_text())
            own = {**GEMM, "device": "./own.yaml"}
            axes = [{"gemm.rho": [1, 2]}]
            cycles = {}
            for name, problem in (("path", "p.yaml"), ("text", TEACHING.read_text()), ("dict", GEMM),
                                  ("device", own), ("device in Problem", xdnasim.Problem(own)),
                                  ("Problem", xdnasim.Problem("p.yaml"))):
                with self.subTest(name=name):
                    study = xdnasim.sweep({"problem": problem, "axes": axes}, backend="analytic")
                    cycles[name] = study.rows()["cycles"].tolist()
            self.assertEqual(len(cycles), 6)
            self.assertEqual(len(set(map(tuple, cycles.values()))), 1, cycles)
            changed = xdnasim.Problem("p.yaml").with_values({"gemm.size.m": 128, "gemm.rho": 4})
            rows = xdnasim.sweep({"problem": changed, "axes": axes}, backend="analytic").rows()
            self.assertEqual(rows["gemm.size.m"].tolist(), [128, 128])
            self.assertEqual(rows["gemm.rho"].tolist(), [1, 2])
            # Rows that were kept are used when the same study is run again.
            for _ in range(2):
                xdnasim.sweep({"problem": "p.yaml", "axes": axes}, backend="analytic", keep="kept")
            self.assertEqual(len(Path("kept").read_text().splitlines()), 1 + 2)

    def test_of_a_study_in_a_dict_have_messages_of_it(self):
        for study, said in (({}, "study:.*problem"), ({"problem": GEMM}, "axes of the study is None;"),
                            ({"problem": GEMM, "axes": {"gemm.rho": [1]}}, "axes of the study is {"),
                            ({"problem": GEMM, "axes": [{"gemm.rhoo": [1]}]}, "^study:.*gemm.rhoo")):
            with self.subTest(study=study), self.assertRaisesRegex((xdnasim.InputError, TypeError), said):
                xdnasim.sweep(study)

    def test_are_taken_from_rows_of_a_table(self):
        problem = xdnasim.Problem(TEACHING)
        study = xdnasim.sweep({"problem": problem, "axes": [{"gemm.size.m": [64, 128]}, {"gemm.rho": [1]}]},
                              backend="analytic")
        count = 0
        for point, row in study.rows()[study.keys].astype(float).iterrows():
            changed = problem.with_values(row)
            self.assertEqual(changed.words()[1:], ["--set", f"gemm.size.m={[64, 128][point]}",
                                                   "--set", "gemm.rho=1"])
            self.assertEqual(xdnasim.estimate(changed).cycles, study.rows().loc[point, "cycles"])
            count += 1
        self.assertEqual(count, 2)
        self.assertIn("device.set.dram.total=40.5",
                      problem.with_values({"device.set.dram.total": 40.5}).words())
        self.assertIn("x=1e+300", problem.with_values({"x": 1e300}).words())

    def test_are_equal_where_they_are_of_the_same(self):
        problem = xdnasim.Problem(TEACHING)
        same = {problem, xdnasim.Problem(str(TEACHING)), xdnasim.Problem(problem)}
        self.assertEqual(len(same), 1)
        for other in (xdnasim.Problem(TEACHING.read_text()), problem.with_values(gemm__rho=1), str(TEACHING)):
            self.assertNotEqual(problem, other)

    def test_know_their_folder_after_a_run(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            Path("p.yaml").write_text(TEACHING.read_text())
            results = [xdnasim.estimate("p.yaml"), xdnasim.compare("p.yaml"),
                       xdnasim.optimise("p.yaml", free="tile", max_trials=1)]
            Path("p.yaml").write_text(TEACHING.read_text().replace("m: 64", "m: -3", 1))
            with self.assertRaisesRegex(xdnasim.InputError, "^p.yaml:"):
                xdnasim.simulate("p.yaml")
            os.chdir(before)
            for result in results:
                self.assertEqual(result.problem.path, Path(folder).resolve() / "p.yaml")
                self.assertIn("m: -3", result.problem.text)
        with self.assertRaisesRegex(xdnasim.InputError, "p.yaml: cannot be read: No such file"):
            result.problem.text

    def test_may_be_placements(self):
        placement = xdnasim.place(xdnasim.netlist("line_ps_01"), method="naive")
        result = xdnasim.simulate(placement, verify=True)
        self.assertTrue(result.verified)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "placed.json"
            file.write_text(placement.json())
            self.assertEqual(xdnasim.simulate(file).cycles, result.cycles)

    def test_of_more_than_one_source_are_refused(self):
        with self.assertRaises(TypeError):
            xdnasim.Problem(TEACHING, device="teaching-2x1")
        with self.assertRaises(TypeError):
            xdnasim.Problem()
        with self.assertRaises(TypeError):
            xdnasim.Problem({"device": object()})

    def test_are_placed_by_a_section_of_their_own(self):
        placed = xdnasim.Problem(TEACHING).with_values(placement={"method": "sa", "moves": 2000})
        result = xdnasim.simulate(placed, verify=True)
        self.assertTrue(result.verified)
        self.assertEqual(result.placement, {"method": "sa", "seed": 1, "moves": 2000})
        self.assertEqual(result.cycles, xdnasim.simulate(placed).cycles)


class Errors(unittest.TestCase):
    def refusal_of_command(self, text, *words):
        done = subprocess.run([os.environ["XDNASIM_COMMAND"], *words], input=text, check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        return done.stderr.removeprefix("xdnasim: ").removesuffix("\n")

    def test_have_the_command_s_text_and_place(self):
        texts = ["device: nowhere\nworkload: gemm\n", "device: [", "", "{}",
                 "device: teaching-2x1\nworkload: gemm\ngemm:\n  sizes: {m: 1}\n",
                 TEACHING.read_text().replace("m: 64", "m: -3"),
                 TEACHING.read_text().replace("gemm", "gem"),
                 TEACHING.read_text().replace("k_mt: 64", "k_mt: 63")]
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "problem.yaml")
            count = 0
            for text in texts:
                with self.subTest(text=text), open(file, "w", encoding="utf8") as opened:
                    opened.write(text)
                    opened.flush()
                    with self.assertRaises(xdnasim.InputError) as caught:
                        xdnasim.simulate(file)
                    error = caught.exception
                    self.assertEqual(str(error), self.refusal_of_command("", "simulate", file))
                    self.assertIsInstance(error, ValueError)
                    if error.line is not None:
                        self.assertTrue(str(error).startswith(
                            f"{error.file}:{error.line}:{error.column}: "))
                        count += 1
            self.assertGreater(count, 5)

    def test_of_a_text_and_a_dict_count_its_lines(self):
        with self.assertRaises(xdnasim.InputError) as caught:
            xdnasim.simulate("device: teaching-2x1\nworkload: gem\n")
        self.assertEqual((caught.exception.file, caught.exception.line), ("problem", 2))
        problem = xdnasim.Problem({**GEMM, "workload": "gem"})
        with self.assertRaises(xdnasim.InputError) as caught:
            xdnasim.simulate(problem)
        self.assertIn('"gem"', problem.text.splitlines()[caught.exception.line - 1])

    def test_of_a_netlist_in_a_dict_name_it_and_a_line_of_it(self):
        netlist = xdnasim.netlist("line_ps_01")
        netlist["nets"][1]["byte_size_per_depth"] = -5
        with self.assertRaises(xdnasim.InputError) as caught:
            xdnasim.place(netlist)
        self.assertEqual(caught.exception.file, "netlist")
        self.assertRegex(str(caught.exception), r"^netlist:\d+:\d+: ")
        self.assertGreater(caught.exception.line, 5)

    def test_of_windows_that_are_no_pair_say_what_is(self):
        for window in ((1, 2, 3), (5,), ()):
            with self.assertRaisesRegex(xdnasim.InputError, "allowed: True, False, or a pair"):
                xdnasim.simulate(TEACHING, timeline=window)

    def test_of_arguments_are_those_of_options(self):
        bad = [lambda: xdnasim.simulate(TEACHING, backend="verilator"),
               lambda: xdnasim.simulate(TEACHING, seed=-1),
               lambda: xdnasim.simulate(TEACHING, timeline=(9, 3)),
               lambda: xdnasim.simulate(TEACHING.parent / "nothing.yaml"),
               lambda: xdnasim.simulate(TEACHING, backend="analytic", trace=True),
               lambda: xdnasim.simulate(xdnasim.Problem(TEACHING).with_values({"tile.m": 32})),
               lambda: xdnasim.compare(TEACHING, ["systemc"]),
               lambda: xdnasim.optimise(TEACHING, objective="beauty"),
               lambda: xdnasim.kernel(tile="7x7"),
               lambda: xdnasim.kernel("nonsense"),
               lambda: xdnasim.device("nowhere"),
               lambda: xdnasim.netlist("nowhere"),
               lambda: xdnasim.place({"cores": 1}),
               lambda: xdnasim.place(TEACHING, method="naive")]
        for call in bad:
            with self.assertRaises(xdnasim.InputError) as caught:
                call()
            self.assertGreater(len(str(caught.exception)), 10)
            self.assertNotIn("internal error", str(caught.exception))
        self.assertEqual(len(bad), 14)

    def test_of_arguments_of_a_wrong_type_name_them_and_what_is_allowed(self):
        problem = xdnasim.Problem(TEACHING)
        run = xdnasim.estimate(TEACHING)
        wrong = {
            "tile is 64; allowed: (64, 216, 64) or '64x216x64'": lambda: xdnasim.kernel(tile=64),
            "types is 5;": lambda: xdnasim.kernel(types=5),
            "blocking is 2;": lambda: xdnasim.kernel(blocking=2),
            "device is 5;": lambda: xdnasim.place(xdnasim.netlist("line_ps_01"), device=5),
            "program is 5;": lambda: xdnasim.kernel(program=5),
            "free is 5;": lambda: xdnasim.optimise(problem, free=5),
            "sizes is 5;": lambda: xdnasim.optimise(problem, sizes=5),
            "sizes is (512, 512, 512);": lambda: xdnasim.optimise(problem, sizes=(512, 512, 512)),
            "values is 'gemm.size.m=128';": lambda: problem.with_values("gemm.size.m=128"),
            "jobs is 1.5;": lambda: xdnasim.sweep("study.yaml", jobs=1.5),
            "backend is 5;": lambda: xdnasim.sweep("study.yaml", backend=5),
            "keep is 5;": lambda: xdnasim.sweep("study.yaml", keep=5),
            "netlist is Problem(": lambda: xdnasim.place(problem),
            "choices is 'links=paper';": lambda: xdnasim.place("n.json", choices="links=paper"),
            "backend is None;": lambda: xdnasim.simulate(problem, backend=None),
            "recording is 5;": lambda: xdnasim.simulate(problem, recording=5),
            "problem is [Problem(": lambda: xdnasim.simulate([problem, problem]),
            "problem is 5;": lambda: xdnasim.simulate(5),
            "backends is 5;": lambda: xdnasim.compare(problem, 5),
            "name is 5;": lambda: xdnasim.device(5),
            "name is None;": lambda: xdnasim.netlist(None),
            "trace is 'no';": lambda: xdnasim.simulate(problem, trace="no"),
            "verify is None;": lambda: xdnasim.simulate(problem, verify=None),
            "what_if is 'no';": lambda: xdnasim.simulate(problem, what_if="no"),
            "in_full is 1;": lambda: xdnasim.simulate(problem, in_full=1),
            "activations is 'no';": lambda: xdnasim.simulate(problem, activations="no"),
            "approximate is 'x';": lambda: xdnasim.simulate(problem, approximate="x"),
            "seed is 1.5;": lambda: xdnasim.simulate(problem, seed=1.5),
            "runs is 'many';": lambda: xdnasim.simulate(problem, runs="many"),
            "timeout is True;": lambda: xdnasim.sweep("study.yaml", timeout=True),
            "timeline is 'yes';": lambda: xdnasim.simulate(problem, timeline="yes"),
            "timeline is 7;": lambda: xdnasim.simulate(problem, timeline=7),
            "timeline is None;": lambda: xdnasim.simulate(problem, timeline=None),
            "timeline is 'b';": lambda: xdnasim.simulate(problem, timeline=(5, "b")),
            "verify is 'no';": lambda: xdnasim.compare(problem, verify="no"),
            "tolerance is '15';": lambda: xdnasim.compare(problem, tolerance="15"),
            "warmup is 0.5;": lambda: xdnasim.compare(problem, warmup=0.5),
            "first is 1;": lambda: xdnasim.kernel(tile="64x64x64", first=1),
            "partial is True;": lambda: xdnasim.kernel(tile="64x64x64", partial=True),
            "name is 5;  ": lambda: xdnasim.kernel(5),
            "bytes is 1.5;": lambda: xdnasim.kernel("copy", bytes=1.5),
            "single_mode is True;": lambda: xdnasim.place("n.json", single_mode=True),
            "moves is 10000.0;": lambda: xdnasim.place("n.json", moves=1e4),
            "budget is 'long';": lambda: xdnasim.place("n.json", budget="long"),
            "max_trials is 'many';": lambda: xdnasim.optimise(problem, max_trials="many"),
            "objective is 5;": lambda: xdnasim.optimise(problem, objective=5),
            "max_time is True;": lambda: xdnasim.optimise(problem, max_time=True),
            "study is 5;": lambda: xdnasim.sweep(5),
            "a key of values is 5;": lambda: problem.with_values({5: 5}),
            "results is 5;": lambda: xdnasim.table(5),
            "results is [5];": lambda: xdnasim.table([5]),
            "results is [RunResult(": lambda: xdnasim.compared_picture([run]),
            "results is {'a': 5};": lambda: xdnasim.compared_picture({"a": 5}),
        }
        for message, call in wrong.items():
            with self.subTest(message=message):
                with self.assertRaises(TypeError) as caught:
                    call()
                self.assertTrue(str(caught.exception).startswith(message.strip()), caught.exception)
                self.assertIn("; allowed: ", str(caught.exception))
        self.assertEqual(len(wrong), 53)

    def test_are_none_where_numpy_s_numbers_are_given(self):
        result = xdnasim.simulate(TEACHING, verify=numpy.bool_(True), seed=numpy.int64(3),
                                  timeline=numpy.array([0, 10]))
        self.assertTrue(result.verified)
        self.assertEqual(xdnasim.simulate(TEACHING, approximate=numpy.float64(0.5)).approximate,
                         xdnasim.simulate(TEACHING, approximate=0.5).approximate)
        self.assertGreater(len(result.timeline), 0)

    def test_of_what_has_no_placement_say_what_has(self):
        design = ROOT / "workloads/examples/design_place/aie.mlir"
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "design"
            file.write_text(design.read_text())
            for held in (design, file, TEACHING):
                with self.assertRaises(xdnasim.InputError) as caught:
                    xdnasim.place(held, method="naive")
                self.assertIn("not a netlist. Use", str(caught.exception))
                self.assertEqual(caught.exception.file, str(held))

    def test_leave_the_next_run_as_it_is(self):
        before = xdnasim.simulate(TEACHING).cycles
        with self.assertRaises(xdnasim.Error):
            xdnasim.simulate(xdnasim.Problem(TEACHING).with_values(gemm__k_mt=63))
        self.assertEqual(xdnasim.simulate(TEACHING).cycles, before)


if __name__ == "__main__":
    unittest.main()
