#include "workloads/kernels/matmul_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

double deviation_of_uniform(DataType type) {
    const Range range = range_of(type);
    const auto values = static_cast<double>(range.max - range.min + 1);
    return std::sqrt((values * values - 1) / 12);
}

}  // namespace

int max_shift(DataType a, DataType c) {
    if (is_floating(c)) return 0;
    return std::min(kMaxShift, accumulator_bits(a) - bits_of(c, 1));
}

int default_shift(DataType a, DataType b, DataType c, std::int64_t k) {
    if (is_floating(c)) return 0;
    const double deviation =
        deviation_of_uniform(a) * deviation_of_uniform(b) * std::sqrt(static_cast<double>(k));
    const double largest = static_cast<double>(range_of(c).max);
    const int shift = static_cast<int>(std::ceil(std::log2(3 * deviation / largest)));
    return std::clamp(shift, 0, max_shift(a, c));
}

using vliw::Instruction;
using vliw::InstructionList;

namespace {

class Program {
 public:
    Program(const Matmul& matmul, const arch::MatrixRate& rate, const arch::SlotModel& slots,
            Blocking blocking, CallKind kind)
        : matmul_{matmul},
          rate_{rate},
          slots_{slots},
          blocking_{blocking},
          kind_{kind},
          c_{matmul, slots, blocking} {}

    [[nodiscard]] vliw::LoopNest nest() const {
        vliw::LoopNest nest;
        nest.blocks = std::int64_t{matmul_.m / (matmul_.r * blocking_.rows)} *
                      (matmul_.n / (matmul_.t * blocking_.columns));
        nest.steps = matmul_.k / matmul_.s;
        nest.columns = matmul_.n / (matmul_.t * blocking_.columns);
        nest.before = start();
        if (kind_ == CallKind::First) nest.first = step(true);
        nest.body = step(false);
        nest.after = kind_ == CallKind::BiasRelu ? c_.stored_rectified() : c_.stored();
        return nest;
    }

 private:
    [[nodiscard]] InstructionList start() const {
        switch (kind_) {
            case CallKind::Accumulate:
                return c_.loaded();
            case CallKind::First:
                return {};
            case CallKind::BiasRelu:
                break;
        }
        return c_.biased();
    }

    /// Instructions of one step of K: loads of A and B for the block's rows and columns, and their
    /// products.
    [[nodiscard]] InstructionList step(bool first) const {
        InstructionList list;
        const OperandTiles operands = load_operands(matmul_, rate_, slots_, blocking_, list);
        for_each_tile(blocking_, [&](const std::string& tile, int row, int column) {
            const auto& a = operands.a[static_cast<std::size_t>(row)];
            const auto& b = operands.b[static_cast<std::size_t>(column)];
            if (rate_.moves_per_operation > 0 || rate_.operations > 1)
                multiply_in_parts(list, tile, a, b, first);
            else
                list.push_back(multiply(tile, a, b, first));
            if (kind_ == CallKind::BiasRelu) await_bias(list.back(), tile, row);
        });
        return list;
    }

    [[nodiscard]] Instruction multiply(const std::string& tile, const std::vector<std::string>& a,
                                       const std::vector<std::string>& b, bool first) const {
        Instruction product;
        product.operation = first ? "vmul" : "vmac";
        if (is_floating(matmul_.a)) product.operation += ".f";
        product.label = (first ? "mul " : "mac ") + tile;
        product.reads = a;
        product.reads.insert(product.reads.end(), b.begin(), b.end());
        if (!first) product.accumulator = tile;
        product.writes = tile;
        product.result =
            vliw::RegisterUse{arch::RegisterFile::Accumulator, accumulators_of_tile(matmul_)};
        return product;
    }
    /// Adds a product that takes several operations, each of a column of A and a row of B.
    void multiply_in_parts(InstructionList& list, const std::string& tile,
                           const std::vector<std::string>& a, const std::vector<std::string>& b,
                           bool first) const {
        for (int part = 0; part < rate_.operations; ++part) {
            std::vector<std::string> operands = a;
            operands.insert(operands.end(), b.begin(), b.end());
            for (int move = 0; move < rate_.moves_per_operation; ++move) {
                const std::string moved = fmt::format("{}p{}.{}", tile, part, move);
                list.push_back({.operation = "vshuffle",
                                .label = "move " + moved,
                                .reads = move % 2 == 0 ? a : b,
                                .writes = moved,
                                .result = vliw::RegisterUse{arch::RegisterFile::Vector,
                                                            vector_registers(kWideVectorBits)}});
                if (move == 0) operands.clear();
                operands.push_back(moved);
            }
            list.push_back(multiply(tile, operands, {}, first && part == 0));
        }
    }
    /// Makes a product wait for all parts of the bias; its accumulator operand waits only for the
    /// first part.
    void await_bias(Instruction& product, const std::string& tile, int row) const {
        const std::vector<std::string> values = c_.bias_values(tile, row);
        product.reads.insert(product.reads.end(), values.begin() + 1, values.end());
    }

    const Matmul& matmul_;
    const arch::MatrixRate& rate_;
    const arch::SlotModel& slots_;
    Blocking blocking_;
    CallKind kind_;
    BlockOfC c_;
};

}  // namespace

vliw::LoopNest matmul_nest(const Matmul& matmul, const arch::MatrixRate& rate,
                           const arch::SlotModel& slots, Blocking blocking, CallKind kind) {
    return Program{matmul, rate, slots, blocking, kind}.nest();
}

Blocking choose_blocking(const Matmul& matmul, const arch::MatrixRate& rate) {
    const int rows = matmul.m / matmul.r;
    const int columns = matmul.n / matmul.t;
    const Blocking published{rate.block_rows, rate.block_columns};
    if (rows % published.rows == 0 && columns % published.columns == 0) return published;
    const int max = published.rows * published.columns;
    Blocking best{1, 1};
    const auto better = [](const Blocking& a, const Blocking& b) {
        if (a.rows * a.columns != b.rows * b.columns)
            return a.rows * a.columns > b.rows * b.columns;
        return std::abs(a.rows - a.columns) < std::abs(b.rows - b.columns);
    };
    for (int i = 1; i <= max; ++i)
        for (int j = 1; i * j <= max; ++j)
            if (rows % i == 0 && columns % j == 0 && better({i, j}, best)) best = {i, j};
    return best;
}

int accumulators_of(const Matmul& matmul, Blocking blocking) {
    return blocking.rows * blocking.columns * accumulators_of_tile(matmul);
}

}  // namespace xdnasim::kernels
