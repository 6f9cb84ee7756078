"""Traces and timelines as arrays."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import numpy

import xdnasim

ROOT = Path(__file__).resolve().parents[2]
TEACHING = ROOT / "workloads/examples/gemm_teaching.yaml"


class Arrays(unittest.TestCase):
    def test_of_a_trace_are_the_words_that_the_command_writes(self):
        result = xdnasim.simulate(TEACHING, trace=True)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "trace")
            subprocess.run([os.environ["XDNASIM_COMMAND"], "simulate", str(TEACHING), "--trace",
                            file], check=True, capture_output=True)
            written = numpy.fromfile(file, dtype="<u4")
        self.assertEqual(result.trace_words.words.dtype, numpy.uint32)
        self.assertEqual(result.trace_words.words.tolist(), written.tolist())
        self.assertEqual(result.trace.words, len(written))

    def test_of_a_decoded_trace_have_a_span_for_each_event(self):
        trace = xdnasim.simulate(TEACHING, trace=True).trace_words
        spans = trace.spans()
        self.assertGreater(len(spans), 1000)
        self.assertTrue((spans.spans["cycles"] > 0).all())
        self.assertTrue((numpy.diff(spans.spans["begin"]) >= 0).all())
        # One task of C a core's column: the shim's S2MM channels end as many as the design has.
        finished = spans.names.index("DMA_S2MM_0_FINISHED_TASK")
        self.assertGreater((spans.spans["name"] == finished).sum(), 0)
        self.assertEqual(list(spans.to_pandas().columns), ["of", "part", "name", "begin", "cycles"])

    def test_of_a_trace_name_tiles_as_those_of_a_timeline_do(self):
        problem = xdnasim.Problem(TEACHING).with_values(trace={"route": "ideal", "units": [
            {"tile": [1, 2], "events": ["LOCK_STALL"]},
            {"tile": [1, 2], "module": "memory", "events": ["DMA_S2MM_0_FINISHED_BD"]},
            {"tile": [0, 1], "events": ["PORT_RUNNING_0"]},
            {"tile": [1, 0], "events": ["DMA_S2MM_0_FINISHED_TASK"]}]})
        result = xdnasim.simulate(problem, trace=True, timeline=True)
        spans = result.trace_words.spans().to_pandas()
        self.assertEqual(set(zip(spans.of, spans.name)), {
            ("core (1,2)", "LOCK_STALL"), ("core (1,2) memory", "DMA_S2MM_0_FINISHED_BD"),
            ("mem tile (0,1)", "PORT_RUNNING_0"), ("shim (1,0)", "DMA_S2MM_0_FINISHED_TASK")})
        tiles = {tile for tile, _ in result.timeline.tracks}
        self.assertLessEqual({unit.removesuffix(" memory") for unit in spans.of}, tiles)

    def test_of_cores_add_up_to_the_run(self):
        result = xdnasim.simulate(TEACHING)
        cycles = result.core_cycles()
        self.assertEqual(cycles.shape, (2, len(result.core_states)))
        self.assertEqual(cycles.sum(axis=1).tolist(), [result.cycles] * 2)

    def test_of_a_timeline_show_the_kernel_s_calls(self):
        result = xdnasim.simulate(TEACHING, timeline=True)
        rows = result.timeline.to_pandas()
        calls = rows[(rows.part == "core") & (rows.name == result.kernel.name)]
        self.assertEqual(len(calls), result.kernel.calls)
        self.assertLessEqual((rows.begin + rows.cycles).max(), result.cycles)

    def test_of_a_part_of_a_timeline_have_that_part(self):
        whole = xdnasim.simulate(TEACHING, timeline=True).timeline
        part = xdnasim.simulate(TEACHING, timeline=(1000, 2000)).timeline
        self.assertLess(len(part), len(whole))
        self.assertGreater(len(part), 0)
        self.assertLess(part.spans["begin"].max(), 2000)

    def test_tables_have_a_row_for_each_result(self):
        problem = xdnasim.Problem(TEACHING)
        table = xdnasim.table(xdnasim.estimate(problem.with_values({"gemm.size.m": m}))
                              for m in (32, 64, 96))
        self.assertEqual(table["gemm.size.m"].tolist(), [32, 64, 96])
        self.assertTrue(table["time_us"].is_monotonic_increasing)
        self.assertTrue(json.loads(table.to_json()))
        one = xdnasim.estimate(problem)
        self.assertEqual(xdnasim.table(one).to_dict(), xdnasim.table([one]).to_dict())

    def test_of_a_network_are_what_numpy_computes(self):
        network = xdnasim.Problem(
            device="versal-ve2802", workload="network",
            network={"input": {"m": 16, "k": 24}, "rounding": "floor", "samples": 2,
                     "layers": [{"width": 32, "bias": True, "relu": True, "shift": 9},
                                {"width": 10, "shift": 8, "aggregate": "sum"}]})
        result = xdnasim.simulate(network, activations=True)
        self.assertTrue(result.verified)
        given = {name: array.astype(numpy.int64) for name, array in result.activations.items()}
        sums = given["input"] @ given["layer_0_weights"] + given["layer_0_bias"]
        first = numpy.maximum(numpy.clip(sums >> 9, -128, 127), 0)
        second = numpy.clip((first @ given["layer_1_weights"]) >> 8, -128, 127)
        last = numpy.clip(second.sum(axis=1, keepdims=True), -128, 127)
        self.assertEqual(result.activations["layer_0"].dtype, numpy.int8)
        numpy.testing.assert_array_equal(given["layer_0"], first)
        numpy.testing.assert_array_equal(given["layer_1"], second)
        numpy.testing.assert_array_equal(given["aggregation"], last)


if __name__ == "__main__":
    unittest.main()
