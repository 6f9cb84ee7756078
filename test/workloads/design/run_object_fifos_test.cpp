// Runs of designs with object FIFOs.

#include <cstdint>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/design/design_text.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class RunObjectFifos : public testing::Test {
 protected:
    [[nodiscard]] std::int64_t cycles(const std::string& text) const {
        const auto file = folder_.write("design.mlir", text);
        const std::vector<problem::Setting> settings{{"design.default_cycles", "100"}};
        const problem::Problem problem = problem::load_problem(file, settings);
        return backends::make_systemc_backend()
            ->run(map_problem(problem), problem.device, {})
            .cycles->count();
    }
    TemporaryFolder folder_;
};

TEST_F(RunObjectFifos, TakeAsLongAsTheLoweredDesign) {
    EXPECT_EQ(cycles(text_of("scale_source.mlir")), cycles(text_of("scale_2026.mlir")));
}

TEST_F(RunObjectFifos, MayHaveTypesThatAreAliases) {
    const std::string text = text_of("scale_source.mlir");
    const auto named = [&](const std::string& type, const std::string& aliases) {
        std::string changed = text;
        int times = 0;
        for (std::size_t at = changed.find(type); at != std::string::npos;
             at = changed.find(type, at), ++times)
            changed.replace(at, type.size(), "!name");
        EXPECT_GE(times, 2) << type;
        return aliases + changed;
    };
    const std::string object = "memref<256xi32>";
    for (const std::string outer : {"!aie.objectfifo<", "!aie.objectfifosubview<"})
        EXPECT_EQ(cycles(named(outer + object + ">",
                               "!other = " + outer + object + ">\n!name = !other\n")),
                  cycles(text))
            << outer;
    EXPECT_EQ(cycles(named(object, "!number = i32\n!name = memref<256x!number>\n")), cycles(text));
}

TEST_F(RunObjectFifos, GiveDeadlocksThePlaceOfTheFifo) {
    const std::string text = with(text_of("scale_source.mlir"),
                                  "          aie.objectfifo.release @out(Produce, 1)\n", "");
    try {
        static_cast<void>(cycles(text));
        ADD_FAILURE() << "no deadlock";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr("waits for lock 1 'in_cons_cons_lock_0' of (0,2) to be >= 1"),
                          HasSubstr("design.mlir:17:11; released by BD 0 of (0,2) at"),
                          HasSubstr("lock 3 'out_cons_lock_0'"), HasSubstr("design.mlir:8:5")));
    }
}

TEST_F(RunObjectFifos, NameTheCoreThatEndsBeforeAllObjectsHaveCome) {
    // The core takes five objects and ends, while the sequence sends eight.
    const std::string text = with(
        with(text_of("scale_source.mlir"), "arith.constant 8 : index", "arith.constant 5 : index"),
        "arith.constant 9223372036854775807", "arith.constant 1");
    try {
        static_cast<void>(cycles(text));
        ADD_FAILURE() << "no deadlock";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(),
                    AllOf(HasSubstr("\n  core (0,2) has come to the end of its program\n"),
                          HasSubstr("design.mlir:22:11, whose program has ended")));
    }
}

}  // namespace
}  // namespace xdnasim::design
