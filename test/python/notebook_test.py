"""A notebook that uses the package, run by Jupyter's kernel: what its cells show, and Ctrl-C in a cell."""

import asyncio
import importlib.util
import os
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "workloads/examples"

NEEDED = {"nbclient": "python3-nbclient", "ipykernel": "python3-ipykernel",
          "matplotlib": "python3-matplotlib"}
LACKING = [package for module, package in NEEDED.items() if not importlib.util.find_spec(module)]
SECONDS_OF_A_CELL = 300  # ends a cell that hangs; no test depends on times

BEGIN = f"""
import xdnasim
result = xdnasim.simulate("{EXAMPLES}/gemm_teaching.yaml", timeline=True)
large = xdnasim.Problem("{EXAMPLES}/gemm_xdna2_int8.yaml").with_values(
    {{"gemm.size": {{"m": 16128, "k": 17280, "n": 18432}}}})
"""
# {expression: (MIME type that its cell shows, word in it)}
SHOWN = {
    "result": ("text/html", "bottleneck"),
    "result.time_picture()": ("image/svg+xml", "rect"),
    "result.timeline_picture(of=['core', 'shim'])": ("image/svg+xml", "core (0,2)"),
    "result.array_picture()": ("image/svg+xml", "(1,2)"),
    "xdnasim.kernel(tile=(64, 216, 64))": ("text/html", "vec"),
    "xdnasim.kernel(tile=(64, 216, 64)).slots_picture()": ("image/svg+xml", "path"),
    "xdnasim.place(xdnasim.netlist('line_ps_01'), moves=2000)": ("image/svg+xml", "k0_0"),
    "xdnasim.table([result])[['cycles']]": ("text/html", "cycles"),
    "xdnasim.device('teaching-2x1')": ("text/html", "array.columns"),
}
# Expressions that take minutes, to be interrupted.
LONG = {
    "verification": "xdnasim.simulate(large, verify=True)",
    "search": "xdnasim.optimise(large, free=['tile', 'k_mt', 'array'], max_trials=100000)",
    "study": "xdnasim.sweep('study.yaml')",
}
STUDY = f"""problem: {EXAMPLES}/gemm_xdna2_int8.yaml
axes: [{{gemm.size.m: {{from: 8064, to: 800000, step: 576}}}}, {{gemm.size.n: {{from: 8064, to: 800000, step: 576}}}}]
sample: {{points: 1000}}
"""
CHILDREN = """
import os, subprocess
listed = subprocess.run(["ps", "--ppid", str(os.getpid()), "-o", "comm="], capture_output=True, text=True)
[name for name in listed.stdout.split() if name != "ps"]
"""


class Notebook(unittest.TestCase):
    def setUp(self):
        if LACKING:
            print(f"skipped: {', '.join(LACKING)} not installed")
            self.skipTest("packages")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "study.yaml").write_text(STUDY)
        for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
            os.environ[name] = str(self.folder / name)

    def run_cells(self, codes, use):
        """Makes a notebook of cells, and calls the coroutine use(run, interrupt) on it. run(number) runs a
        cell to its end; interrupt() interrupts the kernel. Returns the cells with their outputs."""
        import nbformat
        from jupyter_client.manager import AsyncKernelManager
        from nbclient import NotebookClient

        cells = [nbformat.v4.new_code_cell(code, metadata={"tags": ["raises-exception"]})
                 for code in codes]
        # Sockets in the folder of this test, since kernels that start at the same time take each other's ports.
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc",
                                    connection_file=str(self.folder / "kernel.json"))
        client = NotebookClient(nbformat.v4.new_notebook(cells=cells), km=kernel,
                                timeout=SECONDS_OF_A_CELL,
                                resources={"metadata": {"path": str(self.folder)}})

        async def session():
            async with client.async_setup_kernel():
                await use(lambda number: client.async_execute_cell(cells[number], number),
                          kernel.interrupt_kernel)
                client.kc.stop_channels()
                await kernel.shutdown_kernel(now=True)

        asyncio.run(session())
        return cells

    def data(self, cell):
        """Returns what the cell shows, by MIME type. The cell must not have failed."""
        for output in cell.outputs:
            self.assertNotEqual(output["output_type"], "error", output)
        return cell.outputs[-1]["data"]

    def test_shows_pictures(self):
        async def run_all(run, _):
            for number in range(len(SHOWN) + 1):
                await run(number)

        cells = self.run_cells([BEGIN, *SHOWN], run_all)
        checked = 0
        for cell, (code, (kind, word)) in zip(cells[1:], SHOWN.items(), strict=True):
            with self.subTest(code=code):
                shown = self.data(cell)
                self.assertTrue(word in shown[kind], f"{word} is not in it")
                if kind == "image/svg+xml":
                    xml.etree.ElementTree.fromstring(shown[kind])
                checked += 1
        self.assertEqual(checked, len(SHOWN))

    def test_is_interrupted_and_goes_on(self):
        async def interrupt_each(run, interrupt):
            await run(0)
            for number in range(1, len(LONG) + 1):
                running = asyncio.ensure_future(run(number))
                while not self.folder.joinpath(f"begun{number}").exists():
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.5)
                await interrupt()
                await running
            await run(len(LONG) + 1)
            await run(len(LONG) + 2)

        # Each cell writes a file when it begins. A cell that was not interrupted would show a result.
        long = [f"open('begun{number}', 'w').close()\n{code}"
                for number, code in enumerate(LONG.values(), start=1)]
        cells = self.run_cells([BEGIN, *long, "result == xdnasim.simulate(result.problem)", CHILDREN],
                               interrupt_each)
        for cell, what in zip(cells[1:], LONG):
            with self.subTest(what=what):
                self.assertEqual([output.get("ename") for output in cell.outputs],
                                 ["KeyboardInterrupt"])
        self.assertEqual(self.data(cells[-1])["text/plain"], "[]", "no process is left")


if __name__ == "__main__":
    unittest.main()
