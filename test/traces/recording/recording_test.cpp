// Recordings from silicon, decoded and encoded again. They are not part of the project: the
// environment variable XDNASIM_RECORDINGS names the folder they are in.

#include <algorithm>
#include <cstdlib>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/temporary_folder.hpp"
#include "traces/recording/event_json.hpp"
#include "traces/recording/statistics.hpp"
#include "traces/recording/word_source.hpp"

namespace xdnasim::recording {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Recordings : public testing::Test {
 protected:
    void SetUp() override {
        const char* const folder = std::getenv("XDNASIM_RECORDINGS");
        if (folder == nullptr) GTEST_SKIP() << "XDNASIM_RECORDINGS is not set";
        root_ = folder;
    }

    [[nodiscard]] static SlotNames names_of(const fs::path& config, const fs::path& words) {
        std::vector<words::Unit> units;
        for (const words::PacketHeader& header : units_of(words, words::Reading::AsWritten))
            units.push_back(header.unit);
        return {load_config(config), units};
    }

    [[nodiscard]] static std::string json_of(const fs::path& words, const SlotNames& names,
                                             words::Reading reading) {
        std::string text;
        EventJson events{units_of(words, reading), names, reading,
                         [&](std::string_view piece) { text += piece; }};
        events.finish(decode_file(words, reading, events));
        return text;
    }

    fs::path root_;
    TemporaryFolder folder_;
};

std::vector<std::uint32_t> words_in(const fs::path& file) {
    WordFile source{file};
    std::vector<words::Fault> faults;
    std::vector<std::uint32_t> words;
    for (auto part = source.next(faults); !part.empty(); part = source.next(faults))
        words.insert(words.end(), part.begin(), part.end());
    return words;
}

/// The packets of a recording by their headers, since the order in which packets of several units
/// reach the buffer is not fixed.
std::multimap<std::uint32_t, std::vector<std::uint32_t>> packets_in(
    const std::vector<std::uint32_t>& words) {
    std::multimap<std::uint32_t, std::vector<std::uint32_t>> packets;
    for (std::size_t i = 0; i + words::kPacketWords <= words.size(); i += words::kPacketWords) {
        const auto begin = words.begin() + static_cast<std::ptrdiff_t>(i);
        if (words[i] != 0) packets.emplace(words[i], std::vector(begin, begin + 8));
    }
    return packets;
}

TEST_F(Recordings, OfMlirAieGiveTheTextOfItsParser) {
    for (const char* name : {"test1", "test2"}) {
        const fs::path words = root_ / name / "trace.txt";
        const SlotNames names = names_of(root_ / name / "config.json", words);
        EXPECT_EQ(json::parse(json_of(words, names, words::Reading::AsReference)),
                  json::parse(content_of(root_ / name / "expected.json")))
            << name;
    }
}

TEST_F(Recordings, OfVectorScalarGiveItsEightTimes) {
    const fs::path words = root_ / "vector_scalar/trace_hw.bin";
    const fs::path config = root_ / "vector_scalar/config.json";
    const json decoded =
        json::parse(json_of(words, names_of(config, words), words::Reading::AsWritten));
    std::vector<std::vector<int>> kernels;
    for (const json& row : decoded["traceEvents"]) {
        if (row["ph"] != "B") continue;
        if (row["name"] == "INSTR_EVENT_0") kernels.push_back({row["ts"]});
        if (row["name"] == "INSTR_EVENT_1") kernels.back().push_back(row["ts"]);
    }
    EXPECT_EQ(kernels, json::parse(content_of(config))["facts"]["event0_event1"]);
}

TEST_F(Recordings, OfAddOneLastAsAnotherDecoderSays) {
    const fs::path words = root_ / "add_one/mode0_add_one_objfifo_r0.bin";
    const json decoded = json::parse(json_of(words, {}, words::Reading::AsWritten));
    std::map<std::string, std::map<std::string, std::vector<int>>> durations;
    std::map<std::pair<int, int>, int> begins;
    const std::map<int, std::string> units{{0, "0,2,1"}, {1, "3,1,1"}};
    for (const json& row : decoded["traceEvents"]) {
        if (row["ph"] == "M") continue;
        const std::pair<int, int> slot{row["pid"], row["tid"]};
        if (row["ph"] == "B") begins[slot] = row["ts"];
        // The other decoder ends an interval that is asserted last with the beginning of its last
        // cycle.
        else if (row["ts"] ==
                 decoded["streams"].at(static_cast<std::size_t>(slot.first))["last"].get<int>() + 1)
            durations[units.at(slot.first)][std::to_string(slot.second)].push_back(
                row["ts"].get<int>() - 1 - begins[slot]);
        else
            durations[units.at(slot.first)][std::to_string(slot.second)].push_back(
                row["ts"].get<int>() - begins[slot]);
    }
    for (auto& [unit, slots] : durations)
        for (auto& [slot, all] : slots)
            std::ranges::sort(all);
    EXPECT_EQ(
        json(durations),
        json::parse(content_of(root_ / "add_one/mode0_add_one_objfifo_r0.perfetto_expected.json")));
}

TEST_F(Recordings, DecodedAndEncodedAreTheSameWords) {
    for (const char* name : {"test1/trace.txt", "test2/trace.txt", "vector_scalar/trace_hw.bin",
                             "add_one/mode0_add_one_objfifo_r0.bin"}) {
        const fs::path file = root_ / name;
        const fs::path decoded =
            folder_.write("decoded.json", json_of(file, {}, words::Reading::AsWritten));
        const std::vector<std::uint32_t> before = words_in(file);
        const std::vector<std::uint32_t> after = encode_file(decoded);
        EXPECT_EQ(after.size(), before.size()) << name;
        EXPECT_EQ(packets_in(after), packets_in(before)) << name;
    }
}

}  // namespace
}  // namespace xdnasim::recording
