// Layers of a network on a row of cores: their words on the cascade, and their cycles.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

using arch::CascadeUse;

class DenseKernels : public testing::Test {
 protected:
    template <class Work>
    [[nodiscard]] vliw::CallSchedule call(const Work& work) const {
        return vliw::schedule_call(program_of({"kernel", work, {}}, device), device.core.slots);
    }
    template <class Work>
    void expect_words(const Work& work) const {
        const auto all = vliw::cascade_accesses(call(work), device.core.slots);
        const CascadeWords words = cascade_words(work);
        EXPECT_EQ(std::ranges::count(all, CascadeUse::Get, &vliw::CascadeAccess::use), words.gets);
        EXPECT_EQ(std::ranges::count(all, CascadeUse::Put, &vliw::CascadeAccess::use), words.puts);
    }

    const arch::Device device = arch::load_device(arch::find_device("versal-ve2802"));
};

/// f(a kernel) for many shapes of each part.
template <class F>
int for_each_dense(F f) {
    int tried = 0;
    for (const ChainPart part :
         {ChainPart::Single, ChainPart::First, ChainPart::Middle, ChainPart::Last})
        for (const int m : {8, 16, 64})
            for (const int k : {8, 16, 24, 32, 64, 128})
                for (const int n : {16, 32})
                    for (const bool receives : {false, true})
                        for (const bool gives : {false, true}) {
                            Dense work{.m = m, .k = k, .n = n, .a = {m, 2 * k, 0, k}};
                            work.part = part;
                            work.receives = receives;
                            work.passes = receives && part != ChainPart::Last;
                            work.gives = gives && !work.puts_sums();
                            work.bias = work.relu = (m + k + n) % 16 == 0;
                            f(work);
                            ++tried;
                        }
    return tried;
}

TEST_F(DenseKernels, MoveEachOfTheirWordsOnce) {
    EXPECT_EQ(for_each_dense([&](const Dense& work) { expect_words(work); }), 576);
}

TEST_F(DenseKernels, PutNoSumsBeforeTheyHaveGotTheirs) {
    constexpr std::int64_t kOfRound = 8;
    // A sum comes 5 cycles after it was got to a product, and is put 5 after that.
    constexpr std::int64_t kLatency = 10;
    for_each_dense([&](const Dense& work) {
        if (work.part != ChainPart::Middle || work.receives) return;
        std::vector<std::int64_t> gets;
        std::vector<std::int64_t> puts;
        for (const auto& access : vliw::cascade_accesses(call(work), device.core.slots))
            (access.use == CascadeUse::Get ? gets : puts).push_back(access.cycle.count());
        ASSERT_EQ(gets.size(), puts.size());
        for (std::size_t i = 0; i + kOfRound <= gets.size(); i += kOfRound)
            EXPECT_GE(puts[i + kOfRound - 1], gets[i + kOfRound - 1] + kLatency);
    });
}

// Ji et al. 2026: a core takes all its activations before its first round.
TEST_F(DenseKernels, MoveTheirSumsAsEverBehindActivationsThatComeOverTheCascade) {
    int tried = 0;
    for_each_dense([&](const Dense& work) {
        if (!work.receives) return;
        Dense alone = work;
        alone.receives = alone.passes = false;
        const vliw::CallSchedule whole = call(work);
        const vliw::CallSchedule rounds = call(alone);
        const auto all = vliw::cascade_accesses(whole, device.core.slots);
        auto expected = vliw::cascade_accesses(rounds, device.core.slots);
        for (vliw::CascadeAccess& access : expected)
            access.cycle += whole.kernel_cycles() - rounds.kernel_cycles();
        ASSERT_GT(all.size(), expected.size());
        EXPECT_EQ(std::vector(all.end() - std::ssize(expected), all.end()), expected)
            << work.m << " x " << work.k << " x " << work.n;
        ++tried;
    });
    EXPECT_EQ(tried, 288);
}

// One slot moves words of the cascade, in and out (AM020; llvm-aie).
TEST_F(DenseKernels, TakeAtLeastACycleForEachWord) {
    EXPECT_EQ(for_each_dense([&](const Dense& work) {
                  const vliw::CallSchedule whole = call(work);
                  EXPECT_LE(std::ssize(vliw::cascade_accesses(whole, device.core.slots)),
                            whole.kernel_cycles().count())
                      << work.m << " x " << work.k << " x " << work.n;
              }),
              576);
}

// Ji et al. 2026, equation (3), with the constants of their public model for layers before an
// aggregation: a round of a chain takes 4 * W1 / 8 + 2 + 14 cycles. Those of the latest core:
// one that gets sums and passes them on.
TEST_F(DenseKernels, OfAChainTakeARoundAsThePublishedModelHasIt) {
    int tried = 0;
    for (const int k : {8, 16, 24, 32, 48, 64, 128}) {
        Dense work{.m = 64, .k = k, .n = 32, .a = {64, k, 0, 0}};
        work.part = ChainPart::Middle;
        constexpr std::int64_t kRounds = 16;
        const double round = static_cast<double>(call(work).kernel_cycles().count()) / kRounds;
        EXPECT_NEAR(round, k / 2.0 + 16, 3) << k;
        ++tried;
    }
    EXPECT_EQ(tried, 7);
}

