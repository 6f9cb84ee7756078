#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "workloads/kernels/bfp16.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::kernels {

using arch::RegisterFile;
using vliw::Instruction;
using vliw::InstructionList;
using vliw::LoopNest;
using vliw::RegisterUse;

namespace {

constexpr int kPair = 2;  ///< rows, and columns, of tiles in a block
/// Number of pops from one fill: a pop takes 576 bits and loads 512 of them itself.
constexpr int kPopsOfAFill = 8;
constexpr RegisterUse kTileInVector{RegisterFile::Vector, 2};
constexpr RegisterUse kHalfTileInAccumulators{RegisterFile::Accumulator, 2};
constexpr const char* kAddress = "address";

/// Converts a tile of bf16 into a stream of bfp16ebs8, as the stock kernels of bf16 convert their
/// operands: the halves are widened, then both are converted to bfp16ebs8, each with one move.
void add_conversion(InstructionList& list, const std::string& tile, const std::string& from,
                    const std::string& to) {
    Instruction convert{.operation = "vconv",
                        .label = "bfp16 " + tile,
                        .writes = tile + "b",
                        .result = kTileInVector};
    for (int half = 0; half < 2; ++half) {
        const std::string loaded = part_name(tile + "l", half);
        convert.reads.push_back(part_name(tile, half));
        list.push_back({.operation = "vld",
                        .label = "ld " + convert.reads.back(),
                        .writes = loaded,
                        .result = kTileInVector,
                        .memory = from});
        list.push_back({.operation = "vconv",
                        .label = "widen " + convert.reads.back(),
                        .reads = {loaded},
                        .writes = convert.reads.back(),
                        .result = kHalfTileInAccumulators});
    }
    list.push_back(convert);
    list.push_back({.operation = "vst.push",
                    .label = "push " + tile,
                    .reads = {tile + "b"},
                    .memory = to,
                    .queue = "push"});
}

LoopNest flush(const std::string& to) {
    return {.name = "flush", .after = {{.operation = "vst.flush", .label = "flush", .memory = to}}};
}

/// Entry of the kernel. It saves registers of the caller while it loads its counter of calls, which
/// says which slice of C the call works on, and compares the counter with its last value.
LoopNest entry(int saved) {
    LoopNest nest{.name = "entry"};
    nest.before.push_back({.operation = "padd", .label = "frame", .writes = "frame"});
    nest.before.push_back({.operation = "lda", .label = "counter", .writes = "counter"});
    for (int i = 0; i < saved; ++i)
        nest.before.push_back(
            {.operation = "st", .label = fmt::format("save {}", i), .reads = {"frame"}});
    nest.before.push_back(
        {.operation = "add", .label = "compare", .reads = {"counter"}, .writes = "last"});
    nest.before.push_back({.operation = "branch", .label = "again", .reads = {"last"}});
    nest.ends_with_branch = true;
    return nest;
}

/// Exit of the kernel. The core has no interlocks: restored registers must have arrived before the
/// caller goes on.
LoopNest exit(int saved) {
    LoopNest nest{.name = "exit"};
    Instruction arrived{.operation = "branch", .label = "return"};
    for (int i = 0; i < saved; ++i) {
        arrived.reads.push_back(fmt::format("saved {}", i));
        nest.before.push_back({.operation = "lda",
                               .label = fmt::format("restore {}", i),
                               .writes = arrived.reads.back()});
    }
    nest.before.push_back(std::move(arrived));
    return nest;
}

/// The unrolled and interleaved code of several blocks.
class Round {
 public:
    Round(const Matmul& matmul, int blocks) : matmul_{matmul}, blocks_{blocks} {}

    [[nodiscard]] InstructionList code() && {
        // Address of the round's first block.
        list_.push_back({.operation = "mul", .label = "block", .writes = "block"});
        list_.push_back(
            {.operation = "padd", .label = "address", .reads = {"block"}, .writes = kAddress});
        for (int block = 0; block < blocks_; ++block) {
            // A begins again for each block; B goes on.
            a_ = {"lda", matmul_.converts_a() ? kConvertedA : "A"};
            if (block == 0 || !is_stored_singly(matmul_.c)) b_ = {"ldb", "B"};
            begin(block);
            for (int step = 0; step < matmul_.k / matmul_.s; ++step)
                multiply(block, step);
        }
        store(blocks_ - 1);
        return std::move(list_);
    }

 private:
    /// A stream of tiles that a load unit pops.
    struct Stream {
        std::string unit;
        std::string array;
        int popped = 0;
    };

    [[nodiscard]] std::int64_t depth() const { return matmul_.k / matmul_.s; }

    void pop(Stream& stream, const std::string& value, vliw::Walk walk) {
        const std::string file = "file " + stream.unit;
        if (stream.popped++ % kPopsOfAFill == 0)
            list_.push_back({.operation = "v" + stream.unit + ".fill",
                             .label = "fill " + stream.array,
                             .reads = {kAddress},
                             .writes = file,
                             .memory = stream.array,
                             .walk = walk,
                             .queue = stream.unit});
        list_.push_back({.operation = "v" + stream.unit + ".pop",
                         .label = "pop " + value,
                         .reads = {file},
                         .writes = value,
                         .result = kTileInVector,
                         .memory = stream.array,
                         .walk = walk,
                         .queue = stream.unit});
    }

