// Memory that networks need in their cores by calculation, compared with the buffers of their
// programs.

#include "workloads/network/network_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/workloads/network/network_problem.hpp"

namespace xdnasim::network {
namespace {

using test::network_of;
using test::problem_of;
using test::small_text_of;
using testing::HasSubstr;

/// Bytes of the buffers that the program has in the core of the layer's last column.
std::int64_t bytes_in_last_core(const problem::Problem& problem, std::size_t layer) {
    const Stage& stage = network_of(problem).stages()[layer];
    const arch::TileId tile = stage.core(0, stage.split.b - 1, 0);
    std::int64_t bytes = 0;
    for (const schedule::TileProgram& program : problem.workload->map(problem.device).tiles)
        if (program.tile == tile)
            for (const schedule::Buffer& buffer : program.buffers)
                bytes += buffer.size.count();
    return bytes;
}

// Expected by hand: a core holds one buffer of activations that arrive over the cascade, and none
// of those that leave over it.
TEST(NetworkMemory, HoldsLayersThatTheCascadeJoinsWithoutTheBuffersOfStreams) {
    const problem::Problem wide =
        problem_of(small_text_of(64, 8,
                                 {"width: 1024, split: {a: 2, b: 1, c: 1}",
                                  "width: 16, split: {a: 2, b: 2, c: 1}, link: cascade"}));
    EXPECT_EQ(bytes_in_last_core(wide, 0), 2 * 32 * 8 + 8 * 1024);
    EXPECT_EQ(bytes_in_last_core(wide, 1), 32 * 512 + 512 * 16 + 2 * 32 * 16);
    const problem::Problem deep = problem_of(
        small_text_of(64, 8,
                      {"width: 1024, split: {a: 2, b: 1, c: 1}",
                       "width: 16, bias: true, split: {a: 2, b: 1, c: 1}, link: cascade"}));
    EXPECT_EQ(bytes_in_last_core(deep, 1), 32 * 1024 + 1024 * 16 + 4 * 16 + 2 * 32 * 16);
}

TEST(NetworkMemory, OfALayerIsWhatTheProgramHoldsByTheLinksThatTakeLeast) {
    const problem::Problem problem =
        problem_of(small_text_of(64, 32,
                                 {"width: 64, bias: true, split: {a: 2, b: 2, c: 1}",
                                  "width: 64, bias: true, split: {a: 2, b: 2, c: 1}",
                                  "width: 16, split: {a: 2, b: 1, c: 1}"}));
    const NetworkWorkload& network = network_of(problem);
    for (std::size_t i = 0; i < network.stages().size(); ++i)
        EXPECT_EQ(least_memory_of(network.stages()[i], network.design()).all().count(),
                  bytes_in_last_core(problem, i))
            << i;
}

// A core with 32 x 1,024 outputs sends them in two halves. Each half goes as a whole to every core
// that needs a part of it.
TEST(NetworkMemory, BoundsTheSplitsOfLayersThatTakeWholePiecesByDma) {
    const problem::Problem problem =
        problem_of(small_text_of(32, 8, {"width: 1024", "width: 512"}, "  link: dma\n"));
    for (std::size_t layer = 0; layer < 2; ++layer) {
        EXPECT_GT(bytes_in_last_core(problem, layer), 0);
        EXPECT_LE(bytes_in_last_core(problem, layer), room_of_core(problem.device).count());
    }
}

// A core needs 16 x 64 activations but receives half of 16 x 1,024: it holds two buffers of 8,192
// bytes, 64 x 512 bytes of weights, and two buffers of 16 x 512 outputs.
TEST(NetworkMemory, OfPiecesThatAreTooLargeIsRefusedWithWhatItIsOf) {
    const std::string refusal = input_error([] {
        return problem_of(small_text_of(16, 8,
                                        {"width: 1024, split: {a: 1, b: 1, c: 1}",
                                         "width: 512, split: {a: 1, b: 16, c: 1}, link: dma"}));
    });
    EXPECT_THAT(
        refusal,
        HasSubstr("network.layers.1: a core of it keeps two buffers of 8,192 bytes of "
                  "activations, as large as the pieces that arrive, 32,768 bytes of weights, "
                  "two buffers of 8,192 bytes of outputs: 65,536 bytes, 1,024 more than "
                  "there are beside its stack; it fits"));
}

TEST(NetworkMemory, IsRefusedInTheWordsOfTheLinksThatTakeLeast) {
    const std::string refusal = input_error([] {
        return problem_of(small_text_of(64, 8,
                                        {"width: 2048, split: {a: 1, b: 1, c: 1}",
                                         "width: 16, split: {a: 1, b: 1, c: 1}, link: cascade"}));
    });
    EXPECT_THAT(refusal, HasSubstr("network.layers.1.split: its weights, one buffer of inputs and "
                                   "two buffers of outputs need 165,888 bytes of a core"));
}

}  // namespace
}  // namespace xdnasim::network
