#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "traces/recording/event_json.hpp"
#include "traces/recording/json_fault.hpp"
#include "traces/recording/shown_value.hpp"
#include "traces/recording/word_source.hpp"
#include "traces/words/encoder.hpp"

namespace xdnasim::recording {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMaxCycle = std::uint64_t{1} << 36;  ///< some 30 s

constexpr std::string_view kDecodedTrace =
    "the JSON of a decoded trace, written without the reference's quirks";

struct Change {
    std::uint64_t cycle = 0;
    std::uint8_t slot = 0;
    bool asserted = false;
};

struct Stream {
    words::PacketHeader header;
    std::optional<std::uint64_t> start_timer;
    std::optional<std::uint64_t> stop;
    std::vector<Change> changes;
};

/// The value of `key`, which must be there.
const json& member(const json& object, const char* key) {
    if (!object.is_object())
        throw base::InputError{fmt::format("{} is not an object", shown(object))};
    const auto found = object.find(key);
    if (found == object.end())
        throw base::InputError{fmt::format("{} is missing; allowed: {}", key, kDecodedTrace)};
    return *found;
}

const std::string& text(const json& object, const char* key) {
    const json& value = member(object, key);
    if (!value.is_string())
        throw base::InputError{fmt::format("{} {}; allowed: a text", key, shown(value))};
    return value.get_ref<const std::string&>();
}

/// The value of `key`, from `min` to `max`.
std::uint64_t number(const json& object, const char* key, std::uint64_t min, std::uint64_t max) {
    const json& value = member(object, key);
    if (value.is_number_unsigned() && value >= min && value <= max) return value;
    throw base::InputError{
        fmt::format("{} {}; allowed: a whole number, {} to {}", key, shown(value), min, max)};
}

std::optional<std::uint64_t> optional_number(const json& object, const char* key,
                                             std::uint64_t max) {
    if (!object.contains(key) || member(object, key).is_null()) return std::nullopt;
    return number(object, key, 0, max);
}

Stream stream_of(const json& object) {
    const auto module = words::find_module(text(object, "module"));
    if (!module)
        throw base::InputError{fmt::format("module {}; allowed: core, memory, shim, memtile",
                                           shown(member(object, "module")))};
    const auto field = [&](const char* key, int max) {
        return static_cast<int>(number(object, key, 0, static_cast<std::uint64_t>(max)));
    };
    return {.header = {.unit = {.module = *module,
                                .tile = {field("col", words::kMaxHeaderColumn),
                                         field("row", words::kMaxHeaderRow)}},
                       .id = field("packet_id", words::kMaxPacketId)},
            .start_timer = optional_number(object, "start_timer", words::kMaxTimer),
            .stop = optional_number(object, "stop", kMaxCycle),
            .changes = {}};
}

Change change_of(const json& row) {
    const std::string& phase = text(row, "ph");
    if (phase != "B" && phase != "E")
        throw base::InputError{fmt::format("ph '{}'; allowed: B, E and M", phase)};
    return {.cycle = number(row, "ts", 1, kMaxCycle),
            .slot = static_cast<std::uint8_t>(number(row, "tid", 0, words::kSlots - 1)),
            .asserted = phase == "B"};
}

/// The rows of a trace by their process, taken while the file is read: there may be many millions,
/// and as JSON they would take twenty times the memory.
class Rows {
 public:
    void take(const json& row) {
        ++rows_;
        try {
            if (text(row, "ph") == "M") return;
            Process& process = processes_[number(row, "pid", 0, UINT32_MAX)];
            if (process.changes.empty()) process.first_row = rows_;
            process.changes.push_back(change_of(row));
        } catch (const base::InputError& error) {
            throw base::InputError{fmt::format("row {}: {}", rows_, error.what())};
        }
    }
    /// Each process once.
    [[nodiscard]] std::vector<Change> take_changes(std::uint64_t process) {
        const auto node = processes_.extract(process);
        return node.empty() ? std::vector<Change>{} : std::move(node.mapped().changes);
    }
    void require_all_taken() const {
        if (!processes_.empty())
            throw base::InputError{
                fmt::format("row {}: pid of no stream; allowed: those of streams",
                            processes_.begin()->second.first_row)};
    }

 private:
    struct Process {
        std::size_t first_row = 0;
        std::vector<Change> changes;
    };
    std::size_t rows_ = 0;
    std::map<std::uint64_t, Process> processes_;
};

/// All of the file but its rows, which go to `rows`.
json parse(std::istream& file, Rows& rows) {
    constexpr int kKeys = 1;
    constexpr int kItems = 2;
    bool in_rows = false;
    const auto take = [&](int depth, json::parse_event_t event, const json& parsed) {
        using Event = json::parse_event_t;
        if (event == Event::key && depth == kKeys) in_rows = parsed == "traceEvents";
        const bool whole = event == Event::object_end || event == Event::value;
        if (!in_rows || depth != kItems || !whole) return true;
        rows.take(parsed);
        return false;
    };
    return json::parse(file, take);
}

std::vector<Stream> streams_of(const json& root, Rows& rows) {
    static_cast<void>(member(root, "traceEvents"));
    std::vector<Stream> streams;
    std::set<std::uint64_t> processes;
    const json& list = member(root, "streams");
    if (!list.is_array())
        throw base::InputError{fmt::format("streams {}; allowed: a list", shown(list))};
    for (const json& object : list) {
        const std::uint64_t process = number(object, "pid", 0, UINT32_MAX);
        if (!processes.insert(process).second)
            throw base::InputError{
                fmt::format("pid {} of two streams; allowed: each its own", process)};
        streams.push_back(stream_of(object));
        streams.back().changes = rows.take_changes(process);
    }
    rows.require_all_taken();
    return streams;
}

/// What a unit's slots assert as its rows go by.
class Slots {
 public:
    [[nodiscard]] std::uint8_t mask() const { return mask_; }

