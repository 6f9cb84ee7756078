"""Python and the command give the same JSON. XDNASIM_COMMAND is the built command."""

import dataclasses
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import xdnasim

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "workloads/examples"
WORKLOADS = ("gemm", "network", "transfer", "elementwise", "design", "placed")


def command(*words):
    done = subprocess.run([os.environ["XDNASIM_COMMAND"], *map(str, words), "--json", "-"],
                          check=True, capture_output=True, text=True)
    return done.stdout


def without_wall_time(text):
    def cleaned(data):
        if isinstance(data, dict):
            return {key: cleaned(value) for key, value in data.items() if key != "wall_s"}
        return [cleaned(item) for item in data] if isinstance(data, list) else data

    return json.dumps(cleaned(json.loads(text)))  # keeps the order of keys, which must be the same, too


def examples():
    return sorted([*EXAMPLES.glob("*.yaml"), *EXAMPLES.glob("design*/*.mlir")])


class Examples(unittest.TestCase):
    def test_of_workloads_give_the_command_s_json(self):
        count = 0
        for example in examples():
            with self.subTest(example=example.name):
                result = xdnasim.simulate(example)
                self.assertEqual(without_wall_time(result.json()),
                                 without_wall_time(command("simulate", example)))
                count += 1
        designs = sum(folder.is_dir() for folder in EXAMPLES.glob("design*"))
        self.assertEqual(count, len(list(EXAMPLES.glob("*.yaml"))) + designs)

    def test_of_workloads_give_the_command_s_estimates(self):
        count = 0
        for example in examples():
            with self.subTest(example=example.name):
                result = xdnasim.estimate(example)
                self.assertEqual(
                    without_wall_time(result.json()),
                    without_wall_time(command("simulate", example, "--backend", "analytic")))
                count += 1
        self.assertGreater(count, 30)

    def test_have_a_field_for_every_key_of_their_results(self):
        fields = {field.name for field in dataclasses.fields(xdnasim.RunResult)}
        count = 0
        for example in examples():
            result = xdnasim.estimate(example)
            for key, value in result.to_dict().items():
                if key == "schema_version" or key == result.workload or value is None:
                    continue
                self.assertIn(key, fields)
                if not dataclasses.is_dataclass(getattr(result, key)) and key not in (
                        "buffers", "core_states", "ports", "cascades", "what_if"):
                    self.assertEqual(getattr(result, key), value)
                    count += 1
            self.assertEqual(result.design, result.to_dict()[result.workload])
        self.assertGreater(count, 300)


