// More packet flows from one channel, and to one, than a port has match slots.

#include "test/workloads/design/scattered_packets.hpp"

#include <numeric>

#include <fmt/format.h>
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

/// scattered_packets({4, 6}) with another head of the flow to the first core.
std::string with_first_flow(const std::string& head) {
    return with(scattered_packets({4, 6}), "aie.packet_flow(4) {", head);
}

TEST_F(ScatteredPackets, FollowAMaskUnderWhichOneIdIsSent) {
    std::vector<std::int32_t> words(2 * kWordsOfPacket);
    std::iota(words.begin(), words.end(), 1000);
    int heads = 0;
    // Of the ids 4 and 5, or 0, 4, 16 and 20, only 4 is sent.
    for (const char* head : {"aie.packet_flow(0x5, mask = 0x1e) {", "aie.packet_flow(5, 30) {",
                             "aie.packet_flow(20, mask = 11) {"}) {
        expect_all(with_first_flow(head), words, words);
        ++heads;
    }
    EXPECT_EQ(heads, 3);
}

TEST(PacketFlow, OfAMaskIsRefusedWhereSeveralIdsOrNoneAreSent) {
    const auto refused = [](int mask) {
        return testing::HasSubstr(fmt::format(
            "a packet flow of all ids under mask {}; allowed: a flow for each id", mask));
    };
    EXPECT_THAT(refusal(with_first_flow("aie.packet_flow(4, mask = 28) {")), refused(28));
    EXPECT_THAT(refusal(with_first_flow("aie.packet_flow(8, mask = 30) {")), refused(30));
}

}  // namespace
}  // namespace xdnasim::design
