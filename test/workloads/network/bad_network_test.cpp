// Networks that are refused, each with a message that names the place of the error.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/replaced_text.hpp"
#include "test/workloads/network/network_problem.hpp"
#include "workloads/mapping/mapping.hpp"

namespace xdnasim::network {
namespace {

using test::problem_of;
using test::small_text_of;
using test::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(int m, int k, const std::vector<std::string>& layers,
                    const std::string& more = "") {
    return input_error([&] { return problem_of(text_of(m, k, layers, more)); });
}

TEST(BadNetworks, AreRefusedWithThePlaceOfWhatIsWrong) {
    EXPECT_THAT(refusal(16, 16, {"widht: 16"}),
                AllOf(StartsWith("network.yaml:6:"), HasSubstr("width")));
    EXPECT_THAT(refusal(0, 16, {"width: 16"}),
                AllOf(StartsWith("network.yaml:4:"), HasSubstr("from 1")));
    EXPECT_THAT(refusal(16, 16, {"width: 16, split: {a: 3}"}),
                HasSubstr("6:30: 3 is not a power of two; nearest: 2 and 4"));
    EXPECT_THAT(refusal(16, 16, {"width: 16, link: dma"}),
                HasSubstr("there is no layer before the first one"));
    EXPECT_THAT(refusal(16, 16, {"width: 16, aggregate: sum", "width: 16, aggregate: mean"}),
                AllOf(StartsWith("network.yaml:7:"), HasSubstr("aggregates the rows already")));
    EXPECT_THAT(refusal(24, 16, {"width: 16, aggregate: mean"}),
                HasSubstr("takes a power of two: 16 or 32"));
    EXPECT_THAT(refusal(16, 16, {"width: 16, link: cascad"}), HasSubstr("cascade"));
    EXPECT_THAT(refusal(16, 16, {"width: 16", "width: 16, aggregate: sum, split: {c: 1}, relu: 2"}),
                AllOf(StartsWith("network.yaml:7:"), HasSubstr("not a boolean")));
    EXPECT_THAT(refusal(16, 16, {"width: 16, split: {a: 4}"}),
                HasSubstr("a tile has at least 8, so that a is at most 2"));
    EXPECT_THAT(refusal(16, 16, {"width: 16, split: {b: 4}"}), HasSubstr("b is at most 2"));
    EXPECT_THAT(refusal(16, 16, {"width: 16, row: 2"}), HasSubstr("from 3 to 10"));
    EXPECT_THAT(refusal(16, 16, {}, ""), HasSubstr("network.yaml:"));
}

TEST(BadNetworks, ThatDoNotFitSayWhatIsMissing) {
    EXPECT_THAT(refusal(64, 64,
                        {"width: 64, split: {a: 8, b: 8, c: 1}", "width: 64, split: {a: 8, b: 8}",
                         "width: 64, split: {a: 8, b: 8}", "width: 64, split: {a: 8, b: 8}",
                         "width: 64, split: {a: 8, b: 8}"}),
                AllOf(HasSubstr("network.yaml:10:"),
                      HasSubstr("need at least 320 cores, but 304 may be used"),
                      HasSubstr("; it fits with layers.4.split {a: ")));
    EXPECT_THAT(refusal(16, 32,
                        {"width: 32, split: {a: 1, b: 1, c: 1}, column: 5, row: 3",
                         "width: 32, split: {a: 1, b: 1, c: 1}, column: 5, row: 3"}),
                HasSubstr("it needs 1 column x 1 row of cores, which are not all free at column 5, "
                          "row 3; it fits with layers.1 at ("));
    EXPECT_THAT(refusal(64, 64, {"width: 64", "width: 64, split: {a: 8, c: 2}"}),
                HasSubstr("a x c is 16; versal-ve2802 has 8 rows of cores"));
    EXPECT_THAT(refusal(64, 64, {"width: 64", "width: 64, link: cascade, column: 20"}),
                HasSubstr("the cascade does not lead to it: it is at (20,"));
    EXPECT_THAT(
        refusal(64, 64, {"width: 64, split: {a: 8}", "width: 64, link: cascade, split: {a: 2}"}),
        HasSubstr("M is split by 8 before it and by 2 in it; both must be equal"));
    EXPECT_THAT(refusal(64, 256, {"width: 256, split: {a: 8, b: 1, c: 1}"}),
                HasSubstr("network.layers.0.split: its weights and two buffers of inputs and of "
                          "outputs each need 73,728 bytes of a core, which has "));
    EXPECT_THAT(refusal(64, 64,
                        {"width: 64, split: {a: 4, b: 1, c: 1}",
                         "width: 64, link: cascade, split: {a: 8, b: 1, c: 1}"}),
                HasSubstr("M is split by 4 before it and by 8 in it"));
    EXPECT_THAT(refusal(64, 64,
                        {"width: 64, split: {a: 8, b: 1, c: 1}",
                         "width: 128, link: dma, split: {a: 1, b: 1, c: 8}"}),
                HasSubstr("with packets of 8 cores to 8, the link to it needs 20 BDs of a core of "
                          "layer 0, which has 16"));
    EXPECT_THAT(refusal(64, 64,
                        {"width: 64, split: {a: 8, b: 1, c: 1}",
                         "width: 64, link: dma, split: {a: 1, b: 1, c: 4}",
                         "width: 64, link: dma, split: {a: 1, b: 1, c: 4}"}),
                HasSubstr("BDs of a core of layer 1, which has 16"));
    EXPECT_THAT(refusal(64, 512, {"width: 512, split: {a: 1, b: 1, c: 1}"}),
                HasSubstr("each need 393,216 bytes of a core, which has 64,512 beside its stack"));
}

std::string refusal_of_small_device(const std::vector<std::string>& layers) {
    return input_error([&] { return problem_of(small_text_of(64, 64, layers)); });
}

TEST(BadNetworks, ThatAskForMoreRowsOrColumnsOfCoresThanThereAreSayForWhich) {
    EXPECT_THAT(refusal_of_small_device({"width: 64, split: {a: 8, b: 2}"}),
                HasSubstr("network.layers.0.split: a is 8; versal-ve2302 has 2 rows of cores"));
    EXPECT_THAT(refusal_of_small_device({"width: 64", "width: 64, split: {c: 4}"}),
                HasSubstr("network.layers.1.split: c is 4; versal-ve2302 has 2 rows of cores"));
    EXPECT_THAT(refusal(8, 1024, {"width: 16, split: {b: 64}"}),
                HasSubstr("b is 64; versal-ve2802 has 38 columns"));
}

// A buffer of 64 x 128 activations takes 8,192 bytes. A MemTile of 8,192 bytes has room for one
// such buffer, not for the two that the link needs.
TEST(BadNetworks, ThatFillAMemTileNameItAndWhatItHas) {
    const std::string text =
        replaced(text_of(64, 64,
                         {"width: 128, split: {a: 1, b: 1, c: 1}",
                          "width: 64, link: mem-tile, split: {a: 1, b: 1, c: 1}"}),
                 "versal-ve2802", "{base: versal-ve2802, set: {mem_tile.memory: 8192}}");
    EXPECT_THAT(input_error([&] {
                    const problem::Problem problem = problem_of(text);
                    return mapping::map_workload(problem.workload, problem.device);
                }),
                AllOf(HasSubstr("network.layers.1: the activations of core ("),
                      HasSubstr("2 buffers of 8,192 bytes, do not fit into the 8,192 bytes of "
                                "mem tile ("),
                      HasSubstr("use another link to this layer")));
}

TEST(BadNetworks, OfMoreLayersThanThereAreCoresSayHowManyTheyTakeAtLeast) {
    EXPECT_THAT(refusal_of_small_device(std::vector<std::string>(40, "width: 32")),
                AllOf(HasSubstr("network.layers.34: this layer and those before it need at least "
                                "35 cores, but 34 may be used"),
                      HasSubstr("; no splits, places and links of its layers fit 17 x 2 cores")));
}

// Split into 8 parts, 4,096 rows leave each core 512. It holds 8 x 64 bytes of weights, two buffers
// of 512 x 8 and two of 512 x 64: 74,240 bytes.
TEST(BadNetworks, ThatNoMemoryHasRoomForSayHowMuchIsMissingAndWhatFits) {
    EXPECT_THAT(refusal(4096, 64, {"width: 64"}),
                HasSubstr("network.layers.0: its smallest split, 8x8x1, takes 74,240 bytes of a "
                          "core, 9,728 more than there are beside its stack; the layer fits with "
                          "input.m 2048 or less"));
    EXPECT_NO_THROW(problem_of(text_of(2048, 64, {"width: 64"})));
    EXPECT_THAT(refusal(64, 256, {"width: 256, split: {a: 8, b: 1, c: 1}"}),
                HasSubstr("; the layer fits with layers.0.split {a: 1, b: 1, c: 4}"));
    EXPECT_NO_THROW(problem_of(text_of(64, 256, {"width: 256, split: {a: 1, b: 1, c: 4}"})));
    EXPECT_THAT(refusal(64, 256, {"width: 256, split: {a: 8, b: 1}"}),
                HasSubstr("its smallest split, 8x1x1, takes 73,728 bytes"));
}

// With 1,024 rows, A fits into the cores only in 8 x 32 = 256 parts. Each part takes a port from
// the PL, of which there are 112.
TEST(BadNetworks, NameNoSizeWhoseSplitsTakeMorePortsThanThereAre) {
    EXPECT_THAT(refusal(4096, 4096, {"width: 32"}),
                HasSubstr("the layer fits with input.m 256 or less"));
    EXPECT_NO_THROW(problem_of(text_of(256, 4096, {"width: 32"})));
    EXPECT_THAT(refusal(1024, 4096, {"width: 32"}), HasSubstr("256 inputs of 128 bit"));
}

// A column has 6 streams to its cores, 38 columns have 228. 8 layers of 32 cores with a stream each
// need 256.
TEST(BadNetworks, ThatTakeMoreStreamsBelowTheCoresThanThereAreSayHowMany) {
    const std::vector<std::string> layers(8, "width: 64, split: {a: 8, b: 4, c: 1}");
    EXPECT_THAT(
        refusal(64, 64, layers, "  link: mem-tile\n"),
        AllOf(HasSubstr("network.layers.7: up to it, the network takes 256 streams from mem "
                        "tiles and the PL to cores, and versal-ve2802 has 228"),
              HasSubstr("; with splits, places and links left open in all layers it fits")));
    EXPECT_THAT(refusal(64, 64,
                        {"width: 64, split: {a: 8, b: 1, c: 1}",
                         "width: 64, link: mem-tile, split: {a: 1, b: 1, c: 1}"}),
                HasSubstr("takes activations of 8 cores through a mem tile, which 4 streams from "
                          "cores reach"));
}

TEST(BadNetworks, NeedProgrammableLogic) {
    const std::string text =
        replaced(text_of(16, 16, {"width: 16"}), "versal-ve2802", "xdna-phoenix");
    EXPECT_THAT(input_error([&] { return problem_of(text); }),
                HasSubstr("has no programmable logic to send samples from; allowed: devices "
                          "with a section 'pl', such as versal-ve2802 and versal-ve2302"));
}

}  // namespace
}  // namespace xdnasim::network
