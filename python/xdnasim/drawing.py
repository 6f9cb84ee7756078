"""Bars and lanes as SVG, for what the command has no picture of."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import numpy

if TYPE_CHECKING:
    from .run_result import RunResult
    from .traces import Timeline

Part = tuple[str, str, float]  # label, colour, share

WIDTH = 760
LABEL = 150  # of bars
TICKS = 4
ROW = 22
FONT = "font-family='sans-serif' font-size='12'"

BESIDE_KERNELS = ("lock operations, zeroing", "#8fb8c8")
RECONFIGURATION = ("reconfiguration", "#9a8c6a")
DISPATCH = ("dispatch", "#4f5b66")
IN_ALL = ("in the array", "#2f6f8f")
# By the last word of what ports and DMA channels do, and of lock operations of a core.
KINDS = {"RUNNING": IN_ALL[1], "STALLED": "#e0a33e", "IDLE": "#d9dee2", "BD": "#a3b18a",
         "REQ": BESIDE_KERNELS[1]}
OTHERS = ("#8fb8c8", "#e0a33e", "#b3564d", "#5f9460", "#b8a1c9", "#d9822b", "#7a7f87", "#a3b18a")


def time_parts(result: "RunResult") -> list[Part]:
    """Shares of the whole time, averaged over the cores."""
    if result.time_us is None or result.npu_time_us is None:
        return []
    in_array = result.npu_time_us / result.time_us
    reconfiguration = (result.reconfiguration_us or 0) / result.time_us
    outside: list[Part] = [(*DISPATCH, 1 - in_array - reconfiguration)]
    if reconfiguration > 0:
        outside.insert(0, (*RECONFIGURATION, reconfiguration))
    if not result.cores or not result.cycles:
        return [(*IN_ALL, in_array), *outside]
    share = in_array / (result.cycles * len(result.cores))
    parts: list[Part] = []
    for state, cycles in zip(result.core_states, result.core_cycles().sum(axis=0)):
        kernel = result.kernel if state.key == "busy" else None
        # Those that multiply may be several; where none does, one computes.
        called = kernel and (kernel.multiplying_cycles or kernel.cycles_per_call * kernel.calls)
        in_kernels = cycles if called is None else min(called, cycles)
        label = "kernels" if kernel else state.label
        parts.append((label, state.colour, in_kernels * share))
        if cycles > in_kernels:
            parts.append((*BESIDE_KERNELS, (cycles - in_kernels) * share))
    return [part for part in parts if part[2] > 0] + outside


def bars(rows: list[tuple[str, list[Part]]]) -> str:
    """A bar for each row, its parts side by side, and a legend."""
    left = LABEL if any(name for name, _ in rows) else 0
    scale = WIDTH - left
    drawn = []
    legend: dict[str, str] = {}
    for number, (name, parts) in enumerate(rows):
        top = number * ROW
        if name:
            drawn.append(_text(0, top + 14, name))
        x = float(left)
        for label, colour, share in parts:
            legend.setdefault(label, colour)
            drawn.append(_box(x, top, share * scale, ROW - 4, colour,
                              f"{label}: {100 * share:.1f} %"))
            x += share * scale
    return _picture(drawn, legend, len(rows) * ROW)


def lanes(timeline: "Timeline", of: tuple[str, ...], most: int, kernel: str,
          states: dict[str, str]) -> str:
    """A lane for each track whose tile's name begins so, tile by tile; what takes less than a pixel is
    joined with what stands beside it. `kernel` has the colour that it has in bars, as have `states`,
    the core's by the names of their events."""
    chosen = [number for number, (tile, _) in enumerate(timeline.tracks) if tile.startswith(of)]
    if timeline.tracks and not chosen:
        raise ValueError(f"of is {', '.join(map(repr, of)) or 'empty'}; the timeline has no such tile; "
                         f"allowed: {_tiles(timeline)}")
    chosen.sort(key=lambda number: _order(*timeline.tracks[number]))
    left_out = len(chosen) - most
    chosen = chosen[:most]
    end = max((int((lane["begin"] + lane["cycles"]).max()) for lane in map(timeline.of, chosen)
               if len(lane)), default=1)
    begin = min((int(lane["begin"].min()) for lane in map(timeline.of, chosen) if len(lane)),
                default=0)
    names = [f"{tile} {part}" if part not in tile else tile
             for tile, part in (timeline.tracks[track] for track in chosen)]
    more = f"{left_out} more tracks" if left_out > 0 else ""
    label = max(map(_width, [*names, more])) + 8
    scale = (WIDTH - label) / max(end - begin, 1)
    drawn: list[str] = []
    legend: dict[str, str] = {kernel: IN_ALL[1]} if kernel in timeline.names else {}
    for row, track in enumerate(chosen):
        drawn.append(_text(0, row * ROW + 14, names[row]))
        for x, width, name in _visible(timeline.of(track), begin, scale):
            text = timeline.names[name]
            kind = _kind(text)
            if kind not in legend:
                legend[kind] = (states.get(kind) or KINDS.get(kind.rpartition("_")[2])
                                or _free(legend))
            colour = legend[kind]
            drawn.append(_box(label + x, row * ROW, width, ROW - 4, colour, text))
    below = len(chosen) * ROW
    drawn += _axis(begin, end, label, below)
    if more:
        drawn.append(_text(0, below + 16, more))
    return _picture(drawn, legend, below + ROW)


