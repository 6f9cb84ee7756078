// `xdnasim optimise` for GEMMs on packs of cores.

#include "cli/optimise/optimise_packs.hpp"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/parameters/value_json.hpp"
#include "cli/optimise/search_gemm.hpp"
#include "cli/optimise/search_options.hpp"
#include "test/cli/command_fixture.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"

namespace xdnasim::cli {
namespace {

using gemm::packs::PackDesign;
using gemm::packs::Strategy;
using nlohmann::json;
using testing::HasSubstr;

/// Returns a device with so few columns, 10, that all designs can be simulated; five of the columns
/// have ports to programmable logic.
arch::Device narrow_device() {
    arch::Device device = arch::load_device(arch::find_device("versal-ve2802"));
    device.columns = 10;
    device.pl->columns.resize(10);
    return device;
}

SearchOptions search_options() {
    return {.strategy = {},
            .objective = {},
            .constraints = {},
            .max_trials = 100,
            .may_go_on = [] { return true; },
            .on_progress = [](const char*, std::size_t, std::size_t) {}};
}

/// Returns the simulated TOPS of a design; 0 if it does not fit or cannot be routed.
double tops_of(const PackDesign& design, const arch::Device& device) {
    try {
        const auto workload = std::make_shared<gemm::packs::PackWorkload>(
            gemm::packs::choose(design, device), device);
        return simulate(workload, device).steady->tops;
    } catch (const base::InputError&) {
        return 0;
    }
}

TEST(PackSearch, ItsBestDesignIsWithinOnePercentOfTheBestOfAll) {
    const arch::Device device = narrow_device();
    PackDesign open;
    open.types = {kernels::DataType::Int8, kernels::DataType::Int8, kernels::DataType::Int16};
    open.tile = gemm::Extent{32, 64, 32};
    open.rows = 2;
    const PackOptimisation found = optimise_packs(open, device, search_options());
    const search::Trial& winner = found.trials.front();
    const double tops = search::kPackOperations / winner.cost.time.count() * 1e-3;
    double best = 0;
    int simulated = 0;
    for (const gemm::packs::MmulShape& mmul : gemm::packs::mmul_shapes(open.types))
        for (const Strategy placement :
             {Strategy::Unconstrained, Strategy::Location, Strategy::Address})
            for (int size = 1; size <= 10; ++size)
                for (int packs = 1; size * packs <= 10; ++packs)
                    for (int stagger = 0; stagger <= 3; ++stagger) {
                        if (mmul.rearranges) continue;
                        PackDesign design = open;
                        design.mmul = mmul.shape;
                        design.placement = placement;
                        design.size = size;
                        design.packs = packs;
                        design.stagger = stagger;
                        best = std::max(best, tops_of(design, device));
                        ++simulated;
                    }
    EXPECT_EQ(simulated, 3 * 3 * 27 * 4);
    EXPECT_GE(tops, 0.99 * best);
    EXPECT_LE(tops, best * 1.000001);
}

TEST(PackSearch, HoldsWhatIsGivenAndTriesTheOthers) {
    const arch::Device device = narrow_device();
    PackDesign chosen;
    chosen.types = {kernels::DataType::Bf16, kernels::DataType::Bf16, kernels::DataType::Bf16};
    chosen = gemm::packs::choose(chosen, device);
    const auto with_given = [&](search::PackKey key) {
        PackDesign open;
        open.types = chosen.types;
        switch (key) {
            case search::PackKey::Tile:
                open.tile = gemm::Extent{32, 96, 32};
                break;
            case search::PackKey::Mmul:
                open.mmul = gemm::Extent{4, 8, 4};
                break;
            case search::PackKey::Placement:
                open.placement = Strategy::Location;
                break;
            case search::PackKey::Rows:
                open.rows = 3;
                break;
            case search::PackKey::Size:
                open.size = 2;
                break;
            case search::PackKey::Stagger:
                open.stagger = 1;
                break;
        }
        return open;
    };
    const std::map<search::PackKey, std::pair<std::string, std::string>> given{
        {search::PackKey::Tile, {"tile.k", "96"}},
        {search::PackKey::Mmul, {"mmul", "\"4x8x4\""}},
        {search::PackKey::Placement, {"placement", "\"location\""}},
        {search::PackKey::Rows, {"array.rows", "3"}},
        {search::PackKey::Size, {"array.size", "2"}},
        {search::PackKey::Stagger, {"array.stagger", "1"}}};
    for (const search::PackKey key : search::kPackKeys) {
        SearchOptions options = search_options();
        options.max_trials = 4;
        const PackOptimisation found = optimise_packs(with_given(key), device, options);
        EXPECT_EQ(found.open.size(), 5U);
        const auto& [path, value] = given.at(key);
        std::size_t held_in = 0;
        for (const search::Trial& trial : found.trials)
            for (const parameters::NamedValue& choice : trial.design.choices) {
                if (choice.path != path) continue;
                EXPECT_EQ(parameters::value_json<json>(choice.value).dump(), value)
                    << trial.design.name;
                ++held_in;
            }
        EXPECT_GT(held_in, 0U) << path;
        EXPECT_EQ(held_in, found.trials.size()) << path;
        std::set<search::PackKey> tried;
        for (const PackChoice& choice : found.choices)
            tried.insert(choice.other.key);
        EXPECT_FALSE(tried.contains(key));
        EXPECT_GE(tried.size(), 4U) << to_string(key);
    }
}

// Five packs of two cores take all ten columns. The cores of the first pack have no room for their
// stacks beside the tile with the largest k.
TEST(PackSearch, TriesTilesBesideWhichACoreHoldsItsStack) {
    const arch::Device device = narrow_device();
    PackDesign open;
    open.types = {kernels::DataType::Int8, kernels::DataType::Int8, kernels::DataType::Int8};
    open.size = 2;
    open.packs = 5;
    open.rows = 2;
    const PackOptimisation found = optimise_packs(open, device, search_options());
    EXPECT_THAT(found.by_rule, HasSubstr(" TOPS"));
    double best = 0;
    for (const std::int64_t k : {208, 216, 224}) {
        PackDesign other = open;
        other.tile = gemm::Extent{64, k, 64};
        for (const gemm::Extent& mmul : {gemm::Extent{4, 8, 8}, gemm::Extent{8, 8, 8}}) {
            other.mmul = mmul;
            best = std::max(best, tops_of(other, device));
        }
    }
    const double tops = search::kPackOperations / found.trials.front().cost.time.count() * 1e-3;
    EXPECT_GE(tops, best * 0.999999);
}

class OptimisePacks : public Command {
 protected:
    [[nodiscard]] std::string problem(const std::string& section) const {
        return folder_
            .write("p.yaml",
                   "device: versal-ve2802\nworkload: gemm\ngemm:\n  mapping: packs\n  types: {a: "
                   "int8, b: int8, c: int8}\n" +
                       section)
            .string();
    }
};

TEST_F(OptimisePacks, SaysWhatEachChoiceIsWorth) {
    const Outcome outcome = run(fmt::format("optimise '{}' --json -", problem("")));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    const json result = json::parse(outcome.output);
    EXPECT_EQ(result["open"].size(), 6U);
    EXPECT_GT(result["considered"], 1000);
    const double best = result["trials"][0]["simulated_tops"];
    std::set<std::string> keys;
    for (const json& choice : result["choices"]) {
        keys.insert(choice["key"]);
        EXPECT_NE(choice["chosen"], choice["other"]);
        const json& tops = choice["simulated_tops"];
        EXPECT_LE(tops.is_null() ? 0.0 : tops.get<double>(), best * 1.000001) << choice["name"];
    }
    EXPECT_EQ(keys.size(), 6U);
    EXPECT_THAT(outcome.messages, HasSubstr("What each choice is worth"));
}

TEST_F(OptimisePacks, WritesAProblemThatReachesWhatItSays) {
    const std::string file = (folder_.path() / "best.yaml").string();
    const Outcome outcome = run(fmt::format(
        "optimise '{}' --max-trials 4 --write '{}' --json -",
        problem("  array: {rows: 2, packs: 2}\n  tile: {m: 32, k: 64, n: 32}\n"), file));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    const json best = json::parse(outcome.output)["trials"][0];
    const json run_of = json::parse(run(fmt::format("simulate '{}' --json -", file)).output);
    EXPECT_NEAR(run_of["tops"].get<double>(), best["simulated_tops"].get<double>(), 1e-6);
}

TEST_F(OptimisePacks, RanksByTopsHoweverMuchOneRunMultiplies) {
    // A run with tiles of 64 x 224 x 64 has 1.32e12 operations, one with 48 x 312 x 48 has 1.04e12.
    const Outcome outcome =
        run(fmt::format("optimise '{}' --max-trials 2 --json -",
                        problem("  mmul: 4x8x8\n  iterations: 10000\n"
                                "  array: {rows: 2, size: 3, packs: 12, stagger: 2}\n")));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.messages;
    const json trials = json::parse(outcome.output)["trials"];
    ASSERT_EQ(trials.size(), 2U);
    EXPECT_THAT(trials[0]["name"], testing::StartsWith("64x224x64"));
    EXPECT_GT(trials[0]["simulated_tops"], trials[1]["simulated_tops"]);
    EXPECT_GT(trials[0]["forecast_tops"], trials[1]["forecast_tops"]);
}

TEST_F(OptimisePacks, TakesTheTopsThatADesignReachesAndRefusesMore) {
    const std::string file = problem(
        "  mmul: 4x8x8\n  placement: address\n  tile: {m: 32, k: 64, n: 32}\n"
        "  array: {rows: 1, packs: 1, stagger: 0}\n");
    const auto optimise = [&](const std::string& options) {
        return run(fmt::format("optimise '{}' {} --json -", file, options));
    };
    const Outcome best = optimise("");
    ASSERT_EQ(best.exit_code, 0) << best.messages;
    const double tops = json::parse(best.output)["trials"][0]["simulated_tops"];
    const Outcome reached = optimise(fmt::format("--min-tops {}", tops * (1 - 1e-9)));
    EXPECT_EQ(reached.exit_code, 0) << reached.messages;
    const double more = tops * 1.0001;
    const Outcome refused = optimise(fmt::format("--min-tops {}", more));
    expect_refused(refused, "no design that was simulated has");
    const std::string said = "; the fastest has ";
    const std::size_t at = refused.messages.find(said);
    ASSERT_NE(at, std::string::npos) << refused.messages;
    const double named = std::stod(refused.messages.substr(at + said.size()));
    EXPECT_LE(named, tops);
    EXPECT_NEAR(named, tops, 1e-3 * tops);
}

TEST_F(OptimisePacks, RefusesAProblemThatLeavesNothingOpen) {
    expect_refused(run(fmt::format("optimise '{}'",
                                   problem("  tile: {m: 32, k: 64, n: 32}\n  mmul: 4x8x8\n"
                                           "  placement: address\n  array: {rows: 1, size: 2, "
                                           "packs: 1, stagger: 0}\n"))),
                   "leaves nothing open. Leave out some of tile, mmul, placement");
}

TEST_F(OptimisePacks, RefusesWhatNoDesignMeets) {
    expect_refused(
        run(fmt::format("optimise '{}' --max-cores 3", problem("  array: {rows: 2, size: 2}\n"))),
        "no design has up to 3 cores");
    expect_refused(run(fmt::format("optimise '{}'", problem("  array: {size: 39}\n"))),
                   "the nearest that fits: 38");
    expect_refused(run(fmt::format("optimise '{}'", problem("  mmul: 3x3x3\n"))),
                   "is not a shape of aie::mmul");
}

}  // namespace
}  // namespace xdnasim::cli
