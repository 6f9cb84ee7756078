#include "workloads/kernels/dense_program.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "workloads/kernels/dense_instructions.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::kernels {

using vliw::Instruction;
using vliw::InstructionList;
using vliw::LoopNest;

namespace {

constexpr Blocking kBlock{2, 2};
/// Number of steps that are laid out before the loop, during which the block before is stored or
/// put.
constexpr int kStepsBefore = 3;

std::string tile_name(int row, int column) {
    return fmt::format("C{}{}", row, column);
}

/// Receives activations, a word at a time. All words are stored: one that lies in another core's
/// slice goes to an address that the next one overwrites, which takes no more cycles than the moves
/// over the cascade do.
LoopNest receive_nest(const Dense& dense) {
    LoopNest nest;
    nest.name = "receive";
    nest.steps = std::int64_t{dense.m / kActivationTile} * (dense.a.columns / kActivationTile);
    nest.body.push_back(get_word("x", kWord));
    if (dense.passes) nest.body.push_back(put_word("x", {"x"}));
    for (int half = 0; half < kHalves; ++half)
        nest.body.push_back(store_half("x", "A"));
    return nest;
}

class DenseProgram {
 public:
    explicit DenseProgram(const Dense& dense) : dense_{dense} {}

    [[nodiscard]] LoopNest nest() const {
        LoopNest nest;
        nest.name = to_string(dense_.part);
        nest.columns = dense_.n / kDenseColumns;
        nest.blocks = nest.columns * (dense_.m / kDenseRows);
        // Ji et al. 2026, equation (3): the gets, products and puts of a round follow each other.
        // Their public model has 16 cycles besides the products, which is what a block takes here
        // when it is kept apart; overlapping rounds would take 2.
        nest.keeps_blocks_apart = dense_.puts_sums();
        if (dense_.gets_sums()) nest.before = sums_got();
        const int steps = dense_.k / kActivationTile;
        const int before = std::min(kStepsBefore, steps);
        nest.first = begin(before);
        nest.steps = steps - before + 1;
        nest.body = step(false);
        nest.after = end(steps);
        if (dense_.receives) nest.leading.push_back(receive_nest(dense_));
        return nest;
    }

 private:
    /// Gets of partial sums. A product waits for the accumulator of its tile's name, which is the
    /// half that arrives last.
    static InstructionList sums_got() {
        InstructionList list;
        for_each_tile(kBlock, [&](const std::string& tile, int, int) {
            list.push_back(get_word(part_name(tile, 1), kHalfSum));
            list.push_back(get_word(tile, kHalfSum));
        });
        return list;
    }
    static InstructionList sums_put() {
        InstructionList list;
        for_each_tile(kBlock, [&](const std::string& tile, int, int) {
            list.push_back(put_word(part_name(tile, 1), {tile}));
            list.push_back(put_word(tile, {tile}));
        });
        return list;
    }

    /// Instructions of the first `steps` steps. The products of the second step take the bias as a
    /// second accumulator (llvm-aie: VADDMAC, which reads both in cycle 3), so that the first
    /// products do not wait for it.
    [[nodiscard]] InstructionList begin(int steps) const {
        InstructionList list;
        for (int i = 0; i < steps; ++i) {
            const bool biased = i == 1 && dense_.adds_bias();
            if (biased)
                for (int column = 0; column < kBlock.columns; ++column)
                    load_bias(list, column);
            for (Instruction& instruction : step(i == 0 && !dense_.gets_sums())) {
                if (instruction.memory.empty()) {
                    for (std::string& operand : instruction.reads)
                        operand += fmt::format(" {}", i);
                    if (biased) add_bias(list, instruction);
                } else {
                    instruction.writes += fmt::format(" {}", i);
                }
                list.push_back(std::move(instruction));
            }
        }
        return list;
    }
    static std::string bias_name(int column) { return fmt::format("bias{}", column); }
    /// Adds the bias to a product. A column's bias is widened before its first tile.
    static void add_bias(InstructionList& list, Instruction& product) {
        for (int column = 0; column < kBlock.columns; ++column)
            if (product.writes == tile_name(0, column)) widen_bias(list, bias_name(column));
        product.addends = {"bias", "bias.1"};
    }
    /// Loads a row of 8 values of the bias into both halves of a vector of 512 bits.
    static void load_bias(InstructionList& list, int column) {
        for (int half = 0; half < kHalves; ++half)
            list.push_back(load_half(part_name(bias_name(column), half), "bias"));
    }
    /// Moves the vector to both halves of an accumulator: four rows.
    static void widen_bias(InstructionList& list, const std::string& row) {
        for (const char* const half : {"bias.1", "bias"}) {
            list.push_back(move_value(row, half, kHalfSum));
            list.back().reads.push_back(part_name(row, 1));
        }
    }

