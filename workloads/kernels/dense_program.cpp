#include "workloads/kernels/dense_program.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::kernels {

using arch::RegisterFile;
using vliw::Instruction;
using vliw::InstructionList;
using vliw::LoopNest;
using vliw::RegisterUse;

namespace {

constexpr int kTile = kActivationTile;
constexpr std::int64_t kTileBytes = std::int64_t{kTile} * kTile;
constexpr Blocking kBlock{2, 2};
constexpr int kHalves = 2;  ///< of a tile of activations: rows for the matrix instruction
/// Steps that are laid out before the loop, so that the block before leaves meanwhile.
constexpr int kStepsBefore = 3;

constexpr RegisterUse kWord{RegisterFile::Vector, 2};
constexpr RegisterUse kHalfWord{RegisterFile::Vector, 1};
constexpr RegisterUse kHalfSum{RegisterFile::Accumulator, 1};
constexpr RegisterUse kSum{RegisterFile::Accumulator, 2};

std::string tile_name(int row, int column) {
    return fmt::format("C{}{}", row, column);
}

/// What a word of the cascade becomes.
Instruction get(const std::string& value, RegisterUse registers) {
    return {.operation = "vmov.get",
            .label = "get " + value,
            .writes = value,
            .result = registers,
            .queue = "cascade in"};
}
Instruction put(std::string_view label, std::vector<std::string> values) {
    return {.operation = "vmov.put",
            .label = fmt::format("put {}", label),
            .reads = std::move(values),
            .queue = "cascade out"};
}

Instruction load(const std::string& value, std::string array, std::optional<vliw::Walk> walk = {}) {
    return {.operation = "vld",
            .label = "ld " + value,
            .writes = value,
            .result = kHalfWord,
            .memory = std::move(array),
            .walk = walk};
}
Instruction move(const std::string& from, const std::string& to, RegisterUse registers) {
    return {.operation = "vmov",
            .label = "mv " + to,
            .reads = {from},
            .writes = to,
            .result = registers};
}
/// To int8.
Instruction narrow(const std::string& sum, std::string to) {
    return {.operation = "vsrs",
            .label = "srs " + sum,
            .reads = {sum},
            .writes = std::move(to),
            .result = kHalfWord};
}
Instruction store(const std::string& value, std::string array) {
    return {
        .operation = "vst", .label = "st " + value, .reads = {value}, .memory = std::move(array)};
}

/// A word of activations at a time. All are stored: what lies in another core's slice goes to where
/// the next one overwrites it, which takes no more cycles than the moves over the cascade do.
LoopNest receive_nest(const Dense& dense) {
    LoopNest nest;
    nest.name = "receive";
    nest.steps = std::int64_t{dense.m / kTile} * (dense.a.columns / kTile);
    nest.body.push_back(get("x", kWord));
    if (dense.passes) nest.body.push_back(put("x", {"x"}));
    for (int half = 0; half < kHalves; ++half)
        nest.body.push_back(store("x", "A"));
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
        if (dense_.gets_sums()) nest.before = sums_got();
        const int steps = dense_.k / kTile;
        const int before = std::min(kStepsBefore, steps);
        nest.first = begin(before);
        nest.steps = steps - before + 1;
        nest.body = step(false);
        nest.after = end(steps);
        if (dense_.receives) nest.leading.push_back(receive_nest(dense_));
        return nest;
    }

 private:
    /// The accumulator that a product waits for is the half that comes last.
    static InstructionList sums_got() {
        InstructionList list;
        for_each_tile(kBlock, [&](const std::string& tile, int, int) {
            list.push_back(get(part_name(tile, 1), kHalfSum));
            list.push_back(get(tile, kHalfSum));
        });
        return list;
    }
    static InstructionList sums_put() {
        InstructionList list;
        for_each_tile(kBlock, [&](const std::string& tile, int, int) {
            list.push_back(put(part_name(tile, 1), {tile}));
            list.push_back(put(tile, {tile}));
        });
        return list;
    }

