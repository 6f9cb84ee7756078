#include "xdnasim/workloads/kernels/matmul_program.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace xdnasim::kernels {

using arch::RegisterFile;
using vliw::Instruction;
using vliw::InstructionList;

namespace {

constexpr int kBitsPerByte = 8;
constexpr int kAccumulatorBits = 512;
constexpr int kVectorBits = 256;
constexpr int kShuffleBits = 512;  // one VSHUFFLE permutes an X register

int parts(int bits, int part) {
    return std::max(1, (bits + part - 1) / part);
}

int bits_of(DataType type, int elements) {
    return static_cast<int>(size_of(type).count()) * kBitsPerByte * elements;
}

bool is_float(const Matmul& matmul) {
    return matmul.a == DataType::Bf16;
}

int accumulators_of_tile(const Matmul& matmul) {
    const int width = matmul.a == DataType::Int16 ? 64 : 32;
    return parts(matmul.r * matmul.t * width, kAccumulatorBits);
}

class Program {
 public:
    Program(const Matmul& matmul, const arch::MatrixRate& rate, const arch::SlotModel& slots,
            Blocking blocking)
        : matmul_{matmul},
          rate_{rate},
          slots_{slots},
          blocking_{blocking},
          c_bits_{bits_of(matmul.c, matmul.r * matmul.t)} {}

    [[nodiscard]] vliw::LoopNest nest(CallKind kind) const {
        vliw::LoopNest nest;
        nest.blocks = std::int64_t{matmul_.m / (matmul_.r * blocking_.rows)} *
                      (matmul_.n / (matmul_.t * blocking_.columns));
        nest.steps = matmul_.k / matmul_.s;
        if (kind == CallKind::Accumulate)
            nest.before = load_c();
        else
            nest.first = step(true);
        nest.body = step(false);
        nest.after = store_c();
        return nest;
    }

 private:
    /// 8- and 16-bit integers pass the UPS and SRS units, bf16 a conversion, int32 neither.
    [[nodiscard]] std::string load_operation() const {
        if (is_float(matmul_)) return "vlda.conv";
        return matmul_.c == DataType::Int32 && matmul_.a == DataType::Int8 ? "vlda" : "vlda.ups";
    }
    [[nodiscard]] std::string store_operation() const {
        if (is_float(matmul_)) return "vst.conv";
        return matmul_.c == DataType::Int32 && matmul_.a == DataType::Int8 ? "vst" : "vst.srs";
    }

    template <class Function>
    void for_each_tile(const Function& function) const {
        for (int j = 0; j < blocking_.columns; ++j)
            for (int i = 0; i < blocking_.rows; ++i)
                function(fmt::format("C{}{}", i, j), i, j);
    }

    [[nodiscard]] InstructionList load_c() const {
        InstructionList list;
        const int loads = parts(c_bits_, slots_.load_bits);
        const int registers = std::max(1, accumulators_of_tile(matmul_) / loads);
        for_each_tile([&](const std::string& tile, int, int) {
            for (int part = 0; part < loads; ++part)
                list.push_back({.operation = load_operation(),
                                .label = fmt::format("ld {}", part_name(tile, part)),
                                .writes = part_name(tile, part),
                                .result = vliw::RegisterUse{RegisterFile::Accumulator, registers},
                                .memory = "C"});
        });
        return list;
    }
    [[nodiscard]] InstructionList store_c() const {
        InstructionList list;
        for_each_tile([&](const std::string& tile, int, int) {
            for (int part = 0; part < parts(c_bits_, slots_.store_bits); ++part)
                list.push_back({.operation = store_operation(),
                                .label = fmt::format("st {}", part_name(tile, part)),
                                .reads = {tile},
                                .memory = "C"});
        });
        return list;
    }
    /// Part 0 carries the tile's own name: what accumulates on the tile waits for it.
    static std::string part_name(const std::string& tile, int part) {
        return part == 0 ? tile : fmt::format("{}.{}", tile, part);
    }

    /// One step of K: A and B of the block's rows and columns, and their products.
    [[nodiscard]] InstructionList step(bool first) const {
        InstructionList list;
        const int a_bits = bits_of(matmul_.a, matmul_.r * matmul_.s);
        const int b_bits = bits_of(matmul_.b, matmul_.s * matmul_.t);
        const bool shuffled = matmul_.b_layout == Layout::ColumnMajor;
        std::vector<std::vector<std::string>> a;
        std::vector<std::vector<std::string>> b;
        for (int i = 0; i < std::max(blocking_.rows, blocking_.columns); ++i) {
            if (i < blocking_.rows)
                a.push_back(input(list, fmt::format("A{}", i), "A", a_bits, false));
            if (i < blocking_.columns)
                b.push_back(input(list, fmt::format("B{}", i), "B", b_bits, shuffled));
        }
        for_each_tile([&](const std::string& tile, int i, int j) {
            list.push_back(multiply(tile, a[static_cast<std::size_t>(i)],
                                    b[static_cast<std::size_t>(j)], first));
        });
        return list;
    }

