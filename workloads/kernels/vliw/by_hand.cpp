#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "workloads/kernels/vliw/loop_nest.hpp"

namespace xdnasim::vliw {
namespace {

class ByHand {
 public:
    explicit ByHand(const arch::SlotModel& model) : model_{model}, code_{model} {}

    void add(const Instruction& instruction) {
        const int node = code_.add(instruction);
        for (const std::string& value : instruction.reads)
            if (const auto tile = tiles_.find(value); tile != tiles_.end())
                block(tile->second.block).readers.push_back(node);
        if (!instruction.accumulator.empty()) {
            for (const int begin : tiles_[instruction.accumulator].begins)
                code_.order(begin, node, data_latency(operation(begin), operation(node), true));
            return;
        }
        const bool begins =
            instruction.result && instruction.result->file == arch::RegisterFile::Accumulator;
        if (!begins) return;
        const std::string& value = instruction.writes;
        Tile& tile = tiles_[value.substr(0, value.find('.'))];
        if (value.find('.') == std::string::npos) {
            ++tile.block;
            tile.begins.clear();
        }
        tile.begins.push_back(node);
        block(tile.block).begins.push_back(node);
    }

    [[nodiscard]] StraightLine finished() && {
        for (std::size_t i = 1; i < blocks_.size(); ++i)
            for (const int reader : blocks_[i - 1].readers)
                for (const int begin : blocks_[i].begins)
                    code_.order(reader, begin, apart(operation(reader), operation(begin)));
        return std::move(code_);
    }

 private:
    /// Nodes of a block that are the first to write its accumulators, and nodes that read these
    /// out.
    struct Block {
        std::vector<int> begins;
        std::vector<int> readers;
    };
    struct Tile {
        int block = -1;
        std::vector<int> begins;
    };

    /// Cycles from a reader of the last block to the begin of the next one. A load waits for a
    /// store as if the two might access the same memory.
    static int apart(const arch::Operation& reader, const arch::Operation& begin) {
        const int reuse = reuse_latency(reader, begin);
        return reader.store && begin.memory > 0 ? std::max(reuse, memory_latency(reader, begin))
                                                : reuse;
    }
    [[nodiscard]] Block& block(int index) {
        const auto at = static_cast<std::size_t>(index);
        if (at >= blocks_.size()) blocks_.resize(at + 1);
        return blocks_[at];
    }
    [[nodiscard]] const arch::Operation& operation(int node) const {
        return at(model_.operations, at(code_.graph().nodes, node).operation);
    }

    const arch::SlotModel& model_;
    StraightLine code_;
    std::map<std::string, Tile> tiles_;  ///< by the name of the accumulator's value
    std::vector<Block> blocks_;
};

}  // namespace

StraightLine laid_out_by_hand(const InstructionList& code, const arch::SlotModel& model) {
    ByHand blocks{model};
    for (const Instruction& instruction : code)
        blocks.add(instruction);
    return std::move(blocks).finished();
}

}  // namespace xdnasim::vliw
