// The whole of a VE2802: 304 cores, 300 flows, routed and run.

#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "test/sim/program_builder.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::TileId;
using test::acquire;
using test::call;
using test::Fifo;
using test::loop;
using test::ProgramBuilder;
using test::release;

constexpr int kColumns = 38;
constexpr int kFirstRow = 3;
constexpr int kRows = 8;
constexpr int kFirstPlColumn = 5;
constexpr int kPlColumns = 28;
constexpr int kJoined = 72;
constexpr std::int64_t kFramesOfAPort = 4;
constexpr Bytes kFrame{1024};

/// The ports of the ShimTiles to the PL in one direction, each given out once.
class FreePorts {
 public:
    explicit FreePorts(int of_a_shim) : of_a_shim_{of_a_shim} {}

    /// Returns a free port as (column of the ShimTile, channel). The ShimTile has the same relative
    /// place among those with ports to the PL as `column` in the array, or is the next one to the
    /// east with a port left.
    std::pair<int, int> near(int column) {
        for (int shim = column * kPlColumns / kColumns;; shim = (shim + 1) % kPlColumns)
            if (used_[shim] < of_a_shim_) return {kFirstPlColumn + shim, used_[shim]++};
    }

 private:
    int of_a_shim_;
    std::map<int, int> used_;
};

/// Pairs of cores, one above the other, which reach each other's memories. The lower core takes
/// frames from a port and writes its output into the upper core's memory. From there, the upper
/// core reads it, or the DMA of the upper core's tile sends it to a port.
class PairsOfCores {
 public:
    explicit PairsOfCores(const arch::Device& device)
        : builder_{device}, kernel_{builder_.external(300)} {}

    /// Adds a pair at `column` and `row`, the row of the lower core. `joined`: the upper core
    /// passes its frames on to the upper core of the pair to the east.
    void add(int column, int row, bool joined) {
        const TileId lower{column, row};
        const TileId upper{column, row + 1};
        const Fifo in = builder_.fifo(lower, 2, kFrame);
        const Fifo out = builder_.fifo(upper, 2, kFrame);
        const auto [shim, channel] = inputs_.near(column);
        builder_.input("in " + to_string(lower), shim, channel, in, 0, kFrames);
        builder_.program(lower,
                         {loop(std::nullopt, {acquire(in.full), acquire(out.free), call(kernel_),
                                              release(in.free), release(out.full)})});
        if (column % 2 == 1) {
            const auto [to, south] = outputs_.near(column);
            builder_.output("out " + to_string(upper), to, south, out, 0, kFrames);
        } else if (joined) {
            pass_on(out, upper);
        } else {
            builder_.program(
                upper, {loop(std::nullopt, {acquire(out.full), call(kernel_), release(out.free)})});
        }
    }

    [[nodiscard]] schedule::Schedule finish() { return builder_.finish(); }

 private:
    void pass_on(const Fifo& from, TileId core) {
        const TileId east{core.column + 1, core.row};
        const Fifo sent = builder_.fifo(core, 1, kFrame);
        const Fifo got = builder_.fifo(east, 1, kFrame);
        builder_.stream(sent, got, 1);
        builder_.program(core,
                         {loop(std::nullopt, {acquire(from.full), acquire(sent.free), call(kernel_),
                                              release(from.free), release(sent.full)})});
        builder_.program(
            east, {loop(std::nullopt, {acquire(got.full), call(kernel_), release(got.free)})});
    }

    static constexpr ProgramBuilder::Frames kFrames{kFrame, kFramesOfAPort, {}, Bytes{8}};

    ProgramBuilder builder_;
    schedule::KernelRef kernel_;
    FreePorts inputs_{8};
    FreePorts outputs_{6};
};

TEST(VersalArray, RoutesAndRunsAPortForEveryPairOfCores) {
    const arch::Device device = test::device_named("versal-ve2802");
    PairsOfCores pairs{device};
    int joined = 0;
    for (int row = kFirstRow; row < kFirstRow + kRows; row += 2)
        for (int column = 0; column < kColumns; ++column) {
            const bool joins = column % 2 == 0 && joined < kJoined;
            pairs.add(column, row, joins);
            joined += joins ? 1 : 0;
        }
    const schedule::Schedule made = pairs.finish();
    EXPECT_EQ(made.pl.ports.size(), 152U + 76U);
    EXPECT_EQ(made.flows.size(), 300U);
    EXPECT_EQ(validate(made, device).size(), 0U);
    const test::ProgramRun run = test::run_program(made, device);
    std::size_t frames = 0;
    for (const auto& [name, times] : run.ports)
        frames += times.frame_ends.size();
    EXPECT_EQ(frames, made.pl.ports.size() * kFramesOfAPort);
}

}  // namespace
}  // namespace xdnasim::sim
