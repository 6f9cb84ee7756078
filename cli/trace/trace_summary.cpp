#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "cli/output.hpp"
#include "cli/simulate/trace_output.hpp"
#include "cli/text_layout.hpp"
#include "cli/trace/trace_tables.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/recording/config.hpp"

namespace xdnasim::cli {

SlotConfig slot_config(const std::string& words, const std::optional<std::string>& given,
                       const std::optional<std::string>& otherwise) {
    if (given) return {.file = *given};
    SlotConfig config;
    if (otherwise) config.file = *otherwise;
    const std::string beside = trace_config_file(words);
    std::error_code ignored;  // a file that cannot be reached counts as missing
    if (!std::filesystem::is_regular_file(beside, ignored)) return config;
    try {
        static_cast<void>(recording::load_config(beside));
    } catch (const base::InputError& error) {  // only a note: the user did not name this file
        config.note = fmt::format("slots {}: {}", otherwise ? "as in " + *otherwise : "by number",
                                  error.what());
        return config;
    }
    return {.file = beside, .note = fmt::format("slots as in {}", beside)};
}

void write_note(const std::string& note) {
    if (!note.empty()) write_stderr(fmt::format("note: {}\n", note));
}

namespace {

using base::grouped;
using base::percent;

using recording::KernelTimes;
using recording::Spread;

constexpr std::size_t kColumnWidth = 40;

std::string number(std::uint64_t value) {
    return grouped(static_cast<std::int64_t>(value));
}

/// Number of traced cycles, from cycle 1 up to the stop, or up to the last frame if the recording
/// ends before the stop.
std::uint64_t traced_cycles(const words::StreamState& stream) {
    return stream.levels.stop_cycle().value_or(stream.levels.last_cycle());
}

std::string heading(const words::StreamState& stream) {
    std::string text = fmt::format(
        "{}: {} cycles, {}, {}\n", words::to_string(stream.header.unit),
        number(traced_cycles(stream)),
        stream.levels.started()
            ? fmt::format("started at timer {}", number(stream.levels.start_timer().value()))
            : "its start is missing",
        stream.levels.stop_cycle() ? "stopped" : "cut off");
    if (stream.levels.syncs() > 0)
        text += fmt::format("  {} sync frames: each may stand for a cycle more than assumed\n",
                            number(stream.levels.syncs()));
    return text;
}

std::vector<std::string> row(const std::string& name, const Spread& intervals,
                             std::uint64_t cycles) {
    const double share =
        cycles == 0 ? 0.0 : static_cast<double>(intervals.sum()) / static_cast<double>(cycles);
    return {"  " + name,
            number(intervals.count()),
            number(intervals.sum()),
            percent(share),
            number(intervals.min()),
            grouped(intervals.mean(), 1),
            number(intervals.max())};
}

std::string table(const recording::Decoded& decoded, const recording::Statistics& statistics,
                  const recording::SlotNames& names, std::size_t stream) {
    const words::StreamState& state = decoded.streams[stream];
    std::vector<Row> rows{{"  event", "times", "cycles", "share", "shortest", "mean", "longest"}};
    for (int slot = 0; slot < words::kSlots; ++slot) {
        const Spread& intervals = statistics.intervals(stream, slot);
        if (intervals.count() > 0)
            rows.push_back(
                row(names.name(state.header.unit, slot), intervals, traced_cycles(state)));
    }
    return rows.size() > 1 ? aligned(rows, kColumnWidth) : "  no event\n";
}

std::string range(const Spread& spread) {
    if (spread.min() == spread.max()) return number(spread.min());
    return fmt::format("{} ({} to {})", grouped(spread.mean(), 1), number(spread.min()),
                       number(spread.max()));
}

std::string kernel_line(const recording::Statistics& statistics, const recording::SlotNames& names,
                        std::size_t stream, const words::Unit& unit) {
    const auto begin = names.slot_of(unit, names::kKernelBegins);
    const auto end = names.slot_of(unit, names::kKernelEnds);
    if (!begin || !end) return "";
    const KernelTimes kernels = statistics.kernels(stream, {*begin, *end});
    if (kernels.length.count() == 0) return "";
    std::string text = fmt::format("  kernels: {}, cycles {}", number(kernels.length.count()),
                                   range(kernels.length));
    if (kernels.period.count() > 0) text += fmt::format("; period {}", range(kernels.period));
    if (kernels.gap.count() > 0) text += fmt::format("; gap {}", range(kernels.gap));
    return text + "\n";
}

}  // namespace

std::string trace_summary(const recording::Decoded& decoded,
                          const recording::Statistics& statistics,
                          const recording::SlotNames& names) {
    std::string text;
    for (std::size_t i = 0; i < decoded.streams.size(); ++i)
        text += heading(decoded.streams[i]) + table(decoded, statistics, names, i) +
                kernel_line(statistics, names, i, decoded.streams[i].header.unit);
    return text;
}

}  // namespace xdnasim::cli
