#include "sim/sequence_position.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

schedule::SequenceOp await() {
    return {schedule::AwaitToken{}};
}

schedule::SequenceOp loop(std::int64_t count, std::vector<schedule::SequenceOp> body) {
    return {schedule::SequenceLoop{count, std::move(body)}};
}

schedule::SequenceOp write() {
    return {schedule::WriteMemory{}};
}

/// The number of tokens awaited before each operation, and at the end of the sequence.
std::vector<std::int64_t> awaited_by(const std::vector<schedule::SequenceOp>& sequence) {
    SequencePosition position{sequence};
    std::vector<std::int64_t> counts;
    while (const schedule::SequenceOp* op = position.current()) {
        if (const auto* loop = std::get_if<schedule::SequenceLoop>(&op->op)) {
            position.enter(*loop);
            continue;
        }
        counts.push_back(position.awaited());
        position.go_on();
    }
    counts.push_back(position.awaited());
    return counts;
}

TEST(SequencePosition, CountsTheTokensThatAreBehindItInAllRounds) {
    EXPECT_THAT(awaited_by({write(), await(), loop(2, {await(), loop(2, {write(), await()})}),
                            loop(1, {}), await()}),
                testing::ElementsAre(0, 0, 1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 8));
}

TEST(TokensAwaited, AreThoseOfAllRounds) {
    EXPECT_EQ(tokens_awaited({write(), await(),
                              loop(3, {await(), loop(2, {await(), await()}), await()}), await()}),
              20);
    EXPECT_EQ(tokens_awaited({}), 0);
}

}  // namespace
}  // namespace xdnasim::sim
