// The runtime sequence as the instruction stream that an NPU would be sent, decoded and run again:
// the run is the same.

#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "backends/txn/txn.hpp"
#include "test/backends/txn/small_schedule.hpp"

namespace xdnasim::txn {
namespace {

struct Case {
    const char* name;
    const char* file;
    std::vector<problem::Setting> settings;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
    return out << c.name;
}

const problem::Setting kRowMajor{"gemm.b_layout", "row-major"};
const problem::Setting kSequential{"gemm.bd_reconfiguration", "sequential"};
const problem::Setting kPingPong{"gemm.bd_reconfiguration", "ping-pong"};

problem::Setting size(const char* value) {
    return {"gemm.size", value};
}

std::vector<Case> cases() {
    const auto small = size("{m: 896, k: 896, n: 1344}");
    const auto wide = size("{m: 1152, k: 864, n: 2304}");
    const problem::Setting krackan{"device", "xdna2-krackan"};
    return {
        {"Teaching", "gemm_teaching.yaml", {}},
        {"TeachingRowMajor", "gemm_teaching.yaml", {kRowMajor}},
        {"TeachingSequential", "gemm_teaching.yaml", {kSequential}},
        {"TeachingPingPong", "gemm_teaching.yaml", {kPingPong}},
        {"XdnaColumnMajor", "gemm_xdna_int8.yaml", {small}},
        {"XdnaRowMajor", "gemm_xdna_int8.yaml", {small, kRowMajor}},
        {"XdnaSequential", "gemm_xdna_int8.yaml", {small, kSequential}},
        {"XdnaPingPong", "gemm_xdna_int8.yaml", {small, kPingPong}},
        {"XdnaPadded", "gemm_any.yaml", {}},
        {"Xdna2ColumnMajor", "gemm_xdna2_int8.yaml", {wide}},
        {"Xdna2RowMajor", "gemm_xdna2_int8.yaml", {wide, kRowMajor}},
        {"Xdna2Sequential", "gemm_xdna2_int8.yaml", {wide, kSequential}},
        {"Xdna2PingPong", "gemm_xdna2_int8.yaml", {wide, kPingPong}},
        {"WholeArray", "gemm_whole_array.yaml", {size("{m: 1280, k: 512, n: 768}")}},
        {"WholeArrayOneHalf", "gemm_whole_array.yaml", {size("{m: 256, k: 128, n: 256}")}},
        {"Memcpy", "transfer_memcpy.yaml", {}},
        {"MemcpyOneColumn", "transfer_memcpy.yaml", {{"transfer.columns", "1"}}},
        {"MemcpyXdna2", "transfer_memcpy.yaml", {krackan, {"transfer.columns", "8"}}},
        {"GemmLike", "transfer_gemm_like.yaml", {}},
        {"VectorScalar", "elementwise_vector_scalar.yaml", {}},
        {"AddOne", "elementwise_add_one.yaml", {}},
    };
}

class RoundTrip : public testing::TestWithParam<Case> {
 protected:
    RoundTrip() : example_{test::example(GetParam().file, GetParam().settings)} {}

    [[nodiscard]] schedule::Schedule through_a_stream() const {
        schedule::Schedule other = example_.schedule;
        const auto words = encode(example_.schedule, example_.problem.device);
        other.sequence = decode(words, example_.problem.device, other.host_buffers.size()).sequence;
        return other;
    }

    [[nodiscard]] backends::RunResult run(const schedule::Schedule& schedule, bool verify) const {
        return backends::make_systemc_backend()->run(schedule, example_.problem.device,
                                                     {.verify = verify});
    }

    test::Example example_;
};

TEST_P(RoundTrip, TakesTheSameCyclesAndGivesTheRightResult) {
    const schedule::Schedule decoded = through_a_stream();
    schedule::require_valid(decoded, example_.problem.device);
    const backends::RunResult direct = run(example_.schedule, false);
    const backends::RunResult again = run(decoded, true);
    EXPECT_EQ(again.cycles, direct.cycles);
    EXPECT_EQ(again.dram->read, direct.dram->read);
    EXPECT_EQ(again.dram->written, direct.dram->written);
    EXPECT_TRUE(again.verification->passed) << again.verification->message;
}

TEST_P(RoundTrip, GivesTheSameWordsAgain) {
    const arch::Device& device = example_.problem.device;
    EXPECT_EQ(encode(through_a_stream(), device), encode(example_.schedule, device));
}

TEST(OffsetsInBds, AreThoseOfThePatchesAgain) {
    const test::Example example = test::example("transfer_memcpy.yaml");
    const arch::Device& device = example.problem.device;
    const auto operations = operations_of(example.schedule, device);
    auto twice = operations;
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i + 1 < twice.size(); ++i)
        if (auto* block = std::get_if<BlockWrite>(&twice[i])) {
            block->data[1] = std::get<PatchAddress>(twice[i + 1]).plus;
            largest = std::max(largest, block->data[1]);
        }
    ASSERT_GT(largest, 0U);
    schedule::Schedule decoded = example.schedule;
    decoded.sequence =
        decode(write_stream(header_for(device), twice), device, decoded.host_buffers.size())
            .sequence;
    schedule::require_valid(decoded, device);
    EXPECT_EQ(operations_of(decoded, device), operations);
}

TEST(TracedRoundTrip, GivesTheSameTrace) {
    test::Example example = test::example("elementwise_add_one.yaml");
    example.problem.trace.emplace();
    example.schedule = problem::map_problem(example.problem);
    schedule::Schedule decoded = example.schedule;
    const arch::Device& device = example.problem.device;
    Program program =
        decode(encode(example.schedule, device), device, example.schedule.host_buffers.size());
    decoded.sequence = std::move(program.sequence);
    decoded.trace->units = std::move(program.trace_units);
    const auto run = [&](const schedule::Schedule& schedule) {
        return backends::make_systemc_backend()->run(schedule, device, {});
    };
    const backends::RunResult direct = run(example.schedule);
    const backends::RunResult again = run(decoded);
    EXPECT_EQ(again.cycles, direct.cycles);
    ASSERT_GT(direct.trace->words.size(), 8U);
    EXPECT_EQ(again.trace->words, direct.trace->words);
}

INSTANTIATE_TEST_SUITE_P(Examples, RoundTrip, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace xdnasim::txn
