#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.hpp"
#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "workloads/netlist/netlist_file.hpp"

namespace xdnasim::netlist {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// Two cores in a ring; a shim feeds the first one through a mem tile.
const std::string kRing = R"({"name": "ring", "device": "npu2_8x6",
"nodes": [{"id": 0, "type": "COMP", "name": "a"},
          {"id": 1, "type": "COMP", "name": "b"},
          {"id": 2, "type": "MEM", "name": "m"},
          {"id": 3, "type": "SHIM", "name": "s"}],
"nets": [{"id": 0, "src_id": 0, "dst_ids": [1], "depths": [2, 2], "byte_size_per_depth": 64, "initial_tokens": 0},
         {"id": 1, "src_id": 1, "dst_ids": [0], "depths": [2, 2], "byte_size_per_depth": 64, "initial_tokens": 1},
         {"id": 2, "src_id": 3, "dst_ids": [2], "depths": [2, 2], "byte_size_per_depth": 64, "initial_tokens": 0},
         {"id": 3, "src_id": 2, "dst_ids": [0], "depths": [2, 2], "byte_size_per_depth": 64, "initial_tokens": 0}],
"links": [{"type": "copy", "mem": 2, "in": [2], "out": [3]}]})";

/// Returns the message with which the ring is refused when the first `was` in its text is replaced
/// by `is`.
std::string error_with(const std::string& was, const std::string& is) {
    const std::string text = replaced(kRing, was, is);
    return input_error(
        [&] { static_cast<void>(read_netlist(base::parse_json(text, "ring.json"))); });
}

TEST(BadNetlist, IsNoneAsLongAsNothingIsChanged) {
    const Netlist ring = read_netlist(base::parse_json(kRing, "ring.json"));
    EXPECT_EQ(ring.net(1).initial_tokens, 1);
    EXPECT_EQ(ring.count(arch::TileKind::CompTile), 2);
}

TEST(BadNetlist, HasNamesThatFitIntoALineOfAReport) {
    const std::string text = replaced(replaced(kRing, "\"ring\"", R"("a\nb\u001b[31m<&")"),
                                      "\"name\": \"a\"", R"("name": "\u2028x\ufffe")");
    const Netlist ring = read_netlist(base::parse_json(text, "ring.json"));
    EXPECT_EQ(ring.name, "a\\0Ab\\1B[31m<&");
    EXPECT_EQ(core_text(ring, 0), "core 0 '\\E2\\80\\A8x\\EF\\BF\\BE'");
}

TEST(BadNetlist, IsNamedWithItsPlaceAndWhatIsAllowed) {
    EXPECT_THAT(error_with(R"("id": 1, "type")", R"("id": 0, "type")"),
                AllOf(StartsWith("ring.json:3:18: "), HasSubstr("0 is the id of another node"),
                      HasSubstr("allowed: 1")));
    EXPECT_THAT(error_with(R"("id": 1, "src_id")", R"("id": 5, "src_id")"),
                AllOf(StartsWith("ring.json:7:17: "), HasSubstr("out of order")));
    EXPECT_THAT(error_with("\"COMP\"", "\"CORE\""),
                AllOf(StartsWith("ring.json:2:29: "), HasSubstr("COMP, MEM, SHIM")));
    EXPECT_THAT(error_with("\"src_id\": 0", "\"src_id\": 4"), HasSubstr("the ids of the nodes"));
    EXPECT_THAT(error_with("\"dst_ids\": [1]", "\"dst_ids\": [0]"), HasSubstr("to itself"));
    EXPECT_THAT(error_with("\"dst_ids\": [1]", "\"dst_ids\": []"),
                HasSubstr("a net needs at least one sink"));
    EXPECT_THAT(error_with("[1], \"depths\": [2, 2]", "[1, 1], \"depths\": [2, 2, 2]"),
                HasSubstr("core 1 'b' is already a sink of this net"));
    EXPECT_THAT(error_with("\"depths\": [2, 2]", "\"depths\": [2]"),
                HasSubstr("1 depths; allowed: 2"));
    EXPECT_THAT(error_with("\"initial_tokens\": 1", "\"initial_tokens\": 3"),
                HasSubstr("the depths of the net"));
    EXPECT_THAT(error_with("byte_size_per_depth", "byte_size_per_dept"),
                HasSubstr("byte_size_per_depth"));
    EXPECT_THAT(error_with("\"copy\"", "\"coyp\""), HasSubstr("copy"));
    EXPECT_THAT(error_with("\"mem\": 2", "\"mem\": 1"), HasSubstr("is a COMP; allowed: a MEM"));
    EXPECT_THAT(error_with("\"in\": [2]", "\"in\": [3]"), HasSubstr("net 3 does not end at"));
    EXPECT_THAT(error_with("\"out\": [3]", "\"out\": [3, 3]"), HasSubstr("in another link"));
    EXPECT_THAT(error_with("\"in\": [2]", "\"in\": []"),
                HasSubstr("a copy of 0 to 1 nets; allowed: one to one"));
    EXPECT_THAT(error_with(R"({"type": "copy", "mem": 2, "in": [2], "out": [3]})", ""),
                AllOf(StartsWith("ring.json:8:10: "), HasSubstr("is in no link there")));
}

TEST(BadNetlist, HasLinksOfNetsThatItHasNot) {
    const std::string nets = kRing.substr(kRing.find("\"nets\""));
    EXPECT_THAT(error_with(nets.substr(0, nets.find("\"links\"")), "\"nets\": [],\n"),
                AllOf(StartsWith("ring.json:7:"), HasSubstr(": the netlist has no nets")));
}

TEST(BadNetlist, HasPartsLargerThanTheWhole) {
    // Net 3 takes objects of 128 bytes from the mem tile, which net 2 fills with objects of 64
    // bytes.
    const std::string net = R"("dst_ids": [0], "depths": [2, 2], "byte_size_per_depth": )";
    const std::string tail = R"(, "initial_tokens": 0}],)";
    EXPECT_THAT(error_with(net + "64" + tail, net + "128" + tail),
                AllOf(StartsWith("ring.json:10:11: "),
                      HasSubstr("the parts of a copy have 128 bytes; allowed: at most the 64 of "
                                "net 2")));
}

TEST(BadNetlist, NamesTheCyclesOfADeadlock) {
    EXPECT_THAT(error_with("\"initial_tokens\": 1", "\"initial_tokens\": 0"),
                AllOf(StartsWith("ring.json:6:10: "), HasSubstr("a -> b -> a"),
                      HasSubstr("initial tokens")));
}

}  // namespace
}  // namespace xdnasim::netlist
