#pragma once
// Designs to trace, on the devices of both generations.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arch/device.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::tracing::test {

using xdnasim::test::device_named;

/// On all the device's columns.
[[nodiscard]] schedule::Schedule gemm_on(const arch::Device& device);
/// Shim, mem tile and first core of column 1.
[[nodiscard]] schedule::Schedule chain_on(const arch::Device& device);
/// Takes `streams` S2MM channels, of two, of the shims of `columns` columns.
[[nodiscard]] schedule::Schedule transfer_on(const arch::Device& device, int columns, int streams);

/// Of the unit's module, none of its events.
[[nodiscard]] UnitRequest unit_of(words::Module module, arch::TileId tile);

[[nodiscard]] std::vector<words::Unit> units_of(const schedule::Schedule& schedule);
/// The packet flow of each traced unit, in their order.
[[nodiscard]] std::vector<schedule::Flow> trace_flows(const schedule::Schedule& schedule);

/// "KEY | MESSAGE" of the MappingError; "" when there is none.
[[nodiscard]] std::string refusal(schedule::Schedule schedule, const TraceRequest& request,
                                  const arch::Device& device);

class OnBothGenerations : public testing::TestWithParam<const char*> {
 protected:
    const arch::Device device_ = device_named(GetParam());
};

inline const auto kDevices = testing::Values("xdna-phoenix", "xdna2-krackan");

}  // namespace xdnasim::tracing::test
