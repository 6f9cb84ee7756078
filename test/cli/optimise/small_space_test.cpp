#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "cli/optimise/optimisation.hpp"
#include "cli/optimise/search_gemm.hpp"
#include "cli/optimise/search_options.hpp"

namespace xdnasim::cli {
namespace {

/// Returns a device whose cores have only 5 KiB of memory, so that all designs can be simulated.
arch::Device small_device() {
    arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    device.comp_tile.memory = arch::Bytes{5 * 1024};
    return device;
}

search::GemmQuestion small_question() {
    search::GemmQuestion question{
        .given = {}, .open = {search::GemmKey::Tile, search::GemmKey::KMt}, .sizes = {}};
    question.given.size = {192, 256, 96};
    question.given.rows = 2;
    question.given.columns = 1;
    question.sizes = {{question.given.size, 1}};
    return question;
}

SearchOptions small_options(std::size_t max_trials) {
    return {.strategy = {},
            .objective = {},
            .constraints = {},
            .max_trials = max_trials,
            .may_go_on = [] { return true; },
            .on_progress = [](const char*, std::size_t, std::size_t) {}};
}

TEST(SmallSpace, ItsBestDesignIsWithinTwoPercentOfTheBestOfAll) {
    const arch::Device device = small_device();
    const search::GemmQuestion question = small_question();
    const SearchResult found = search_gemm(question, device, small_options(100));

    search::GemmDesigns designs{question, device};
    search::GemmChoice choice{.rows = 2, .columns = 1};
    arch::Nanoseconds best = found.trials.front().cost.time;
    int simulated = 0;
    for (const gemm::Extent& tile : designs.tiles(1, 1)) {
        choice.tile = tile;
        for (const std::int64_t k_mt : designs.k_mts(tile)) {
            // Left out are panels whose depth does not divide K = 256, and tiles of fewer than
            // 4,096 multiplications, which are slow.
            choice.k_mt = k_mt;
            if (256 % k_mt != 0 || tile.m * tile.k * tile.n < 4096 || !designs.fits(choice))
                continue;
            const search::Design design = designs.design(choice);
            best = std::min(best, simulate(design.runs.front().workload, device).time());
            ++simulated;
        }
    }
    EXPECT_GT(simulated, 300);
    EXPECT_LE(found.trials.front().cost.time / best, 1.02);
    EXPECT_LT(found.trials.size(), 100U);
}

TEST(SmallSpace, IsNotComparedForEachSizeWhenTheSearchHasToEnd) {
    const arch::Device device = small_device();
    Optimisation all{
        .problem = {}, .settings = {}, .device = &device, .question = small_question()};
    all.question.sizes.push_back({{96, 128, 96}, 2});
    all.options = small_options(1);
    all.found = search_gemm(all.question, device, all.options);
    EXPECT_TRUE(compare_sizes(all).has_value());
    all.options.may_go_on = [] { return false; };
    EXPECT_FALSE(compare_sizes(all).has_value());
}

}  // namespace
}  // namespace xdnasim::cli
