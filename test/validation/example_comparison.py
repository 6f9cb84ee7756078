"""A small result of `xdnasim trace compare --json`, with something for every part of the page."""


def side(count, mean):
    return {"count": count, "cycles": count * mean, "share": 0.25, "least": mean,
            "mean": mean, "median": mean, "most": mean}


def divergence(event):
    return {"event": event, "index": 7, "measured": [1440, 1441], "simulated": [1445, 1446],
            "what": "its position differs by +5 cycles, allowed 3"}


def result(name, verdict="pass", judged="cycle by cycle", measured=100, simulated=100):
    outside = verdict == "outside"
    return {"name": name, "judged": judged, "verdict": verdict,
            "why": f"why {name} is outside" if outside else "",
            "measured": side(20, measured), "simulated": side(21, simulated), "pairs": 20,
            "largest": {"length": simulated - measured, "step": 2, "offset": -4},
            "distance": 0.5 if outside else 0.0,
            "histogram": {"least": 100, "width": 1, "measured": [20, 0],
                          "simulated": [1, 20] if outside else [21, 0]},
            "first_divergence": divergence(name) if outside else None}


def unit(name, simulated, events, kernels=()):
    diverging = [event for event in events if event["first_divergence"]]
    return {"measured": name, "simulated": simulated, "offset": -300, "compared": [0, 3000],
            "kernels": list(kernels), "events": events,
            "first_divergence": diverging[0]["first_divergence"] if diverging else None,
            "notes": [f"note on {name}"]}


def window(title, begin, units):
    events = [{"name": "LOCK_STALL", "measured": [[begin, begin + 40], [begin + 60, begin + 61]],
               "simulated": [[begin + 3, begin + 45]]},
              {"name": "INSTR_EVENT_0", "measured": [], "simulated": []}]
    return {"title": title, "time": [begin, begin + 100],
            "units": [{"name": name, "events": events} for name in units]}


def example():
    names = ["core (1,2)", "memtile (1,1)"]
    core = unit(names[0], "core (3,2)", [result("INSTR_EVENT_1", "outside"), result("LOCK_STALL")],
                [result("length", "outside", simulated=105)])
    mem_tile = unit(names[1], "memtile (3,1)", [result("PORT_RUNNING_0", judged="band")])
    return {"schema_version": 1, "measured": "measured <1>.txt", "simulated": "simulated.txt",
            "passed": False, "verdict": "outside",
            "reason": "kernel length of core (1,2): why length is outside", "outside": 2,
            "tolerances": {"cycles": 3.0, "band": 0.15, "drift": 0.01, "length": 0.025,
                           "stalls": 0.25},
            "alignment": {"by": "first-event", "unit_by_unit": False,
                          "anchor": "INSTR_EVENT_0 of core (1,2)", "column_shift": 2},
            "only_measured": ["shim (1,0)"], "only_simulated": [], "notes": ["a note"],
            "units": [core, mem_tile],
            "windows": [window("The start", 500, names), window("Cycles 9:109", 9, names)]}
