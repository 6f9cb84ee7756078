// Kernels in whole calls: slots, units and registers suffice for each section together with the
// values that one section makes and another reads.

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/parameter_name.hpp"
#include "test/workloads/kernels/vliw/call_verifier.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

class WholeCalls : public testing::Test {
 protected:
    explicit WholeCalls(const char* name) : device{arch::load_device(arch::find_device(name))} {}

    /// A product of rows x steps x columns tiles of the matrix instruction of `rate`.
    [[nodiscard]] static Matmul product(const arch::MatrixRate& rate, int rows, int steps,
                                        int columns, Layout layout) {
        Matmul work{};
        work.a = rate.a_type;
        work.b = rate.b_type;
        work.c = rate.c_type;
        work.r = rate.r;
        work.s = rate.s;
        work.t = rate.t;
        work.m = rate.r * rows;
        work.k = rate.s * steps;
        work.n = rate.t * columns;
        work.b_layout = layout;
        return work;
    }
    /// Breaches of the slot model by a call; none if its loop is not pipelined. Counts the
    /// pipelined calls.
    [[nodiscard]] std::vector<std::string> breaches(const Matmul& work, CallKind kind) {
        const vliw::LoopNest nest =
            vliw::labelled(program_of({"matmul", work, std::nullopt}, device, kind));
        const vliw::CallSchedule call = vliw::schedule_call(nest, device.core.slots);
        if (call.ii == 0) return {};
        ++pipelined;
        return vliw::verify_call(nest, call, device.core.slots);
    }

    const arch::Device device;
    int pipelined = 0;
};

class WholeCallsOfEveryKind : public WholeCalls, public testing::WithParamInterface<const char*> {
 protected:
    WholeCallsOfEveryKind() : WholeCalls{GetParam()} {}

    [[nodiscard]] static std::vector<CallKind> kinds(const arch::MatrixRate& rate) {
        std::vector<CallKind> all{CallKind::Accumulate, CallKind::First};
        if (rate.a_type == DataType::Int8) all.push_back(CallKind::BiasRelu);
        return all;
    }
};

TEST_P(WholeCallsOfEveryKind, HaveSlotsUnitsAndRegistersForAllThatIsUnderWay) {
    int products = 0;
    for (const arch::MatrixRate& rate : device.core.matrix) {
        if (rate.blocks_of_a_round || !is_stored_singly(rate.a_type)) continue;
        ++products;
        for (const CallKind kind : kinds(rate))
            for (const Layout layout : {Layout::RowMajor, Layout::ColumnMajor})
                for (const int steps : {3, 5, 8}) {
                    const Matmul work =
                        product(rate, 2 * rate.block_rows, steps, 2 * rate.block_columns, layout);
                    EXPECT_THAT(breaches(work, kind), testing::IsEmpty())
                        << arch::product_name(work.a, work.b, work.c) << ", kind "
                        << static_cast<int>(kind) << ", B " << to_string(layout) << ", " << steps
                        << " steps";
                }
    }
    EXPECT_EQ(products, 7);
    EXPECT_GT(pipelined, 60);
}

TEST_P(WholeCallsOfEveryKind, ThatAddToCTakeNoLongerWhereBNeedsNoShuffles) {
    int compared = 0;
    for (const arch::MatrixRate& rate : device.core.matrix) {
        if (rate.blocks_of_a_round || !is_stored_singly(rate.a_type)) continue;
        // Enough steps to fill the pipeline in both layouts.
        for (const int steps : {8, 9, 20}) {
            const auto cycles = [&](Layout layout) {
                const Matmul work =
                    product(rate, 4 * rate.block_rows, steps, 4 * rate.block_columns, layout);
                return vliw::schedule_call(program_of({"matmul", work, std::nullopt}, device),
                                           device.core.slots)
                    .cycles()
                    .count();
            };
            ++compared;
            EXPECT_LE(cycles(Layout::RowMajor), cycles(Layout::ColumnMajor))
                << arch::product_name(rate.a_type, rate.b_type, rate.c_type) << ", " << steps
                << " steps";
        }
    }
    EXPECT_EQ(compared, 21);
}

INSTANTIATE_TEST_SUITE_P(, WholeCallsOfEveryKind, testing::Values("xdna-phoenix", "xdna2-krackan"),
                         NamedAfterParameter{});

class WholeCallsOnKrackan : public WholeCalls {
 protected:
    WholeCallsOnKrackan() : WholeCalls{"xdna2-krackan"} {}

    [[nodiscard]] std::vector<std::string> breaches_of_64(DataType in, DataType out, CallKind kind,
                                                          Layout layout) {
        Matmul work{};
        work.a = work.b = in;
        work.c = out;
        work = product(matrix_rate(work, device), 8, 8, 8, layout);
        return breaches(work, kind);
    }
};

// `xdnasim kernel --device xdna2-krackan --types int8,int8,int16 --tile 64x64x64 --first`: if loads
// for the next block issued as soon as slots allow, the call would need 32 vector registers.
TEST_F(WholeCallsOnKrackan, HaveVectorRegistersForWhatTheNextBlockLoads) {
    EXPECT_THAT(
        breaches_of_64(DataType::Int8, DataType::Int16, CallKind::First, Layout::ColumnMajor),
        testing::IsEmpty());
    EXPECT_EQ(pipelined, 1);
}

// If operands behind the loop were converted as soon as slots allow, the call would need 26
// accumulators for them and for C.
TEST_F(WholeCallsOnKrackan, HaveAccumulatorsForWhatIsConvertedBehindALoop) {
    for (const CallKind kind : {CallKind::Accumulate, CallKind::First})
        EXPECT_THAT(breaches_of_64(DataType::Bf16, DataType::Bf16, kind, Layout::ColumnMajor),
                    testing::IsEmpty());
    EXPECT_EQ(pipelined, 2);
}

}  // namespace
}  // namespace xdnasim::kernels
