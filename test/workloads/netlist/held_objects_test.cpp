// Tests of the bytes that the objects of nets take in buffers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workloads/netlist/netlist.hpp"

namespace xdnasim::netlist {
namespace {

using arch::Bytes;
using testing::ElementsAre;

TEST(HeldObjects, AreOfWholeWords) {
    Netlist netlist;
    for (const int bytes : {1, 4, 6451})
        netlist.nets.push_back(
            {.source = 0, .sinks = {1}, .depths = {1, 1}, .object = Bytes{bytes}});
    EXPECT_THAT(held_objects(netlist), ElementsAre(Bytes{4}, Bytes{4}, Bytes{6452}));
    EXPECT_EQ(in_whole_words(netlist).net(2).object, Bytes{6452});
}

TEST(HeldObjects, GrowWithTheirPartsFromLinkToLink) {
    // Net 0 is split into nets 1 and 2, and net 1 into nets 3 and 4. The 5 bytes of nets 3 and 4
    // take 8 bytes each, so that net 1 takes 8 + 8 and net 0 takes 16 + 8 bytes.
    Netlist netlist;
    for (const int bytes : {17, 10, 7, 5, 5})
        netlist.nets.push_back(
            {.source = 0, .sinks = {1}, .depths = {1, 1}, .object = Bytes{bytes}});
    netlist.links = {{.kind = LinkKind::Distribute, .mem = 1, .in = {0}, .out = {1, 2}},
                     {.kind = LinkKind::Distribute, .mem = 1, .in = {1}, .out = {3, 4}}};
    EXPECT_THAT(held_objects(netlist),
                ElementsAre(Bytes{24}, Bytes{16}, Bytes{8}, Bytes{8}, Bytes{8}));
}

}  // namespace
}  // namespace xdnasim::netlist
