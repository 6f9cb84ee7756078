#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/parameter_name.hpp"
#include "test/workloads/tracing/example_designs.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/tracing/trace_parts.hpp"

namespace xdnasim::tracing {
namespace {

using testing::ElementsAre;
using words::Module;
using words::Unit;

class DefaultUnits : public test::OnBothGenerations {
 protected:
    [[nodiscard]] std::vector<Unit> units(const schedule::Schedule& schedule, Route route) const {
        std::vector<Unit> units;
        for (const UnitRequest& request : default_units(schedule, device_, route))
            units.push_back(request.unit);
        return units;
    }
};

TEST_P(DefaultUnits, OfAGemmAreShimAndMemTileOfItsFirstColumn) {
    EXPECT_THAT(units(test::gemm_on(device_), Route::Streams),
                ElementsAre(Unit{Module::Shim, {0, 0}}, Unit{Module::MemTile, {0, 1}}));
}

TEST_P(DefaultUnits, OfAGemmThatSharesItsStreamsTakeACoreAsWell) {
    EXPECT_THAT(units(test::gemm_on(device_), Route::Share),
                ElementsAre(Unit{Module::Shim, {0, 0}}, Unit{Module::MemTile, {0, 1}},
                            Unit{Module::Core, {0, 2}}));
}

TEST_P(DefaultUnits, OfAnIdealTraceAreAllTilesThatWork) {
    const schedule::Schedule schedule = test::gemm_on(device_);
    const std::vector<Unit> all = units(schedule, Route::Ideal);
    EXPECT_EQ(all.size(), schedule.tiles.size());
    EXPECT_EQ(std::ranges::count(all, Module::Core, &Unit::module), device_.columns * 4);
}

TEST_P(DefaultUnits, OfADesignWithRoomTakeItsCoreInAnyCase) {
    EXPECT_THAT(units(test::chain_on(device_), Route::Streams),
                ElementsAre(Unit{Module::Shim, {1, 0}}, Unit{Module::MemTile, {1, 1}},
                            Unit{Module::Core, {1, 2}}));
}

TEST_P(DefaultUnits, OfADesignWithoutCoresAreItsOtherTiles) {
    EXPECT_THAT(units(test::transfer_on(device_, 2, 2), Route::Share),
                ElementsAre(Unit{Module::Shim, {0, 0}}, Unit{Module::MemTile, {0, 1}}));
}

TEST_P(DefaultUnits, WatchEventsThatTheSimulatorKnows) {
    const names::EventNames names{device_.generation};
    for (const Module module : {Module::Core, Module::Memory, Module::MemTile, Module::Shim})
        for (const std::string_view name : default_events(module)) {
            EXPECT_NO_THROW(static_cast<void>(names.id(module, name))) << name;
            EXPECT_TRUE(names::meaning(module, name)) << name;
        }
}

INSTANTIATE_TEST_SUITE_P(, DefaultUnits, test::kDevices, NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::tracing
