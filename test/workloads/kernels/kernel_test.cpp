#include "xdnasim/workloads/kernels/kernel.hpp"

#include <gtest/gtest.h>

#include "xdnasim/arch/error.hpp"

namespace xdnasim::kernels {
namespace {

arch::Device device() {
    arch::Device device;
    device.name = "teaching";
    device.core.store_per_cycle = arch::Bytes{32};
    device.core.matrix = {{"int8", "int8", "int8", 4, 8, 8, 256, 200, {}, 0},
                          {"int8", "int8", "int32", 4, 8, 8, 256, 150, {}, 0}};
    return device;
}

Kernel matmul(DataType c) {
    return {"multiply",
            Matmul{DataType::Int8, DataType::Int8, c, 16, 16, 16, 4, 8, 8, 0, Rounding::Floor},
            {}};
}

TEST(Kernel, MultipliesAtTheRateOfItsTypes) {
    EXPECT_EQ(cycles_per_call(matmul(DataType::Int8), device()).count(), 21);   // 4096 / 200
    EXPECT_EQ(cycles_per_call(matmul(DataType::Int32), device()).count(), 28);  // 4096 / 150
}

TEST(Kernel, TakesTheCyclesThatAProblemSets) {
    Kernel kernel = matmul(DataType::Int16);
    kernel.cycles = arch::Cycles{1234};
    EXPECT_EQ(cycles_per_call(kernel, device()).count(), 1234);
}

TEST(Kernel, NamesTheRatesThatADeviceHas) {
    try {
        static_cast<void>(cycles_per_call(matmul(DataType::Int16), device()));
        FAIL() << "a rate that the device does not have";
    } catch (const arch::InputError& error) {
        EXPECT_STREQ(error.what(),
                     "teaching has no rate for a product of int8 x int8 -> int16; it has: "
                     "int8 x int8 -> int8, int8 x int8 -> int32");
    }
}

TEST(Kernel, SaysWhenADeviceHasNoRateAtAll) {
    arch::Device without = device();
    without.core.matrix.clear();
    try {
        static_cast<void>(cycles_per_call(matmul(DataType::Int8), without));
        FAIL() << "a rate that the device does not have";
    } catch (const arch::InputError& error) {
        EXPECT_STREQ(error.what(),
                     "teaching has no rate for a product of int8 x int8 -> int8; it has: none");
    }
}

TEST(Kernel, ZeroesAndCopiesAtTheWidthOfTheStorePort) {
    EXPECT_EQ(cycles_per_call({"zero", Zero{arch::Bytes{64}}, {}}, device()).count(), 2);
    EXPECT_EQ(cycles_per_call({"zero", Zero{arch::Bytes{65}}, {}}, device()).count(), 3);
    EXPECT_EQ(cycles_per_call({"copy", Copy{arch::Bytes{1}}, {}}, device()).count(), 1);
}

TEST(Kernel, CountsItsMultiplications) {
    EXPECT_EQ(macs_per_call(matmul(DataType::Int8)), 4096);
    EXPECT_EQ(macs_per_call({"zero", Zero{arch::Bytes{64}}, {}}), 0);
}

TEST(Kernel, TypesHaveTheirNamesAndSizes) {
    EXPECT_EQ(to_string(DataType::Int8), "int8");
    EXPECT_EQ(to_string(DataType::Int16), "int16");
    EXPECT_EQ(to_string(DataType::Int32), "int32");
    EXPECT_EQ(to_string(DataType::Bf16), "bf16");
    EXPECT_EQ(size_of(DataType::Int8).count(), 1);
    EXPECT_EQ(size_of(DataType::Int16).count(), 2);
    EXPECT_EQ(size_of(DataType::Int32).count(), 4);
    EXPECT_EQ(size_of(DataType::Bf16).count(), 2);
}

}  // namespace
}  // namespace xdnasim::kernels
