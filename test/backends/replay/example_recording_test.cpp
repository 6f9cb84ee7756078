// The example recording that the README describes: it is as described, and can be replayed.

#include <random>

#include <gtest/gtest.h>

#include "backends/replay/replay_backend.hpp"
#include "base/error.hpp"
#include "test/support/temporary_folder.hpp"
#include "traces/recording/statistics.hpp"
#include "traces/words/encoder.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {
namespace {

const std::filesystem::path kExample{XDNASIM_EXAMPLE_RECORDING};

constexpr std::uint64_t kKernel = 10'245;
constexpr std::uint64_t kPeriod = 10'312;
constexpr int kCalls = 4;

/// The words that a trace unit writes for the kernel calls of the example.
std::vector<std::uint32_t> words_of_the_times() {
    constexpr std::uint64_t kFirst = 5'833;
    constexpr std::uint8_t kBegins = 1 << 1;  // INSTR_EVENT_0, by the slots of the configuration
    constexpr std::uint8_t kEnds = 1 << 2;
    words::UnitEncoder encoder{
        {.unit = {.module = words::Module::Core, .tile = {.column = 1, .row = 2}}, .id = 1}};
    encoder.start(268'901);
    for (int call = 0; call < kCalls; ++call) {
        const std::uint64_t begin = kFirst + static_cast<std::uint64_t>(call) * kPeriod;
        encoder.hold(begin, begin + 1, kBegins);
        encoder.hold(begin + kKernel, begin + kKernel + 1, kEnds);
    }
    encoder.stop(57'250);
    std::vector<std::uint32_t> words;
    for (const words::Packet& packet : encoder.take_packets())
        words.insert(words.end(), packet.words.begin(), packet.words.end());
    return words;
}

TEST(ExampleRecording, IsReplayed) {
    const problem::Problem problem = problem::load_problem(kExample / "vector_scalar.yaml");
    const RunResult result =
        make_replay_backend(kExample)->run(problem::map_problem(problem), problem.device, {});
    EXPECT_EQ(result.device, "xdna-phoenix");
    EXPECT_FALSE(result.timed());
    ASSERT_TRUE(result.trace);
    EXPECT_EQ(result.trace->words, words_of_the_times());
}

TEST(ExampleRecording, ShowsTheTimesOfTheKernelInItsTrace) {
    const auto words = kExample / "trace.txt";
    const recording::TraceConfig config = recording::load_config(kExample / "manifest.json");
    recording::Statistics statistics{&config};
    const recording::Decoded decoded =
        recording::decode_file(words, words::Reading::AsWritten, statistics);
    EXPECT_EQ(decoded.faults.count(), 0U);
    const recording::SlotNames names{config, recording::units_of(decoded.streams)};
    const words::Unit unit = decoded.streams.at(0).header.unit;
    const recording::KernelTimes kernels =
        statistics.kernels(0, {.begin = names.slot_of(unit, "INSTR_EVENT_0").value(),
                               .end = names.slot_of(unit, "INSTR_EVENT_1").value()});
    EXPECT_EQ(kernels.length.count(), std::uint64_t{kCalls});
    EXPECT_EQ(kernels.length.min(), kKernel);
    EXPECT_EQ(kernels.length.max(), kKernel);
    EXPECT_EQ(kernels.period.min(), kPeriod);
    EXPECT_EQ(kernels.period.max(), kPeriod);
}

TEST(ExampleRecording, IsReadOrRefusedWhateverHappensToIt) {
    constexpr int kRounds = 500;
    std::mt19937 random{11};
    const TemporaryFolder folder;
    const auto below = [&](std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>{0, bound - 1}(random);
    };
    int refused = 0;
    for (int round = 0; round < kRounds; ++round) {
        for (const char* name : {"recording.json", "manifest.json", "trace.txt"})
            folder.write(name, content_of(kExample / name));
        const char* const damaged = round % 2 == 0 ? "recording.json" : "manifest.json";
        std::string text = content_of(kExample / damaged);
        text.replace(below(text.size()), below(8), std::string(below(3), "0\"{}[],:-x"[below(10)]));
        folder.write(damaged, text);
        try {
            static_cast<void>(load_recording(folder.path()));
        } catch (const base::InputError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, kRounds / 2);
}

}  // namespace
}  // namespace xdnasim::backends
