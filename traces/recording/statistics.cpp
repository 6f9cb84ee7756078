#include "xdnasim/traces/recording/statistics.hpp"

#include "xdnasim/traces/recording/slot_changes.hpp"

namespace xdnasim::recording {

Statistics::Statistics(const std::vector<words::PacketHeader>& units, const SlotNames& names)
    : streams_(units.size()) {
    for (std::size_t i = 0; i < units.size(); ++i) {
        streams_[i].event_0 = names.slot_of(units[i].unit, "INSTR_EVENT_0");
        streams_[i].event_1 = names.slot_of(units[i].unit, "INSTR_EVENT_1");
    }
}

void Statistics::on_levels(int stream, std::span<const words::Level> levels) {
    Stream& state = streams_[static_cast<std::size_t>(stream)];
    for (const words::Level& level : levels) {
        for_each_change(
            state.asserted, level.mask,
            [&](int slot) {
                const auto index = static_cast<std::size_t>(slot);
                state.intervals[index].add(level.cycle - state.begins[index]);
            },
            [&](int slot) { begin(state, slot, level.cycle); });
        state.asserted = level.mask;
    }
}

void Statistics::begin(Stream& stream, int slot, std::uint64_t cycle) {
    stream.begins[static_cast<std::size_t>(slot)] = cycle;
    KernelTimes& kernels = stream.kernels;
    if (slot == stream.event_0) {
        if (stream.kernel_begin) kernels.period.add(cycle - *stream.kernel_begin);
        if (stream.kernel_end) kernels.gap.add(cycle - *stream.kernel_end);
        stream.kernel_begin = cycle;
        stream.kernel_end.reset();
    } else if (slot == stream.event_1 && stream.kernel_begin && !stream.kernel_end) {
        kernels.length.add(cycle - *stream.kernel_begin);
        stream.kernel_end = cycle;
    }
}

}  // namespace xdnasim::recording