    /// The first steps. The second one's products take the bias as a second accumulator
    /// (llvm-aie: VADDMAC), so that the first do not wait for it.
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
    /// A column's bias is widened before its first tile.
    static void add_bias(InstructionList& list, Instruction& product) {
        for (int column = 0; column < kBlock.columns; ++column)
            if (product.writes == tile_name(0, column)) widen_bias(list, bias_name(column));
        product.reads.emplace_back("bias");
        product.reads.emplace_back("bias.1");
    }
    /// A row of 8 into both halves of a vector of 512 bits.
    static void load_bias(InstructionList& list, int column) {
        for (int half = 0; half < kHalves; ++half)
            list.push_back(load(part_name(bias_name(column), half), "bias"));
    }
    /// From there to both halves of an accumulator: four rows.
    static void widen_bias(InstructionList& list, const std::string& row) {
        for (const char* const half : {"bias.1", "bias"}) {
            list.push_back(move(row, half, kHalfSum));
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
        const std::int64_t row_of_a = kTileBytes * (columns / kTile);
        const std::int64_t begin = dense_.receives ? 0
                                                   : dense_.a.first_row / kTile * row_of_a +
                                                         dense_.a.first_column / kTile * kTileBytes;
        const std::int64_t column_of_b = kTileBytes * (dense_.k / kTile);
        for (int i = 0; i < kHalves; ++i) {
            list.push_back(load(fmt::format("A{}", i), "A",
                                vliw::Walk{.offset = begin + i * kTileBytes / kHalves,
                                           .step = kTileBytes,
                                           .row = row_of_a,
                                           .column = 0}));
            for (int half = 0; half < kHalves; ++half)
                list.push_back(
                    load(fmt::format("B{}.{}", i, half), "B",
                         vliw::Walk{.offset = i * column_of_b + half * kTileBytes / kHalves,
                                    .step = kTileBytes,
                                    .row = 0,
                                    .column = kBlock.columns * column_of_b}));
        }
    }

    [[nodiscard]] InstructionList end(int steps) const {
        if (dense_.puts_sums()) return sums_put();
        InstructionList list;
        // A single step leaves the first product, to which nothing can be added.
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
                                .reads = {"bias", "bias.1"},
                                .accumulator = tile,
                                .writes = tile,
                                .result = kSum});
            }
        }
    }
    /// Two tiles, one above the other, are one of activations.
    void add_outputs(InstructionList& list, int column) const {
        if (!dense_.relu && !dense_.gives) {
            for (int row = 0; row < kBlock.rows; ++row) {
                list.push_back(store(tile_name(row, column), "out"));
                list.back().operation = "vst.srs";
            }
            return;
        }
        std::vector<std::string> outputs;
        for (int row = 0; row < kBlock.rows; ++row) {
            outputs.push_back(fmt::format("y{}{}", row, column));
            list.push_back(narrow(tile_name(row, column), outputs.back()));
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
            list.push_back(put(fmt::format("y{}", column), outputs));
            return;
        }
        for (const std::string& output : outputs)
            list.push_back(store(output, "out"));
    }

    const Dense& dense_;
};

class ReduceProgram {
 public:
    explicit ReduceProgram(const Reduce& reduce) : reduce_{reduce} {}

    /// Columns of tiles are blocks, and rows of them steps.
    [[nodiscard]] LoopNest nest() const {
        LoopNest nest;
        nest.name = "aggregate";
        nest.blocks = nest.columns = reduce_.n / kTile;
        nest.steps = reduce_.m / kTile;
        if (reduce_.gets) nest.before = {get("sum.1", kHalfSum), get("sum", kHalfSum)};
        const bool starts = !reduce_.gets;
        if (starts) nest.first = step(true);
        nest.body = step(false);
        nest.after = end();
        nest.leading.push_back(constants());
        return nest;
    }

 private:
    /// The row of ones.
    static LoopNest constants() {
        LoopNest nest;
        nest.name = "constants";
        nest.after = {load("ones", "constants")};
        return nest;
    }
    [[nodiscard]] InstructionList step(bool first) const {
        InstructionList list;
        for (int half = 0; half < kHalves; ++half)
            list.push_back(load(fmt::format("x.{}", half), "x",
                                vliw::Walk{.offset = half * kTileBytes / kHalves,
                                           .step = kTileBytes * (reduce_.n / kTile),
                                           .row = 0,
                                           .column = kTileBytes}));
        switch (reduce_.method) {
            case RowSum::Product:
                list.push_back({.operation = first ? "vmul" : "vmac",
                                .label = first ? "mul" : "mac",
                                .reads = {"x.0", "x.1", "ones"},
                                .accumulator = first ? "" : "sum",
                                .writes = "sum",
                                .result = kSum});
                return list;
            case RowSum::Extract:
                break;
        }
        for (int row = 0; row < kTile; ++row)
            extract(list, row, first && row == 0);
        return list;
    }
    static void extract(InstructionList& list, int row, bool first) {
        const std::string name = fmt::format("row{}", row);
        list.push_back({.operation = "vshuffle",
                        .label = "extract " + name,
                        .reads = {fmt::format("x.{}", row * kHalves / kTile)},
                        .writes = name,
                        .result = kHalfWord});
        list.push_back({.operation = "vups",
                        .label = "widen " + name,
                        .reads = {name},
                        .writes = first ? "sum" : name + " wide",
                        .result = kHalfSum});
        if (first) return;
        list.push_back({.operation = "vadd.acc",
                        .label = "add " + name,
                        .reads = {name + " wide"},
                        .accumulator = "sum",
                        .writes = "sum",
                        .result = kSum});
    }
    [[nodiscard]] InstructionList end() const {
        if (reduce_.puts) return {put("sum.1", {"sum"}), put("sum", {"sum"})};
        InstructionList list{narrow("sum", "y")};
        if (reduce_.method == RowSum::Extract)
            list.push_back({.operation = "vshuffle",
                            .label = "insert y",
                            .reads = {"y"},
                            .writes = "y",
                            .result = kHalfWord});
        if (reduce_.gives) {
            list.push_back(put("y", {"y"}));
            return list;
        }
        list.push_back(store("y", "out"));
        list.push_back(store("y", "out"));
        list.back().reads.clear();
        list.back().label = "st zeros";
        return list;
    }

