// The design that the search finds, compared with all designs of small arrays, each of them
// simulated.

#include <algorithm>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/support/parameter_name.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/search/gemm_designs.hpp"

namespace xdnasim::search {
namespace {

using arch::Nanoseconds;

/// Simulated time of the workload; nullopt if it cannot be mapped.
std::optional<Nanoseconds> simulated(const std::shared_ptr<const schedule::Workload>& workload,
                                     const arch::Device& device) {
    try {
        return backends::make_systemc_backend()
            ->run(mapping::map_workload(workload, device), device, {})
            .time();
    } catch (const base::InputError&) {
        return std::nullopt;
    }
}

struct SmallArray {
    const char* device;
    int columns;
    gemm::Extent size;
};

class TrueBest : public testing::TestWithParam<SmallArray> {
 protected:
    /// The device with an eighth of the memory in its cores, so that there are fewer designs.
    static arch::Device small_cores() {
        arch::Device device = arch::load_device(arch::find_device(GetParam().device));
        device.comp_tile.memory = arch::Bytes{8 * 1024};
        return device;
    }
    static GemmQuestion question() {
        GemmQuestion question{
            .given = {}, .open = {GemmKey::Tile, GemmKey::KMt}, .sizes = {{GetParam().size, 1}}};
        question.given.size = GetParam().size;
        question.given.rows = 2;
        question.given.columns = GetParam().columns;
        return question;
    }
};

TEST_P(TrueBest, IsFoundWithinTwoPercent) {
    const arch::Device device = small_cores();
    GemmDesigns designs{question(), device};
    GemmSpace space{designs, Objective::Time, {.max_designs = 600}};
    Nanoseconds best{std::numeric_limits<double>::max()};
    int mapped = 0;
    for (std::size_t i = 0; i < space.size(); ++i)
        if (const auto time = simulated(space.design(i).runs.front().workload, device)) {
            best = std::min(best, *time);
            ++mapped;
        }
    EXPECT_GT(mapped, 300);

    std::size_t trials = 0;
    Bench bench{Objective::Time,
                [&](Bench::Workloads workloads) {
                    std::vector<Bench::Outcome> costs;
                    for (const auto& workload : workloads) {
                        const auto time = simulated(workload, device);
                        if (time)
                            costs.emplace_back(Cost{.time = *time});
                        else
                            costs.emplace_back("it cannot be mapped");
                    }
                    trials += costs.size();
                    return costs;
                },
                {}};
    static_cast<void>(make_exhaustive(space)->search(bench));
    ASSERT_FALSE(bench.trials().empty());
    EXPECT_LE(bench.trials().front().cost.time / best, 1.02);
    EXPECT_LT(trials, static_cast<std::size_t>(mapped));
}

INSTANTIATE_TEST_SUITE_P(Arrays, TrueBest,
                         testing::Values(SmallArray{"xdna-phoenix", 2, {512, 512, 512}},
                                         SmallArray{"xdna2-krackan", 1, {256, 1024, 512}}),
                         [](const auto& array) { return without_dashes(array.param.device); });

}  // namespace
}  // namespace xdnasim::search
