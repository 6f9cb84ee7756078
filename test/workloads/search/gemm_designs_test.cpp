#include "workloads/search/gemm_designs.hpp"

#include <algorithm>
#include <map>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::search {
namespace {

using arch::Device;
using gemm::Extent;
using ::testing::HasSubstr;

Device krackan() {
    return arch::load_device(arch::find_device("xdna2-krackan"));
}

/// xdna2-krackan with a quarter of the memory in its cores, so that there are fewer tiles to try.
Device small_krackan() {
    Device device = krackan();
    device.comp_tile.memory = arch::Bytes{16 * 1024};
    return device;
}

GemmQuestion question_of(Extent size, std::set<GemmKey> open) {
    GemmQuestion question{.given = {}, .open = std::move(open), .sizes = {{size, 1}}};
    question.given.size = size;
    return question;
}

const std::set<GemmKey> kTileAndDepth{GemmKey::Tile, GemmKey::KMt};

TEST(GemmDesigns, HaveEveryTileThatAnEquationOfTakaEtAlAllows) {
    const Device device = krackan();
    const GemmDesigns designs{question_of({4096, 4096, 4096}, kTileAndDepth), device};
    // Equation 5 of Taka et al., with 8x8x8 as the matrix instruction of int8.
    constexpr std::int64_t kRoom = 63 * 1024;
    std::int64_t expected = 0;
    for (std::int64_t m = 8; m < kRoom; m += 8)
        for (std::int64_t n = 8; m * n < kRoom; n += 8)
            for (std::int64_t k = 8; 2 * m * k + 2 * k * n + m * n <= kRoom; k += 8)
                ++expected;
    EXPECT_EQ(std::ssize(designs.tiles(1, 1)), expected);
    EXPECT_GT(expected, 1000);
}

TEST(GemmDesigns, KnowTheCyclesOfEveryKernelAsIfEachWereLaidOutAlone) {
    const Device device = krackan();
    GemmDesigns designs{question_of({4096, 4096, 4096}, kTileAndDepth), device};
    const std::vector<Extent> tiles = designs.tiles(1, 1);
    ASSERT_FALSE(tiles.empty());
    std::mt19937 random{3};
    for (int i = 0; i < 150; ++i) {
        const Extent& tile = tiles[random() % tiles.size()];
        const kernels::Matmul matmul{kernels::DataType::Int8,
                                     kernels::DataType::Int8,
                                     kernels::DataType::Int8,
                                     static_cast<int>(tile.m),
                                     static_cast<int>(tile.k),
                                     static_cast<int>(tile.n),
                                     8,
                                     8,
                                     8,
                                     0,
                                     kernels::Rounding::ConvEven,
                                     kernels::Layout::ColumnMajor,
                                     std::nullopt,
                                     kernels::Compiler::Chess,
                                     false};
        const GemmChoice choice{tile, tile.k, 1, 1, kernels::Layout::ColumnMajor, 4, 8};
        EXPECT_EQ(designs.call_cycles(choice),
                  kernels::cycles_per_call({"", matmul, std::nullopt}, device))
            << to_string(tile);
    }
}

/// Names of the first and the third design of the space, in the order of the closed forms.
std::string first_of(const Device& device) {
    GemmDesigns designs{question_of({1024, 1024, 1024}, kTileAndDepth), device};
    GemmSpace space{designs, Objective::Time, {.max_designs = 3}};
    return space.design(0).name + " " + space.design(2).name;
}

TEST(GemmSpace, IsLeftBetweenTwoTilesWhenItMayNotGoOn) {
    const Device device = small_krackan();
    const auto space_of = [&](int tiles) {
        GemmDesigns designs{question_of({1024, 1024, 1024}, kTileAndDepth), device};
        const GemmSpace space{designs, Objective::Time, {.max_designs = 3, .may_go_on = [&tiles] {
                                                             return tiles-- > 0;
                                                         }}};
        return std::pair{space.is_complete(), space.considered()};
    };
    const auto [complete, considered] = space_of(1'000'000);
    EXPECT_TRUE(complete);
    EXPECT_GT(considered, 1000);
    EXPECT_FALSE(space_of(5).first);
    EXPECT_GT(space_of(5).second, 0);
    EXPECT_LT(space_of(5).second, 300);
}

TEST(GemmSpace, IsLeftBetweenTwoChecksWhenItMayNotGoOn) {
    const Device device = small_krackan();
    GemmDesigns designs{question_of({1024, 1024, 1024}, kTileAndDepth), device};
    const auto size_after = [&](int& left) {
        const GemmSpace space{designs, Objective::Time, {.max_designs = 3, .may_go_on = [&left] {
                                                             return left-- > 0;
                                                         }}};
        return std::pair{space.size(), space.is_complete()};
    };
    constexpr int kMany = 1'000'000;
    int left = kMany;
    EXPECT_EQ(size_after(left), (std::pair{std::size_t{3}, true}));
    left = kMany - left - 1;  // one fewer than it asked for
    EXPECT_EQ(size_after(left), (std::pair{std::size_t{2}, false}));
}

TEST(GemmSpace, DoesNotReadTheTilesThatADeviceNamesAsItsDefaults) {
    const Device device = small_krackan();
    Device without = device;
    for (arch::MatrixRate& rate : without.core.matrix) {
        rate.default_tile = {};
        rate.default_k_mt = 0;
    }
    EXPECT_EQ(first_of(without), first_of(device));
}

TEST(GemmSpace, HoldsTheBestForecastFirstAndOnlyWhatFits) {
    const Device device = small_krackan();
    GemmDesigns designs{question_of({2048, 2048, 2048}, kTileAndDepth), device};
    GemmSpace space{designs, Objective::Time, {.max_designs = 50}};
    ASSERT_EQ(space.size(), 50U);
    EXPECT_GT(space.considered(), 1000);
    arch::Nanoseconds last{};
    for (std::size_t i = 0; i < space.size(); ++i) {
        const Design design = space.design(i);
        EXPECT_GE(design.forecast.time, last);
        last = design.forecast.time;
        ASSERT_EQ(design.runs.size(), 1U);
        EXPECT_EQ(gemm::find_misfit(*gemm::design_of(design.runs[0].workload.get()), device),
                  std::nullopt);
    }
}

TEST(GemmSpace, SaysWhatTheBestHasWhenConstraintsLeaveNothing) {
    const Device device = small_krackan();
    GemmDesigns designs{question_of({1024, 1024, 1024}, kTileAndDepth), device};
    try {
        const GemmSpace space{
            designs, Objective::Time, {.constraints = {.max_time = arch::Nanoseconds{1000}}}};
        FAIL() << space.size();
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("no design has time up to 1 us; the fastest by the "
                                            "closed forms takes "));
    }
}

