// Products along a chain of cores, compared with a plain product, and the words that the cores pass
// on.

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

constexpr int kM = 16;
constexpr int kK = 24;
constexpr int kN = 32;
constexpr int kCores = 3;

ChainProduct part(int core) {
    ChainProduct work{};
    work.product = {DataType::Int8, DataType::Int8, DataType::Int32, kM, kK, kN, 4, 8, 8, 0,
                    Rounding::Floor};
    work.product.b_layout = Layout::RowMajor;
    work.gets = core > 0;
    work.puts = core + 1 < kCores;
    return work;
}

/// Index of an element of a matrix with `columns` columns that is stored in tiles of r x t.
std::size_t place(int row, int column, int columns, int r, int t) {
    const int tile = row / r * (columns / t) + column / t;
    return static_cast<std::size_t>(tile * r * t + row % r * t + column % t);
}

TEST(ChainProducts, AddUpToTheProductOfAllCores) {
    std::mt19937 random{7};
    std::uniform_int_distribution<int> any{-128, 127};
    std::vector<int> expected(kM * kN, 0);
    std::vector<std::vector<std::byte>> a(kCores, std::vector<std::byte>(kM * kK));
    std::vector<std::vector<std::byte>> b(kCores, std::vector<std::byte>(kK * kN));
    std::vector<std::byte> c(kM * kN * sizeof(std::int32_t));
    for (std::size_t core = 0; core < kCores; ++core) {
        for (std::byte& value : a[core])
            value = static_cast<std::byte>(any(random));
        for (std::byte& value : b[core])
            value = static_cast<std::byte>(any(random));
        for (int i = 0; i < kM; ++i)
            for (int j = 0; j < kN; ++j)
                for (int k = 0; k < kK; ++k)
                    expected[static_cast<std::size_t>(i * kN + j)] +=
                        static_cast<std::int8_t>(a[core][place(i, k, kK, 4, 8)]) *
                        static_cast<std::int8_t>(b[core][place(k, j, kN, 8, 8)]);
    }
    std::vector<std::vector<CascadeWord>> links(kCores);
    for (std::size_t core = 0; core < kCores; ++core) {
        const Kernel kernel{"part", part(static_cast<int>(core)), {}};
        std::vector<std::span<std::byte>> arguments{a[core], b[core]};
        if (core + 1 == kCores) arguments.emplace_back(c);
        const auto call = begin_call(kernel, arguments);
        const auto [gets, puts] = cascade_words(kernel);
        EXPECT_EQ(gets, core == 0 ? 0 : kM * kN / 16);
        for (std::int64_t i = 0; i < gets; ++i)
            call->get(links[core - 1][static_cast<std::size_t>(i)]);
        for (std::int64_t i = 0; i < puts; ++i)
            links[core].push_back(call->put());
    }
    for (int i = 0; i < kM; ++i)
        for (int j = 0; j < kN; ++j) {
            std::int32_t got = 0;
            std::memcpy(&got, c.data() + place(i, j, kN, 4, 8) * sizeof got, sizeof got);
            ASSERT_EQ(got, expected[static_cast<std::size_t>(i * kN + j)]) << i << ", " << j;
        }
}

TEST(ChainProducts, OneAloneStoresItsProduct) {
    ChainProduct work = part(0);
    work.puts = false;
    std::vector<std::byte> a(kM * kK, std::byte{1});
    std::vector<std::byte> b(kK * kN, std::byte{2});
    std::vector<std::byte> c(kM * kN * sizeof(std::int32_t), std::byte{0x55});
    const std::vector<std::span<std::byte>> arguments{a, b, c};
    execute({"alone", work, {}}, arguments);
    std::vector<std::int32_t> sums(kM * kN);
    std::memcpy(sums.data(), c.data(), c.size());
    EXPECT_EQ(std::ranges::count(sums, 2 * kK), kM * kN) << "what C held before does not count";
}

TEST(ChainProducts, PassTheirWordsBlockByBlock) {
    const arch::Device device = arch::load_device(arch::find_device("versal-ve2802"));
    for (int core = 0; core < kCores; ++core) {
        const Kernel kernel{"part", part(core), {}};
        const auto call = vliw::schedule_call(program_of(kernel, device), device.core.slots);
        const auto all = vliw::cascade_accesses(call, device.core.slots);
        const auto words = cascade_words(kernel);
        EXPECT_EQ(std::ssize(all), words.gets + words.puts);
        for (std::size_t i = 1; i < all.size(); ++i)
            EXPECT_LT(all[i - 1].cycle, all[i].cycle) << "one slot moves them all";
        // A block has 8 words. None of them leaves before all 8 words that the block adds to have
        // arrived.
        std::int64_t got = 0;
        std::int64_t put = 0;
        for (const vliw::CascadeAccess& access : all) {
            (access.use == arch::CascadeUse::Get ? got : put) += 1;
            if (words.gets > 0 && words.puts > 0) {
                EXPECT_GE(got, (put + 7) / 8 * 8);
            }
        }
    }
}

TEST(ChainProducts, FillTheSlotsAsTheCoreAllows) {
    const arch::Device device = arch::load_device(arch::find_device("versal-ve2802"));
    int sections = 0;
    for (const DataType type : {DataType::Int8, DataType::Int16, DataType::Bf16})
        for (int core = 0; core < kCores; ++core) {
            ChainProduct work = part(core);
            work.product.a = work.product.b = type;
            work.product.c = type;
            const arch::MatrixRate& rate = matrix_rate(work.product, device);
            work.product.r = rate.r;
            work.product.s = rate.s;
            work.product.t = rate.t;
            work.product.k = 96;
            const auto call =
                vliw::schedule_call(program_of({"part", work, {}}, device), device.core.slots);
            for (const vliw::CodeSection& section : call.sections) {
                EXPECT_THAT(vliw::verify(section.graph, section.schedule, device.core.slots),
                            testing::IsEmpty())
                    << section.name;
                ++sections;
            }
        }
    EXPECT_EQ(sections, 3 * kCores * 4);
}

/// With so few steps, no loop is pipelined, and blocks overlap as straight-line code.
TEST(ChainProducts, MoveAllTheirWordsWhereStepsAreFew) {
    const arch::Device device = arch::load_device(arch::find_device("versal-ve2802"));
    int tried = 0;
    for (const int k : {8, 16, 24, 32, 64})
        for (int core = 0; core < kCores; ++core) {
            ChainProduct work = part(core);
            work.product.k = k;
            const Kernel kernel{"part", work, {}};
            const auto call = vliw::schedule_call(program_of(kernel, device), device.core.slots);
            const auto all = vliw::cascade_accesses(call, device.core.slots);
            const auto words = cascade_words(kernel);
            EXPECT_EQ(std::ranges::count(all, arch::CascadeUse::Get, &vliw::CascadeAccess::use),
                      words.gets)
                << k;
            EXPECT_EQ(std::ranges::count(all, arch::CascadeUse::Put, &vliw::CascadeAccess::use),
                      words.puts)
                << k;
            EXPECT_GE(all.front().cycle, arch::Cycles{0});
            EXPECT_LE(all.back().cycle, call.kernel_cycles());
            ++tried;
        }
    EXPECT_EQ(tried, 15);
}

}  // namespace
}  // namespace xdnasim::kernels
