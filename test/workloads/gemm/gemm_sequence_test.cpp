// What all runtime sequences of the GEMM have in common.

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/workloads/gemm/unrolled_sequence.hpp"
#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_parts.hpp"

namespace xdnasim::gemm {
namespace {

/// The BDs of one shim that may be in use. Every protocol pushes the C of some blocks before
/// their A and B, and a token of C says that all three are complete.
class BdsInFlight {
 public:
    /// BD `id` of C begins a batch, which `id` of A or B joins.
    void push(std::int64_t id, bool token) {
        if (token) batches_.emplace_back();
        batches_.back().insert(id);
    }
    void complete_oldest() { batches_.pop_front(); }

    [[nodiscard]] bool contains(std::int64_t id) const {
        return std::ranges::any_of(batches_, [&](const auto& batch) { return batch.contains(id); });
    }
    [[nodiscard]] bool empty() const { return batches_.empty(); }

 private:
    std::deque<std::set<std::int64_t>> batches_;
};

class EveryProtocol : public testing::TestWithParam<BdReconfiguration> {
 protected:
    [[nodiscard]] std::vector<test::Operation> sequence(std::int64_t block_rows,
                                                        std::int64_t blocks) const {
        const arch::Device device = arch::load_device(arch::find_device("xdna2-krackan"));
        return test::unroll(runtime_sequence(choose({.size = {block_rows * 64, 64, blocks * 128},
                                                     .tile = Extent{16, 32, 16},
                                                     .k_mt = 32,
                                                     .bd_reconfiguration = GetParam()},
                                                    device),
                                             device));
    }
};

TEST_P(EveryProtocol, RewritesNoBdInFlightAndLeavesNone) {
    for (const std::int64_t block_rows : {1, 2, 3, 4, 5, 8, 13}) {
        for (const std::int64_t blocks : {1, 2, 5}) {
            SCOPED_TRACE(fmt::format("{} block rows of {} blocks", block_rows, blocks));
            std::map<arch::TileId, BdsInFlight> in_flight;
            int written = 0;
            for (const test::Operation& operation : sequence(block_rows, blocks)) {
                if (const auto* write = std::get_if<test::WrittenBd>(&operation)) {
                    ASSERT_FALSE(in_flight[write->tile].contains(write->id)) << write->id;
                    ++written;
                } else if (const auto* push = std::get_if<test::PushedTask>(&operation)) {
                    in_flight[push->tile].push(push->bd, push->task.token);
                } else {
                    BdsInFlight& bds = in_flight[std::get<schedule::AwaitToken>(operation).tile];
                    ASSERT_FALSE(bds.empty()) << "nothing to wait for";
                    bds.complete_oldest();
                }
            }
            EXPECT_EQ(in_flight.size(), 8U);  // columns
            EXPECT_GE(written, 8 * 2);        // of each, B and C
            for (const auto& [shim, bds] : in_flight)
                EXPECT_TRUE(bds.empty()) << to_string(shim);
        }
    }
}

TEST_P(EveryProtocol, MovesCOnceAndEveryInputAsOftenAsTheTilingSays) {
    const std::int64_t block_rows = 5, blocks = 3;
    std::map<int, std::int64_t> bytes;  // by host buffer
    std::map<std::pair<arch::TileId, std::int64_t>, test::WrittenBd> written;
    for (const test::Operation& operation : sequence(block_rows, blocks)) {
        if (const auto* write = std::get_if<test::WrittenBd>(&operation))
            written[{write->tile, write->id}] = *write;
        if (const auto* push = std::get_if<test::PushedTask>(&operation)) {
            const test::WrittenBd& run = written.at({push->tile, push->bd});
            bytes[run.host_buffer()] += run.bd.length.count() * (1 + push->task.repeat);
        }
    }
    const std::int64_t m = block_rows * 64, k = 64, n = blocks * 128;
    EXPECT_EQ(bytes[kHostA], m * k * blocks);
    EXPECT_EQ(bytes[kHostB], k * n * block_rows);
    EXPECT_EQ(bytes[kHostC], m * n);
}

std::string name_of(const testing::TestParamInfo<BdReconfiguration>& protocol) {
    constexpr std::array kNames{"Overlapped", "Sequential", "PingPong"};
    return kNames.at(static_cast<std::size_t>(protocol.param));
}

INSTANTIATE_TEST_SUITE_P(, EveryProtocol,
                         testing::Values(BdReconfiguration::Overlapped,
                                         BdReconfiguration::Sequential,
                                         BdReconfiguration::PingPong),
                         name_of);

}  // namespace
}  // namespace xdnasim::gemm
