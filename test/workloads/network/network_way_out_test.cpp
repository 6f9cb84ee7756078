// Networks that fit, as error messages name them, and the limits of the search for them.

#include "workloads/network/network_way_out.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "workloads/network/network_search.hpp"

namespace xdnasim::network {
namespace {

using testing::StartsWith;

struct Place {
    std::size_t layer;
    int column;
};

/// A network with layers of one width. `places`: layers that are fixed in the southernmost row of
/// cores, and their columns.
NetworkDesign design_of(int rows, int width, std::size_t layers, const std::vector<Place>& places) {
    NetworkDesign design;
    design.rows = rows;
    design.columns = width;
    design.layers.resize(layers);
    for (LayerDesign& layer : design.layers)
        layer.width = width;
    for (const auto& [layer, column] : places) {
        design.layers[layer].column = column;
        design.layers[layer].row = 3;
    }
    return design;
}

/// Two layers that are fixed at the same core, of which the first takes most of the memory of its
/// cores.
NetworkDesign full_cores() {
    NetworkDesign design = design_of(256, 64, 2, {{0, 10}, {1, 10}});
    design.layers[0].split.a = 4;
    design.layers[1].split.a = 1;
    for (LayerDesign& layer : design.layers)
        layer.split.b = layer.split.c = 1;
    return design;
}

// 256 x 64 activations are 16,384 bytes. Besides 4,096 bytes of weights and its stack, a core of
// the second layer has room for three such buffers, but needs four if packets or a MemTile bring
// them.
TEST(NetworkWayOut, IsAlsoFoundWhereALinkTakesMoreMemoryThanACoreHas) {
    const arch::Device device = xdnasim::test::device_named("versal-ve2802");
    NetworkDesign design = full_cores();
    EXPECT_EQ(way_out(design, 1, device).text, "; it fits with layers.1.split {a: 2, b: 4, c: 4}");
    design.layers[1].link = Link::MemTile;
    const SearchResult found = search(design, device);
    EXPECT_TRUE(found.best.empty());
    ASSERT_TRUE(found.misfit.has_value());
    EXPECT_EQ(found.misfit->layer, 1U);
    EXPECT_EQ(found.misfit->message, "no split of it fits into a core");
}

// Each layer has at least as many outputs as there are columns from its place to the end of the
// array. Two pairs of layers are fixed at one place each, so that no change of a single layer parts
// both.
TEST(NetworkWayOut, IsLookedForWithASetNumberOfStagesHoweverManySearchesThatTakes) {
    const arch::Device device = xdnasim::test::device_named("versal-ve2802");
    const NetworkDesign design = design_of(128, 128, 12, {{8, 30}, {9, 30}, {10, 35}, {11, 35}});
    const WayOut way = way_out(design, 9, device);
    EXPECT_THAT(way.text, StartsWith("; "));
    EXPECT_GT(way.stages_placed, kStagesForWayOut / 10);
    // The last search is successful; it continues for as many stages as a search without success.
    EXPECT_LE(way.stages_placed, 2 * kStagesForWayOut);
    const WayOut sooner = way_out(design, 9, device, {.max_in_vain = 10'000});
    EXPECT_LE(sooner.stages_placed, 20'000);
}

}  // namespace
}  // namespace xdnasim::network