/// A bf16 GEMM of 1K on XDNA whose tile is given, with arrays of 1 to 16 cores.
GemmQuestion given_tile() {
    GemmQuestion question = question_of({1024, 1024, 1024}, {GemmKey::KMt, GemmKey::Array});
    question.given.a_type = question.given.b_type = question.given.c_type = kernels::DataType::Bf16;
    question.given.b_layout = kernels::Layout::ColumnMajor;
    question.given.tile = {128, 64, 88};
    question.given.rho = 2;
    question.given.c_buffers = 1;
    return question;
}

Constraints at_least(double tops) {
    return {.min_tops = tops, .operations = 2.0 * 1024 * 1024 * 1024};
}

/// Least forecast times of the designs with some number of cores.
struct BestTimes {
    arch::Nanoseconds contiguous{1e18};  ///< as if data were contiguous in host memory
    arch::Nanoseconds refined{1e18};     ///< with the designs' access patterns
};

/// Least times by the number of cores, over all designs with this tile, forecast one by one.
std::map<int, BestTimes> best_times(GemmDesigns& designs, const Extent& tile) {
    std::map<int, BestTimes> best;
    for (const auto& [rows, columns] : designs.arrays())
        for (const std::int64_t k_mt : designs.k_mts(tile)) {
            const GemmChoice choice{tile, k_mt, 2, 1, kernels::Layout::ColumnMajor, rows, columns};
            if (!designs.fits(choice)) continue;
            BestTimes& times = best[rows * columns];
            times.contiguous = std::min(times.contiguous, designs.forecast(choice).cost.time);
            times.refined = std::min(times.refined, designs.refined_forecast(choice).cost.time);
        }
    return best;
}