    /// Loads C of a block, behind the stores of the block before.
    void begin(int block) {
        if (!is_stored_singly(matmul_.c)) return pop_c(block);
        for_each_tile({kPair, kPair}, [&](const std::string& tile, int row, int column) {
            if (block > 0) store_tile(block - 1, tile, row, column);
            for (int half = 0; half < 2; ++half)
                list_.push_back({.operation = "vlda.conv",
                                 .label = "ld " + part_name(tile, half),
                                 .reads = {kAddress},
                                 .writes = part_name(tile, half),
                                 .result = kHalfTileInAccumulators,
                                 .memory = "C",
                                 .walk = walk_c(block, row, column, half)});
        });
    }
    void store(int block) {
        for_each_tile({kPair, kPair}, [&](const std::string& tile, int row, int column) {
            store_tile(block, tile, row, column);
        });
    }
    void store_tile(int block, const std::string& tile, int row, int column) {
        if (!is_stored_singly(matmul_.c)) return push_c(tile);
        for (int half = 0; half < 2; ++half)
            list_.push_back({.operation = "vst.conv",
                             .label = "st " + part_name(tile, half),
                             .reads = {tile},
                             .memory = "C",
                             .walk = walk_c(block, row, column, half)});
    }
    [[nodiscard]] vliw::Walk walk_c(int block, int row, int column, int half) const {
        constexpr std::int64_t kTile = 128;
        const std::int64_t row_of_tiles = kTile * (matmul_.n / matmul_.t);
        return {.offset = row * row_of_tiles + (kPair * block + column) * kTile + half * kTile / 2,
                .row = kPair * row_of_tiles,
                .column = kPair * blocks_ * kTile};
    }

    /// Loads a C of bfp16ebs8: pops it through B's unit, and widens it by halves.
    void pop_c(int block) {
        if (block > 0) store(block - 1);
        Stream c{"ldb", "C"};
        for_each_tile({kPair, kPair}, [&](const std::string& tile, int, int) {
            pop(c, tile + "p", {});
            for (int half = 0; half < 2; ++half)
                list_.push_back({.operation = "vconv",
                                 .label = "widen " + part_name(tile, half),
                                 .reads = {tile + "p"},
                                 .writes = part_name(tile, half),
                                 .result = kHalfTileInAccumulators});
        });
    }
    void push_c(const std::string& tile) {
        list_.push_back({.operation = "vconv",
                         .label = "bfp16 " + tile,
                         .reads = {tile},
                         .writes = tile + "b",
                         .result = kTileInVector});
        list_.push_back({.operation = "vst.push",
                         .label = "push " + tile,
                         .reads = {tile + "b"},
                         .memory = "C",
                         .queue = "push"});
    }

    void multiply(int block, int step) {
        for (int i = 0; i < kPair; ++i) {
            const std::int64_t tile = kBfp16TileBytes * (std::int64_t{kPair} * step + i);
            const std::int64_t of_a_block = kBfp16TileBytes * kPair * depth();
            pop(a_, fmt::format("A{}", i), {.offset = tile, .row = of_a_block});
            pop(b_, fmt::format("B{}", i),
                {.offset = tile + block * of_a_block, .column = blocks_ * of_a_block});
        }
        for_each_tile({kPair, kPair}, [&](const std::string& tile, int row, int column) {
            list_.push_back(
                {.operation = "vmac.f",
                 .label = "mac " + tile,
                 .reads = {fmt::format("A{}", row), fmt::format("B{}", column)},
                 .accumulator = tile,
                 .writes = tile,
                 .result = RegisterUse{RegisterFile::Accumulator, accumulators_of_tile(matmul_)}});
        });
    }

    const Matmul& matmul_;
    int blocks_;
    Stream a_, b_;
    InstructionList list_;
};

LoopNest conversion_of_a(const Matmul& matmul) {
    LoopNest nest{.name = "A to bfp16"};
    nest.steps = matmul.k / matmul.s;
    for (int row = 0; row < kPair; ++row)
        add_conversion(nest.body, fmt::format("A{}", row), "A", kConvertedA);
    nest.times = matmul.m / (kPair * matmul.r);
    return nest;
}

/// Number of blocks in a round: the largest, up to that of the published kernel, that divides a row
/// of blocks.
int blocks_of_a_round(const Matmul& matmul, const arch::MatrixRate& rate) {
    const int blocks = matmul.n / (kPair * matmul.t);
    const int published = rate.blocks_of_a_round.value();
    int round = std::min(
        blocks, matmul.staged ? rate.blocks_of_a_staged_round.value_or(published) : published);
    while (blocks % round != 0)
        --round;
    return round;
}

}  // namespace

LoopNest matmul_by_hand(const Matmul& matmul, const arch::MatrixRate& rate,
                        const arch::SlotModel& /*slots*/) {
    const int round = blocks_of_a_round(matmul, rate);
    LoopNest nest;
    nest.columns = matmul.n / (kPair * matmul.t) / round;
    nest.blocks = nest.columns * (matmul.m / (kPair * matmul.r));
    nest.by_hand = Round{matmul, round}.code();
    nest.leading.push_back(entry(rate.saved_registers));
    if (matmul.converts_a()) {
        nest.leading.push_back(conversion_of_a(matmul));
        nest.leading.push_back(flush(kConvertedA));
    }
    if (!is_stored_singly(matmul.c)) nest.trailing.push_back(flush("C"));
    nest.trailing.push_back(exit(rate.saved_registers));
    return nest;
}

LoopNest encode_nest(const Encode& encode, const arch::SlotModel& /*slots*/) {
    LoopNest nest;
    nest.steps = std::int64_t{encode.m} * encode.n / (kBfp16Values * kBfp16Values);
    add_conversion(nest.body, "C0", "C", "C out");
    nest.trailing.push_back(flush("C out"));
    return nest;
}

}  // namespace xdnasim::kernels
