#include <algorithm>

#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/tracing/trace_parts.hpp"

namespace xdnasim::tracing {

using words::Module;
using Events = std::array<std::string_view, words::kSlots>;

namespace {

constexpr Events kCore{names::kKernelBegins, names::kKernelEnds, "INSTR_VECTOR",
                       "MEMORY_STALL",       "STREAM_STALL",     "LOCK_STALL",
                       "PORT_RUNNING_0",     "PORT_RUNNING_1"};
constexpr Events kMemory{"DMA_S2MM_0_FINISHED_BD",       "DMA_S2MM_1_FINISHED_BD",
                         "DMA_MM2S_0_FINISHED_BD",       "DMA_S2MM_0_STALLED_LOCK",
                         "DMA_S2MM_1_STALLED_LOCK",      "DMA_MM2S_0_STALLED_LOCK",
                         "DMA_S2MM_0_STREAM_STARVATION", "DMA_MM2S_0_STREAM_BACKPRESSURE"};
constexpr Events kMemTile{"PORT_RUNNING_0", "PORT_RUNNING_1", "PORT_RUNNING_2", "PORT_RUNNING_3",
                          "PORT_RUNNING_4", "PORT_RUNNING_5", "PORT_RUNNING_6", "PORT_RUNNING_7"};
constexpr Events kShim{"DMA_MM2S_0_FINISHED_TASK",
                       "DMA_MM2S_1_FINISHED_TASK",
                       "DMA_S2MM_0_FINISHED_TASK",
                       "DMA_MM2S_0_STREAM_BACKPRESSURE",
                       "DMA_MM2S_1_STREAM_BACKPRESSURE",
                       "PORT_RUNNING_0",
                       "PORT_RUNNING_1",
                       "PORT_RUNNING_2"};

UnitRequest unit_of(words::Unit unit, const names::EventNames& event_names) {
    UnitRequest request{.unit = unit};
    std::ranges::transform(
        default_events(unit.module), request.events.begin(),
        [&](std::string_view name) { return event_names.id(unit.module, name); });
    return request;
}

}  // namespace

const Events& default_events(Module module) {
    switch (module) {
        case Module::Core:
            return kCore;
        case Module::Memory:
            return kMemory;
        case Module::MemTile:
            return kMemTile;
        case Module::Shim:
            return kShim;
    }
    return kCore;
}

std::vector<UnitRequest> default_units(const schedule::Schedule& schedule,
                                       const arch::Device& device, Route route) {
    const names::EventNames event_names{device.generation};
    const int column = schedule.tiles.front().tile.column;
    const bool wants_core =
        route == Route::Share || !schedule.workload || schedule.workload->has_room_to_trace_cores();
    bool has_core = false;
    std::vector<UnitRequest> units;
    for (const schedule::TileProgram& program : schedule.tiles) {
        const Module module = words::module_of(device.kind(program.tile));
        if (route != Route::Ideal) {
            if (program.tile.column != column) continue;
            if (module == Module::Core && (has_core || !wants_core)) continue;
        }
        has_core = has_core || module == Module::Core;
        units.push_back(unit_of({module, program.tile}, event_names));
    }
    return units;
}

}  // namespace xdnasim::tracing
