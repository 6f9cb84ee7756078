#pragma once
// The loops in a region of blocks that branch to each other.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// A block that another block may continue at, and the values passed to it.
struct Successor {
    std::string_view label;
    std::vector<std::string_view> values;
    std::optional<std::int64_t> number{};  ///< the number for which a cf.switch chooses this block
};

/// The successors of a block that ends with "cf.br", "cf.cond_br" or "cf.switch"; empty for other
/// terminators, with which the region ends.
[[nodiscard]] std::vector<Successor> successors_of(const ir::Text& text,
                                                   const ir::Operation& terminator);

struct NaturalLoop {
    const ir::Block* header = nullptr;
    std::set<const ir::Block*> blocks;
    std::vector<const ir::Block*> latches;  ///< blocks that branch back to the header

    [[nodiscard]] bool contains(const ir::Block* block) const { return blocks.contains(block); }
};

class ControlFlow {
 public:
    /// Finds the loops of `region`. Throws InputError, with the place, for a branch to a block that
    /// does not exist, for loops with two entries, and for loops that are nested too deep.
    ControlFlow(const ir::Text& text, const ir::Region& region);

    [[nodiscard]] const ir::Block* block(std::string_view label) const;
    /// The loop that begins at `header`; nullptr if there is none.
    [[nodiscard]] const NaturalLoop* loop_at(const ir::Block* header) const;

 private:
    void find_loops(const ir::Region& region);
    void add_loop(const ir::Block* latch, const ir::Block* header);

    const ir::Text& text_;
    Named<const ir::Block*> labels_;
    std::map<const ir::Block*, std::vector<const ir::Block*>> successors_;
    std::map<const ir::Block*, std::vector<const ir::Block*>> predecessors_;
    std::map<const ir::Block*, NaturalLoop> loops_;
    std::map<const ir::Block*, int> around_;  ///< number of loops that a block is in
};

}  // namespace xdnasim::design
