// How far a runtime sequence has come.

#include <gtest/gtest.h>

#include "sim/command_processor.hpp"

namespace xdnasim::sim {
namespace {

schedule::SequenceOp await() {
    return {schedule::AwaitToken{}};
}

schedule::SequenceOp loop(std::int64_t count, std::vector<schedule::SequenceOp> body) {
    return {schedule::SequenceLoop{count, std::move(body)}};
}

/// All shares that it has on its way, one an operation.
std::vector<double> shares_of(const std::vector<schedule::SequenceOp>& sequence) {
    SequencePosition position{sequence};
    std::vector<double> shares;
    while (const schedule::SequenceOp* op = position.current()) {
        if (const auto* loop = std::get_if<schedule::SequenceLoop>(&op->op)) {
            position.enter(*loop);
            continue;
        }
        shares.push_back(position.share());
        position.go_on();
    }
    shares.push_back(position.share());
    return shares;
}

TEST(SequencePosition, SaysWhichShareOfAllOperationsIsBehindIt) {
    const std::vector<double> shares = shares_of(
        {await(), loop(3, {await(), loop(2, {await(), await()}), await()}), loop(1, {}), await()});
    constexpr std::size_t kOperations = 20;  // 1 + 3 (1 + 2 * 2 + 1) + 1
    ASSERT_EQ(shares.size(), kOperations + 1);
    for (std::size_t i = 0; i <= kOperations; ++i)
        EXPECT_DOUBLE_EQ(shares[i], static_cast<double>(i) / kOperations) << i;
}

TEST(SequencePosition, OfAnEmptySequenceIsBehindAll) {
    const std::vector<schedule::SequenceOp> nothing;
    EXPECT_EQ(SequencePosition{nothing}.share(), 1);
}

}  // namespace
}  // namespace xdnasim::sim