class OtherCommands(unittest.TestCase):
    TEACHING = EXAMPLES / "gemm_teaching.yaml"

    def has_all_keys(self, result, *but):
        for key, value in result.to_dict().items():
            if key not in but:
                self.assertEqual(getattr(result, key), value, key)

    def same(self, result, *words):
        self.assertEqual(without_wall_time(result.json()), without_wall_time(command(*words)))

    def test_with_data_and_relaxed_limits(self):
        result = xdnasim.simulate(self.TEACHING, verify=True, seed=3, what_if=True)
        self.assertIs(result.verified, True)
        self.same(result, "simulate", self.TEACHING, "--verify", "--seed", 3, "--what-if")

    def test_in_full(self):
        result = xdnasim.simulate(self.TEACHING, in_full=True)
        self.same(result, "simulate", self.TEACHING, "--in-full")
        self.assertEqual(result.cycles, xdnasim.simulate(self.TEACHING).cycles)

    def test_approximate(self):
        result = xdnasim.simulate(self.TEACHING, approximate=0.5)
        self.same(result, "simulate", self.TEACHING, "--approximate", 0.5)
        self.assertLessEqual(result.approximate.off_by, 0.005)
        self.assertIsNone(xdnasim.simulate(self.TEACHING).approximate)

    def test_recorded_and_replayed(self):
        with tempfile.TemporaryDirectory() as folder:
            count = 0
            for problem in (self.TEACHING, self.TEACHING.read_text(),
                            xdnasim.Problem(self.TEACHING).with_values({"gemm.size.m": 128})):
                record = Path(folder) / str(count)
                simulated = xdnasim.simulate(problem, record=record)
                self.assertTrue((record / "recording.json").exists())
                replayed = xdnasim.simulate(problem, backend="replay", recording=str(record))
                self.assertEqual(replayed.backend, "replay")
                self.assertEqual((replayed.cycles, replayed.time_us),
                                 (simulated.cycles, simulated.time_us))
                count += 1
            self.assertEqual(count, 3)
            with self.assertRaises(xdnasim.InputError):
                xdnasim.simulate(self.TEACHING, backend="replay", recording=Path(folder) / "2")
            both = xdnasim.compare(self.TEACHING, "systemc,replay", recording=Path(folder) / "0")
            self.assertEqual(both.times[0]["difference"], 0)
            self.same(both, "compare", self.TEACHING, "--backends", "systemc,replay", "--recording",
                      Path(folder) / "0")

    def test_timed_runs_have_the_options_of_the_command(self):
        study = {"problem": self.TEACHING, "axes": [{"gemm.rho": [1]}]}
        count = 0
        for option, value in (("runs", 5), ("warmup", 1), ("timeout", 2.5), ("artifacts", "designs")):
            for call in (lambda **more: xdnasim.simulate(self.TEACHING, **more),
                         lambda **more: xdnasim.compare(self.TEACHING, **more),
                         lambda **more: xdnasim.sweep(study, **more)):
                with self.assertRaisesRegex(xdnasim.InputError, f"--{option} is for the backend 'xrt'"):
                    call(**{option: value})
                count += 1
        self.assertEqual(count, 12)

    def test_comparison(self):
        result = xdnasim.compare(self.TEACHING, tolerance=20)
        self.assertIs(result.passed, True)
        self.same(result, "compare", self.TEACHING, "--backends", "systemc,analytic",
                  "--tolerance", 20)

    def test_comparison_of_backends_in_one_text(self):
        result = xdnasim.compare(self.TEACHING, "analytic,systemc")
        self.assertEqual(result.backends, ["analytic", "systemc"])

    def test_comparison_out_of_tolerance_is_a_result(self):
        self.assertIs(xdnasim.compare(self.TEACHING, tolerance=0.01).passed, False)

    def test_best_design(self):
        result = xdnasim.optimise(self.TEACHING, free=["tile"], max_trials=5)
        self.same(result, "optimise", self.TEACHING, "--free", "tile", "--max-trials", 5)
        self.assertEqual(xdnasim.simulate(result.best).time_us,
                         result.trials[0]["simulated"]["time_us"])
        self.assertEqual(len(result.rows()), len(result.trials))

    def test_best_design_for_several_sizes(self):
        sizes = ("64x128x128*2", "128x128x128")
        problem = xdnasim.Problem(self.TEACHING).with_values(
            gemm__rho=1, gemm__c_buffers=2, gemm__b_layout="row-major")
        result = xdnasim.optimise(problem, free="tile", sizes=sizes, max_trials=1)
        self.same(result, "optimise", *problem.words(), "--free", "tile", "--sizes",
                  ",".join(sizes), "--max-trials", 1)
        self.has_all_keys(result, "version", "problem", "settings")
        of_numbers = xdnasim.optimise(problem, free="tile", sizes=["64x128x128*2", (128, 128, 128)],
                                      max_trials=1)
        self.assertEqual(without_wall_time(of_numbers.json()), without_wall_time(result.json()))
        self.assertEqual(len(result.sizes["each"]), len(sizes))
        self.assertIs(result.cut_short, True)
        self.assertGreater(len(result.sensitivity), 2)

    def test_kernels(self):
        self.same(xdnasim.kernel(tile=(64, 216, 64), types="int8,int8,int16", first=True),
                  "kernel", "--tile", "64x216x64", "--types", "int8,int8,int16", "--first")
        self.same(xdnasim.kernel(tile=(64, 216, 64), types=("int8", "int8", "int16")),
                  "kernel", "--tile", "64x216x64", "--types", "int8,int8,int16")
        program = EXAMPLES / "kernels/dot_product.yaml"
        self.same(xdnasim.kernel(program=program), "kernel", "--program", program)

    def test_placement(self):
        netlist = xdnasim.netlist("line_ps_01")
        self.assertIn("line_ps_01", xdnasim.netlists())
        result = xdnasim.place(netlist, moves=2000)
        again = xdnasim.place(netlist, moves=2000, seed=1)
        self.assertEqual(result.json(), again.json())
        self.assertEqual(result.netlist["links"], netlist["links"])
        self.assertEqual(json.loads(result.json())["cost"], result.cost)
        self.has_all_keys(result, "schema_version")

    def test_placement_by_integer_programs(self):
        try:
            result = xdnasim.place(xdnasim.netlist("line_ps_01"), method="joint", router="exact",
                                   program_budget=60)
        except xdnasim.UnavailableError:
            self.skipTest("this build has no solver")
        self.has_all_keys(result, "schema_version")
        self.assertEqual((result.router, result.ended, result.solver["gap"]), ("exact", "done", 0))
        self.assertAlmostEqual(result.solver["bound"], 28.46, places=3)

    def test_placement_of_a_netlist_in_a_file_of_any_name(self):
        netlist = xdnasim.netlist("line_ps_01")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("netlist", "netlist.yaml"):
                file = Path(folder) / name
                file.write_text(json.dumps(netlist))
                self.assertEqual(xdnasim.place(file, method="naive").netlist["links"],
                                 netlist["links"])

    def test_study(self):
        with tempfile.TemporaryDirectory() as folder:
            study = Path(folder) / "study.yaml"
            study.write_text(f"problem: {self.TEACHING}\naxes: [{{gemm.tile.k: [16, 32, 33]}}]\n")
            found = xdnasim.sweep(study, jobs=2)
            self.same(found, "sweep", study)
        rows = found.rows()
        self.assertEqual(rows["gemm.tile.k"].tolist(), [16, 32, 33])
        self.assertEqual(rows["refusal"].isna().tolist(), [True, True, False])
        self.assertEqual(list(rows.columns), [*found.columns, "refusal"])
        self.assertEqual((rows.index.name, rows.index.tolist()), ("point", [0, 1, 2]))
        self.assertEqual((str(rows["cycles"].dtype), str(rows["time_us"].dtype)), ("Int64", "float64"))
        self.assertEqual(rows["cycles"].isna().tolist(), [False, False, True])

    def test_devices(self):
        listed = json.loads(subprocess.run([os.environ["XDNASIM_COMMAND"], "devices", "--json"],
                                           check=True, capture_output=True, text=True).stdout)
        found = xdnasim.devices()
        self.assertEqual([each.to_dict() for each in found], listed["devices"])
        one = xdnasim.device("xdna2-krackan")
        self.assertEqual((one.columns, one.core_rows), (8, 4))
        self.assertEqual(len(one.rows()), len(one.numbers))


if __name__ == "__main__":
    unittest.main()
