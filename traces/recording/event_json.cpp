#include "traces/recording/event_json.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "traces/recording/statistics.hpp"

namespace xdnasim::recording {
namespace {

constexpr int kSchemaVersion = 1;
constexpr std::size_t kPiece = 64 * 1024;

std::string or_null(std::optional<std::uint64_t> value) {
    return value ? std::to_string(*value) : "null";
}

}  // namespace

std::string_view process_name(words::Module module) {
    switch (module) {
        case words::Module::Core:
            return "core_trace";
        case words::Module::Memory:
            return "mem_trace";
        case words::Module::Shim:
            return "shim_trace";
        case words::Module::MemTile:
            break;
    }
    return "memtile_trace";
}

EventJson::EventJson(std::vector<words::PacketHeader> units, const SlotNames& names,
                     words::Reading reading, Write write)
    : units_{std::move(units)},
      names_{names},
      reading_{reading},
      write_{std::move(write)},
      streams_(units_.size()) {
    number_processes();
    buffer_ += as_reference() ? "[" : fmt::format("{{\"{}\":[\n", kRowsKey);
    for (std::size_t stream = 0; stream < units_.size(); ++stream)
        write_names(stream);
}

void EventJson::number_processes() {
    std::vector<std::size_t> order(units_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (as_reference())
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            return units_[a].unit.module < units_[b].unit.module;
        });
    for (std::size_t i = 0; i < order.size(); ++i)
        streams_[order[i]].process = static_cast<int>(i);
}

void EventJson::write_names(std::size_t stream) {
    const words::Unit& unit = units_[stream].unit;
    const int process = streams_[stream].process;
    begin_row();
    fmt::format_to(std::back_inserter(buffer_),
                   R"({{"name": "process_name", "ph": "M", "pid": {}, "args": {{"name": )"
                   R"("{} for tile{},{}"}}}})",
                   process, process_name(unit.module), unit.tile.row, unit.tile.column);
    for (int slot = 0; slot < words::kSlots; ++slot) {
        streams_[stream].slots.push_back(names_.name(unit, slot));
        begin_row();
        fmt::format_to(std::back_inserter(buffer_),
                       R"({{"name": "thread_name", "ph": "M", "pid": {}, "tid": {}, "args": )"
                       R"({{"name": "{}"}}}})",
                       process, slot, streams_[stream].slots.back());
    }
}

void EventJson::begin_row() {
    if (!first_) buffer_ += ",\n";
    first_ = false;
}

void EventJson::on_levels(int stream, std::span<const words::Level> levels) {
    Stream& state = streams_[static_cast<std::size_t>(stream)];
    for (const words::Level& level : levels) {
        for_each_change(
            state.asserted, level.mask(),
            [&](int slot) { write_change(state, slot, level.cycle(), 'E'); },
            [&](int slot) { write_change(state, slot, level.cycle(), 'B'); });
        state.asserted = level.mask();
    }
    if (buffer_.size() >= kPiece) flush();
}

void EventJson::write_change(const Stream& stream, int slot, std::uint64_t cycle, char phase) {
    begin_row();
    fmt::format_to(std::back_inserter(buffer_),
                   R"({{"name": "{}", "ts": {}, "ph": "{}", "pid": {}, "tid": {}, "args": {{}}}})",
                   stream.slots[static_cast<std::size_t>(slot)], cycle, phase, stream.process,
                   slot);
}

void EventJson::finish(const Decoded& decoded) {
    buffer_ += as_reference() ? "]\n" : "\n],\n";
    if (!as_reference()) {
        write_streams(decoded);
        write_faults(decoded.faults);
        fmt::format_to(std::back_inserter(buffer_), R"("words":{},"schema_version":{}}})",
                       decoded.words, kSchemaVersion);
        buffer_ += '\n';
    }
    flush();
}

void EventJson::write_streams(const Decoded& decoded) {
    const std::optional<arch::Generation> generation = names_.generation();
    buffer_ += generation ? fmt::format(R"("device":"{}")", to_string(*generation))
                          : std::string{R"("device":null)"};
    buffer_ += ",\"streams\":[";
    for (std::size_t i = 0; i < decoded.streams.size(); ++i) {
        const words::StreamState& stream = decoded.streams[i];
        const words::Unit& unit = stream.header.unit;
        const words::LevelTracker& levels = stream.levels;
        const auto events = names_.events(unit);
        fmt::format_to(
            std::back_inserter(buffer_),
            R"({}{{"pid":{},"module":"{}","row":{},"col":{},"packet_id":{},"start_timer":{},)"
            R"("stop":{},"last":{},"frames":{},"syncs":{},"slots":{}}})",
            i == 0 ? "\n" : ",\n", streams_[i].process, words::to_string(unit.module),
            unit.tile.row, unit.tile.column, stream.header.id,
            or_null(levels.started() ? levels.start_timer() : std::nullopt),
            or_null(levels.stop_cycle()), levels.last_cycle(), stream.frames, levels.syncs(),
            events ? fmt::format("[{}]", fmt::join(*events, ",")) : std::string{"null"});
    }
    buffer_ += "\n],\n";
}

void EventJson::write_faults(const FaultLog& faults) {
    fmt::format_to(std::back_inserter(buffer_), R"("faults":{{"count":{},"first":[)",
                   faults.count());
    const char* before = "\n";
    for (const words::Fault& fault : faults.first()) {
        fmt::format_to(std::back_inserter(buffer_), R"({}{{"word":{},"value":{},"message":"{}"}})",
                       before, fault.word, fault.value, words::to_string(fault));
        before = ",\n";
    }
    buffer_ += "]},\n";
}

void EventJson::flush() {
    write_(buffer_);
    buffer_.clear();
}

std::uint64_t pid_of(const base::Node& pid) {
    return pid.as_natural(std::numeric_limits<std::uint32_t>::max());
}

void StreamPids::add(std::uint64_t pid, const base::Node& stream) {
    if (!pids_.insert(pid).second)
        stream.fail(fmt::format("pid {} belongs to two streams. Give each stream its own", pid));
}

}  // namespace xdnasim::recording
