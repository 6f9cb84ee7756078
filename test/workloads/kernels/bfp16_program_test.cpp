// Schedules of products of bfp16ebs8 in the slots of an XDNA2 core.

#include <array>
#include <optional>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class Bfp16 : public testing::Test {
 protected:
    [[nodiscard]] static Kernel matmul(int m, int k, int n, DataType input = DataType::Bfp16ebs8) {
        Matmul work{};
        work.a = work.b = input;
        work.c = DataType::Bf16;
        work.m = m;
        work.k = k;
        work.n = n;
        work.r = work.s = work.t = 8;
        return {"matmul", work, std::nullopt};
    }
    [[nodiscard]] vliw::CallSchedule schedule(const Kernel& kernel,
                                              CallKind kind = CallKind::Accumulate) const {
        return vliw::schedule_call(program_of(kernel, npu2, kind), npu2.core.slots);
    }
    [[nodiscard]] std::int64_t issued(const vliw::CallSchedule& call, std::string_view slot) const {
        const auto& names = npu2.core.slots.slots;
        const auto index = std::ranges::find(names, slot) - names.begin();
        return call.slot_use(npu2.core.slots)[static_cast<std::size_t>(index)];
    }

    const arch::Device npu2 = arch::load_device(arch::find_device("xdna2-krackan"));
};

TEST_F(Bfp16, IssuesATileProductInEveryCycleOfTheLoop) {
    const auto call = schedule(matmul(64, 96, 64));
    EXPECT_EQ(call.ii, 4);  // a product for each of 2 x 2 tiles of C
    EXPECT_EQ(call.bounds.binding, "vec");
    EXPECT_EQ(issued(call, "vec"), 64 * 96 * 64 / 512);
}

TEST_F(Bfp16, NeedsNeitherShufflesNorConversions) {
    EXPECT_EQ(issued(schedule(matmul(64, 96, 64)), "mv"), 0);
    EXPECT_GT(issued(schedule(matmul(64, 96, 64, DataType::Bf16)), "mv"), 0);
}

TEST_F(Bfp16, PassesAThroughOneLoadUnitAndBThroughTheOther) {
    // In each of the 12 steps of each of the 16 blocks, either unit loads two tiles and fills once.
    // C has two loads per tile, through lda only.
    const auto call = schedule(matmul(64, 96, 64));
    EXPECT_EQ(issued(call, "ldb"), 16 * 12 * 3);
    EXPECT_EQ(issued(call, "lda"), 16 * 12 * 3 + 16 * 4 * 2);
}

TEST_F(Bfp16, TakesMuchLessTimeThanBf16OnTheSameDatapath) {
    EXPECT_LT(2 * schedule(matmul(64, 96, 64)).cycles().count(),
              schedule(matmul(64, 96, 64, DataType::Bf16)).cycles().count());
}

TEST_F(Bfp16, MakesEveryPartOfEveryCallLegal) {
    for (const CallKind kind : {CallKind::Accumulate, CallKind::First})
        for (const int k : {8, 16, 96})
            for (const int n : {8, 32})
                for (const auto& section : schedule(matmul(32, k, n), kind).sections)
                    EXPECT_THAT(vliw::verify(section.graph, section.schedule, npu2.core.slots),
                                testing::IsEmpty())
                        << section.name << ", k " << k << ", n " << n;
}

TEST_F(Bfp16, NeedsColumnMajorB) {
    Kernel kernel = matmul(64, 64, 64);
    std::get<Matmul>(kernel.work).b_layout = Layout::RowMajor;
    EXPECT_THAT([&] { static_cast<void>(program_of(kernel, npu2)); },
                ThrowsMessage<base::InputError>(HasSubstr("an exponent lie along k")));
}

TEST_F(Bfp16, IsNotMultipliedAlongAChainOfCores) {
    const auto part = [](DataType a, DataType b, DataType c) {
        ChainProduct work{};
        work.product = std::get<Matmul>(matmul(64, 64, 64).work);
        work.product.a = a;
        work.product.b = b;
        work.product.c = c;
        work.product.b_layout = Layout::RowMajor;
        work.puts = true;
        return Kernel{"part", work, std::nullopt};
    };
    const auto bf16 = DataType::Bf16;
    const auto tiled = DataType::Bfp16ebs8;
    for (const Kernel& kernel :
         {part(bf16, tiled, bf16), part(tiled, tiled, bf16), part(tiled, tiled, tiled)})
        EXPECT_THAT([&] { static_cast<void>(program_of(kernel, npu2)); },
                    ThrowsMessage<base::InputError>(HasSubstr("has no kernel for bfp16ebs8")));
    EXPECT_GT(schedule(part(bf16, bf16, bf16)).cycles(), arch::Cycles{0});
}

TEST_F(Bfp16, IsNotKnownToXdna) {
    const arch::Device npu1 = arch::load_device(arch::find_device("xdna-phoenix"));
    EXPECT_THAT([&] { static_cast<void>(program_of(matmul(64, 64, 64), npu1)); },
                ThrowsMessage<base::InputError>(HasSubstr("has no kernel for a product of")));
}

TEST_F(Bfp16, IsComputedInPairsOfTilesAlone) {
    std::vector<std::byte> a(72);
    std::vector<std::byte> b(72);
    std::vector<std::byte> c(128, std::byte{7});
    const std::array<std::span<std::byte>, 3> arguments{a, b, c};
    EXPECT_THAT([&] { execute(matmul(8, 8, 8), arguments); },
                ThrowsMessage<base::InputError>(HasSubstr("multiples of 16")));
    EXPECT_THAT(c, testing::Each(std::byte{7}));
}

/// Numbers of products, moves and stores of a call with A in bf16, which converts A to bfp16ebs8.
TEST_F(Bfp16, IssuesWhatAKernelByHandHasToDo) {
    Kernel kernel = matmul(32, 64, 128, DataType::Bf16);
    std::get<Matmul>(kernel.work).b = DataType::Bfp16ebs8;
    const auto call = schedule(kernel);
    constexpr int kTiles = 4 * 8;   // tiles of A
    constexpr int kBlocks = 2 * 8;  // blocks of 2 x 2 tiles of C
    EXPECT_EQ(issued(call, "vec"), 32 * 64 * 128 / 512);
    EXPECT_EQ(issued(call, "mv"), 3 * kTiles);
    // Eight stores of C per block, a push per tile of A, a flush, and ten registers saved for the
    // caller.
    EXPECT_EQ(issued(call, "st"), kBlocks * 8 + kTiles + 1 + 10);
    int legal = 0;
    for (const auto& section : call.sections) {
        EXPECT_THAT(vliw::verify(section.graph, section.schedule, npu2.core.slots),
                    testing::IsEmpty())
            << section.name;
        ++legal;
    }
    EXPECT_GE(legal, 4);
}

TEST_F(Bfp16, TakesAStagedCInTheRoundsOfOtherCallsWhereItHasNoneOfItsOwn) {
    Kernel kernel = matmul(32, 64, 128);
    std::get<Matmul>(kernel.work).staged = true;
    const auto cycles_with = [&](std::optional<int> staged_round) {
        arch::Device device = npu2;
        for (arch::MatrixRate& rate : device.core.matrix)
            if (rate.c_type == DataType::Bfp16ebs8) rate.blocks_of_a_staged_round = staged_round;
        return vliw::schedule_call(program_of(kernel, device), device.core.slots).cycles();
    };
    EXPECT_EQ(cycles_with(std::nullopt), cycles_with(1));  // the device file's `round`
    EXPECT_NE(cycles_with(4), cycles_with(1));
}

}  // namespace
}  // namespace xdnasim::kernels
