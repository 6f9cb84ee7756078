"""Small results of `xdnasim validate --json`, with something for every part of the report."""

STATISTICS = {"rows": 2, "mean": 0.025, "median": 0.025, "worst": 0.04, "r2": 0.987}


# Other states than the simulator's, because the pages must not know any state by name.
CORE_STATES = [{"key": "busy", "label": "at work", "colour": "#112233"},
               {"key": "lock_stall", "label": "waiting for locks", "colour": "#445566"},
               {"key": "asleep", "label": "asleep", "colour": "#778899"},
               {"key": "idle", "label": "idle", "colour": "#aabbcc"}]


def row(name, device, measured, simulated, **more):
    return {"id": name, "source": f"Source of {name}", "group": None, "device": device,
            "what": f"Work of {name}", "measured": measured, "simulated": simulated,
            "error": (simulated - measured) / measured, "class": "compute",
            "split": "calibration", "how": f"How {name} was measured", "details": {}, **more}


def array_details(busy):
    return {"tops": 6.0, "npu_time_us": 2e4, "busy": busy, "lock_stall": 5e5, "asleep": 0.0,
            "idle": 5e5, "dram_bytes": 2e8, "arithmetic_intensity": 600.0}


def transfer_details(run, layout):
    return {"run_a": 64, "run_b": run, "layout": layout, "columns": 4, "depth": 2,
            "gbps_measured": 0.1 * run, "gbps_simulated": 0.11 * run}


def suite(name, unit, rows, passed=True):
    tolerance = {"group": f"group of {name}", "statistic": "worst",
                 "limit": 0.05 if passed else 0.03, "value": 0.04, "passed": passed}
    return {"name": name, "title": f"Suite of {name}", "unit": unit, "note": f"Note of {name}",
            "tolerances": [tolerance], "passed": passed, "statistics": dict(STATISTICS),
            "classes": {"compute": dict(STATISTICS)},
            "types": {"int8": dict(STATISTICS), "bf16": dict(STATISTICS)}, "rows": rows}


def gemm_row(name, m, k, n, error, **details):
    found = {"m": m, "k": k, "n": n, "tile": "16x8x32", "layout": "row-major", "spread": 0.0,
             "arithmetic_intensity": 0.1 * (m + n), "why": f"Reason of {name}", **details}
    return row(name, "one", 1000.0, 1000.0 * (1 + error), details=found)


def gemm_suite():
    """Returns a suite of GEMMs with two tiles: one has enough sizes for a map, the other has one size."""
    rows = [gemm_row("gemm-1", 512, 256, 512, 0.003),
            gemm_row("gemm-2", 512, 1024, 512, -0.25, spread=0.04),
            gemm_row("gemm-3", 1024, 256, 512, 0.012, spread=0.01),
            gemm_row("gemm-4", 1024, 256, 2048, 0.018),
            gemm_row("gemm-5", 512, 256, 512, 0.3, tile="8x8x8", layout="column-major")]
    rows[3].update(split="validation")
    rows[1].update({"class": "dram"})
    return suite("gemms", "us", rows)


def point(x, y, bound):
    return {"x": x, "y": y, "bound": bound}


def device(name):
    return {"name": name, "description": f"What {name} is", "clock_ghz": 1.0, "peak_tops": 8.19,
            "dram_read_gbps": 28.1, "parameters": [
                {"path": f"{name}.bandwidth", "value": "28.1", "unit": "GB/s",
                 "source": f"Data sheet of {name}", "confidence": "measured"},
                {"path": f"{name}.rows", "value": ["shim", "core"], "unit": "tile kinds",
                 "source": "Manual", "confidence": "documented"}]}


def example():
    return {
        "version": "9.8.7", "core_states": [dict(state) for state in CORE_STATES],
        "suites": [
            suite("kernels", "cycles", [row("kernel-1", "one", 4078.0, 4100.0),
                                        row("kernel-2", "two", 2000.0, 1920.0,
                                            group="single core")]),
            suite("arrays", "TOPS", [row("array-1", "one", 6.52, 6.6, details=array_details(1e7)),
                                     row("array-2", "one", 1.27, 1.3, details=array_details(4e6))],
                  passed=False),
            suite("transfers", "us", [
                row("transfer-1", "one", 812.0, 790.0, details=transfer_details(64, "row-major")),
                row("transfer-2", "one", 512.0, 520.0, details=transfer_details(128, "row-major")),
                row("transfer-3", "two", 90.0, 99.0,
                    details=transfer_details(64, "column-major"))])],
        "sweeps": [
            {"name": "Sweep of k_mt", "device": "one", "x_label": "k_mt", "y_label": "TOPS",
             "log_x": False, "measured": [[56, 1.27]], "series": [
                 {"name": "one buffer", "points": [point(56, 1.29, "dram"),
                                                   point(224, 3.0, "compute")]},
                 {"name": "two buffers", "points": [point(56, 1.1, "dram")]}]},
            {"name": "Sweep of size", "device": "two", "x_label": "size", "y_label": "TOPS",
             "log_x": True, "measured": [], "series": [
                 {"name": "simulated", "points": [point(256, 0.2, "start-up"),
                                                  point(4096, 5.4, "compute")]}]}],
        "comparisons": [{"device": "one", "what": "Product of int8", "balanced": 5.4,
                         "whole_array": 0.9, "gain": 6.0}],
        "conflicts": [{"title": "How large the table is", "why": "Both cannot be.", "sides": [
            {"claim": "It is small", "rows": ["transfer-1", "transfer-2"]},
            {"claim": "It is large", "rows": ["array-2"]}]}],
        "devices": [device("one"), device("two")]}
