// Networks that a search may choose from.

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::search {
namespace {

network::NetworkDesign two_layers() {
    network::NetworkDesign design;
    design.rows = 16;
    design.columns = 32;
    for (const int width : {32, 16}) {
        network::LayerDesign layer;
        layer.width = width;
        design.layers.push_back(layer);
    }
    return design;
}

// One stage is placed, and the limit is there before the second.
TEST(NetworkSpace, TellsASearchThatCameToItsLimitFromOneThatFoundAll) {
    const arch::Device device = test::device_named("versal-ve2802");
    const FastestByCores cut_off = fastest_by_cores(two_layers(), device, {}, {.max_in_vain = 1});
    EXPECT_TRUE(cut_off.designs.empty());
    EXPECT_FALSE(cut_off.complete);
    const FastestByCores all = fastest_by_cores(two_layers(), device, {});
    EXPECT_TRUE(all.complete);
    ASSERT_FALSE(all.designs.empty());
    EXPECT_EQ(all.designs.front().forecast.cores, 2) << "one for each layer";
}

}  // namespace
}  // namespace xdnasim::search
