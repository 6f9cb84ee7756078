// Random problems: each is either refused with a reason or gives the right result.

#include <array>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/workloads/gemm/every_types.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::backends {
namespace {

/// Draws problems whose sizes are mostly no multiples of anything, with tiles that are multiples of
/// 8 or left open.
class RandomProblems {
 public:
    RandomProblems(unsigned seed, const arch::Device& device) : random_{seed}, device_{device} {}

    gemm::GemmDesign next() {
        gemm::GemmDesign problem;
        draw_types(problem);
        problem.size = {pick(1, 220), pick(1, 300), pick(1, 260)};
        // 0 leaves the number open.
        if (const auto rows = pick(0, device_.core_rows()); rows > 0)
            problem.rows = static_cast<int>(rows);
        if (const auto columns = pick(0, device_.columns); columns > 0)
            problem.columns = static_cast<int>(columns);
        if (chance(0.7)) {
            problem.tile = gemm::Extent{8 * pick(1, 5), 8 * pick(1, 6), 8 * pick(1, 5)};
            if (chance(0.7)) problem.k_mt = problem.tile->k * pick(1, 4);
        } else if (chance(0.3)) {
            problem.k_mt = 8 * pick(1, 30);
        }
        if (chance(0.5)) problem.b_layout = kernels::Layout::RowMajor;
        problem.c_buffers = static_cast<int>(pick(1, 2));
        problem.c_buffers_l2 = static_cast<int>(pick(1, 2));
        if (chance(0.3)) problem.stack = arch::Bytes{32 * pick(0, 200)};
        problem.bd_reconfiguration = static_cast<gemm::BdReconfiguration>(pick(0, 2));
        problem.rounding = kernels::kRoundings.at(
            static_cast<std::size_t>(pick(0, std::ssize(kernels::kRoundings) - 1)));
        if (chance(0.3))
            problem.shift =
                static_cast<int>(pick(0, kernels::max_shift(problem.a_type, problem.c_type)));
        return problem;
    }

 private:
    std::int64_t pick(std::int64_t from, std::int64_t to) {
        return std::uniform_int_distribution{from, to}(random_);
    }
    bool chance(double share) { return std::bernoulli_distribution{share}(random_); }

    void draw_types(gemm::GemmDesign& problem) {
        const auto& types = gemm::test::kEveryTypes.at(
            static_cast<std::size_t>(pick(0, gemm::test::kEveryTypes.size() - 1)));
        problem.a_type = problem.b_type = types.input;
        problem.c_type = types.output;
    }

    std::mt19937 random_;
    const arch::Device& device_;
};

std::string describe(const gemm::GemmDesign& problem) {
    return fmt::format(
        "{} {} -> {}, tile {}, k_mt {}, {} rows {} columns, {} + {} C buffers, "
        "reconfiguration {}",
        to_string(problem.size), to_string(problem.a_type), to_string(problem.c_type),
        problem.tile.asked() ? to_string(*problem.tile) : "default", *problem.k_mt, *problem.rows,
        *problem.columns, problem.c_buffers, problem.c_buffers_l2,
        static_cast<int>(problem.bd_reconfiguration));
}

class RandomGemm : public testing::TestWithParam<int> {};

TEST_P(RandomGemm, IsRightOrRefusedWithAReason) {
    constexpr int kLegalProblems = 52;
    constexpr std::array kDevices{"xdna-phoenix", "xdna2-krackan", "teaching-2x1", "xdna2-strix"};
    const auto seed = static_cast<unsigned>(GetParam());
    const arch::Device device = arch::load_device(arch::find_device(kDevices.at(seed % 4)));
    RandomProblems problems{seed, device};
    int refused = 0;
    for (int legal = 0; legal < kLegalProblems;) {
        const gemm::GemmDesign problem = problems.next();
        SCOPED_TRACE(describe(problem));
        std::optional<schedule::Schedule> schedule;
        try {
            schedule = gemm::map_gemm(problem, device);
        } catch (const gemm::MappingError& error) {
            EXPECT_FALSE(error.key().empty());
            ASSERT_LT(++refused, 4 * kLegalProblems);
            continue;
        }
        ++legal;
        const RunResult result =
            make_systemc_backend()->run(*schedule, device, {.verify = true, .seed = seed});
        ASSERT_TRUE(result.verification->passed) << result.verification->message;
        ASSERT_EQ(make_systemc_backend()->run(*schedule, device, {}).cycles, result.cycles);
    }
}

INSTANTIATE_TEST_SUITE_P(Batch, RandomGemm, testing::Range(0, 10));

}  // namespace
}  // namespace xdnasim::backends
