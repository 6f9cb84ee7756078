// Networks that a search may choose from.

#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "workloads/search/spaces.hpp"

namespace xdnasim::search {
namespace {

network::NetworkDesign two_layers(int rows = 16, int columns = 32,
                                  const std::vector<int>& widths = {32, 16}) {
    network::NetworkDesign design;
    design.rows = rows;
    design.columns = columns;
    for (const int width : widths) {
        network::LayerDesign layer;
        layer.width = width;
        design.layers.push_back(layer);
    }
    return design;
}

// With this limit, the search ends when it has placed one stage, before the second.
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

TEST(NetworkSpace, HasEveryNetworkThatIsCloseToTheFastestOnItsCoresOrFewer) {
    const arch::Device device = test::device_named("versal-ve2802");
    const network::NetworkDesign wide = two_layers(32, 16, {128, 128});
    std::set<std::string> names;
    for (const Design& design : fastest_by_cores(wide, device, {}).designs)
        EXPECT_TRUE(names.insert(design.name).second) << design.name << " twice";
    constexpr int kMost = 8;
    constexpr std::size_t kAll = 10'000;
    int close = 0;
    for (int cores = 2; cores <= kMost; ++cores) {
        NetworkSpace space{wide, device, {.count = kAll, .max_cores = cores}};
        ASSERT_LT(space.size(), kAll);
        const arch::Nanoseconds fastest = space.design(0).forecast.time;
        for (std::size_t i = 0; i < space.size(); ++i) {
            const Design design = space.design(i);
            if (design.forecast.cores != cores) continue;
            if (design.forecast.time > fastest * (1 + kForecastMargin)) break;
            EXPECT_TRUE(names.contains(design.name)) << design.name;
            ++close;
        }
    }
    EXPECT_GE(close, 10);
}

/// Cycles of the network that `design` runs, by the closed forms.
double estimated_cycles(const Design& design, const arch::Device& device) {
    const schedule::Workload& workload = *design.runs.front().workload;
    const auto cycles = [&](const kernels::Kernel& kernel) {
        return kernels::cycles_per_call(kernel, device);
    };
    return workload.estimate(workload.map(device), device, cycles).cycles();
}

TEST(NetworkSpace, ForecastsAllSamplesAsTheClosedFormsDo) {
    const arch::Device device = test::device_named("versal-ve2802");
    network::NetworkDesign many = two_layers();
    many.samples = 40;
    NetworkSpace space{many, device, {.count = 20}};
    ASSERT_EQ(space.size(), 20U);
    double before = 0;
    for (std::size_t i = 0; i < space.size(); ++i) {
        const Design design = space.design(i);
        const double cycles = device.exact_cycles(design.forecast.time);
        EXPECT_NEAR(cycles, estimated_cycles(design, device), 1e-3) << design.name;
        EXPECT_GE(cycles, before);
        before = cycles;
    }
    int by_cores = 0;
    for (const Design& design : fastest_by_cores(many, device, {}).designs) {
        EXPECT_NEAR(device.exact_cycles(design.forecast.time), estimated_cycles(design, device),
                    1e-3)
            << design.name;
        ++by_cores;
    }
    EXPECT_GE(by_cores, 3);
}

}  // namespace
}  // namespace xdnasim::search
