#include "test/sim/traced_run.hpp"

#include <ostream>

#include <gtest/gtest.h>

#include "traces/names/event_names.hpp"
#include "traces/words/frame.hpp"
#include "workloads/mapping/mapping.hpp"

namespace xdnasim::sim::test {
namespace {

constexpr std::int64_t kOpen = -1;  ///< end of an interval that is still asserted

}  // namespace

void PrintTo(const Asserted& asserted, std::ostream* out) {
    *out << asserted.begin << ".." << asserted.end;
}

std::int64_t cycles_in(const std::vector<Asserted>& intervals) {
    std::int64_t sum = 0;
    for (const Asserted& interval : intervals)
        sum += interval.end - interval.begin;
    return sum;
}

tracing::UnitRequest unit_watching(const arch::Device& device, words::Module module,
                                   arch::TileId tile, const std::vector<std::string_view>& events) {
    const names::EventNames names{device.generation};
    tracing::UnitRequest request;
    request.unit = {module, tile};
    for (std::size_t slot = 0; slot < events.size(); ++slot)
        request.events.at(slot) = names.id(module, events[slot]);
    return request;
}

TracedRun::TracedRun(schedule::Schedule schedule, std::vector<tracing::UnitRequest> units,
                     const arch::Device& device, tracing::Route route) {
    for (const tracing::UnitRequest& unit : units)
        units_.push_back(unit.unit);
    tracing::TraceRequest request;
    request.units = std::move(units);
    request.route = route;
    mapping::complete(schedule, device, &request);
    timed_ = run(schedule, device);
    words::LevelDecoder decoder{*this, words::Reading::AsWritten};
    decoder.read(timed_.trace.value().words);
    decoder.finish();
    for (std::size_t i = 0; i < decoder.streams().size(); ++i) {
        const words::StreamState& stream = decoder.streams()[i];
        UnitRun& unit = runs_[stream.header.unit];
        unit.start = static_cast<std::int64_t>(stream.levels.start_timer().value());
        unit.stop = unit.start + static_cast<std::int64_t>(stream.levels.stop_cycle().value());
        unit.slots = streams_[static_cast<int>(i)];
        for (auto& slot : unit.slots)
            for (Asserted& interval : slot) {
                interval.begin += unit.start;
                interval.end = interval.end == kOpen ? unit.stop : interval.end + unit.start;
            }
    }
}

std::vector<Asserted> TracedRun::slot(std::size_t unit, int slot) const {
    return runs_.at(units_.at(unit)).slots.at(static_cast<std::size_t>(slot));
}

void TracedRun::on_levels(int stream, std::span<const words::Level> levels) {
    for (const words::Level& level : levels) {
        const auto cycle = static_cast<std::int64_t>(level.cycle());
        for (std::size_t slot = 0; slot < words::kSlots; ++slot) {
            std::vector<Asserted>& own = streams_[stream][slot];
            const bool asserted = (level.mask() >> slot & 1U) != 0;
            const bool was = !own.empty() && own.back().end == kOpen;
            if (asserted && !was) own.push_back({cycle, kOpen});
            if (!asserted && was) own.back().end = cycle;
        }
    }
}

void TracedRun::on_fault(const words::Fault& fault) {
    ADD_FAILURE() << to_string(fault);
}

}  // namespace xdnasim::sim::test
