// Every combination of type, layout, buffering, device and reconfiguration gives the right
// result.

#include <string>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "test/support/parameter_name.hpp"
#include "test/workloads/gemm/every_types.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::backends {
namespace {

using gemm::BdReconfiguration;
using gemm::test::GemmTypes;
using kernels::Layout;

std::string to_string(const GemmTypes& types) {
    return kernels::to_string(types.input) + "_" + kernels::to_string(types.output);
}

class EveryGemm : public testing::TestWithParam<std::tuple<const char*, GemmTypes>> {
 protected:
    void expect_right(const gemm::GemmDesign& problem) const {
        const schedule::Schedule schedule = gemm::map_gemm(problem, device_);
        const RunResult result = make_systemc_backend()->run(schedule, device_, {.verify = true});
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
        const RunResult timed = make_systemc_backend()->run(schedule, device_, {});
        EXPECT_EQ(timed.cycles, result.cycles) << "with data and without";
    }

    const arch::Device device_ =
        arch::load_device(arch::find_device(std::get<const char*>(GetParam())));
};

TEST_P(EveryGemm, IsRightInEveryLayoutBufferingAndReconfiguration) {
    const GemmTypes types = std::get<GemmTypes>(GetParam());
    gemm::GemmDesign problem{.size = {150, 250, 130},
                             .a_type = types.input,
                             .b_type = types.input,
                             .c_type = types.output,
                             .tile = gemm::Extent{16, 32, 16},
                             .k_mt = 64};
    for (const Layout layout : {Layout::ColumnMajor, Layout::RowMajor}) {
        for (const auto reconfiguration :
             {BdReconfiguration::Overlapped, BdReconfiguration::Sequential,
              BdReconfiguration::PingPong}) {
            for (const int buffers : {1, 2}) {
                for (const int buffers_l2 : {1, 2}) {
                    SCOPED_TRACE(
                        fmt::format("B layout {}, reconfiguration {}, {} C buffers, {} "
                                    "in the mem tile",
                                    static_cast<int>(layout), static_cast<int>(reconfiguration),
                                    buffers, buffers_l2));
                    problem.b_layout = layout;
                    problem.bd_reconfiguration = reconfiguration;
                    problem.c_buffers = buffers;
                    problem.c_buffers_l2 = buffers_l2;
                    expect_right(problem);
                }
            }
        }
    }
}

TEST_P(EveryGemm, IsRightOnEverySubArray) {
    const GemmTypes types = std::get<GemmTypes>(GetParam());
    for (int rows = 1; rows <= device_.core_rows(); ++rows) {
        for (int columns = 1; columns <= device_.columns; ++columns) {
            for (const auto reconfiguration :
                 {BdReconfiguration::Overlapped, BdReconfiguration::PingPong}) {
                SCOPED_TRACE(fmt::format("{} rows, {} columns, reconfiguration {}", rows, columns,
                                         static_cast<int>(reconfiguration)));
                expect_right({.size = {rows * 16 * 2, 96, columns * 16 * 2},
                              .a_type = types.input,
                              .b_type = types.input,
                              .c_type = types.output,
                              .tile = gemm::Extent{16, 32, 16},
                              .k_mt = 32,
                              .bd_reconfiguration = reconfiguration,
                              .rows = rows,
                              .columns = columns});
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(, EveryGemm,
                         testing::Combine(testing::Values("xdna-phoenix", "xdna2-krackan"),
                                          testing::ValuesIn(gemm::test::kEveryTypes)),
                         [](const auto& parameters) {
                             return without_dashes(
                                 fmt::format("{}_{}", std::get<0>(parameters.param),
                                             to_string(std::get<1>(parameters.param))));
                         });

}  // namespace
}  // namespace xdnasim::backends
