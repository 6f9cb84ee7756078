// The results with which runs are compared, worked out by hand.

#include <gtest/gtest.h>

#include "test/workloads/placed/placed_problem.hpp"
#include "workloads/placed/placed_parts.hpp"

namespace xdnasim::placed {
namespace {

using arch::Bytes;
using arch::TileKind;

std::vector<std::byte> bytes(std::initializer_list<int> values) {
    std::vector<std::byte> all;
    for (const int value : values)
        all.push_back(static_cast<std::byte>(value));
    return all;
}

TEST(Evaluation, SumsWhatComesInWithTheCoresNumberAndTheFiring) {
    // Core 2 ("b") takes 8 bytes (net 0) and 4 bytes that it has given at its last firing (net 1),
    // and gives 8 bytes (net 2).
    const Netlist netlist{
        "n",
        "xdna2-strix",
        {{TileKind::CompTile, "a"}, {TileKind::Shim, "s"}, {TileKind::CompTile, "b"}},
        {{1, {2}, {1, 1}, Bytes{8}, 0},
         {2, {2}, {2, 2}, Bytes{4}, 1},
         {2, {1}, {1, 1}, Bytes{8}, 0}},
        {}};
    schedule::HostMemory host{bytes({1, 2, 3, 4, 5, 6, 7, 8, 250, 0, 0, 0, 0, 0, 0, 0}),
                              bytes({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})};
    evaluate(netlist, 2, host);
    // Firing 0 of core 2 gives in + 0 (initial object) + 2 (number of the core) + 0 (earlier
    // firings). Firing 1 gives in + bytes 0 to 3 of the last output, repeated, + 2 + 1.
    EXPECT_EQ(host[1], bytes({3, 4, 5, 6, 7, 8, 9, 10,  //
                              (250 + 3 + 3) % 256, 7, 8, 9, 6, 7, 8, 9}));
}

TEST(Evaluation, DistributesAndJoinsByOffsetInTheOrderOfTheList) {
    // 12 bytes are distributed as 4 and 8 bytes; the join takes the nets in the opposite order.
    const Netlist netlist{"n",
                          "xdna2-strix",
                          {{TileKind::CompTile, "a"},
                           {TileKind::CompTile, "b"},
                           {TileKind::MemTile, "m"},
                           {TileKind::Shim, "s"}},
                          {{3, {2}, {1, 1}, Bytes{12}, 0},
                           {2, {0}, {1, 1}, Bytes{4}, 0},
                           {2, {1}, {1, 1}, Bytes{8}, 0},
                           {0, {2}, {1, 1}, Bytes{4}, 0},
                           {1, {2}, {1, 1}, Bytes{8}, 0},
                           {2, {3}, {1, 1}, Bytes{12}, 0}},
                          {{netlist::LinkKind::Distribute, 2, {0}, {1, 2}},
                           {netlist::LinkKind::Join, 2, {4, 3}, {5}}}};
    schedule::HostMemory host{bytes({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                              bytes({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})};
    evaluate(netlist, 1, host);
    EXPECT_EQ(host[1], bytes({6, 7, 8, 9, 10, 11, 12, 13, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace xdnasim::placed
