#include "xdnasim/traces/recording/statistics.hpp"

#include <algorithm>
#include <bit>
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
    unsigned asserted = state.asserted;
    for (const words::Level& level : levels) {
        const unsigned changed = asserted ^ level.mask;
        for (unsigned rest = changed; rest != 0; rest &= rest - 1) {
            const int number = std::countr_zero(rest);
            Slot& slot = state.slots[static_cast<std::size_t>(number)];
            slot.intervals.add_if((asserted >> number & 1U) != 0, level.cycle - slot.changed);
            slot.changed = level.cycle;
        }
        if (const unsigned begun = changed & level.mask & state.kernel_mask; begun != 0)
            for (Kernels& kernels : state.kernels)
                kernels.begin(begun, level.cycle);
        asserted = level.mask;
    }
    state.asserted = static_cast<std::uint8_t>(asserted);
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
