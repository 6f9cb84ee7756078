// Which of several solutions a case runs.

#include "cli/place_study/place_case.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placed/packet_waits.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::cli {
namespace {

TEST(PlaceCase, RunsTheSolutionThatPlaceWouldWrite) {
    const netlist::Netlist netlist = netlist::suite_netlist("mesh_fs_02");
    const arch::Device device = arch::load_device(arch::find_device("xdna2-strix"));
    const placement::Array array{device};
    const auto router = make_negotiating_router(array, placement::StreamMode::Mixed);
    const auto found_by = [&](placement::Method method, placement::SearchOptions options) {
        placement::Search search{netlist, array, *router, std::move(options)};
        make_placer(method)->place(search);
        return search.found().front();
    };
    const placement::Solution stuck = found_by(placement::Method::Naive, {.max_moves = 1});
    const placement::Solution runs =
        found_by(placement::Method::AnnealingPath,
                 {.max_moves = 20'000, .doubts = placed::doubts_about_runs(netlist, device)});
    ASSERT_NE(stuck.placement, runs.placement);
    EXPECT_EQ(solution_of_case(netlist, {stuck, runs}, device).placement, runs.placement);
    EXPECT_EQ(solution_of_case(netlist, {stuck, stuck}, device).placement, stuck.placement);
}

}  // namespace
}  // namespace xdnasim::cli
