#include <algorithm>

#include <fmt/format.h>

#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {

int bits_of(DataType type, int elements) {
    return static_cast<int>(storage(type, elements).count()) * arch::kBitsPerByte;
}

int accumulators_of_tile(const Matmul& matmul) {
    return parts(matmul.r * matmul.t * accumulator_bits(matmul.a), kAccumulatorBits);
}

std::string part_name(const std::string& value, int part) {
    return part == 0 ? value : fmt::format("{}.{}", value, part);
}

void for_each_tile(
    Blocking blocking,
    const std::function<void(const std::string& tile, int row, int column)>& function) {
    for (int column = 0; column < blocking.columns; ++column)
        for (int row = 0; row < blocking.rows; ++row)
            function(fmt::format("C{}{}", row, column), row, column);
}

using arch::RegisterFile;
using vliw::InstructionList;
using vliw::RegisterUse;

namespace {

using Values = std::vector<std::string>;

class Operands {
 public:
    Operands(const Matmul& matmul, const arch::MatrixRate& rate, const arch::SlotModel& slots,
             InstructionList& list)
        : matmul_{matmul}, rate_{rate}, slots_{slots}, list_{list} {}

    [[nodiscard]] OperandTiles plain(Blocking blocking) {
        const int a_bits = bits_of(matmul_.a, matmul_.r * matmul_.s);
        const int b_bits = bits_of(matmul_.b, matmul_.s * matmul_.t);
        const bool shuffled = matmul_.b_layout == Layout::ColumnMajor;
        OperandTiles tiles;
        for (int i = 0; i < std::max(blocking.rows, blocking.columns); ++i) {
            if (i < blocking.rows)
                tiles.a.push_back(
                    loaded(fmt::format("A{}", i), "A", a_bits, false, walk_a(i, a_bits, blocking)));
            if (i < blocking.columns)
                tiles.b.push_back(loaded(fmt::format("B{}", i), "B", b_bits, shuffled,
                                         walk_b(i, b_bits, blocking)));
        }
        return tiles;
    }

    /// Loads tiles of bfp16. A tile with its exponents is wider than a load. Each load unit fills a
    /// file of its own, from which tiles are popped; A passes one unit and B the other, and the
    /// tiles of a step lie one after the other (Hello-XDNA's kernel). The file is filled in every
    /// step; a compiler leaves out the fills that its eight tiles do not need.
    [[nodiscard]] OperandTiles popped(Blocking blocking) {
        fill("vlda.fill", "A");
        fill("vldb.fill", "B");
        OperandTiles tiles;
        for (int i = 0; i < std::max(blocking.rows, blocking.columns); ++i) {
            if (i < blocking.rows) tiles.a.push_back(pop("vlda.pop", "A", i));
            if (i < blocking.columns) tiles.b.push_back(pop("vldb.pop", "B", i));
        }
        return tiles;
    }

 private:
    /// Walk of A: rows of tiles, one after the other.
    [[nodiscard]] vliw::Walk walk_a(int row, int bits, Blocking blocking) const {
        const std::int64_t tile = bits / arch::kBitsPerByte;
        const std::int64_t row_of_tiles = tile * (matmul_.k / matmul_.s);
        return {.offset = row * row_of_tiles,
                .step = tile,
                .row = blocking.rows * row_of_tiles,
                .column = 0};
    }
    /// Walk of B: columns of tiles, one after the other, or rows.
    [[nodiscard]] vliw::Walk walk_b(int column, int bits, Blocking blocking) const {
        const std::int64_t tile = bits / arch::kBitsPerByte;
        const bool by_rows = matmul_.b_layout == Layout::RowMajor;
        const std::int64_t to_next = by_rows ? tile : tile * (matmul_.k / matmul_.s);
        return {.offset = column * to_next,
                .step = by_rows ? tile * (matmul_.n / matmul_.t) : tile,
                .row = 0,
                .column = blocking.columns * to_next};
    }

    void fill(const char* operation, const std::string& array) {
        list_.push_back({.operation = operation,
                         .label = "fill " + array,
                         .writes = "file " + array,
                         .memory = array});
    }
    [[nodiscard]] Values pop(const char* operation, const std::string& array, int index) {
        const std::string tile = fmt::format("{}{}", array, index);
        // The exponents lie in registers of their own, which are not counted.
        list_.push_back(
            {.operation = operation,
             .label = "pop " + tile,
             .reads = {"file " + array},
             .writes = tile,
             .result = RegisterUse{RegisterFile::Vector, vector_registers(kWideVectorBits)},
             .memory = array});
        return {tile};
    }

    /// Loads a tile; shuffles or converts it. Returns the values that hold it.
    [[nodiscard]] Values loaded(const std::string& tile, const std::string& array, int bits,
                                bool shuffled, vliw::Walk walk) {
        Values values;
        for (int part = 0; part < parts(bits, slots_.load_bits); ++part) {
            values.push_back(fmt::format("{}.{}", tile, part));
            list_.push_back(
                {.operation = "vld",
                 .label = "ld " + values.back(),
                 .writes = values.back(),
                 .result = RegisterUse{RegisterFile::Vector, vector_registers(slots_.load_bits)},
                 .memory = array,
                 .walk = walk});
            walk.offset += slots_.load_size().count();
        }
        if (rate_.conversions_per_tile > 0) return converted(tile, values);
        if (shuffled) return transposed(tile, values, bits);
        return values;
    }
    [[nodiscard]] Values transposed(const std::string& tile, const Values& parts_loaded, int bits) {
        Values values;
        for (int part = 0; part < parts(bits, kWideVectorBits); ++part) {
            values.push_back(fmt::format("{}t.{}", tile, part));
            list_.push_back(
                {.operation = "vshuffle",
                 .label = "shuffle " + values.back(),
                 .reads = parts_loaded,
                 .writes = values.back(),
                 .result = RegisterUse{RegisterFile::Vector, vector_registers(kWideVectorBits)}});
        }
        return values;
    }
    /// Converts bf16 to fp32 in parts, then all parts to one block of bfp16, whose exponents lie in
    /// a register file of their own.
    [[nodiscard]] Values converted(const std::string& tile, const Values& parts_loaded) {
        Values widened;
        for (int i = 0; i + 1 < rate_.conversions_per_tile; ++i) {
            widened.push_back(fmt::format("{}w.{}", tile, i));
            list_.push_back(
                {.operation = "vconv",
                 .label = "widen " + widened.back(),
                 .reads = {parts_loaded[static_cast<std::size_t>(i) % parts_loaded.size()]},
                 .writes = widened.back(),
                 .result = RegisterUse{RegisterFile::Accumulator, 2}});
        }
        const std::string block = tile + "b";
        list_.push_back(
            {.operation = "vconv",
             .label = "bfp16 " + block,
             .reads = widened,
             .writes = block,
             .result = RegisterUse{RegisterFile::Vector, vector_registers(kWideVectorBits)}});
        return {block};
    }

    const Matmul& matmul_;
    const arch::MatrixRate& rate_;
    const arch::SlotModel& slots_;
    InstructionList& list_;
};

}  // namespace

OperandTiles load_operands(const Matmul& matmul, const arch::MatrixRate& rate,
                           const arch::SlotModel& slots, Blocking blocking, InstructionList& list) {
    Operands operands{matmul, rate, slots, list};
    return is_stored_singly(matmul.a) ? operands.plain(blocking) : operands.popped(blocking);
}

}  // namespace xdnasim::kernels
