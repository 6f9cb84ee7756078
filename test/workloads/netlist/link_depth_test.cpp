// Tests of the number of buffers that a link has in its mem tile.

#include <gtest/gtest.h>

#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {
namespace {

/// Two nets end at mem tile 9, the first with its second sink, and one net starts there. `first`,
/// `second`, `out`: depths of these nets in the mem tile.
Netlist join(int first, int second, int out) {
    Netlist netlist;
    netlist.nets = {{.source = 0, .sinks = {7, 9}, .depths = {50, 60, first}},
                    {.source = 1, .sinks = {9}, .depths = {70, second}},
                    {.source = 9, .sinks = {2}, .depths = {out, 80}}};
    return netlist;
}

TEST(LinkDepth, IsTheMostThatANetAsksForInTheMemTile) {
    const Link link{.kind = LinkKind::Join, .mem = 9, .in = {0, 1}, .out = {2}};
    EXPECT_EQ(join(3, 1, 2).link_depth(link), 3);
    EXPECT_EQ(join(1, 4, 2).link_depth(link), 4);
    EXPECT_EQ(join(1, 2, 5).link_depth(link), 5);
}

}  // namespace
}  // namespace xdnasim::netlist