TEST(GemmSpace, IsOfTheFewestCoresWhoseAccessPatternsAreFastEnoughToo) {
    const Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    GemmDesigns designs{given_tile(), device};
    const std::map<int, BestTimes> best = best_times(designs, {128, 64, 88});
    int more_than_at_first = 0;
    for (const int cores : {2, 4, 8, 12}) {
        // The limit lies between the two times: the design seems fast enough as if data were
        // contiguous, and is too slow with its access patterns.
        const BestTimes& times = best.at(cores);
        const Constraints asked{.max_time = (times.contiguous + times.refined) * 0.5};
        const auto fewest = std::ranges::find_if(
            best, [&](const auto& each) { return each.second.refined <= *asked.max_time; });
        ASSERT_NE(fewest, best.end()) << cores;
        GemmSpace space{designs, Objective::Cores, {.constraints = asked}};
        ASSERT_TRUE(space.target()) << cores;
        EXPECT_EQ(space.target()->cores, fewest->first) << cores;
        EXPECT_EQ(space.design(0).forecast.cores, fewest->first) << cores;
        more_than_at_first += fewest->first > cores ? 1 : 0;
    }
    EXPECT_GT(more_than_at_first, 0);
}

TEST(GemmSpace, BeyondAnotherHoldsNothingThatWasNearItsTarget) {
    const Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    GemmDesigns designs{given_tile(), device};
    const Cost target{.cores = 9};
    GemmSpace space{designs, Objective::Cores, {.constraints = at_least(0.5), .beyond = target}};
    ASSERT_GT(space.size(), 0U);
    // Designs with up to 9 x 1.3 = 11.7 cores belong to the space with that target.
    for (std::size_t i = 0; i < space.size(); ++i)
        EXPECT_GE(space.design(i).forecast.cores, 12) << space.design(i).name;
    const GemmSpace none{
        designs, Objective::Cores, {.constraints = at_least(0.5), .beyond = Cost{.cores = 16}}};
    EXPECT_EQ(none.size(), 0U);
    EXPECT_FALSE(none.target());
}

TEST(GemmSpace, NamesTheFastestWhereNoneIsFastEnoughWhateverIsToBeLeast) {
    const Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    GemmDesigns designs{given_tile(), device};
    for (const Objective objective : kObjectives) {
        try {
            const GemmSpace space{designs, objective, {.constraints = at_least(20)}};
            FAIL() << space.size();
        } catch (const base::InputError& error) {
            EXPECT_THAT(error.what(), HasSubstr("no design has 20 TOPS or more; the fastest by the "
                                                "closed forms has 2."))
                << to_string(objective);
            EXPECT_THAT(error.what(), HasSubstr("16 cores")) << to_string(objective);
        }
    }
}

TEST(GemmSpace, SaysThatTheArrayThatIsAskedForIsLargerThanAllowed) {
    const Device device = small_krackan();
    GemmDesigns designs{question_of({1024, 1024, 1024}, kTileAndDepth), device};
    try {
        const GemmSpace space{designs, Objective::Time, {.constraints = {.max_cores = 8}}};
        FAIL() << space.size();
    } catch (const base::InputError& error) {
        EXPECT_STREQ(error.what(),
                     "no design has up to 8 cores: the smallest array asked for has 32 cores");
    }
}

TEST(GemmSpace, WithTheFewestCoresThatAreFastEnoughIsSmallerThanTheWholeArray) {
    const Device device = small_krackan();
    GemmDesigns designs{
        question_of({1024, 1024, 1024}, {GemmKey::Tile, GemmKey::KMt, GemmKey::Array}), device};
    GemmSpace fastest{designs, Objective::Time, {.max_designs = 1}};
    const arch::Nanoseconds time = fastest.design(0).forecast.time * 1.5;
    GemmSpace smallest{
        designs, Objective::Cores, {.constraints = {.max_time = time}, .max_designs = 1}};
    EXPECT_LT(smallest.design(0).forecast.cores, fastest.design(0).forecast.cores);
    EXPECT_LE(smallest.design(0).forecast.time, time);
}

}  // namespace
}  // namespace xdnasim::search
