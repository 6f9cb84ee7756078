// Placements in which packets may get stuck, compared with runs.

#include "workloads/placed/packet_waits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placed/placed_workload.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/routes/router.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::placed {
namespace {

using testing::HasSubstr;

class PacketWaits : public testing::Test {
 protected:
    struct Outcome {
        std::optional<PacketCycle> cycle;
        bool runs = false;
    };
    [[nodiscard]] Outcome of(const std::string& suite, placement::StreamMode mode) const {
        const netlist::Netlist netlist = netlist::suite_netlist(suite);
        const placement::Array array{device, {}};
        const auto router = make_negotiating_router(array, mode);
        placement::Search search{netlist,
                                 array,
                                 *router,
                                 {.max_moves = 1, .doubts = doubts_about_runs(netlist, device)}};
        make_placer(placement::Method::Naive)->place(search);
        const auto workload = workload_of(netlist, search.found().front(), 32);
        const schedule::Schedule schedule = mapping::map_workload(workload, device);
        Outcome outcome{find_packet_cycle(workload->design(), schedule, device)};
        try {
            backends::RunOptions options;
            options.verify = true;
            outcome.runs = backends::make_systemc_backend()
                               ->run(schedule, device, options)
                               .verification->passed;
        } catch (const base::DeadlockError&) {
            outcome.runs = false;
        }
        return outcome;
    }

    const arch::Device& device = test::strix();
};

TEST_F(PacketWaits, OfPlacementsThatGetStuckHaveACycleThatIsNamed) {
    for (const char* suite : {"mesh_fs_02", "mesh_fs_06", "mesh_ps_16", "line_ps_14"}) {
        const Outcome outcome = of(suite, placement::StreamMode::Packet);
        EXPECT_FALSE(outcome.runs) << suite;
        ASSERT_TRUE(outcome.cycle) << suite;
        EXPECT_THAT(outcome.cycle->text, HasSubstr("behind")) << suite;
    }
}

TEST_F(PacketWaits, ThatWouldBeACycleTakeOtherChannelsOrRoutes) {
    for (const char* suite : {"mesh_fs_09", "mesh_pl_11", "mesh_fl_11"}) {
        const Outcome outcome = of(suite, placement::StreamMode::Packet);
        EXPECT_FALSE(outcome.cycle) << suite << ": " << outcome.cycle->text;
        EXPECT_TRUE(outcome.runs) << suite;
    }
}

TEST_F(PacketWaits, WithoutACycleAreThoseOfPlacementsThatRun) {
    int without = 0;
    int runs = 0;
    for (const char* suite : {"line_ps_01", "line_ps_02", "line_fs_01", "line_fs_06", "mesh_ps_01",
                              "mesh_ps_03", "mesh_fs_01", "tree_ps_01", "tree_ps_02", "tree_ps_06",
                              "tree_fs_01", "edge_ps_01", "gemm_ps_01", "gemm_ps_02"}) {
        const Outcome outcome = of(suite, placement::StreamMode::Packet);
        EXPECT_TRUE(outcome.runs) << suite;
        without += outcome.cycle ? 0 : 1;
        ++runs;
    }
    EXPECT_EQ(runs, 14);
    EXPECT_GT(without, 7);
}

}  // namespace
}  // namespace xdnasim::placed