def _order(tile: str, part: str) -> tuple[Any, ...]:
    """Cores by their places; of a tile first the core itself, then its DMA, then its ports."""
    def numbered(text: str) -> list[tuple[bool, Any]]:
        return [(piece.isdigit(), int(piece) if piece.isdigit() else piece)
                for piece in re.findall(r"\d+|\D+", text)]

    return numbered(tile), part != "core", numbered(part)


def _free(legend: dict[str, str]) -> str:
    """A colour that the picture has not yet, if there is one."""
    known = {*legend.values(), *KINDS.values()}
    return next((colour for colour in OTHERS if colour not in known), OTHERS[len(legend) % len(OTHERS)])


def _kind(name: str) -> str:
    """Without the number of a port or of a BD."""
    known = re.fullmatch(r"(PORT_[A-Z]+)_\d+|(BD) \d+", name)
    return name if known is None else known[1] or known[2]


def _axis(begin: int, end: int, left: float, top: float) -> list[str]:
    drawn = []
    for tick in range(TICKS):
        share = tick / (TICKS - 1)
        text = f"{begin + round(share * (end - begin)):,}"
        x = left + share * (WIDTH - left)
        drawn.append(_box(min(x, WIDTH - 1), top, 1, 4, DISPATCH[1], f"cycle {text}"))
        # The first and the last one end with the axis.
        text = f"cycle {text}" if tick == 0 else text
        drawn.append(_text(x - share * _width(text), top + 16, text))
    return drawn


def _tiles(timeline: "Timeline") -> str:
    """The first and the last one of each kind."""
    kinds: dict[str, set[str]] = {}
    for tile, _ in sorted(timeline.tracks):
        kinds.setdefault(tile.partition(" (")[0], set()).add(tile)
    ordered = [sorted(tiles, key=lambda tile: [int(number) for number in re.findall(r"\d+", tile)])
               for tiles in kinds.values()]
    return ", ".join(tiles[0] if len(tiles) == 1 else f"{tiles[0]} to {tiles[-1]}" for tiles in ordered)


def _visible(spans: numpy.ndarray, begin: int, scale: float) -> list[tuple[float, float, int]]:
    """Position, width and name of what is drawn; in each pixel what begins there last and is not
    a pixel wide itself gives way."""
    found: list[tuple[float, float, int]] = []
    for _, name, first, cycles in spans.tolist():
        x, width = (first - begin) * scale, cycles * scale
        if width >= 1 or not found or x >= found[-1][0] + max(found[-1][1], 1):
            found.append((x, max(width, 1), name))
    return found


def _box(x: float, y: float, width: float, height: float, colour: str, title: str) -> str:
    return (f"<rect x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{height}' fill='{colour}'>"
            f"<title>{html.escape(title)}</title></rect>")


def _text(x: float, y: float, text: str) -> str:
    return f"<text x='{x:.0f}' y='{y:.0f}' {FONT}>{html.escape(text)}</text>"


def _width(text: str) -> int:
    """At least what it takes, in pixels."""
    return sum(9 if letter.isupper() else 7 for letter in text)


def _picture(drawn: list[str], legend: dict[str, str], height: float) -> str:
    x, y = 0.0, height + ROW - 4
    for label, colour in legend.items():
        width = 24 + _width(label)
        if x + width > WIDTH:
            x, y = 0.0, y + ROW - 4
        drawn += [_box(x, y - 10, 10, 10, colour, label), _text(x + 14, y, label)]
        x += width
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{y + 8:.0f}' "
            f"viewBox='0 0 {WIDTH} {y + 8:.0f}'>" + "".join(drawn) + "</svg>")