    /// Throws InputError unless `change` takes its slot from one level to the other.
    void apply(const Change& change) {
        const auto bit = static_cast<std::uint8_t>(1U << change.slot);
        if (((mask_ & bit) != 0) == change.asserted)
            throw base::InputError{fmt::format("slot {} {} in cycle {}, but it {}", change.slot,
                                               change.asserted ? "begins" : "ends", change.cycle,
                                               change.asserted ? "has begun" : "has not begun")};
        std::uint64_t& begin = begins_.at(change.slot);
        if (!change.asserted && begin == change.cycle)
            throw base::InputError{fmt::format(
                "slot {} begins and ends in cycle {}; allowed: events of at least one cycle",
                change.slot, change.cycle)};
        begin = change.cycle;
        mask_ ^= bit;
    }

 private:
    std::uint8_t mask_ = 0;
    std::array<std::uint64_t, words::kSlots> begins_{};
};

/// The packets of all units. A few rows may stand for any number of words: what does not fit is
/// refused before it is encoded.
class PacketList {
 public:
    /// To be called before `cycles` of an event are encoded.
    void announce(std::uint64_t cycles) {
        announced_ += cycles;
        require(announced_ / kMaxCyclesAWord <= kMaxEncodedWords);
    }

    /// What `encoder` has completed; its cycle 0 is `start`.
    void take_from(words::UnitEncoder& encoder, std::uint64_t start) {
        for (words::Packet& packet : encoder.take_packets()) {
            packet.cycle += start;
            packets_.push_back(std::move(packet));
        }
        require(packets_.size() * words::kPacketWords <= kMaxEncodedWords);
    }

    [[nodiscard]] std::vector<std::uint32_t> words_in_order_of_time() {
        std::stable_sort(packets_.begin(), packets_.end(),
                         [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
        std::vector<std::uint32_t> words;
        words.reserve(packets_.size() * words::kPacketWords);
        for (const words::Packet& packet : packets_)
            words.insert(words.end(), packet.words.begin(), packet.words.end());
        return words;
    }

 private:
    static constexpr std::uint64_t kMaxCyclesAWord = 2 * words::kMaxRepeat;  ///< two repeats

    static void require(bool fits) {
        if (!fits)
            throw base::InputError{
                fmt::format("its events need more than {} words; allowed: fewer, of a shorter time "
                            "or fewer units",
                            kMaxEncodedWords)};
    }

    std::vector<words::Packet> packets_;
    std::uint64_t announced_ = 0;
};

void encode_changes(Stream& stream, words::UnitEncoder& encoder, PacketList& packets) {
    std::stable_sort(stream.changes.begin(), stream.changes.end(),
                     [](const Change& a, const Change& b) { return a.cycle < b.cycle; });
    Slots slots;
    std::uint64_t since = 0;
    for (const Change& change : stream.changes) {
        if (slots.mask() != 0) {
            packets.announce(change.cycle - since);
            encoder.hold(since, change.cycle, slots.mask());
            packets.take_from(encoder, stream.start_timer.value_or(0));
        }
        since = change.cycle;
        slots.apply(change);
    }
    if (slots.mask() != 0)
        throw base::InputError{
            fmt::format("an event that begins in cycle {} or before does not end", since)};
}

void encode_stream(Stream& stream, PacketList& packets) {
    words::UnitEncoder encoder{stream.header};
    if (stream.start_timer) encoder.start(*stream.start_timer);
    encode_changes(stream, encoder, packets);
    if (stream.stop && *stream.stop < encoder.last_cycle())
        throw base::InputError{
            fmt::format("stop {}, but events go on to cycle {}; allowed: a stop behind them",
                        *stream.stop, encoder.last_cycle())};
    if (stream.stop)
        encoder.stop(*stream.stop);
    else
        encoder.flush();
    packets.take_from(encoder, stream.start_timer.value_or(0));
}

std::vector<std::uint32_t> encode(const json& root, Rows& rows) {
    if (!root.is_object())
        throw base::InputError{
            fmt::format("{} is not a decoded trace; allowed: {}", shown(root), kDecodedTrace)};
    const auto total = optional_number(root, "words", kMaxEncodedWords).value_or(0);
    PacketList packets;
    for (Stream& stream : streams_of(root, rows))
        encode_stream(stream, packets);
    std::vector<std::uint32_t> words = packets.words_in_order_of_time();
    words.resize(std::max<std::size_t>(words.size(), total));
    return words;
}

}  // namespace

std::vector<std::uint32_t> encode_file(const std::filesystem::path& file) {
    std::ifstream stream = open_file(file);
    try {
        Rows rows;
        return encode(parse(stream, rows), rows);
    } catch (const json::parse_error& error) {
        throw json_fault(file, error);
    } catch (const json::exception&) {
        throw base::InputError{fmt::format(
            "'{}' has a number out of range; allowed: numbers of double precision", file.string())};
    } catch (const base::InputError& error) {
        throw base::InputError{fmt::format("'{}': {}", file.string(), error.what())};
    }
}

}  // namespace xdnasim::recording
