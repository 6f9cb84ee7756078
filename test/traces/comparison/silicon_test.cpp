// Recordings from silicon. Whole ones are not part of the project: the environment variable
// XDNASIM_RECORDINGS names the folder they are in.

#include <cstdlib>

#include <gtest/gtest.h>

#include "test/support/temporary_folder.hpp"
#include "traces/comparison/comparison.hpp"

namespace xdnasim::comparison {
namespace {

/// The words of xdna-emu's vector_scalar on a Phoenix: four of its eight kernel calls.
constexpr const char* kVectorScalar =
    "00220001\nf0000000\n00041a65\na416c8fe\na82804fe\n8442fefe\na82804fe\n8442fefe\n"
    "00220001\na82804fe\n8442fefe\na82804fe\ndc0027fc\nfefefefe\nfefefefe\nfefefefe\n";
constexpr const char* kConfig =
    R"({"device": "npu1", "streams": [{"module": "core", "row": 2, "col": 0,
        "slots": [0, "INSTR_EVENT_0", "INSTR_EVENT_1"]}]})";

void expect_equal_to_itself(const std::filesystem::path& words,
                            const std::filesystem::path& config) {
    const Recorded measured = read_recording(words, config);
    Recorded simulated = measured;
    const Comparison found = compare(measured, simulated, {});
    EXPECT_TRUE(found.passed());
    ASSERT_EQ(found.units.size(), 1U);
    const std::vector<Result>& kernels = found.units.front().kernels;
    ASSERT_EQ(kernels.size(), 3U);
    EXPECT_EQ(kernels[0].measured.lengths.mean(), 10'245);
    EXPECT_EQ(kernels[1].measured.lengths.mean(), 10'312);
    EXPECT_EQ(kernels[2].measured.lengths.mean(), 67);
}

TEST(RecordingOfSilicon, IsEqualToItself) {
    const TemporaryFolder folder;
    expect_equal_to_itself(folder.write("words.txt", kVectorScalar),
                           folder.write("config.json", kConfig));
}

TEST(RecordingOfSilicon, IsEqualToItselfAsAWhole) {
    const char* const folder = std::getenv("XDNASIM_RECORDINGS");
    if (folder == nullptr) GTEST_SKIP() << "XDNASIM_RECORDINGS is not set";
    const auto root = std::filesystem::path{folder} / "vector_scalar";
    expect_equal_to_itself(root / "trace_hw.bin", root / "config.json");
}

}  // namespace
}  // namespace xdnasim::comparison