    const Reduce& reduce_;
};

void require_multiple(const char* what, int size, int unit) {
    if (size <= 0 || size % unit != 0)
        throw base::InputError{
            fmt::format("{} is {}, no multiple of {}, a side of a tile", what, size, unit)};
}

}  // namespace

std::string to_string(ChainPart part) {
    switch (part) {
        case ChainPart::Single:
            return "single";
        case ChainPart::First:
            return "first";
        case ChainPart::Middle:
            return "middle";
        case ChainPart::Last:
            break;
    }
    return "last";
}

std::string to_string(RowSum method) {
    return method == RowSum::Product ? "product" : "extract";
}

void require_tiles(const Dense& dense) {
    require_multiple("m", dense.m, kDenseRows);
    require_multiple("k", dense.k, kTile);
    require_multiple("n", dense.n, kDenseColumns);
    const ActivationSlice& a = dense.a;
    if (a.first_row % kTile != 0 || a.first_column % kTile != 0 || a.columns % kTile != 0 ||
        a.first_row + dense.m > a.rows || a.first_column + dense.k > a.columns)
        throw base::InputError{
            fmt::format("the slice of {} x {} from ({}, {}) on is not of {} x {}", dense.m, dense.k,
                        a.first_row, a.first_column, a.rows, a.columns)};
}

void require_tiles(const Reduce& reduce) {
    require_multiple("m", reduce.m, kTile);
    require_multiple("n", reduce.n, kTile);
    if (reduce.rows < 0 || reduce.rows > reduce.m)
        throw base::InputError{fmt::format("{} rows count of {}", reduce.rows, reduce.m)};
}

LoopNest dense_nest(const Dense& dense) {
    require_tiles(dense);
    return DenseProgram{dense}.nest();
}

LoopNest reduce_nest(const Reduce& reduce) {
    require_tiles(reduce);
    return ReduceProgram{reduce}.nest();
}

CascadeWords cascade_words(const Dense& dense) {
    constexpr int kWordsOfSums = 8;
    constexpr int kWordsOfOutputs = 2;
    const std::int64_t received =
        dense.receives ? std::int64_t{dense.m / kTile} * (dense.a.columns / kTile) : 0;
    const std::int64_t blocks = std::int64_t{dense.m / kDenseRows} * (dense.n / kDenseColumns);
    CascadeWords words{received, dense.passes ? received : 0};
    if (dense.gets_sums()) words.gets += kWordsOfSums * blocks;
    if (dense.puts_sums()) words.puts += kWordsOfSums * blocks;
    if (dense.gives) words.puts += kWordsOfOutputs * blocks;
    return words;
}

CascadeWords cascade_words(const Reduce& reduce) {
    constexpr int kWordsOfSums = 2;
    const std::int64_t tiles = reduce.n / kTile;
    CascadeWords words;
    if (reduce.gets) words.gets = kWordsOfSums * tiles;
    if (reduce.puts) words.puts = kWordsOfSums * tiles;
    if (reduce.gives) words.puts = tiles;
    return words;
}

std::vector<arch::Bytes> argument_sizes(const Dense& dense) {
    const auto matrix = [](int rows, int columns) {
        return arch::Bytes{std::int64_t{rows} * columns};
    };
    std::vector<arch::Bytes> sizes{
        dense.receives ? matrix(dense.m, dense.k) : matrix(dense.a.rows, dense.a.columns),
        matrix(dense.k, dense.n)};
    if (dense.adds_bias()) sizes.push_back(size_of(DataType::Int32) * std::int64_t{dense.n});
    if (!dense.puts_sums() && !dense.gives) sizes.push_back(matrix(dense.m, dense.n));
    return sizes;
}

std::vector<arch::Bytes> argument_sizes(const Reduce& reduce) {
    std::vector<arch::Bytes> sizes{arch::Bytes{std::int64_t{reduce.m} * reduce.n}};
    if (!reduce.puts && !reduce.gives) sizes.emplace_back(std::int64_t{kTile} * reduce.n);
    return sizes;
}

std::vector<std::string> argument_arrays(const Dense& dense) {
    std::vector<std::string> names{"A", "B"};
    if (dense.adds_bias()) names.emplace_back("bias");
    if (!dense.puts_sums() && !dense.gives) names.emplace_back("out");
    return names;
}

std::vector<std::string> argument_arrays(const Reduce& reduce) {
    if (reduce.puts || reduce.gives) return {"x"};
    return {"x", "out"};
}

}  // namespace xdnasim::kernels
