// Recordings from silicon. They are not part of the project: the environment variable
// XDNASIM_RECORDINGS names the folder they are in.

#include <cstdlib>

#include <gtest/gtest.h>

#include "xdnasim/traces/comparison/comparison.hpp"

namespace xdnasim::comparison {
namespace {

TEST(RecordingOfSilicon, IsEqualToItself) {
    const char* const folder = std::getenv("XDNASIM_RECORDINGS");
    if (folder == nullptr) GTEST_SKIP() << "XDNASIM_RECORDINGS is not set";
    const auto root = std::filesystem::path{folder} / "vector_scalar";
    const Recorded measured = read_recording(root / "trace_hw.bin", root / "config.json");
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

}  // namespace
}  // namespace xdnasim::comparison
