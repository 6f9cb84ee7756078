#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/map_reader.hpp"
#include "traces/recording/event_json.hpp"
#include "traces/words/encoder.hpp"

namespace xdnasim::recording {
namespace {

using base::MapReader;
using base::Node;

constexpr std::uint64_t kMaxCycle = std::uint64_t{1} << 36;  ///< some 30 s at 2 GHz

struct Change {
    std::uint64_t cycle = 0;
    std::uint8_t slot = 0;
    bool asserted = false;
};

struct Stream {
    base::Place place;
    words::PacketHeader header;
    std::optional<std::uint64_t> start_timer;
    std::optional<std::uint64_t> stop;
    std::vector<Change> changes;
};

// A decoded trace has more keys than those that are read here; they are for people.

/// The pid of a row or a stream.
std::uint64_t process_of(MapReader& map) {
    return pid_of(map.require("pid"));
}

Stream stream_of(MapReader& map) {
    const auto field = [&](std::string_view key, int max) {
        return static_cast<int>(map.require(key).as_int(0, max));
    };
    const auto cycle = [&](std::string_view key, std::uint64_t max) {
        const Node* const node = map.optional_or_null(key);
        return node == nullptr ? std::nullopt : std::optional{node->as_natural(max)};
    };
    return {.place = map.node().place(),
            .header = {.unit = {.module = map.require_one_of("module", words::kModules),
                                .tile = {field("col", words::kMaxHeaderColumn),
                                         field("row", words::kMaxHeaderRow)}},
                       .id = field("packet_id", words::kMaxPacketId)},
            .start_timer = cycle("start_timer", words::kMaxTimer),
            .stop = cycle("stop", kMaxCycle),
            .changes = {}};
}

enum class Phase : std::uint8_t { Begin, End, Name };

/// The rows of a trace by process, collected while the file is read: there may be many millions,
/// and a tree of them would take twenty times the memory.
class Rows {
 public:
    void take(const Node& row) {
        MapReader map{row};
        const auto phase = map.require("ph").as_choice<Phase>(
            {{"B", Phase::Begin}, {"E", Phase::End}, {"M", Phase::Name}});
        if (phase == Phase::Name) return;
        Process& process = processes_[process_of(map)];
        if (process.changes.empty()) process.first_row = row.place();
        const auto cycle = map.require("ts").as_int(1, kMaxCycle);
        const auto slot = map.require("tid").as_int(0, words::kSlots - 1);
        process.changes.push_back({.cycle = static_cast<std::uint64_t>(cycle),
                                   .slot = static_cast<std::uint8_t>(slot),
                                   .asserted = phase == Phase::Begin});
    }
    /// The changes of a process, which are removed. To be called once for each process.
    [[nodiscard]] std::vector<Change> take_changes(std::uint64_t process) {
        const auto node = processes_.extract(process);
        return node.empty() ? std::vector<Change>{} : std::move(node.mapped().changes);
    }
    void require_all_taken() const {
        if (!processes_.empty())
            base::fail_at(processes_.begin()->second.first_row,
                          "this pid does not belong to any stream listed in the file");
    }

 private:
    struct Process {
        base::Place first_row;
        std::vector<Change> changes;
    };
    std::map<std::uint64_t, Process> processes_;
};

std::vector<Stream> streams_of(MapReader& root, Rows& rows) {
    std::vector<Stream> streams;
    StreamPids pids;
    for (const Node& node : root.require("streams").as_sequence()) {
        MapReader map{node, fmt::format("streams.{}", streams.size())};
        const std::uint64_t process = process_of(map);
        pids.add(process, node);
        streams.push_back(stream_of(map));
        streams.back().changes = rows.take_changes(process);
    }
    rows.require_all_taken();
    return streams;
}

/// The slots that a unit asserts while its rows are read.
class Slots {
 public:
    [[nodiscard]] std::uint8_t mask() const { return mask_; }

    /// Throws InputError unless `change` takes its slot from one level to the other.
    void apply(const Change& change) {
        const auto bit = static_cast<std::uint8_t>(1U << change.slot);
        if (((mask_ & bit) != 0) == change.asserted)
            throw base::InputError{
                fmt::format("slot {} {} in cycle {}, but it {}", change.slot,
                            change.asserted ? "begins" : "ends", change.cycle,
                            change.asserted ? "has already begun" : "has not begun")};
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

/// The packets of all units. A few rows may stand for any number of words, so that a trace which is
/// too large is refused before it is encoded.
class PacketList {
 public:
    /// To be called before `cycles` of events are encoded. Throws InputError if they cannot fit.
    void announce(std::uint64_t cycles) {
        announced_ += cycles;
        require(announced_ / kMaxCyclesAWord <= kMaxEncodedWords);
    }

    /// Takes the packets that `encoder` has completed. `start`: time of the encoder's cycle 0.
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
            throw base::InputError{fmt::format(
                "its events need more than {} words. Trace fewer units or a shorter time",
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
            fmt::format("an event that begins in cycle {} or earlier does not end", since)};
}

void encode_stream(Stream& stream, PacketList& packets) {
    words::UnitEncoder encoder{stream.header};
    if (stream.start_timer) encoder.start(*stream.start_timer);
    encode_changes(stream, encoder, packets);
    if (stream.stop && *stream.stop < encoder.last_cycle())
        throw base::InputError{
            fmt::format("stop {}, but events continue until cycle {}. Move the stop behind them",
                        *stream.stop, encoder.last_cycle())};
    if (stream.stop)
        encoder.stop(*stream.stop);
    else
        encoder.flush();
    packets.take_from(encoder, stream.start_timer.value_or(0));
}

std::vector<std::uint32_t> encode(const Node& document, Rows& rows) {
    constexpr std::string_view kAllowed =
        "allowed: the JSON of a decoded trace, written without the reference's quirks";
    if (!document.is_map()) document.fail(fmt::format("this is not a decoded trace; {}", kAllowed));
    MapReader root{document};
    const Node* const given_words = root.optional_or_null("words");
    const std::uint64_t min_words =
        given_words == nullptr ? 0 : given_words->as_natural(kMaxEncodedWords);
    if (document.find(kRowsKey) == nullptr)
        document.fail(fmt::format("'{}' is missing; {}", kRowsKey, kAllowed));
    PacketList packets;
    for (Stream& stream : streams_of(root, rows)) {
        try {
            encode_stream(stream, packets);
        } catch (const base::InputError& error) {
            base::fail_at(stream.place, error.what());
        }
    }
    std::vector<std::uint32_t> words = packets.words_in_order_of_time();
    words.resize(std::max<std::size_t>(words.size(), min_words));
    return words;
}

}  // namespace

std::vector<std::uint32_t> encode_file(const std::filesystem::path& file) {
    Rows rows;
    const Node document =
        base::load_json(file, {.max_bytes = base::kAnyBytes,
                               .bulk_key = kRowsKey,
                               .take_item = [&](const Node& row) { rows.take(row); }});
    return encode(document, rows);
}

}  // namespace xdnasim::recording