    /// Loads a tile; shuffles or converts it. Returns the values that hold it.
    std::vector<std::string> input(InstructionList& list, const std::string& tile,
                                   const std::string& array, int bits, bool shuffled) const {
        std::vector<std::string> values;
        const int registers = std::max(1, slots_.load_bits / kVectorBits);
        for (int part = 0; part < parts(bits, slots_.load_bits); ++part) {
            values.push_back(fmt::format("{}.{}", tile, part));
            list.push_back({.operation = "vld",
                            .label = "ld " + values.back(),
                            .writes = values.back(),
                            .result = vliw::RegisterUse{RegisterFile::Vector, registers},
                            .memory = array});
        }
        if (rate_.conversions_per_tile > 0) return converted(list, tile, values);
        if (shuffled) return transposed(list, tile, values, bits);
        return values;
    }
    [[nodiscard]] std::vector<std::string> transposed(InstructionList& list,
                                                      const std::string& tile,
                                                      const std::vector<std::string>& loaded,
                                                      int bits) const {
        std::vector<std::string> values;
        for (int part = 0; part < parts(bits, kShuffleBits); ++part) {
            values.push_back(fmt::format("{}t.{}", tile, part));
            list.push_back(
                {.operation = "vshuffle",
                 .label = "shuffle " + values.back(),
                 .reads = loaded,
                 .writes = values.back(),
                 .result = vliw::RegisterUse{RegisterFile::Vector, kShuffleBits / kVectorBits}});
        }
        return values;
    }
    /// bf16 to fp32 in parts, then all parts to one block of bfp16, whose exponents lie in a
    /// register file of their own.
    [[nodiscard]] std::vector<std::string> converted(InstructionList& list, const std::string& tile,
                                                     const std::vector<std::string>& loaded) const {
        std::vector<std::string> widened;
        for (int i = 0; i + 1 < rate_.conversions_per_tile; ++i) {
            widened.push_back(fmt::format("{}w.{}", tile, i));
            list.push_back({.operation = "vconv",
                            .label = "widen " + widened.back(),
                            .reads = {loaded[static_cast<std::size_t>(i) % loaded.size()]},
                            .writes = widened.back(),
                            .result = vliw::RegisterUse{RegisterFile::Accumulator, 2}});
        }
        const std::string block = tile + "b";
        list.push_back({.operation = "vconv",
                        .label = "bfp16 " + block,
                        .reads = widened,
                        .writes = block,
                        .result = vliw::RegisterUse{RegisterFile::Vector, 2}});
        return {block};
    }

    [[nodiscard]] Instruction multiply(const std::string& tile, const std::vector<std::string>& a,
                                       const std::vector<std::string>& b, bool first) const {
        Instruction product;
        product.operation = first ? "vmul" : "vmac";
        if (is_float(matmul_)) product.operation += ".f";
        product.label = (first ? "mul " : "mac ") + tile;
        product.reads = a;
        product.reads.insert(product.reads.end(), b.begin(), b.end());
        if (!first) product.accumulator = tile;
        product.writes = tile;
        product.result =
            vliw::RegisterUse{RegisterFile::Accumulator, accumulators_of_tile(matmul_)};
        return product;
    }

    const Matmul& matmul_;
    const arch::MatrixRate& rate_;
    const arch::SlotModel& slots_;
    Blocking blocking_;
    int c_bits_;
};

}  // namespace

vliw::LoopNest matmul_nest(const Matmul& matmul, const arch::MatrixRate& rate,
                           const arch::SlotModel& slots, Blocking blocking, CallKind kind) {
    return Program{matmul, rate, slots, blocking}.nest(kind);
}

Blocking choose_blocking(const Matmul& matmul, const arch::MatrixRate& rate) {
    const int rows = matmul.m / matmul.r;
    const int columns = matmul.n / matmul.t;
    const Blocking published{rate.block_rows, rate.block_columns};
    if (rows % published.rows == 0 && columns % published.columns == 0) return published;
    const int most = published.rows * published.columns;
    Blocking best{1, 1};
    const auto better = [](const Blocking& a, const Blocking& b) {
        if (a.rows * a.columns != b.rows * b.columns)
            return a.rows * a.columns > b.rows * b.columns;
        return std::abs(a.rows - a.columns) < std::abs(b.rows - b.columns);
    };
    for (int i = 1; i <= most; ++i)
        for (int j = 1; i * j <= most; ++j)
            if (rows % i == 0 && columns % j == 0 && better({i, j}, best)) best = {i, j};
    return best;
}

int accumulators_of(const Matmul& matmul, Blocking blocking) {
    return blocking.rows * blocking.columns * accumulators_of_tile(matmul);
}

}  // namespace xdnasim::kernels
