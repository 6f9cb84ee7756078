// A case of the study of placements: which of several solutions it runs, and its line in a file.

#include "cli/place_study/place_case.hpp"

#include <utility>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
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

TEST(PlaceCase, IsReadBackAsItWasWrittenAndRefusedWithAnEndingThatNoSearchHas) {
    PlaceCase found;
    found.ended = placement::Ending::Limit;
    nlohmann::ordered_json written = case_json(found);
    EXPECT_EQ(written["ended"], "limit");
    EXPECT_EQ(case_of(written.dump()).ended, placement::Ending::Limit);
    written["ended"] = "stopped";
    EXPECT_THROW(static_cast<void>(case_of(written.dump())), base::InputError);
}

}  // namespace
}  // namespace xdnasim::cli
