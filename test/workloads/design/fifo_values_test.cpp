// What object FIFOs send that their text says: initial values, and values of padding.

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/design/design_text.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A mem tile sends 16 numbers four times, all of which are 7.
std::string resident(const std::string& options, const std::string& more = "") {
    return R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    aie.objectfifo @w(%mem, {%shim}, 1 : i32) )" +
           options + R"( : !aie.objectfifo<memref<16xi32>> = [dense<7> : memref<16xi32>]
)" + more + R"(    aie.runtime_sequence(%a: memref<64xi32>) {
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1]) {id = 0 : i64, metadata = @w} : memref<64xi32>
      aiex.npu.dma_wait {symbol = @w}
    }
  }
}
)";
}

TEST(InitialValues, AreSentOverAndOver) {
    const TemporaryFolder folder;
    std::string sevens;
    for (int i = 0; i < 64; ++i)
        sevens += std::string{"\7\0\0\0", 4};
    const std::vector<problem::Setting> settings{
        {"design.expect", fmt::format("{{a: {}}}", folder.write("sevens.bin", sevens).string())}};
    const problem::Problem problem = problem::load_problem(
        folder.write("design.mlir", resident("{iter_count = 4 : i32}")), settings);
    backends::RunOptions options;
    options.verify = true;
    const auto result =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, options);
    ASSERT_TRUE(result.verification);
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
}

TEST(InitialValues, HaveLocksWhereTheyAreSentOnceOrReplaced) {
    const std::string lock = "sym_name = \"w_prod_lock_0\"";
    EXPECT_THAT(read(resident("{iter_count = 4 : i32}")).lowered,
                AllOf(HasSubstr("repeat_count = 3"), Not(HasSubstr(lock))));
    EXPECT_THAT(read(resident("{iter_count = 1 : i32}")).lowered, HasSubstr(lock));
    const std::string link =
        "    aie.objectfifo @in(%shim, {%mem}, 1 : i32) : !aie.objectfifo<memref<16xi32>>\n"
        "    aie.objectfifo.link [@in] -> [@w]([] [])\n";
    EXPECT_THAT(read(resident("{iter_count = 4 : i32}", link)).lowered, HasSubstr(lock));
}

}  // namespace
}  // namespace xdnasim::design
