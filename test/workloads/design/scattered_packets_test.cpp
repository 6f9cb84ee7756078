// More packet flows from one channel, and to one, than a port has match slots.

#include "test/workloads/design/scattered_packets.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

class ScatteredPackets : public RunWithData {
 protected:
    void expect_all_back(const std::vector<int>& ids) const {
        std::vector<std::int32_t> words(ids.size() * kWordsOfPacket);
        std::iota(words.begin(), words.end(), 1000);
        expect_all(scattered_packets(ids), words, words);
    }
};

TEST_F(ScatteredPackets, GoToMoreCoresThanAPortHasMatchSlots) {
    expect_all_back({0, 1, 2, 3, 4, 5});
    expect_all_back({7, 6, 5, 4, 3, 2, 1, 0});
}

/// No two ids of a column differ in only one bit, so no mask covers exactly two of them.
TEST_F(ScatteredPackets, GoToEightCoresWhoseIdsAreMixed) {
    expect_all_back({0, 3, 5, 6, 1, 2, 4, 7});
    expect_all_back({31, 17, 4, 22, 9, 14, 3, 28});
}

TEST(PacketFlow, OfAMaskIsThatOfOneIdWhereTheMaskHasAllBits) {
    const std::string text = scattered_packets({4, 5});
    const auto masked = [&](const std::string& mask) {
        return with(text, "aie.packet_flow(4) {", "aie.packet_flow(4, " + mask + ") {");
    };
    EXPECT_EQ(cycles_of(masked("31")), cycles_of(text));
    EXPECT_THAT(refusal(masked("30")),
                testing::HasSubstr("a packet flow of all ids under mask 30; allowed: a flow for "
                                   "each id"));
}

}  // namespace
}  // namespace xdnasim::design
