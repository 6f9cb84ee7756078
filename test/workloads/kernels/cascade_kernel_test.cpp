// Kernels that use the cascade: number of words that they move, in which cycles, and their values.

#include <algorithm>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/kernels/execute.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

using arch::Bytes;
using arch::CascadeUse;

class CascadeKernels : public testing::TestWithParam<const char*> {
 protected:
    [[nodiscard]] std::vector<vliw::CascadeAccess> accesses(const ChainSum& work) const {
        const auto call =
            vliw::schedule_call(program_of({"sum", work, {}}, device), device.core.slots);
        return vliw::cascade_accesses(call, device.core.slots);
    }

    const arch::Device device = arch::load_device(arch::find_device(GetParam()));
};

INSTANTIATE_TEST_SUITE_P(Architectures, CascadeKernels,
                         testing::Values("xdna-phoenix", "xdna2-strix"));

TEST_P(CascadeKernels, MoveEachOfTheirWordsOnceAndOneACycle) {
    int tried = 0;
    for (std::int64_t words = 1; words <= 40; ++words)
        for (const bool gets : {false, true})
            for (const bool puts : {false, true}) {
                if (!gets && !puts) continue;
                const auto all = accesses({arch::kCascadeWord * words, gets, puts});
                EXPECT_EQ(std::ranges::count(all, CascadeUse::Get, &vliw::CascadeAccess::use),
                          gets ? words : 0);
                EXPECT_EQ(std::ranges::count(all, CascadeUse::Put, &vliw::CascadeAccess::use),
                          puts ? words : 0);
                for (std::size_t i = 1; i < all.size(); ++i)
                    EXPECT_LT(all[i - 1].cycle, all[i].cycle) << "one slot moves them all";
                ++tried;
            }
    EXPECT_EQ(tried, 120);
}

TEST_P(CascadeKernels, PutNoWordBeforeTheOneThatItDependsOnHasCome) {
    const auto all = accesses({arch::kCascadeWord * 25, true, true});
    std::vector<std::int64_t> gets;
    std::vector<std::int64_t> puts;
    for (const vliw::CascadeAccess& access : all)
        (access.use == CascadeUse::Get ? gets : puts).push_back(access.cycle.count());
    ASSERT_EQ(gets.size(), puts.size());
    // A word arrives in its register 7 cycles after the get issues, and its sum 2 cycles later.
    constexpr std::int64_t kLatency = 7 + 2;
    for (std::size_t i = 0; i < gets.size(); ++i)
        EXPECT_GE(puts[i] - gets[i], kLatency);
}

TEST(CascadeCalls, AddUpWordByWord) {
    constexpr std::size_t kLanes = 16;
    std::vector<std::uint32_t> x(2 * kLanes, 0xFFFFFFF0U);
    std::vector<std::uint32_t> out(2 * kLanes);
    const auto bytes = [](std::vector<std::uint32_t>& lanes) {
        return std::as_writable_bytes(std::span{lanes});
    };
    const Bytes size{128};
    CascadeWord word{};
    std::vector<std::uint32_t> sent(kLanes);
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        sent[lane] = static_cast<std::uint32_t>(lane);
    std::memcpy(word.data(), sent.data(), word.size());

    const std::vector<std::span<std::byte>> of_link{bytes(x)};
    const auto link = begin_call({"link", ChainSum{size, true, true}, {}}, of_link);
    const std::vector<std::span<std::byte>> of_end{bytes(x), bytes(out)};
    const auto end = begin_call({"end", ChainSum{size, true, false}, {}}, of_end);
    for (int i = 0; i < 2; ++i) {
        link->get(word);
        end->get(link->put());
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        EXPECT_EQ(out[i], static_cast<std::uint32_t>(i % kLanes) - 32U) << "it wraps";
}

}  // namespace
}  // namespace xdnasim::kernels
