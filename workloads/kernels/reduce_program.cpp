#include <cstddef>

#include <fmt/format.h>

#include "workloads/kernels/dense_instructions.hpp"
#include "workloads/kernels/dense_program.hpp"

namespace xdnasim::kernels {

using vliw::InstructionList;
using vliw::LoopNest;

namespace {

class ReduceProgram {
 public:
    explicit ReduceProgram(const Reduce& reduce) : reduce_{reduce} {}

    /// Instructions of the kernel: columns of tiles are blocks, and rows of tiles are steps.
    [[nodiscard]] LoopNest nest() const {
        LoopNest nest;
        nest.name = "aggregate";
        nest.blocks = nest.columns = reduce_.n / kActivationTile;
        nest.steps = reduce_.m / kActivationTile;
        if (reduce_.gets) nest.before = {get_word("sum.1", kHalfSum), get_word("sum", kHalfSum)};
        const bool starts = !reduce_.gets;
        if (starts) nest.first = step(true);
        nest.body = step(false);
        nest.after = end();
        nest.leading.push_back(constants());
        return nest;
    }

 private:
    /// A leading nest that loads the row of ones.
    static LoopNest constants() {
        LoopNest nest;
        nest.name = "constants";
        nest.after = {load_half("ones", "constants")};
        return nest;
    }
    [[nodiscard]] InstructionList step(bool first) const {
        InstructionList list;
        for (int half = 0; half < kHalves; ++half)
            list.push_back(
                load_half(fmt::format("x.{}", half), "x",
                          vliw::Walk{.offset = half * kActivationTileBytes / kHalves,
                                     .step = kActivationTileBytes * (reduce_.n / kActivationTile),
                                     .row = 0,
                                     .column = kActivationTileBytes}));
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
        for (int row = 0; row < kActivationTile; ++row)
            extract(list, row, first && row == 0);
        return list;
    }
    static void extract(InstructionList& list, int row, bool first) {
        const std::string name = fmt::format("row{}", row);
        list.push_back({.operation = "vshuffle",
                        .label = "extract " + name,
                        .reads = {fmt::format("x.{}", row * kHalves / kActivationTile)},
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
                        .accumulator = "sum",
                        .addends = {name + " wide"},
                        .writes = "sum",
                        .result = kSum});
    }
    [[nodiscard]] InstructionList end() const {
        if (reduce_.puts) return {put_word("sum.1", {"sum"}), put_word("sum", {"sum"})};
        InstructionList list{narrow_sum("sum", "y")};
        if (reduce_.method == RowSum::Extract)
            list.push_back({.operation = "vshuffle",
                            .label = "insert y",
                            .reads = {"y"},
                            .writes = "y",
                            .result = kHalfWord});
        if (reduce_.gives) {
            list.push_back(put_word("y", {"y"}));
            return list;
        }
        list.push_back(store_half("y", "out"));
        list.push_back(store_half("y", "out"));
        list.back().reads.clear();
        list.back().label = "st zeros";
        return list;
    }

    const Reduce& reduce_;
};

}  // namespace

ReduceLatencies reduce_latencies(const arch::SlotModel& slots) {
    const auto found = [&](const char* name) -> const arch::Operation& {
        vliw::Instruction instruction;
        instruction.operation = name;
        const int index = vliw::operation_index(instruction, slots);
        return slots.operations[static_cast<std::size_t>(index)];
    };
    const auto until = [](const arch::Operation& of, int read) { return of.result - read + 1; };
    const arch::Operation& product = found("vmac");
    return {.load = until(found("vld"), product.operand),
            .product = until(product, found("vmov.put").operand),
            .get = until(found("vmov.get"), product.accumulator),
            .narrow = until(found("vsrs"), found("vst").operand)};
}

LoopNest reduce_nest(const Reduce& reduce) {
    require_tiles(reduce);
    return ReduceProgram{reduce}.nest();
}

}  // namespace xdnasim::kernels
