"""Pictures are SVG that shows what the results say."""

import json
import os
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import xdnasim

ROOT = Path(__file__).resolve().parents[2]
TEACHING = ROOT / "workloads/examples/gemm_teaching.yaml"
TEXT = "{http://www.w3.org/2000/svg}text"
BOX = "{http://www.w3.org/2000/svg}rect"


def boxes(svg):
    """Returns (title, width) of each box that has a title."""
    return [(box[0].text, float(box.get("width"))) for box in
            xml.etree.ElementTree.fromstring(svg).iter(BOX) if len(box)]


class Pictures(unittest.TestCase):
    def test_of_time_have_parts_that_add_up(self):
        for result in (xdnasim.simulate(TEACHING), xdnasim.estimate(TEACHING)):
            parts = [width for title, width in boxes(result.time_picture().svg) if " %" in title]
            self.assertGreater(len(parts), 1)
            self.assertAlmostEqual(sum(parts), 760, delta=0.5)

    def test_of_time_count_all_kernels_that_multiply(self):
        # The cores of a pack have different kernels, and so have the layers of a network.
        for name in ("gama_int8", "network_two_layers"):
            result = xdnasim.simulate(ROOT / f"workloads/examples/{name}.yaml")
            widths = {title.split(":")[0]: width
                      for title, width in boxes(result.time_picture().svg) if " %" in title}
            self.assertGreater(widths["kernels"], widths["lock operations, zeroing"], name)

    def test_of_time_count_a_kernel_that_does_not_multiply(self):
        # Eight calls of 12 cycles are 96 of the 540 cycles in which the core is busy.
        result = xdnasim.simulate(ROOT / "workloads/examples/elementwise_add_one.yaml")
        widths = {title.split(":")[0]: width
                  for title, width in boxes(result.time_picture().svg) if " %" in title}
        for label, cycles in (("kernels", 96), ("lock operations, zeroing", 540 - 96)):
            share = cycles / result.cycles * result.npu_time_us / result.time_us
            self.assertAlmostEqual(widths[label], 760 * share, delta=0.1)

    def test_of_time_tell_reconfiguration_from_dispatch(self):
        result = xdnasim.simulate(xdnasim.Problem(TEACHING).with_values(reconfigure=True))
        self.assertGreater(result.reconfiguration_us, 0)
        widths = {title.split(":")[0]: width
                  for title, width in boxes(result.time_picture().svg) if " %" in title}
        for label, time in (("reconfiguration", result.reconfiguration_us),
                            ("dispatch", result.dispatch_us)):
            self.assertAlmostEqual(widths[label], 760 * time / result.time_us, delta=0.1)

    def test_of_runs_are_shown_with_their_summary(self):
        shown = xdnasim.simulate(TEACHING)._repr_html_()
        self.assertIn("<svg", shown)
        self.assertIn("bottleneck    commands", shown)

    def test_of_an_array_show_its_cores(self):
        svg = xdnasim.simulate(TEACHING).array_picture()._repr_svg_()
        xml.etree.ElementTree.fromstring(svg)
        self.assertIn("(1,2)", svg)
        text = TEACHING.read_text()
        self.assertEqual(xdnasim.simulate(text).array_picture().svg, svg)

    def test_of_an_array_are_refused_where_the_problem_is_another_now(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            file = Path("problem.yaml")
            text = TEACHING.read_text()
            file.write_text(text)
            given = xdnasim.Problem(file)
            result = xdnasim.simulate(given.with_values({"gemm.size.m": 128}))
            drawn = result.array_picture().svg
            os.chdir(before)
            self.assertEqual(result.array_picture().svg, drawn)
            file = Path(folder) / file
            for other, why in ((text + "# more\n", "has changed since this run"),
                               (None, "is gone since this run")):
                if other is None:
                    file.unlink()
                else:
                    file.write_text(other)
                with self.assertRaisesRegex(xdnasim.InputError, why) as caught:
                    result.array_picture()
                self.assertEqual(caught.exception.file, str(file.resolve()))
            file.write_text(text)
            self.assertEqual(result.array_picture().svg, drawn)
            # A new Problem reads the changed file.
            file.write_text(text.replace("m: 64", "m: 32"))
            self.assertEqual(xdnasim.estimate(xdnasim.Problem(file)).design["size"]["m"], 32)

    def test_of_a_timeline_show_each_call_that_is_wide_enough(self):
        result = xdnasim.simulate(TEACHING, timeline=(6000, 16000))
        drawn = boxes(result.timeline_picture().svg)
        rows = result.timeline.to_pandas()
        calls = ((rows.name == result.kernel.name) & (rows.part == "core")).sum()
        # One box is in the legend.
        self.assertEqual([title for title, _ in drawn].count(result.kernel.name), calls + 1)
        self.assertGreater(calls, 2)
        with self.assertRaises(ValueError):
            xdnasim.simulate(TEACHING).timeline_picture()

    def test_of_a_timeline_take_one_name_of_tiles_or_several(self):
        result = xdnasim.simulate(TEACHING, timeline=(6000, 16000))
        tracks = result.timeline.tracks

        def drawn(of):
            svg = result.timeline_picture(of=of, most=1000).svg
            texts = [each.text for each in xml.etree.ElementTree.fromstring(svg).iter(TEXT)]
            # A lane's label begins with its tile's name; the core's own lane has only that: "core (0,2)".
            return [text for text in texts if any(text.startswith(tile) for tile, _ in tracks)]

        kinds = ("core", "mem tile", "shim")
        for kind in kinds:
            lanes = drawn(kind)
            self.assertEqual(len(lanes), sum(tile.startswith(kind) for tile, _ in tracks))
            self.assertTrue(lanes and all(lane.startswith(kind) for lane in lanes), lanes)
            self.assertEqual(drawn([kind]), lanes)
        self.assertEqual(len(drawn(kinds)), len(tracks))
        for none in ("foo", ["foo"], []):
            with self.assertRaisesRegex(ValueError, r"allowed: core \(0,2\) to core \(1,2\), mem tile .*shim"):
                result.timeline_picture(of=none)
        for wrong in (5, [5], None):
            with self.assertRaisesRegex(TypeError, "of is .*; allowed: a text such as 'core'"):
                result.timeline_picture(of=wrong)

    def test_of_a_timeline_are_in_order_of_tiles_and_have_a_colour_for_each_kind(self):
        result = xdnasim.simulate(TEACHING, timeline=(6000, 16000))
        svg = result.timeline_picture(of=["core", "shim"], most=1000).svg
        drawn = list(xml.etree.ElementTree.fromstring(svg).iter(TEXT))
        lanes = [each for each in drawn if each.text.startswith(("core", "shim"))]
        names = [each.text for each in lanes]
        self.assertEqual(names[:3], ["core (0,2)", "core (0,2) DMA_MM2S_0", "core (0,2) DMA_S2MM_0"])
        tiles = [name.partition(")")[0] for name in names]
        self.assertEqual(sorted(tiles), tiles)
        colours = {}
        for box in xml.etree.ElementTree.fromstring(svg).iter(BOX):
            colours.setdefault(box[0].text, set()).add(box.get("fill"))
        of_states = {state.key: state.colour for state in result.core_states}
        self.assertEqual(colours["LOCK_STALL"], {of_states["lock_stall"]})
        self.assertEqual(colours[result.kernel.name], {of_states["busy"]})
        ours = {kind: colours[kind].copy().pop() for kind in
                (result.kernel.name, "LOCK_STALL", "INSTR_LOCK_ACQUIRE_REQ", "zero_int16_32x32", "BD")}
        self.assertEqual(len(set(ours.values())), 5, ours)
        running = {name for name in colours if name.startswith("PORT_RUNNING_")}
        self.assertGreater(len(running), 2)
        self.assertEqual(len(set.union(*(colours[name] for name in running))), 1)
        shown = [each.text for each in drawn]
        self.assertIn("PORT_RUNNING", shown)
        self.assertTrue(running.isdisjoint(shown))
        ticks = [int(text.removeprefix("cycle ").replace(",", "")) for text in shown
                 if text.removeprefix("cycle ").replace(",", "").isdigit()]
        self.assertEqual(len(ticks), 4)
        spans = result.timeline.to_pandas()
        spans = spans[spans.of.str.startswith(("core", "shim"))]
        self.assertEqual((ticks[0], ticks[-1]), (spans.begin.min(), (spans.begin + spans.cycles).max()))
        first = min(float(box.get("x")) for box in xml.etree.ElementTree.fromstring(svg).iter(BOX)
                    if box[0].text.startswith("PORT"))
        self.assertGreater(first, 6 * max(map(len, names)))

    def test_of_a_kernel_in_a_dict_are_drawn_from_it(self):
        program = {"kernel": "sums", "blocks": 1, "steps": 64, "body": [
            {"op": "vld", "writes": "x", "registers": {"vector": 1}, "memory": "x"},
            {"op": "vld", "writes": "y", "registers": {"vector": 1}, "memory": "y"},
            {"op": "vmac", "reads": ["x", "y"], "adds_to": "sum", "writes": "sum",
             "registers": {"accumulator": 2}}]}
        schedule = xdnasim.kernel(program=program, device="xdna-phoenix")
        self.assertEqual(schedule.kernel, "sums")
        with self.assertRaisesRegex(xdnasim.InputError, "^program:[0-9]+:"):
            xdnasim.kernel(program={**program, "steps": -1})
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "sums.yaml"
            file.write_text(json.dumps(program))
            self.assertEqual(xdnasim.kernel(program=file, device="xdna-phoenix").json(), schedule.json())
        xml.etree.ElementTree.fromstring(schedule.slots_picture().svg)

    def test_of_tables_are_their_summary_and_rows(self):
        study = xdnasim.sweep({"problem": TEACHING, "axes": [{"gemm.rho": [1, 2]}]}, backend="analytic")
        shown = {"gemm.rho": study, "within": xdnasim.compare(TEACHING),
                 "simulated.time_us": xdnasim.optimise(TEACHING, free="tile", max_trials=1),
                 "array.columns": xdnasim.device("xdna-phoenix")}
        for word, result in shown.items():
            with self.subTest(word=word):
                html = result._repr_html_()
                self.assertIn("<table", html)
                self.assertIn(word, html)
                self.assertIn("<pre>", html)
        self.assertIn("xdna-phoenix: ", shown["array.columns"].summary)

    def test_of_a_kernel_show_its_slots(self):
        schedule = xdnasim.kernel(tile=(64, 216, 64))
        self.assertIn("vec", schedule._repr_html_())
        xml.etree.ElementTree.fromstring(schedule.slots_picture().svg)
        issues = [width for title, width in boxes(schedule.use_picture().svg)
                  if title.startswith("issues:")]
        for share, width in zip(schedule.slots.values(), issues):
            self.assertAlmostEqual(width / 610, share, delta=0.001)

    def test_of_a_placement_show_its_routes(self):
        placement = xdnasim.place(xdnasim.netlist("line_ps_01"), moves=2000,
                                  choices={"weights.packet": 2})
        self.assertIn("k0_0", placement._repr_svg_())

    def test_of_a_placement_on_a_device_of_one_s_own_show_its_routes(self):
        with tempfile.TemporaryDirectory() as folder:
            device = Path(folder) / "mine.yaml"
            device.write_text("extends: xdna2-strix\ndescription: mine\n")
            placement = xdnasim.place(xdnasim.netlist("line_ps_01"), method="naive",
                                      device=str(device))
            self.assertIn("k0_0", placement._repr_svg_())

    def test_of_several_runs_take_their_names_as_texts(self):
        run = xdnasim.estimate(TEACHING)
        self.assertEqual(xdnasim.compared_picture({64: run}).svg,
                         xdnasim.compared_picture({"64": run}).svg)

    def test_are_saved(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "time.svg"
            xdnasim.compared_picture({"a": xdnasim.estimate(TEACHING),
                                      "b": xdnasim.simulate(TEACHING)}).save(file)
            self.assertGreater(len(boxes(file.read_text())), 5)

    def test_are_saved_as_nothing_else_than_svg(self):
        picture = xdnasim.estimate(TEACHING).time_picture()
        self.assertEqual(repr(picture), f"Picture(SVG of {len(picture.svg):,} characters)")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("time.png", "time", "time.svg.html"):
                with self.assertRaisesRegex(xdnasim.InputError, f"{name}' .*; allowed: .svg"):
                    picture.save(Path(folder) / name)
            self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main()
