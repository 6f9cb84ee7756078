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

/// Calls `f` with kernels of many shapes for each part of a chain. Returns the number of calls.
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
    // A sum reaches a product 5 cycles after it was taken from the cascade, and the result is put
    // there 5 cycles later.
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

// A core takes all its activations from the cascade before its first round (Ji et al. 2026); its
// sums then move as in a kernel whose activations lie in memory.
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

// A single slot moves all words of the cascade, in and out (AM020; llvm-aie).
TEST_F(DenseKernels, TakeAtLeastACycleForEachWord) {
    EXPECT_EQ(for_each_dense([&](const Dense& work) {
                  const vliw::CallSchedule whole = call(work);
                  EXPECT_LE(std::ssize(vliw::cascade_accesses(whole, device.core.slots)),
                            whole.kernel_cycles().count())
                      << work.m << " x " << work.k << " x " << work.n;
              }),
              576);
}

// A round of a chain takes 4 * W1 / 8 + 2 + 14 cycles: equation (3) of Ji et al. 2026 with the
// constants of their public model for layers before an aggregation. They hold for the core that
// ends last, one that gets sums and passes them on.
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

// Cycle in which the first tile of C is complete, for a block of 8 x 16 with k = 16 that is laid
// out by hand. Two load ports load twelve half words in cycles 0 to 5. The first product needs two
// half words of B; the second of them is loaded in cycle 1 and arrives 7 cycles later. The eight
// products issue in cycles 8 to 15, one per tile of C and step, those of the first step first. A
// tile is complete 5 cycles after its last product: C00, whose last product issues in cycle 12, in
// cycle 17.
constexpr std::int64_t kFirstSum = 1 + 7 + 4 + 5;

TEST_F(DenseKernels, AloneStoreATileACycleAsSoonAsTheyAreSummedUp) {
    const Dense work{.m = 8, .k = 16, .n = 16, .a = {8, 16, 0, 0}};
    EXPECT_EQ(call(work).kernel_cycles().count(), kFirstSum + 4);
}

// Four half words of the bias are loaded between those of the two steps. The last move of the bias
// issues in cycle 14, together with the product of C01 that adds it. The product reads its
// accumulators in its cycle 3, when the move has written them (llvm-aie: II_VMOV_X, II_VADDMAC).
TEST_F(DenseKernels, WithABiasStoreATileAsSoonAsWithout) {
    Dense work{.m = 8, .k = 16, .n = 16, .a = {8, 16, 0, 0}};
    work.bias = true;
    EXPECT_EQ(call(work).kernel_cycles().count(), kFirstSum + 4);
}

TEST_F(DenseKernels, ThatAreFirstPutAWordACycleAsSoonAsTheyAreSummedUp) {
    Dense work{.m = 8, .k = 16, .n = 16, .a = {8, 16, 0, 0}};
    work.part = ChainPart::First;
    EXPECT_EQ(call(work).kernel_cycles().count(), kFirstSum + 8);
    // Each tile has two words, so that no word waits for its sum: words are put in cycles 17, 18
    // and so on.
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