TEST_F(DenseKernels, TakeAtLeastTheirProducts) {
    for_each_dense([&](const Dense& work) {
        constexpr std::int64_t kPerCycle = 256;
        EXPECT_GE(call(work).kernel_cycles().count(),
                  std::int64_t{work.m} * work.k * work.n / kPerCycle);
    });
}

// A block of 8 x 16 by hand, k = 16. Twelve half words come over two load ports in cycles 0 to 5.
// The first product needs two of B, the later one of cycle 1, which comes 7 cycles on: products
// issue in cycles 8 to 15, a tile of C each, first those of the first step. A tile is summed up 5
// cycles after its last product: C00 in cycle 17.
constexpr std::int64_t kFirstSum = 1 + 7 + 4 + 5;

TEST_F(DenseKernels, AloneStoreATileACycleAsSoonAsTheyAreSummedUp) {
    const Dense work{.m = 8, .k = 16, .n = 16, .a = {8, 16, 0, 0}};
    EXPECT_EQ(call(work).kernel_cycles().count(), kFirstSum + 4);
}

// Four half words of the bias come between those of the steps. Its last move issues in cycle 14, as
// the product of C01 does that adds it: this reads its accumulators in cycle 3, when the move has
// written (llvm-aie: II_VMOV_X, II_VADDMAC).
TEST_F(DenseKernels, WithABiasStoreATileAsSoonAsWithout) {
    Dense work{.m = 8, .k = 16, .n = 16, .a = {8, 16, 0, 0}};
    work.bias = true;
    EXPECT_EQ(call(work).kernel_cycles().count(), kFirstSum + 4);
}

TEST_F(DenseKernels, ThatAreFirstPutAWordACycleAsSoonAsTheyAreSummedUp) {
    Dense work{.m = 8, .k = 16, .n = 16, .a = {8, 16, 0, 0}};
    work.part = ChainPart::First;
    EXPECT_EQ(call(work).kernel_cycles().count(), kFirstSum + 8);
    // Two words of each tile, so that none waits for its sum: 17, 18, and so on.
    const auto all = vliw::cascade_accesses(call(work), device.core.slots);
    ASSERT_EQ(all.size(), 8);
    for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_EQ(all[i].cycle - all[0].cycle, arch::Cycles{static_cast<std::int64_t>(i)});
}

TEST_F(DenseKernels, ThatReceiveTakeTwoCyclesAWord) {
    Dense work{.m = 64, .k = 8, .n = 16, .a = {64, 64, 0, 0}};
    work.part = ChainPart::First;
    const auto alone = call(work).kernel_cycles();
    work.receives = work.passes = true;
    const std::int64_t words = 64;
    const std::int64_t more = (call(work).kernel_cycles() - alone).count();
    EXPECT_GE(more, 2 * words);
    EXPECT_LE(more, 2 * words + 20);
}

TEST_F(DenseKernels, SumUpRowsWithEachWordOnce) {
    int tried = 0;
    for (const RowSum method : {RowSum::Product, RowSum::Extract})
        for (const int m : {8, 16, 32})
            for (const int n : {16, 32, 64})
                for (const bool gets : {false, true})
                    for (const bool puts : {false, true}) {
                        Reduce work{.m = m, .n = n, .rows = m};
                        work.gets = gets;
                        work.puts = puts;
                        work.gives = !puts;
                        work.method = method;
                        expect_words(work);
                        ++tried;
                    }
    EXPECT_EQ(tried, 72);
}

TEST_F(DenseKernels, SumUpRowsFasterByAProduct) {
    Reduce work{.m = 8, .n = 32, .rows = 8};
    const auto product = call(work).kernel_cycles();
    work.method = RowSum::Extract;
    EXPECT_LT(product.count(), call(work).kernel_cycles().count());
}

TEST_F(DenseKernels, AreRefusedWithSidesThatAreNoTiles) {
    EXPECT_THROW(require_tiles(Dense{.m = 12, .k = 8, .n = 16, .a = {16, 8, 0, 0}}),
                 base::InputError);
    EXPECT_THROW(require_tiles(Dense{.m = 8, .k = 8, .n = 8, .a = {8, 8, 0, 0}}), base::InputError);
    EXPECT_THROW(require_tiles(Dense{.m = 8, .k = 16, .n = 16, .a = {8, 16, 0, 8}}),
                 base::InputError);
    EXPECT_THROW(require_tiles(Reduce{.m = 8, .n = 16, .rows = 9}), base::InputError);
}

}  // namespace
}  // namespace xdnasim::kernels
