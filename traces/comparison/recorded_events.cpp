#include "traces/comparison/recorded_events.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/regular_file.hpp"
#include "traces/comparison/described_streams.hpp"
#include "traces/comparison/interval_count.hpp"
#include "traces/names/event_names.hpp"
#include "traces/recording/event_json.hpp"
#include "traces/recording/word_source.hpp"

namespace xdnasim::comparison {
namespace {

using base::Node;

/// The next number in `text`, which is removed from it; nullopt: there is none.
std::optional<int> take_number(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

/// "core_trace for tile2,1" is the core in row 2 of column 1.
std::optional<words::Unit> unit_named(std::string_view name) {
    for (const words::Module module : words::kModules) {
        const std::string_view prefix = recording::process_name(module);
        if (!name.starts_with(prefix)) continue;
        std::string_view rest = name.substr(prefix.size());
        const auto row = take_number(rest);
        const auto column = take_number(rest);
        if (!row || !column || *row > words::kMaxHeaderRow || *column > words::kMaxHeaderColumn)
            return std::nullopt;
        return words::Unit{module, {*column, *row}};
    }
    return std::nullopt;
}

/// The rows of one process.
struct Track {
    std::array<Intervals, words::kSlots> slots{};
    std::array<std::optional<std::int64_t>, words::kSlots> begins{};
    std::array<std::string, words::kSlots> names{};
    std::optional<words::Unit> unit{};
    std::int64_t last = 0;  ///< last cycle of any row; for a row with a duration, its end counts
};

class Rows {
 public:
    Rows(std::string name, std::size_t limit) : count_{std::move(name), limit} {}

    void take(const Node& row) {
        const std::string& phase = require(row, "ph").as_string();
        if (phase == "M") return take_name(row);
        if (phase != "B" && phase != "E" && phase != "X") return;
        Track& track = track_of(row);
        const std::int64_t cycle = cycles(require(row, "ts"));
        const auto slot =
            static_cast<std::size_t>(require(row, "tid").as_int(0, words::kSlots - 1));
        if (track.names.at(slot).empty())
            if (const Node* const name = row.find("name")) track.names.at(slot) = name->as_name();
        const std::int64_t last = phase == "X" ? cycle + cycles(require(row, "dur")) : cycle;
        track.last = std::max(track.last, last);
        if (phase == "B")
            begin(track, slot, cycle);
        else if (phase == "E")
            end(track, slot, cycle);
        else if (last > cycle)
            add(track.slots.at(slot), {cycle, last});
        else
            ++misfits_;
    }

    [[nodiscard]] std::map<Process, Track>& tracks() { return tracks_; }
    /// Number of rows that do not fit to earlier ones.
    [[nodiscard]] std::size_t misfits() const { return misfits_; }

 private:
    static const Node& require(const Node& row, std::string_view key) {
        const Node* const node = row.find(key);
        if (node == nullptr)
            row.fail(fmt::format("a row without '{}'; allowed: trace events as Perfetto reads them",
                                 key));
        return *node;
    }
    /// Refuses fractions: other tools write real microseconds, which must not be rounded to cycles.
    static std::int64_t cycles(const Node& node) {
        const double microseconds = node.as_double(0, kMaxRecordedCycle);
        if (std::floor(microseconds) != microseconds)
            node.fail(
                fmt::format("{} is not a whole cycle; allowed: a microsecond for each cycle, as "
                            "mlir-aie's parser writes",
                            microseconds));
        return std::llround(microseconds);
    }
    Track& track_of(const Node& row) { return tracks_[recording::pid_of(require(row, "pid"))]; }
    void take_name(const Node& row) {
        const std::string& what = require(row, "name").as_string();
        const Node* const arguments = row.find("args");
        const Node* const name = arguments == nullptr ? nullptr : arguments->find("name");
        if (name == nullptr) return;
        if (what == "process_name") track_of(row).unit = unit_named(name->as_text());
        if (what != "thread_name") return;
        const auto slot =
            static_cast<std::size_t>(require(row, "tid").as_int(0, words::kSlots - 1));
        track_of(row).names.at(slot) = name->as_text();
    }
    void begin(Track& track, std::size_t slot, std::int64_t cycle) {
        if (track.begins.at(slot)) ++misfits_;
        track.begins.at(slot) = cycle;
    }
    void end(Track& track, std::size_t slot, std::int64_t cycle) {
        const auto since = std::exchange(track.begins.at(slot), std::nullopt);
        // An interval that began before the recording cannot be compared, and is not a misfit.
        if (!since && track.slots.at(slot).empty()) return;
        if (!since || *since >= cycle) {
            ++misfits_;
            return;
        }
        add(track.slots.at(slot), {*since, cycle});
    }
    void add(Intervals& intervals, const Interval& interval) {
        count_.add_one();
        // Intervals must be disjoint and in order, but a viewer may have saved them in another
        // order.
        if (!intervals.empty() && interval.begin < intervals.back().end) {
            ++misfits_;
            return;
        }
        if (!intervals.empty() && interval.begin == intervals.back().end)
            intervals.back().end = interval.end;
        else
            intervals.push_back(interval);
    }

    IntervalCount count_;
    std::size_t misfits_ = 0;
    std::map<Process, Track> tracks_;
};

/// `described`: description of the unit's stream; nullptr: the file only has its rows.
RecordedUnit recorded_unit(Track& track, const DescribedStream* described) {
    RecordedUnit unit{.unit = *track.unit, .slots = std::move(track.slots)};
    if (described != nullptr) {
        unit.set_extent(described->extent);
        // An event that is asserted in the last cycle ends after it.
        if (track.last > unit.to + 1)
            base::fail_at(described->place,
                          fmt::format("the stream ends in cycle {}, but its rows go on to cycle "
                                      "{}; allowed: rows up to the larger of stop and last + 1",
                                      unit.to, track.last));
        return unit;
    }
    unit.to = track.last;
    unit.from = track.last;
    for (const Intervals& intervals : unit.slots)
        if (!intervals.empty()) unit.from = std::min(unit.from, intervals.front().begin);
    return unit;
}

/// Assigns names to slots. Slots without a name, and slots of events that the generation does not
/// have, become empty.
class Naming {
 public:
    explicit Naming(names::EventNames names)
        : config_{std::move(names), {}},
          other_{names::other_generation(config_.names.generation())} {}

    void name(RecordedUnit& unit, const Track& track) {
        recording::UnitConfig named{unit.unit, {}};
        for (std::size_t slot = 0; slot < unit.slots.size(); ++slot) {
            const std::string& event = track.names.at(slot);
            if (event.empty() && !unit.slots.at(slot).empty()) {
                unit.slots.at(slot).clear();
                nameless_.push_back(
                    fmt::format("slot {} of {}", slot, words::to_string(unit.unit)));
            }
            if (event.empty() || event == "NONE") continue;
            if (const auto id = find(config_.names, unit.unit.module, event)) {
                named.events.at(slot) = *id;
            } else if (!unit.slots.at(slot).empty()) {
                unit.slots.at(slot).clear();
                unknown_.insert(event);
                if (find(other_, unit.unit.module, event)) others_.insert(event);
            }
        }
        config_.units.push_back(named);
    }
    [[nodiscard]] recording::TraceConfig take() { return std::move(config_); }
    [[nodiscard]] std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        if (!nameless_.empty())
            notes.push_back(fmt::format("ignored, because no row names their events: {}",
                                        fmt::join(nameless_, ", ")));
        if (!unknown_.empty()) notes.push_back(note_on_unknown());
        return notes;
    }

 private:
    [[nodiscard]] std::string note_on_unknown() const {
        return fmt::format("ignored, because {} has no such events: {}{}",
                           to_string(config_.names.generation()), fmt::join(unknown_, ", "),
                           others_.empty() ? std::string{}
                                           : fmt::format("; {} has {}, so that the recording may "
                                                         "be of such a device",
                                                         to_string(other_.generation()),
                                                         fmt::join(others_, ", ")));
    }
    [[nodiscard]] static std::optional<int> find(const names::EventNames& names,
                                                 words::Module module, const std::string& event) {
        try {
            return names.id(module, event);
        } catch (const base::InputError&) {
            return std::nullopt;
        }
    }

    recording::TraceConfig config_;
    names::EventNames other_;
    std::set<std::string> unknown_;
    std::set<std::string> others_;  ///< events of unknown_ that the other generation has
    std::vector<std::string> nameless_;
};

Naming naming_of(const Node& document, arch::Generation otherwise) {
    const Node* const device = document.find("device");
    if (device == nullptr || device->is_null()) return Naming{names::EventNames{otherwise}};
    const std::string& generation = device->as_string();
    try {
        return Naming{names::EventNames{generation}};
    } catch (const base::InputError& error) {
        device->fail(error.what());
    }
}

/// Do the rows name their events? They do in a file that contains only rows, as mlir-aie's parser
/// writes it.
bool names_events(const Node& document) {
    const Node* const device = document.find("device");
    return device == nullptr || !device->is_null();
}

}  // namespace

bool is_event_json(const std::filesystem::path& file) {
    std::ifstream input = base::open_regular_file(file);
    constexpr std::array<char, 2> kGzip{'\x1f', '\x8b'};
    std::array<char, 2> first{};
    input.read(first.data(), first.size());
    if (input.gcount() == static_cast<std::streamsize>(first.size()) && first == kGzip)
        throw base::InputError{
            fmt::format("'{}' is compressed. Unpack it with gunzip", file.string())};
    input.clear();
    input.seekg(0);
    char c = ' ';
    while (input.get(c) && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) {
    }
    return input && (c == '[' || c == '{');
}

Recorded read_event_json(const std::filesystem::path& file, arch::Generation generation,
                         std::size_t limit) {
    Rows rows{file.string(), limit};
    const Node document =
        base::load_json(file, {.max_bytes = base::kAnyBytes,
                               .bulk_key = recording::kRowsKey,
                               .bulk_may_be_root = true,
                               .take_item = [&](const Node& row) { rows.take(row); }});
    const std::map<Process, DescribedStream> streams = described_streams(document);
    Recorded recorded{.name = file.string()};
    Naming naming = naming_of(document, generation);
    std::vector<words::Unit> units;
    std::vector<std::optional<std::uint64_t>> timers;
    for (auto& [process, track] : rows.tracks()) {
        if (!track.unit) continue;
        const auto at = streams.find(process);
        const DescribedStream* const described = at == streams.end() ? nullptr : &at->second;
        recorded.units.push_back(recorded_unit(track, described));
        units.push_back(*track.unit);
        timers.push_back(described == nullptr ? std::nullopt : described->start_timer);
        const bool named = described == nullptr || described->has_names;
        if (names_events(document) && named) naming.name(recorded.units.back(), track);
    }
    if (recorded.units.empty())
        throw base::InputError{
            fmt::format("'{}' has no process of a trace unit; allowed: processes named as by "
                        "mlir-aie's parser, such as 'core_trace for tile2,1' for row 2 of column 1",
                        file.string())};
    recorded.put_on_common_time(timers);
    recorded.notes = naming.notes();
    if (names_events(document)) recorded.names = {naming.take(), units};
    if (rows.misfits() > 0)
        recorded.notes.push_back(fmt::format(
            "'{}' has {} rows that do not match the others of their event; they are ignored",
            file.string(), rows.misfits()));
    return recorded;
}

}  // namespace xdnasim::comparison
