// The splits that the search finds fastest, compared with hand calculations and with all possible
// splits.

#include "workloads/network/network_search.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "test/workloads/network/network_problem.hpp"
#include "workloads/network/network_memory.hpp"
#include "workloads/network/network_model.hpp"
#include "workloads/network/network_workload.hpp"

namespace xdnasim::network {
namespace {

using test::network_of;
using test::problem_of;
using test::text_of;

const std::vector<std::string> kWorked{"width: 32, relu: true", "width: 16, relu: true"};

TEST(NetworkSearch, FindsTheSplitsThatAHandCalculationFinds) {
    const problem::Problem problem = problem_of(text_of(16, 32, kWorked));
    const std::vector<Stage>& stages = network_of(problem).stages();
    ASSERT_EQ(stages.size(), 2U);
    EXPECT_EQ(stages[0].split, (Split{2, 2, 1}));
    EXPECT_EQ(stages[1].split, (Split{2, 1, 1}));
    EXPECT_EQ(stages[1].link, Link::Cascade);
}

double cycles_of(const LatencyModel& model, const std::vector<Stage>& stages, int samples) {
    const Forecast forecast = model.forecast(stages);
    return cycles_of_stream(forecast.cycles(), forecast.out, model.pace(stages), samples);
}

/// Least cycles over all splits of all layers. Each combination is placed as a whole network.
double least_of_all(const NetworkDesign& design, const arch::Device& device, int samples = 1) {
    std::vector<Stage> stages = stages_of(design);
    std::vector<std::vector<Split>> choices;
    for (const Stage& stage : stages)
        choices.push_back(stage.aggregates ? std::vector<Split>{{1, 1, 1}}
                                           : splits_of(stage, design, device));
    std::vector<std::size_t> index(choices.size());
    double least = std::numeric_limits<double>::infinity();
    while (true) {
        int cores = 0;
        for (std::size_t i = 0; i < stages.size(); ++i) {
            stages[i].split =
                stages[i].aggregates ? Split{stages[i - 1].split.a, 1, 1} : choices[i][index[i]];
            cores += stages[i].split.cores();
        }
        std::vector<Stage> placed = stages;
        bool fits = cores <= device.columns * device.core_rows() && !place(placed, design, device);
        for (std::size_t i = 1; i <= placed.size() && fits; ++i)
            fits =
                !misfit_of_streams({placed.begin(), placed.begin() + static_cast<long>(i)}, device);
        fits = fits && !misfit_of_memory(placed, design, device);
        if (fits) least = std::min(least, cycles_of(LatencyModel{design, device}, placed, samples));
        std::size_t next = 0;
        while (next < index.size() && ++index[next] == choices[next].size())
            index[next++] = 0;
        if (next == index.size()) return least;
    }
}

TEST(NetworkSearch, FindsTheLeastOfAllSplitsOfNetworksOfUpToThreeLayers) {
    struct Case {
        int m, k;
        std::vector<std::string> layers;
        std::string more;
    };
    const std::vector<Case> cases{
        {8, 8, {"width: 16"}, ""},
        {64, 128, {"width: 128, relu: true"}, ""},
        {16, 32, kWorked, ""},
        {32, 21, {"width: 64, bias: true", "width: 5"}, ""},
        {64, 64, {"width: 64", "width: 64"}, "  link: dma\n"},
        {16, 16, {"width: 32", "width: 64, relu: true", "width: 16"}, ""},
        {32, 21, {"width: 32, aggregate: sum", "width: 32", "width: 10"}, ""},
        {32, 16, {"width: 32", "width: 32, aggregate: mean", "width: 10"}, "  link: dma\n"},
        {64, 16, {"width: 128", "width: 32", "width: 5"}, ""},
        {8, 64, {"width: 32", "width: 32, link: dma", "width: 32"}, ""},
        {16, 128, {"width: 64, split: {a: 1}", "width: 64", "width: 16, column: 20"}, ""},
    };
    int compared = 0;
    for (const Case& tried : cases) {
        const problem::Problem problem =
            problem_of(text_of(tried.m, tried.k, tried.layers, tried.more));
        const NetworkDesign& chosen = network_of(problem).design();
        const double found =
            LatencyModel{chosen, problem.device}.forecast(network_of(problem).stages()).cycles();
        EXPECT_EQ(found, least_of_all(chosen, problem.device))
            << text_of(tried.m, tried.k, tried.layers, tried.more);
        ++compared;
    }
    EXPECT_EQ(compared, 11);
}

TEST(NetworkSearch, FindsTheLeastOfAllSplitsForStreamsOfSamples) {
    struct Case {
        int m, k;
        std::vector<std::string> layers;
        std::string more;
    };
    const std::vector<Case> cases{
        {8, 8, {"width: 16"}, ""},
        {64, 128, {"width: 128, relu: true"}, ""},
        {16, 32, kWorked, ""},
        {64, 64, {"width: 64", "width: 64"}, ""},
        {64, 64, {"width: 64", "width: 64"}, "  link: dma\n"},
        {16, 16, {"width: 32", "width: 64, relu: true", "width: 16"}, ""},
        {16, 16, {"width: 32", "width: 64, relu: true", "width: 16"}, "  link: pl\n"},
        {32, 21, {"width: 32, aggregate: sum", "width: 32", "width: 10"}, ""}};
    int compared = 0;
    int others = 0;
    for (const Case& tried : cases) {
        const problem::Problem problem =
            problem_of(text_of(tried.m, tried.k, tried.layers, tried.more));
        NetworkDesign open = network_of(problem).design();
        for (LayerDesign& layer : open.layers) {
            layer.split = {};
            layer.column = Open<int>{};
            layer.row = Open<int>{};
            if (tried.more.empty()) layer.link = Open<Link>{};
        }
        for (const int samples : {2, 40}) {
            const SearchResult found = search(open, problem.device, {.samples = samples});
            ASSERT_EQ(found.best.size(), 1U);
            EXPECT_NEAR(found.best.front().cycles, least_of_all(open, problem.device, samples),
                        1e-6)
                << text_of(tried.m, tried.k, tried.layers, tried.more) << samples;
            const SearchResult one = search(open, problem.device);
            const LatencyModel model{open, problem.device};
            others +=
                cycles_of(model, one.best.front().stages, samples) > found.best.front().cycles + 1
                    ? 1
                    : 0;
            ++compared;
        }
    }
    EXPECT_EQ(compared, 16);
    EXPECT_GT(others, 0) << "of which the fastest for one sample is not the fastest for many";
}

TEST(NetworkSearch, LooksAtFewOfTheNetworksOfSevenLayersForStreamsOfSamples) {
    const arch::Device device = xdnasim::test::device_named("versal-ve2802");
    NetworkDesign design;
    design.rows = 64;
    design.columns = 16;
    design.layers.resize(7);
    for (LayerDesign& layer : design.layers)
        layer.width = 64;
    const SearchResult found = search(design, device, {.samples = 40});
    ASSERT_EQ(found.best.size(), 1U);
    EXPECT_TRUE(found.complete);
    EXPECT_LT(found.considered, 100'000);
}

TEST(NetworkSearch, GivesTheBestFewInTheirOrder) {
    const problem::Problem problem = problem_of(text_of(16, 32, kWorked));
    NetworkDesign design = network_of(problem).design();
    constexpr std::size_t kCount = 20;
    const SearchResult found = search(design, problem.device, {.count = kCount});
    ASSERT_EQ(found.best.size(), kCount);
    EXPECT_EQ(found.best.front().cycles, 264);
    EXPECT_TRUE(std::ranges::is_sorted(found.best, {}, &Found::cycles));
}

TEST(NetworkSearch, GivesAllWithinAMarginOfTheFastest) {
    const problem::Problem problem = problem_of(text_of(16, 32, kWorked));
    const NetworkDesign& design = network_of(problem).design();
    constexpr std::size_t kMany = 1000;
    const SearchResult all = search(design, problem.device, {.count = kMany});
    ASSERT_LT(all.best.size(), kMany);
    // The best network takes 264 cycles; others take 278 (5.3 % more), 281 (6.4 %) and 287 (8.7 %).
    for (const double margin : {0.05, 0.06, 0.08, 0.1}) {
        const SearchResult close =
            search(design, problem.device, {.count = kMany, .margin = margin});
        const auto expected = std::ranges::count_if(
            all.best, [&](const Found& found) { return found.cycles <= 264 * (1 + margin); });
        EXPECT_EQ(std::ssize(close.best), expected) << margin;
        EXPECT_LT(close.considered, all.considered) << margin;
        EXPECT_LT(close.best.size(), all.best.size()) << margin;
    }
    const SearchResult few = search(design, problem.device, {.count = 2, .margin = 0.1});
    EXPECT_EQ(few.best.size(), 2U);
}

TEST(NetworkSearch, LooksAtFewOfTheNetworksOfSevenLayers) {
    std::vector<std::string> layers(7, "width: 64, bias: true, relu: true");
    const problem::Problem problem = problem_of(text_of(64, 16, layers));
    NetworkDesign design = network_of(problem).design();
    const SearchResult found = search(design, problem.device);
    ASSERT_EQ(found.best.size(), 1U);
    EXPECT_LT(found.considered, 100'000);
}

NetworkDesign dense_layers(int rows, int columns, const std::vector<int>& widths) {
    NetworkDesign design;
    design.rows = rows;
    design.columns = columns;
    for (const int width : widths) {
        LayerDesign layer;
        layer.width = width;
        layer.relu = true;
        design.layers.push_back(layer);
    }
    return design;
}

// Cycles by hand: 86 into the first layer, which takes 75 on 4x2x1 cores; 66 for each further layer
// on 4x1x1 cores; 118 out. Streams of 98 cycles lead to the layer where the second row of columns
// begins. 38 layers fit into the 38 columns of one row if the first layer takes a single column,
// too: then 118 into it, and 66 for it.
TEST(NetworkSearch, LooksAtFewOfTheNetworksThatTakeSeveralRowsOfColumns) {
    const arch::Device device = xdnasim::test::device_named("versal-ve2802");
    struct Case {
        std::size_t layers;
        double cycles;
    };
    for (const auto& [layers, cycles] : {Case{36, 86 + 75 + 35 * 66 + 118},
                                         {38, 118 + 38 * 66 + 118},
                                         {40, 86 + 75 + 39 * 66 + 98 + 118},
                                         {64, 86 + 75 + 63 * 66 + 98 + 118}}) {
        const SearchResult found =
            search(dense_layers(32, 32, std::vector<int>(layers, 32)), device);
        ASSERT_EQ(found.best.size(), 1U) << layers;
        EXPECT_EQ(found.best.front().cycles, cycles) << layers;
        EXPECT_TRUE(found.complete) << layers;
        EXPECT_LT(found.considered, 1'000) << layers;
    }
}

TEST(NetworkSearch, FindsTheLeastOfAllSplitsWhereCascadesReachTheEndOfTheColumns) {
    struct Case {
        int columns;
        std::vector<int> widths;
        std::optional<std::size_t> aggregated;
    };
    const std::vector<Case> cases{{2, std::vector<int>(5, 16), std::nullopt},
                                  {3, std::vector<int>(6, 16), std::nullopt},
                                  {3, {16, 32, 16, 32}, std::nullopt},
                                  {3, {32, 32, 16, 16}, std::nullopt},
                                  {3, {16, 16, 16, 16}, 1}};
    int compared = 0;
    for (const Case& tried : cases) {
        arch::Device device = xdnasim::test::device_named("versal-ve2802");
        device.columns = tried.columns;
        device.pl->columns.assign(static_cast<std::size_t>(tried.columns), true);
        NetworkDesign design = dense_layers(16, 16, tried.widths);
        if (tried.aggregated) design.layers[*tried.aggregated].aggregate = Aggregation::Sum;
        const SearchResult found = search(design, device);
        ASSERT_EQ(found.best.size(), 1U);
        const std::vector<Stage>& stages = found.best.front().stages;
        EXPECT_GT(std::ranges::count(stages.begin() + 1, stages.end(), Link::Dma, &Stage::link), 0);
        EXPECT_EQ(found.best.front().cycles, least_of_all(design, device)) << compared;
        ++compared;
    }
    EXPECT_EQ(compared, 5);
}

TEST(NetworkSearch, EndsWithTheBestUntilThenWhenItSearchesInVain) {
    const arch::Device device = xdnasim::test::device_named("versal-ve2802");
    const SearchResult found =
        search(dense_layers(64, 64, std::vector<int>(64, 64)), device, {.max_in_vain = 300'000});
    EXPECT_EQ(found.best.size(), 1U);
    EXPECT_FALSE(found.complete);
    EXPECT_LT(found.considered, 20'000);
}

/// What a network's summary and its results report about the search.
struct Said {
    int lines = 0;                 ///< number of lines on the search in the summary
    parameters::Value complete{};  ///< the result `search_complete`
};
Said said_of(const NetworkWorkload& workload) {
    Said said;
    for (const schedule::Line& line : workload.summary())
        said.lines += line.label == "search" ? 1 : 0;
    for (const parameters::NamedValue& named : workload.derived())
        if (named.path == "search_complete") said.complete = named.value;
    return said;
}

TEST(NetworkSearch, IsSaidToHaveComeToItsLimit) {
    const arch::Device device = xdnasim::test::device_named("versal-ve2802");
    NetworkDesign design = dense_layers(64, 64, std::vector<int>(64, 64));
    std::vector<Stage> stages = choose(design, device, {.max_in_vain = 300'000});
    const Said said = said_of(NetworkWorkload{design, std::move(stages), device});
    EXPECT_EQ(said.lines, 1);
    EXPECT_EQ(said.complete, parameters::Value{false});
}

TEST(NetworkSearch, IsSaidToBeCompleteWhereItIs) {
    const problem::Problem problem = problem_of(text_of(16, 32, kWorked));
    const Said said = said_of(network_of(problem));
    EXPECT_EQ(said.lines, 0);
    EXPECT_EQ(said.complete, parameters::Value{true});
}

}  // namespace
}  // namespace xdnasim::network
