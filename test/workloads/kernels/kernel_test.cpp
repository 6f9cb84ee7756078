#include "workloads/kernels/kernel.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

arch::Device device() {
    return arch::load_device(arch::find_device("xdna-phoenix"));
}

Kernel matmul(DataType c) {
    return {"multiply",
            Matmul{DataType::Int8, DataType::Int8, c, 16, 16, 16, 4, 8, 8, 0, Rounding::Floor},
            {}};
}

TEST(Kernel, TakesTheCyclesOfItsScheduleWithoutCallAndReturn) {
    const auto schedule =
        vliw::schedule_call(program_of(matmul(DataType::Int8), device()), device().core.slots);
    EXPECT_EQ(cycles_per_call(matmul(DataType::Int8), device()), schedule.kernel_cycles());
}

TEST(Kernel, TakesTheCyclesThatAProblemSets) {
    Kernel kernel = matmul(DataType::Int16);
    kernel.cycles = arch::Cycles{1234};
    EXPECT_EQ(cycles_per_call(kernel, device()).count(), 1234);
}

TEST(Kernel, NamesTheTypesThatADeviceMultiplies) {
    arch::Device few = device();
    few.core.matrix.resize(1);
    try {
        static_cast<void>(cycles_per_call(matmul(DataType::Int16), few));
        FAIL() << "types that the device does not have";
    } catch (const base::InputError& error) {
        EXPECT_STREQ(error.what(),
                     "xdna-phoenix has no kernel for a product of int8 x int8 -> int16; it has: "
                     "int8 x int8 -> int8");
    }
}

TEST(Kernel, ZeroesAtTheWidthOfTheStorePort) {
    EXPECT_EQ(cycles_per_call({"zero", Zero{arch::Bytes{64}}, {}}, device()).count(), 2);
    EXPECT_EQ(cycles_per_call({"zero", Zero{arch::Bytes{65}}, {}}, device()).count(), 3);
}

TEST(Kernel, CopiesAVectorACycleAfterTheFirstHasArrived) {
    const auto cycles = [](std::int64_t bytes) {
        return cycles_per_call({"copy", Copy{arch::Bytes{bytes}}, {}}, device()).count();
    };
    EXPECT_EQ(cycles(64 * 32) - cycles(32 * 32), 32);
}

TEST(Kernel, CountsItsMultiplications) {
    EXPECT_EQ(macs_per_call(matmul(DataType::Int8)), 4096);
    EXPECT_EQ(macs_per_call({"zero", Zero{arch::Bytes{64}}, {}}), 0);
}

/// A product whose A, B and C have elements of different sizes.
Kernel matmul(int m, int k, int n) {
    return {"multiply",
            Matmul{DataType::Int8, DataType::Int16, DataType::Int32, m, k, n, 1, 1, 1, 0,
                   Rounding::Floor},
            {}};
}

TEST(Kernel, TakesWholeMatricesAsArguments) {
    EXPECT_EQ(argument_sizes(matmul(2, 3, 5)),
              (std::vector{arch::Bytes{6}, arch::Bytes{30}, arch::Bytes{40}}));
    EXPECT_EQ(argument_sizes({"copy", Copy{arch::Bytes{7}}, {}}),
              (std::vector{arch::Bytes{7}, arch::Bytes{7}}));
}

TEST(Kernel, HasSizesOfArgumentsThatNoMemoryHolds) {
    constexpr int kHuge = std::numeric_limits<int>::max();
    for (const arch::Bytes size : argument_sizes(matmul(kHuge, kHuge, kHuge)))
        EXPECT_GT(size, arch::Bytes{kHuge});
    EXPECT_EQ(argument_sizes(matmul(2, -1, 5)).front(), arch::Bytes{0});
}

TEST(Kernel, RoundsByNamesOfTheAieApi) {
    EXPECT_EQ(to_string(Rounding::Floor), "floor");
    EXPECT_EQ(to_string(Rounding::SymmetricInf), "symmetric_inf");
    EXPECT_EQ(to_string(Rounding::ConvOdd), "conv_odd");
}

TEST(Kernel, NamesTheLayoutsOfB) {
    EXPECT_EQ(to_string(Layout::ColumnMajor), "column-major");
    EXPECT_EQ(to_string(Layout::RowMajor), "row-major");
}

}  // namespace
}  // namespace xdnasim::kernels
