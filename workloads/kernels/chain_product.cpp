#include "workloads/kernels/chain_product.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

using vliw::Instruction;
using vliw::InstructionList;
using vliw::RegisterUse;

int parts_of(int size, int part) {
    return std::max(1, (size + part - 1) / part);
}

class ChainProgram {
 public:
    ChainProgram(const ChainProduct& work, const arch::MatrixRate& rate,
                 const arch::SlotModel& slots)
        : work_{work},
          product_{work.product},
          rate_{rate},
          slots_{slots},
          blocking_{work.blocking()},
          native_{native_operations(work.product, rate)} {}

    [[nodiscard]] vliw::LoopNest nest() const {
        vliw::LoopNest nest;
        nest.starts_late = true;
        nest.columns = product_.n / (product_.t * blocking_.columns);
        nest.blocks = std::int64_t{product_.m / (product_.r * blocking_.rows)} * nest.columns;
        nest.steps = product_.k / product_.s;
        if (work_.gets)
            nest.before = gets();
        else
            nest.first = step(true);
        nest.body = step(false);
        nest.after = work_.puts ? puts() : stores();
        return nest;
    }

 private:
    /// Name of the part of a tile of C that one operation of the core computes.
    [[nodiscard]] std::string part_of(const std::string& tile, int part) const {
        return part == 0 ? tile : fmt::format("{}s{}", tile, part);
    }
    [[nodiscard]] int lanes_of_part() const {
        return std::min(product_.r, rate_.r) * std::min(product_.t, rate_.t);
    }
    [[nodiscard]] RegisterUse part_in_accumulators() const {
        return {arch::RegisterFile::Accumulator,
                parts(lanes_of_part() * accumulator_bits(product_.a), kAccumulatorBits)};
    }
    [[nodiscard]] int words_of_tile() const {
        return parts(product_.r * product_.t * accumulator_bits(product_.a),
                     arch::kCascadeWordBits);
    }

    [[nodiscard]] InstructionList step(bool first) const {
        InstructionList list;
        const OperandTiles operands = load_operands(product_, rate_, slots_, blocking_, list);
        for (int depth = 0; depth < native_.steps; ++depth)
            for (int part = 0; part < native_.parts_of_c(); ++part)
                for_each_tile(blocking_, [&](const std::string& tile, int row, int column) {
                    list.push_back(multiply(
                        part_of(tile, part),
                        rows_of_part(operands.a[static_cast<std::size_t>(row)], part),
                        operands.b[static_cast<std::size_t>(column)], first && depth == 0));
                });
        return list;
    }

    /// The values of A that hold the rows of a part; the rows of a tile of A lie one after the
    /// other in the values that hold it.
    [[nodiscard]] std::vector<std::string> rows_of_part(const std::vector<std::string>& a,
                                                        int part) const {
        const auto rows = static_cast<std::size_t>(native_.rows);
        if (a.size() % rows != 0) return a;
        const std::size_t count = a.size() / rows;
        const std::size_t first = static_cast<std::size_t>(part / native_.columns) * count;
        const auto begin = a.begin() + static_cast<std::ptrdiff_t>(first);
        return {begin, begin + static_cast<std::ptrdiff_t>(count)};
    }

    [[nodiscard]] Instruction multiply(const std::string& part, const std::vector<std::string>& a,
                                       const std::vector<std::string>& b, bool first) const {
        Instruction product;
        product.operation = first ? "vmul" : "vmac";
        if (is_floating(product_.a)) product.operation += ".f";
        product.label = (first ? "mul " : "mac ") + part;
        product.reads = a;
        product.reads.insert(product.reads.end(), b.begin(), b.end());
        if (!first) product.accumulator = part;
        product.writes = part;
        product.result = part_in_accumulators();
        return product;
    }

    /// Gets of a block's words. The words of a tile fill its parts one after the other; a part has
    /// the name of its first word.
    [[nodiscard]] InstructionList gets() const {
        InstructionList list;
        const int of_part = parts_of(words_of_tile(), native_.parts_of_c());
        for_each_tile(blocking_, [&](const std::string& tile, int, int) {
            for (int word = 0; word < words_of_tile(); ++word) {
                const std::string value = part_name(part_of(tile, word / of_part), word % of_part);
                list.push_back({.operation = "vmov.get",
                                .label = "get " + value,
                                .writes = value,
                                .result = RegisterUse{arch::RegisterFile::Accumulator, 1},
                                .queue = "get"});
            }
        });
        return list;
    }
    [[nodiscard]] InstructionList puts() const {
        InstructionList list;
        const int of_part = parts_of(words_of_tile(), native_.parts_of_c());
        for_each_tile(blocking_, [&](const std::string& tile, int, int) {
            for (int word = 0; word < words_of_tile(); ++word)
                list.push_back({.operation = "vmov.put",
                                .label = fmt::format("put {}", part_name(tile, word)),
                                .reads = {part_of(tile, word / of_part)},
                                .queue = "put"});
        });
        return list;
    }
    /// Stores as those of a Matmul, each of which waits only for its own part.
    [[nodiscard]] InstructionList stores() const {
        InstructionList list = BlockOfC{product_, slots_, blocking_}.stored();
        const auto tiles = static_cast<std::size_t>(blocking_.rows * blocking_.columns);
        const std::size_t of_tile = list.size() / tiles;
        std::size_t at = 0;
        for_each_tile(blocking_, [&](const std::string& tile, int, int) {
            for (std::size_t i = 0; i < of_tile; ++i) {
                const auto part = i * static_cast<std::size_t>(native_.parts_of_c()) / of_tile;
                list[at++].reads = {part_of(tile, static_cast<int>(part))};
            }
        });
        return list;
    }

    const ChainProduct& work_;
    const Matmul& product_;
    const arch::MatrixRate& rate_;
    const arch::SlotModel& slots_;
    Blocking blocking_;
    NativeOperations native_;
};

}  // namespace

NativeOperations native_operations(const Matmul& product, const arch::MatrixRate& rate) {
    return {parts_of(product.r, rate.r), parts_of(product.t, rate.t), parts_of(product.s, rate.s)};
}

vliw::LoopNest chain_product_nest(const ChainProduct& work, const arch::MatrixRate& rate,
                                  const arch::SlotModel& slots) {
    return ChainProgram{work, rate, slots}.nest();
}

std::int64_t cascade_words_of_c(const ChainProduct& work) {
    const Matmul& product = work.product;
    const std::int64_t tiles = std::int64_t{product.m / product.r} * (product.n / product.t);
    return tiles *
           parts(product.r * product.t * accumulator_bits(product.a), arch::kCascadeWordBits);
}

}  // namespace xdnasim::kernels
