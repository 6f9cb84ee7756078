// Faults in a run by an instruction stream: the message names the word of the stream.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/txn/txn.hpp"
#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

class InstructionFaults : public testing::Test {
 protected:
    /// The operations of the instruction stream that is equivalent to the design's sequence.
    [[nodiscard]] std::vector<txn::Operation> operations() const {
        return txn::operations_of(read(text_).schedule, phoenix());
    }

    [[nodiscard]] static std::vector<std::uint32_t> words_of(
        const std::vector<txn::Operation>& operations) {
        return txn::write_stream(txn::header_for(phoenix()), operations);
    }

    /// Position of operation `number` as messages give it: "insts.bin: word 12 (byte 48)".
    [[nodiscard]] std::string place_of(const std::vector<std::uint32_t>& words,
                                       std::size_t number) const {
        const std::size_t word = txn::read_stream(words).operations.at(number).word;
        return fmt::format("{}: word {} (byte {})", file_, word, 4 * word);
    }

    [[nodiscard]] std::string message_of_run(const std::vector<std::uint32_t>& words) {
        file_ = folder_.write("insts.bin", bytes_of(words)).string();
        try {
            const problem::Problem problem = problem::load_problem(
                folder_.write("design.mlir", text_),
                std::vector<problem::Setting>{{"design.instructions", file_}});
            static_cast<void>(
                backends::make_systemc_backend()->run(map_problem(problem), problem.device, {}));
        } catch (const base::Error& error) {
            return error.what();
        }
        return {};
    }

    const std::string text_ = one_core("i32", "");
    TemporaryFolder folder_;
    std::string file_;
};

TEST_F(InstructionFaults, RunAsTheSequenceDoes) {
    EXPECT_EQ(message_of_run(words_of(operations())), "");
}

TEST_F(InstructionFaults, NameTheWordOfABdThatIsStillUsed) {
    std::vector<txn::Operation> stream = operations();
    std::vector<txn::Operation> again;
    std::size_t push = 0;
    for (std::size_t i = 0; i < stream.size() && push == 0; ++i) {
        const bool of_bd = std::holds_alternative<txn::BlockWrite>(stream[i]) ||
                           std::holds_alternative<txn::PatchAddress>(stream[i]);
        if (of_bd) again.push_back(stream[i]);
        if (std::holds_alternative<txn::Write>(stream[i])) push = i;
    }
    ASSERT_GE(again.size(), 2U);
    stream.insert(stream.begin() + static_cast<std::ptrdiff_t>(push) + 1, again.begin(),
                  again.end());
    const auto words = words_of(stream);
    const std::string message = message_of_run(words);
    EXPECT_THAT(message, HasSubstr("rewrites BD"));
    EXPECT_THAT(message, HasSubstr(" at " + place_of(words, push + again.size())));
}

TEST_F(InstructionFaults, NameTheWordOfATaskThatFindsNoRoom) {
    std::vector<txn::Operation> stream = operations();
    const auto push = std::ranges::find_if(stream, [](const txn::Operation& operation) {
        return std::holds_alternative<txn::Write>(operation);
    });
    ASSERT_NE(push, stream.end());
    const txn::Operation task = *push;
    const auto first = static_cast<std::size_t>(push - stream.begin());
    constexpr std::size_t kMore = 8;
    stream.insert(push, kMore, task);
    const auto words = words_of(stream);
    const std::string message = message_of_run(words);
    EXPECT_THAT(message, HasSubstr("whose task queue is full"));
    // One task runs and others wait. How many have ended by then, and so which push fails, depends
    // on the array.
    const auto depth = static_cast<std::size_t>(phoenix().shim_tile.dma.task_queue_depth);
    std::size_t named = 0;
    for (std::size_t i = first + depth; i <= first + kMore; ++i)
        named += message.ends_with(" at " + place_of(words, i)) ? 1 : 0;
    EXPECT_EQ(named, 1U) << message;
}

TEST_F(InstructionFaults, NameTheWordThatADeadlockedSequenceWaitsAt) {
    // Without the task that brings the input, there is no output.
    std::vector<txn::Operation> stream = operations();
    const auto push = std::ranges::find_if(stream, [](const txn::Operation& operation) {
        return std::holds_alternative<txn::Write>(operation);
    });
    ASSERT_NE(push, stream.end());
    stream.erase(push);
    const auto words = words_of(stream);
    const std::string message = message_of_run(words);
    EXPECT_THAT(message, HasSubstr("waits for a token of shim (0,0) S2MM 0 at " +
                                   place_of(words, stream.size() - 1)));
}

TEST_F(InstructionFaults, NameTheWordOfWhatIsNotDone) {
    std::vector<txn::Operation> stream = operations();
    stream.insert(stream.begin(), txn::MaskPoll{{{0, 0}, 0x1D220}, 1, 1});
    const auto words = words_of(stream);
    EXPECT_THAT(message_of_run(words), HasSubstr("MASKPOLL"));
    EXPECT_THAT(message_of_run(words), HasSubstr(place_of(words, 0) + ": "));
}

TEST_F(InstructionFaults, AreNoneWhereTheTextHasAnArgumentThatIsANumber) {
    const std::string file = folder_.write("insts.bin", bytes_of(words_of(operations()))).string();
    Request request = hundred_cycles();
    request.instructions = file;
    const std::string text =
        with(with(text_, "%b: memref<128xi32>", "%b: memref<128xi32>, %n: i32"),
             "      aiex.npu.dma_wait",
             "      aiex.npu.rtp_write(@acc, 1, %n)\n"
             "      aiex.npu.dma_wait");
    EXPECT_EQ(read(text, request).schedule.host_buffers.size(), 3U);
}

TEST_F(InstructionFaults, NameTheWordOfAWriteThatIsLeftOut) {
    std::vector<txn::Operation> stream = operations();
    stream.insert(stream.begin(), txn::Write{{{0, 2}, 0x32000}, 1});
    const std::string file = folder_.write("insts.bin", bytes_of(words_of(stream))).string();
    Request request = hundred_cycles();
    request.instructions = file;
    const Design design = read(text_, request);
    ASSERT_EQ(design.losses.size(), 1U);
    EXPECT_EQ(design.losses.front().first.word, 4);  // after the header
    EXPECT_THAT(to_string(design.losses.front()), HasSubstr("(word 4 of the instructions)"));
}

}  // namespace
}  // namespace xdnasim::design