    [[nodiscard]] InstructionList step(bool first) const {
        InstructionList list;
        load_operands(list);
        for_each_tile(kBlock, [&](const std::string& tile, int row, int column) {
            list.push_back({.operation = first ? "vmul" : "vmac",
                            .label = (first ? "mul " : "mac ") + tile,
                            .reads = {fmt::format("A{}", row), fmt::format("B{}.0", column),
                                      fmt::format("B{}.1", column)},
                            .accumulator = first ? "" : tile,
                            .writes = tile,
                            .result = kSum,
                            .queue = "products"});
        });
        return list;
    }
    void load_operands(InstructionList& list) const {
        const int columns = dense_.receives ? dense_.k : dense_.a.columns;
        const std::int64_t row_of_a = kActivationTileBytes * (columns / kActivationTile);
        const std::int64_t begin =
            dense_.receives ? 0
                            : dense_.a.first_row / kActivationTile * row_of_a +
                                  dense_.a.first_column / kActivationTile * kActivationTileBytes;
        const std::int64_t column_of_b = kActivationTileBytes * (dense_.k / kActivationTile);
        for (int i = 0; i < kHalves; ++i) {
            list.push_back(
                load_half(fmt::format("A{}", i), "A",
                          vliw::Walk{.offset = begin + i * kActivationTileBytes / kHalves,
                                     .step = kActivationTileBytes,
                                     .row = row_of_a,
                                     .column = 0}));
            for (int half = 0; half < kHalves; ++half)
                list.push_back(load_half(
                    fmt::format("B{}.{}", i, half), "B",
                    vliw::Walk{.offset = i * column_of_b + half * kActivationTileBytes / kHalves,
                               .step = kActivationTileBytes,
                               .row = 0,
                               .column = kBlock.columns * column_of_b}));
        }
    }

    [[nodiscard]] InstructionList end(int steps) const {
        if (dense_.puts_sums()) return sums_put();
        InstructionList list;
        // With a single step, there is no second product to which the bias could be added.
        if (dense_.adds_bias() && steps == 1) add_bias_to_sums(list);
        for (int column = 0; column < kBlock.columns; ++column)
            add_outputs(list, column);
        return list;
    }
    static void add_bias_to_sums(InstructionList& list) {
        for (int column = 0; column < kBlock.columns; ++column) {
            load_bias(list, column);
            widen_bias(list, bias_name(column));
            for (int row = 0; row < kBlock.rows; ++row) {
                const std::string tile = tile_name(row, column);
                list.push_back({.operation = "vadd.acc",
                                .label = "add bias " + tile,
                                .accumulator = tile,
                                .addends = {"bias", "bias.1"},
                                .writes = tile,
                                .result = kSum});
            }
        }
    }
    /// Stores or puts the outputs of a column of the block. Two tiles, one above the other, are one
    /// tile of activations.
    void add_outputs(InstructionList& list, int column) const {
        if (!dense_.relu && !dense_.gives) {
            for (int row = 0; row < kBlock.rows; ++row) {
                list.push_back(store_half(tile_name(row, column), "out"));
                list.back().operation = "vst.srs";
            }
            return;
        }
        std::vector<std::string> outputs;
        for (int row = 0; row < kBlock.rows; ++row) {
            outputs.push_back(fmt::format("y{}{}", row, column));
            list.push_back(narrow_sum(tile_name(row, column), outputs.back()));
        }
        if (dense_.relu) {
            const std::string rectified = fmt::format("relu{}", column);
            list.push_back({.operation = "vmax",
                            .label = rectified,
                            .reads = std::exchange(outputs, {rectified, rectified}),
                            .writes = rectified,
                            .result = kWord});
        }
        if (dense_.gives) {
            list.push_back(put_word(fmt::format("y{}", column), outputs));
            return;
        }
        for (const std::string& output : outputs)
            list.push_back(store_half(output, "out"));
    }

    const Dense& dense_;
};

}  // namespace

LoopNest dense_nest(const Dense& dense) {
    require_tiles(dense);
    return DenseProgram{dense}.nest();
}

}  // namespace xdnasim::kernels
