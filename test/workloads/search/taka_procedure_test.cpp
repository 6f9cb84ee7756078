#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/fast_memory.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::search {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// Operations per nanosecond as a function of the depth k of the tile.
using Rates = std::function<double(std::int64_t)>;

gemm::GemmDesign design_of(const schedule::Workload& workload) {
    return dynamic_cast<const gemm::GemmWorkload&>(workload).design();
}

/// Decisions of the procedure with made-up throughputs. Compute is the limit everywhere.
class TakaProcedure : public testing::Test {
 protected:
    std::vector<std::string> decisions(const Rates& rates) {
        const arch::Device device = with_small_cores();
        GemmQuestion question{.given = {},
                              .open = {GemmKey::Tile, GemmKey::KMt},
                              .sizes = {{gemm::Extent{512, 512, 512}, 1}}};
        question.given.size = question.sizes.front().size;
        GemmDesigns designs{question, device};
        Bench bench{Objective::Time,
                    [&](Bench::Workloads workloads) {
                        std::vector<Bench::Outcome> costs;
                        for (const auto& workload : workloads)
                            costs.emplace_back(Cost{.time = time_of(*workload, rates)});
                        return costs;
                    },
                    {}};
        return make_taka(designs)->search(bench);
    }
    /// Depths k that were measured, in order, without repetitions in a row.
    std::vector<std::int64_t> depths;

 private:
    static arch::Device with_small_cores() {
        arch::Device device =
            test::with_fast_memory(arch::load_device(arch::find_device("xdna-phoenix")));
        device.comp_tile.memory = arch::Bytes{16 * 1024};
        return device;
    }
    arch::Nanoseconds time_of(const schedule::Workload& workload, const Rates& rates) {
        const std::int64_t k = design_of(workload).tile->k;
        if (depths.empty() || depths.back() != k) depths.push_back(k);
        return arch::Nanoseconds{workload.work().operations / rates(k)};
    }
};

std::string balanced_in(const std::vector<std::string>& decisions) {
    for (const std::string& decision : decisions)
        if (decision.starts_with("balanced tile: ")) return decision;
    return {};
}

TEST_F(TakaProcedure, EndsBeforeTheFirstTileThatIsSlower) {
    static_cast<void>(decisions([](std::int64_t) { return 1.0; }));
    const std::vector<std::int64_t> all = depths;
    ASSERT_GE(all.size(), 5U);
    for (std::size_t slower = 1; slower < 5; ++slower) {
        const auto steps = decisions(
            [&](std::int64_t k) { return k <= all[slower] ? 0.9 : 2.0 - 1e-3 * double(k); });
        EXPECT_THAT(balanced_in(steps), HasSubstr("x" + std::to_string(all[slower - 1]) + "x"));
        EXPECT_THAT(steps, Contains(HasSubstr("it falls, and compute binds")));
    }
}

TEST_F(TakaProcedure, TakesTheWiderOfTilesThatAreAsFastWithinHalfAPercent) {
    static_cast<void>(decisions([](std::int64_t) { return 1.0; }));
    const std::vector<std::int64_t> all = depths;
    ASSERT_GE(all.size(), 4U);
    const auto rates = [&](double wider) {
        return [&all, wider](std::int64_t k) {
            return k >= all[1] ? 1.0 : k >= all[2] ? wider : 0.5;
        };
    };
    const auto as_fast = decisions(rates(0.9951));
    EXPECT_THAT(balanced_in(as_fast), HasSubstr("x" + std::to_string(all[2]) + "x"));
    EXPECT_THAT(as_fast, Contains(HasSubstr("it stays, with less to move in the memory")));
    const auto slower = decisions(rates(0.9949));
    EXPECT_THAT(balanced_in(slower), HasSubstr("x" + std::to_string(all[1]) + "x"));
}

TEST_F(TakaProcedure, LosesNoMoreThanHalfAPercentInManySmallFalls) {
    static_cast<void>(decisions([](std::int64_t) { return 1.0; }));
    const std::vector<std::int64_t> all = depths;
    ASSERT_GE(all.size(), 5U);
    // Each depth is 0.2 % of the first one's throughput slower than the depth before: the third
    // fall leads to 0.6 % below the first.
    const auto steps = decisions([&](std::int64_t k) {
        const auto step = std::ranges::find(all, k) - all.begin();
        return 1.0 - 0.002 * static_cast<double>(step);
    });
    EXPECT_THAT(balanced_in(steps), HasSubstr("x" + std::to_string(all[2]) + "x"));
}

}  // namespace
}  // namespace xdnasim::search
