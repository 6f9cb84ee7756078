// Code that a core runs before the runtime sequence writes to its memory, in runs with data.

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

/// A design whose core adds word 1 of buffer 'acc' to each element. `before`: code of the core
/// before its rounds; `written`: operation of the sequence before its transfers.
std::string with_word(const std::string& before, const std::string& written) {
    const std::string text = one_core("i32",
                                      each("i32",
                                           "          %w = memref.load %acc[%1] : memref<4xi32>\n"
                                           "          %y = arith.addi %x, %w : i32\n"),
                                      before);
    return with(text, "      aiex.npu.dma_memcpy_nd(%a",
                "      " + written + "\n      aiex.npu.dma_memcpy_nd(%a");
}

/// Stores 0x0F0F0F0F in all words of 'acc', 16 times over, which takes many cycles.
const std::string kBeginsWith =
    "      %first = arith.constant 252645135 : i32\n"
    "      scf.for %again = %0 to %16 step %1 {\n"
    "        scf.for %k = %0 to %4 step %1 {\n"
    "          memref.store %first, %acc[%k] : memref<4xi32>\n"
    "        }\n      }\n";
const std::string kWritesSeven = "aiex.npu.rtp_write(@acc, 1, 7)";

auto plus(std::int32_t word) {
    return [word](std::int32_t x) { return x + word; };
}

class CoreBeforeSequence : public RunWithData {};

TEST_F(CoreBeforeSequence, LeavesWhatTheSequenceWritesOverWhatItBeginsWith) {
    expect_each<std::int32_t>(with_word(kBeginsWith, kWritesSeven), plus(7));
    expect_each<std::int32_t>(
        with_word(kBeginsWith,
                  "aiex.npu.write32 {address = 1 : ui32, buffer = @acc, value = 7 : ui32}"),
        plus(7));
    expect_each<std::int32_t>(
        with_word(kBeginsWith,
                  "aiex.npu.maskwrite32 {address = 1 : ui32, buffer = @acc, value = 0x12345678 : "
                  "ui32, mask = 0xFF0000FF : ui32}"),
        plus(0x120F0F78));
    // Words that the sequence does not write keep what the core has stored in them.
    expect_each<std::int32_t>(with_word(kBeginsWith, "aiex.npu.rtp_write(@acc, 2, 7)"),
                              plus(0x0F0F0F0F));
}

TEST_F(CoreBeforeSequence, TakesTheTimeOfARunWithoutData) {
    const std::string text = with_word(kBeginsWith, kWritesSeven);
    const std::string zeros(kElements * sizeof(std::int32_t), '\0');
    const std::vector<std::int32_t> sevens(kElements, 7);
    const backends::RunResult result = run(text, zeros, bytes_of(sevens));
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
    EXPECT_EQ(result.cycles.value().count(), cycles_of(text));
}

TEST_F(CoreBeforeSequence, ReadsAParameterInItsOwnTime) {
    // The core loads the word that the sequence writes, and stores twice its value in word 1.
    const std::string doubles =
        "      %p = memref.load %acc[%0] : memref<4xi32>\n"
        "      %q = arith.addi %p, %p : i32\n"
        "      memref.store %q, %acc[%1] : memref<4xi32>\n";
    expect_each<std::int32_t>(with_word(doubles, "aiex.npu.rtp_write(@acc, 0, 7)"), plus(14));
    // Before that, the core stores 5 in word 1, which has no effect, or in the word itself, which
    // it then reads before the sequence writes it.
    const auto stores = [](const std::string& word) {
        return "      %first = arith.constant 5 : i32\n"
               "      memref.store %first, %acc[" +
               word + "] : memref<4xi32>\n";
    };
    const std::string written = "aiex.npu.rtp_write(@acc, 0, 7)";
    expect_each<std::int32_t>(with_word(stores("%1") + doubles, written), plus(14));
    expect_each<std::int32_t>(with_word(stores("%0") + doubles, written), plus(10));
}

}  // namespace
}  // namespace xdnasim::design
