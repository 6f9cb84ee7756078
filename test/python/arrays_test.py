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
        # The tasks of the shims' S2MM channels, which write C.
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

    def test_of_a_trace_and_a_timeline_agree_on_when_each_port_begins_and_ends(self):
        result = xdnasim.simulate(TEACHING, trace=True, timeline=True)
        traced = result.trace_words.spans()
        self.assertNotIn("NONE", [part for _, part in traced.tracks])
        spans, rows = traced.to_pandas(), result.timeline.to_pandas()
        count = 0
        for (tile, port), moved in spans[spans.name.str.startswith("PORT_RUNNING")].groupby(["of", "part"]):
            drawn = rows[(rows.of == tile) & (rows.part == port) & rows.name.str.startswith("PORT_RUNNING")]
            with self.subTest(tile=tile, port=port):
                self.assertEqual(moved.begin.min(), drawn.begin.min())
                self.assertEqual((moved.begin + moved.cycles).max(), (drawn.begin + drawn.cycles).max())
            count += 1
        self.assertEqual(count, 9)
        # A configuration whose columns are not those of the recording gives the same tracks.
        moved = {**result.trace_words.config, "streams": [
            {**stream, "col": stream["col"] + 1} for stream in result.trace_words.config["streams"]]}
        elsewhere = xdnasim.Trace(result.trace_words.words, moved).spans()
        self.assertEqual(elsewhere.tracks, traced.tracks)

    def test_of_a_trace_are_saved_and_read(self):
        trace = xdnasim.simulate(TEACHING, trace=True).trace_words
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "trace.bin"
            trace.save(file)
            decoded = xdnasim.run(["trace", "decode", file])
            self.assertIn(f"{file}.json", decoded.messages)
            text = Path(folder) / "trace.txt"
            text.write_text("".join(f"{word:08X}\n" for word in trace.words))
            count = 0
            for read in (xdnasim.Trace.of_file(str(file)), xdnasim.Trace.of_file(text, trace.config),
                         xdnasim.Trace.of_file(text, f"{file}.json")):
                self.assertEqual(read.words.tolist(), trace.words.tolist())
                self.assertEqual(read.words.dtype, numpy.uint32)
                self.assertEqual(read.config, trace.config)
                count += 1
            self.assertEqual(count, 3)
            unknown = xdnasim.Trace.of_file(text)
            self.assertIsNone(unknown.config)
            self.assertEqual(len(unknown.spans()), len(trace.spans()))
            for held in (b"\1\2\3", b"0123456789\n", b"[]"):
                text.write_bytes(held)
                with self.assertRaisesRegex(xdnasim.InputError, "trace.txt: .*trace decode"):
                    xdnasim.Trace.of_file(text)
            with self.assertRaisesRegex(xdnasim.InputError, "nothing: cannot be read"):
                xdnasim.Trace.of_file(Path(folder) / "nothing")

    def test_of_two_traces_are_compared_as_the_command_does(self):
        problem = xdnasim.Problem(ROOT / "backends/replay/example/vector_scalar.yaml")
        measured = xdnasim.simulate(problem, backend="replay", trace=True,
                                    recording=ROOT / "backends/replay/example").trace_words
        slow = xdnasim.simulate(problem.with_values({"elementwise.kernel.cycles_per_call": 10300}),
                                trace=True).trace_words
        same = xdnasim.compare_traces(measured, xdnasim.simulate(problem, trace=True).trace_words)
        self.assertEqual((same.passed, same.reason, same.outside), (True, "", 0))
        other = xdnasim.compare_traces(measured, slow)
        self.assertIs(other.passed, False)
        self.assertRegex(other.reason, r"kernel length of core \(1,2\): .* by \+55 cycles, allowed 3")
        rows = other.rows().set_index("event")
        self.assertEqual(rows.loc["kernel length", ["measured_median", "simulated_median"]].tolist(),
                         [10245, 10300])
        self.assertTrue(xdnasim.compare_traces(measured, slow, cycles=300, drift=0.1).passed)
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("a", "b")]
            for trace, file in zip((measured, slow), files):
                trace.save(file)
            done = subprocess.run([os.environ["XDNASIM_COMMAND"], "trace", "compare", *files, "--json", "-"],
                                  check=False, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(xdnasim.compare_traces(*files).json(), done.stdout)
        with self.assertRaisesRegex(xdnasim.InputError, "^'simulated' contains no trace packet"):
            xdnasim.compare_traces(measured, xdnasim.Trace(measured.words[:0], measured.config))
        for message, call in (("measured is 5;", lambda: xdnasim.compare_traces(5, slow)),
                              ("cycles is 'few';", lambda: xdnasim.compare_traces(slow, slow, cycles="few"))):
            with self.assertRaisesRegex(TypeError, message):
                call()

    def test_of_traces_and_timelines_say_how_many_they_are(self):
        result = xdnasim.simulate(TEACHING, trace=True, timeline=(0, 100))
        self.assertEqual(repr(result.trace_words), f"Trace({len(result.trace_words):,} words, of 2 units)")
        self.assertEqual(repr(result.timeline), f"Timeline({len(result.timeline)} spans on "
                                                f"{len(result.timeline.tracks)} tracks)")

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
