#pragma once
// Designs to be traced, on devices of both generations.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arch/device.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::tracing::test {

using xdnasim::test::device_named;

/// A GEMM on all columns of the device.
[[nodiscard]] schedule::Schedule gemm_on(const arch::Device& device);
/// A chain through the ShimTile, the MemTile and the first core of column 1.
[[nodiscard]] schedule::Schedule chain_on(const arch::Device& device);
/// A transfer that uses `streams` of the two S2MM channels of the ShimTiles of `columns` columns.
[[nodiscard]] schedule::Schedule transfer_on(const arch::Device& device, int columns, int streams);

/// A request for a unit without any events.
[[nodiscard]] UnitRequest unit_of(words::Module module, arch::TileId tile);

[[nodiscard]] std::vector<words::Unit> units_of(const schedule::Schedule& schedule);
/// The packet flows of all traced units, in the order of the units.
[[nodiscard]] std::vector<schedule::Flow> trace_flows(const schedule::Schedule& schedule);

/// "KEY | MESSAGE" of the MappingError with which the request is refused; empty if it is accepted.
[[nodiscard]] std::string refusal(schedule::Schedule schedule, const TraceRequest& request,
                                  const arch::Device& device);

class OnBothGenerations : public testing::TestWithParam<const char*> {
 protected:
    const arch::Device device_ = device_named(GetParam());
};

inline const auto kDevices = testing::Values("xdna-phoenix", "xdna2-krackan");

}  // namespace xdnasim::tracing::test
