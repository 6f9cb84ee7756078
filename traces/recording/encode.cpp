#include "xdnasim/traces/recording/encode.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/traces/recording/shown_value.hpp"
#include "xdnasim/traces/words/encoder.hpp"

namespace xdnasim::recording {
namespace {

using nlohmann::json;

/// Some 30 s: an event that lasts longer would make a file out of all proportion.
constexpr std::uint64_t kMaxCycle = std::uint64_t{1} << 36;
constexpr std::uint64_t kMaxWords = std::uint64_t{1} << 28;

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

/// "value" of `where`, from `min` to `max`.
std::uint64_t number(const json& object, const char* key, std::uint64_t min, std::uint64_t max) {
    const json& value = object.at(key);
    if (value.is_number_unsigned() && value >= min && value <= max) return value;
    throw arch::InputError{
        fmt::format("{} {}; allowed: a whole number, {} to {}", key, shown(value), min, max)};
}

std::optional<std::uint64_t> optional_number(const json& object, const char* key,
                                             std::uint64_t max) {
    if (!object.contains(key) || object.at(key).is_null()) return std::nullopt;
    return number(object, key, 0, max);
}

Stream stream_of(const json& object) {
    const auto module = words::find_module(object.at("module").get<std::string>());
    if (!module)
        throw arch::InputError{fmt::format("module {}; allowed: core, memory, shim, memtile",
                                           shown(object.at("module")))};
    constexpr std::uint64_t kMaxField = 1000;  // the header's own limits are tighter
    return {.header = {.unit = {.module = *module,
                                .tile = {static_cast<int>(number(object, "col", 0, kMaxField)),
                                         static_cast<int>(number(object, "row", 0, kMaxField))}},
                       .id = static_cast<int>(number(object, "packet_id", 0, kMaxField))},
            .start_timer = optional_number(object, "start_timer", words::kMaxTimer),
            .stop = optional_number(object, "stop", kMaxCycle),
            .changes = {}};
}

Change change_of(const json& row) {
    const auto phase = row.at("ph").get<std::string>();
    if (phase != "B" && phase != "E")
        throw arch::InputError{fmt::format("ph '{}'; allowed: B, E and M", phase)};
    return {.cycle = number(row, "ts", 1, kMaxCycle),
            .slot = static_cast<std::uint8_t>(number(row, "tid", 0, words::kSlots - 1)),
            .asserted = phase == "B"};
}

std::vector<Stream> streams_of(const json& root) {
    std::vector<Stream> streams;
    std::map<std::uint64_t, std::size_t> stream_of_process;
    for (const json& object : root.at("streams")) {
        stream_of_process[number(object, "pid", 0, UINT32_MAX)] = streams.size();
        streams.push_back(stream_of(object));
    }
    std::size_t number_of_row = 0;
    for (const json& row : root.at("traceEvents")) {
        ++number_of_row;
        try {
            if (row.at("ph") == "M") continue;
            const auto process = stream_of_process.find(number(row, "pid", 0, UINT32_MAX));
            if (process == stream_of_process.end())
                throw arch::InputError{"pid of no stream; allowed: those of streams"};
            streams[process->second].changes.push_back(change_of(row));
        } catch (const arch::InputError& error) {
            throw arch::InputError{fmt::format("row {}: {}", number_of_row, error.what())};
        }
    }
    return streams;
}

/// Throws InputError unless `change` takes the slot from one level to the other.
void apply(const Change& change, std::uint8_t& mask) {
    const auto bit = static_cast<std::uint8_t>(1U << change.slot);
    if (((mask & bit) != 0) == change.asserted)
        throw arch::InputError{fmt::format("slot {} {} in cycle {}, but it {}", change.slot,
                                           change.asserted ? "begins" : "ends", change.cycle,
                                           change.asserted ? "has begun" : "has not begun")};
    mask ^= bit;
}

void encode_changes(std::vector<Change> changes, words::UnitEncoder& encoder) {
    std::stable_sort(changes.begin(), changes.end(),
                     [](const Change& a, const Change& b) { return a.cycle < b.cycle; });
    std::uint8_t mask = 0;
    std::uint64_t since = 0;
    for (const Change& change : changes) {
        if (mask != 0) encoder.hold(since, change.cycle, mask);
        since = change.cycle;
        apply(change, mask);
    }
    if (mask != 0)
        throw arch::InputError{
            fmt::format("an event that begins in cycle {} or before does not end", since)};
}

std::vector<words::Packet> packets_of(const Stream& stream) {
    words::UnitEncoder encoder{stream.header};
    if (stream.start_timer) encoder.start(*stream.start_timer);
    encode_changes(stream.changes, encoder);
    if (stream.stop)
        encoder.stop(std::max(*stream.stop, encoder.last_cycle()));
    else
        encoder.flush();
    std::vector<words::Packet> packets = encoder.take_packets();
    for (words::Packet& packet : packets)
        packet.cycle += stream.start_timer.value_or(0);
    return packets;
}

std::vector<std::uint32_t> encode(const json& root) {
    std::vector<words::Packet> packets;
    for (const Stream& stream : streams_of(root)) {
        const auto of_stream = packets_of(stream);
        packets.insert(packets.end(), of_stream.begin(), of_stream.end());
    }
    std::stable_sort(packets.begin(), packets.end(),
                     [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
    std::vector<std::uint32_t> words;
    for (const words::Packet& packet : packets)
        words.insert(words.end(), packet.words.begin(), packet.words.end());
    const auto total = optional_number(root, "words", kMaxWords).value_or(0);
    words.resize(std::max<std::size_t>(words.size(), total));
    return words;
}

}  // namespace

std::vector<std::uint32_t> encode_file(const std::filesystem::path& file) {
    std::ifstream stream{file};
    if (!stream || !std::filesystem::is_regular_file(file))
        throw arch::InputError{fmt::format("cannot read '{}'", file.string())};
    try {
        return encode(json::parse(stream));
    } catch (const json::exception& error) {
        throw arch::InputError{
            fmt::format("'{}' is no decoded trace: {}; allowed: what `xdnasim trace decode --json` "
                        "writes without --reference-quirks",
                        file.string(), error.what())};
    } catch (const arch::InputError& error) {
        throw arch::InputError{fmt::format("'{}': {}", file.string(), error.what())};
    }
}

}  // namespace xdnasim::recording
