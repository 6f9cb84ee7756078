// Properties that the runtime sequences of all BD reconfiguration protocols of the GEMM share.

#include "workloads/gemm/gemm_sequence.hpp"

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
#include "workloads/gemm/gemm_program.hpp"

namespace xdnasim::gemm {
namespace {

/// Whether a protocol pushes the task of C before or after the tasks of A and B of the same blocks.
/// A token of C reports that all three are complete.
enum class PlaceOfC { First, Last };

/// BDs of one shim that may be in use, in batches: a batch holds the BDs of C and of the A and B
/// that belong to it.
class BdsInFlight {
 public:
    explicit BdsInFlight(PlaceOfC c) : c_{c} {}

    /// Adds BD `id`. One of C begins a new batch (PlaceOfC::First) or ends the open one (Last); one
    /// of A or B joins the open batch.
    void push(std::int64_t id, bool is_c) {
        if (c_ == PlaceOfC::First ? is_c : !is_open_) batches_.emplace_back();
        is_open_ = c_ == PlaceOfC::First || !is_c;
        batches_.back().insert(id);
    }
    void complete_oldest() { batches_.pop_front(); }

    [[nodiscard]] bool contains(std::int64_t id) const {
        return std::ranges::any_of(batches_, [&](const auto& batch) { return batch.contains(id); });
    }
    [[nodiscard]] bool empty() const { return batches_.empty(); }

 private:
    PlaceOfC c_;
    bool is_open_ = false;
    std::deque<std::set<std::int64_t>> batches_;
};

class EveryProtocol : public testing::TestWithParam<BdReconfiguration> {
 protected:
    [[nodiscard]] GemmDesign design(std::int64_t block_rows, std::int64_t blocks) const {
        return choose({.size = {block_rows * 64, 64, blocks * 128},
                       .tile = Extent{16, 32, 16},
                       .k_mt = 32,
                       .bd_reconfiguration = GetParam()},
                      device);
    }
    [[nodiscard]] std::vector<test::Operation> sequence(std::int64_t block_rows,
                                                        std::int64_t blocks) const {
        return test::unroll(runtime_sequence(design(block_rows, blocks), device));
    }

    const arch::Device device = arch::load_device(arch::find_device("xdna2-krackan"));
};

TEST_P(EveryProtocol, RewritesNoBdInFlightAndLeavesNone) {
    for (const std::int64_t block_rows : {1, 2, 3, 4, 5, 8, 13}) {
        for (const std::int64_t blocks : {1, 2, 5}) {
            SCOPED_TRACE(fmt::format("{} block rows of {} blocks", block_rows, blocks));
            const bool c_is_last = GetParam() == BdReconfiguration::FourSlots;
            std::map<arch::TileId, BdsInFlight> in_flight;
            const auto at = [&](arch::TileId shim) -> BdsInFlight& {
                return in_flight.try_emplace(shim, c_is_last ? PlaceOfC::Last : PlaceOfC::First)
                    .first->second;
            };
            int written = 0;
            for (const test::Operation& operation : sequence(block_rows, blocks)) {
                if (const auto* write = std::get_if<test::WrittenBd>(&operation)) {
                    ASSERT_FALSE(at(write->tile).contains(write->id)) << write->id;
                    ++written;
                } else if (const auto* push = std::get_if<test::PushedTask>(&operation)) {
                    at(push->tile).push(push->bd, push->task.token);
                } else {
                    BdsInFlight& bds = at(std::get<schedule::AwaitToken>(operation).tile);
                    ASSERT_FALSE(bds.empty()) << "nothing to wait for";
                    bds.complete_oldest();
                }
            }
            EXPECT_EQ(in_flight.size(), 8U);  // one per column
            EXPECT_GE(written, 8 * 2);        // B and C of each column
            for (const auto& [shim, bds] : in_flight)
                EXPECT_TRUE(bds.empty()) << to_string(shim);
        }
    }
}

TEST_P(EveryProtocol, MovesCOnceAndEveryInputAsOftenAsTheTilingSays) {
    const std::int64_t block_rows = 5, blocks = 3;
    std::map<int, std::int64_t> bytes;  // bytes moved, by host buffer
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

/// The estimate may be higher: it also counts each round of a loop as an operation, and a half of
/// ping-pong has a single task of C for two block rows.
TEST_P(EveryProtocol, HasNoMoreOperationsThanAreForetold) {
    for (const std::int64_t block_rows : {1, 2, 5, 8}) {
        for (const std::int64_t blocks : {1, 2, 3, 8}) {
            const auto actual = static_cast<double>(sequence(block_rows, blocks).size());
            const auto foretold =
                static_cast<double>(most_operations(design(block_rows, blocks), device));
            EXPECT_GE(foretold, actual) << block_rows << " x " << blocks;
            EXPECT_LE(foretold, 1.5 * actual) << block_rows << " x " << blocks;
        }
    }
}

std::string name_of(const testing::TestParamInfo<BdReconfiguration>& protocol) {
    constexpr std::array kNames{"Overlapped", "Sequential", "PingPong", "FourSlots"};
    return kNames.at(static_cast<std::size_t>(protocol.param));
}

INSTANTIATE_TEST_SUITE_P(, EveryProtocol,
                         testing::Values(BdReconfiguration::Overlapped,
                                         BdReconfiguration::Sequential, BdReconfiguration::PingPong,
                                         BdReconfiguration::FourSlots),
                         name_of);

TEST(FourSlots, StartTheInputsOfAllColumnsBeforeAnyC) {
    const arch::Device device = arch::load_device(arch::find_device("xdna2-krackan"));
    std::string order;
    for (const test::Operation& operation :
         test::unroll(runtime_sequence(choose({.size = {64, 64, 2 * 128},
         .tile = Extent{16, 32, 16},
         .k_mt = 32,
         .bd_reconfiguration = BdReconfiguration::FourSlots},
                                              device),
                                       device))) {
        if (const auto* write = std::get_if<test::WrittenBd>(&operation))
            order += "ABC"[write->host_buffer()];
        if (std::holds_alternative<schedule::AwaitToken>(operation)) order += '.';
    }
    const std::string block = "AAAABBBBBBBBCCCCCCCC";
    EXPECT_EQ(order, block + block + std::string(16, '.'));
}

}  // namespace
}  // namespace xdnasim::gemm
