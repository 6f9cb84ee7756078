#include "traces/recording/statistics.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace xdnasim::recording {

namespace {

std::optional<int> slot_of(const TraceConfig& config, const UnitConfig& unit,
                           std::string_view event) {
    for (std::size_t slot = 0; slot < unit.events.size(); ++slot)
        if (config.names.name(unit.unit.module, unit.events[slot]) == event)
            return static_cast<int>(slot);
    return std::nullopt;
}

/// Of all units of `module`, each pair once.
std::vector<KernelSlots> kernel_slots(const TraceConfig& config, words::Module module) {
    std::vector<KernelSlots> found;
    for (const UnitConfig& unit : config.units) {
        if (unit.unit.module != module) continue;
        const auto begin = slot_of(config, unit, "INSTR_EVENT_0");
        const auto end = slot_of(config, unit, "INSTR_EVENT_1");
        if (!begin || !end) continue;
        const KernelSlots slots{*begin, *end};
        if (std::find(found.begin(), found.end(), slots) == found.end()) found.push_back(slots);
    }
    return found;
}

}  // namespace

void Statistics::on_stream(int /*stream*/, const words::PacketHeader& header) {
    Stream& stream = streams_.emplace_back();
    if (config_ == nullptr) return;
    for (const KernelSlots& slots : kernel_slots(*config_, header.unit.module)) {
        stream.kernels.push_back({slots});
        stream.kernel_mask |= 1U << slots.begin | 1U << slots.end;
    }
}

void Statistics::on_levels(int stream, std::span<const words::Level> levels) {
    Stream& state = streams_[static_cast<std::size_t>(stream)];
    if (state.kernel_mask != 0) find_kernels(state, levels);
    while (!levels.empty()) {
        const auto part = levels.first(std::min(levels.size(), IntervalReader::kMostLevels));
        const std::size_t count = state.reader.read(part, intervals_);
        for (const Interval& interval : std::span{intervals_}.first(count))
            state.slots[interval.slot].add(interval.length);
        levels = levels.subspan(part.size());
    }
}

void Statistics::find_kernels(Stream& state, std::span<const words::Level> levels) {
    for (const words::Level& level : levels) {
        const unsigned marked = level.mask() & state.kernel_mask;
        if (const unsigned begun = marked & ~state.marked; begun != 0)
            for (Kernels& kernels : state.kernels)
                kernels.begin(begun, level.cycle());
        state.marked = marked;
    }
}

KernelTimes Statistics::kernels(std::size_t stream, const KernelSlots& slots) const {
    for (const Kernels& kernels : streams_[stream].kernels)
        if (kernels.slots == slots) return kernels.times;
    return {};
}

void Statistics::Kernels::begin(unsigned begun, std::uint64_t cycle) {
    if ((begun >> slots.end & 1U) != 0 && last_begin && !last_end) {
        times.length.add(cycle - *last_begin);
        last_end = cycle;
    }
    if ((begun >> slots.begin & 1U) != 0) {
        if (last_begin) times.period.add(cycle - *last_begin);
        if (last_end) times.gap.add(cycle - *last_end);
        last_begin = cycle;
        last_end.reset();
    }
}

}  // namespace xdnasim::recording
