// 200 random GEMMs, analysed and simulated: how much the closed forms differ from the simulation,
// and which effects they leave out.

#include <cmath>
#include <map>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/backends/analytic/spread.hpp"
#include "test/workloads/gemm/every_types.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::backends::test {
namespace {

/// Draws GEMMs with sizes from 64 to 2,900, evenly distributed by their logarithm, on parts of an
/// array and on all of it.
class RandomGemms {
 public:
    gemm::GemmDesign next(const arch::Device& device) {
        gemm::GemmDesign problem;
        const auto& types = gemm::test::kEveryTypes.at(
            static_cast<std::size_t>(pick(0, gemm::test::kEveryTypes.size() - 1)));
        problem.a_type = problem.b_type = types.input;
        problem.c_type = types.output;
        problem.size = {size(), size(), size()};
        if (pick(0, 1) == 1) problem.b_layout = kernels::Layout::RowMajor;
        problem.c_buffers = static_cast<int>(pick(1, 2));
        problem.bd_reconfiguration = static_cast<gemm::BdReconfiguration>(pick(0, 2));
        if (pick(0, 2) == 0) {
            problem.rows = static_cast<int>(pick(1, 4));
            problem.columns = static_cast<int>(pick(1, device.columns));
        }
        return problem;
    }

    std::int64_t pick(std::int64_t from, std::int64_t to) {
        return std::uniform_int_distribution{from, to}(random_);
    }

 private:
    std::int64_t size() {
        return std::llround(std::exp2(std::uniform_real_distribution{6.0, 11.5}(random_)));
    }

    std::mt19937 random_{2026};
};

std::string describe(const gemm::GemmDesign& problem, const arch::Device& device) {
    return fmt::format("{}: {}x{}x{} {} -> {}, {} x {} cores, B {}, reconfiguration {}",
                       device.name, problem.size.m, problem.size.k, problem.size.n,
                       to_string(problem.a_type), to_string(problem.c_type), problem.rows,
                       problem.columns, static_cast<int>(problem.b_layout),
                       static_cast<int>(problem.bd_reconfiguration));
}

Spread random_spread(int problems) {
    std::vector<arch::Device> devices;
    for (const char* name : {"xdna-phoenix", "xdna2-krackan", "xdna2-strix"})
        devices.push_back(arch::load_device(arch::find_device(name)));
    RandomGemms random;
    Spread spread;
    for (int done = 0; done < problems;) {
        const arch::Device& device = devices[static_cast<std::size_t>(random.pick(0, 2))];
        const gemm::GemmDesign problem = random.next(device);
        std::optional<schedule::Schedule> schedule;
        try {
            schedule = gemm::map_gemm(problem, device);
        } catch (const gemm::MappingError&) {
            continue;
        }
        spread.add(describe(problem, device), *schedule, device);
        ++done;
    }
    return spread;
}

TEST(AnalyticSpread, Over200RandomGemmsIsSmallAndEveryExceptionHasItsEffect) {
    const Spread spread = random_spread(200);
    std::map<std::string, int> by_effect;
    int far = 0;
    for (const Difference& one : spread.differences()) {
        if (std::abs(one.ratio - 1) <= kNear) continue;
        ++far;
        ++by_effect[one.effect];
        fmt::print("{:.3f} -> {:.3f} without {}: {}\n", one.ratio, one.without, one.effect,
                   one.problem);
        EXPECT_FALSE(one.effect.empty()) << one.problem;
    }
    fmt::print(
        "analytic / simulated: least {:.3f}, 10 % {:.3f}, median {:.3f}, 90 % {:.3f}, most "
        "{:.3f}; {} beyond {:.0f} %\n",
        spread.quantile(0), spread.quantile(0.1), spread.quantile(0.5), spread.quantile(0.9),
        spread.quantile(1), far, 100 * kNear);
    for (const auto& [effect, count] : by_effect)
        fmt::print("  {}: {}\n", effect, count);
    EXPECT_NEAR(spread.quantile(0.5), 1, 0.03);
    EXPECT_GT(spread.quantile(0.1), 0.8);
    EXPECT_LT(spread.quantile(0.9), 1.1);
    EXPECT_GT(spread.quantile(0), 0.45);
    EXPECT_LT(spread.quantile(1), 1.5);
    EXPECT_LT(far, 30);
}

}  // namespace
}  // namespace xdnasim::backends::test
