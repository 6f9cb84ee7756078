#pragma once
// The operations of a text in MLIR, of any dialect, in generic or pretty form: where each one
// begins and ends, its name, and its regions. What lies between is read with knowledge of the
// operation (fields.hpp).

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "workloads/design/ir/tokens.hpp"

namespace xdnasim::ir {

/// Maximum nesting depth of regions: far more than a design needs, far less than would overflow the
/// stack.
inline constexpr int kMaxDepth = 64;

struct Operation;

struct Block {
    std::string_view label;  ///< empty for a first block without a label
    base::Position at;
    std::vector<std::string_view> arguments;
    std::vector<Operation> operations;
};

struct Region {
    Range tokens;               ///< the words from the opening to the closing brace, both included
    std::vector<Block> blocks;  ///< at least one

    /// The operations of the first block.
    [[nodiscard]] const std::vector<Operation>& operations() const {
        return blocks.front().operations;
    }
};

struct Operation {
    std::string_view name;  ///< "aie.tile"
    base::Position at;
    bool generic = false;  ///< "aie.tile"() <{...}> : () -> index
    std::vector<std::string_view> results;
    Range rest;  ///< the words after the name
    std::vector<Region> regions;

    [[nodiscard]] bool is(std::string_view other) const { return name == other; }
};

/// Calls f(operation) for the operations of `region` and, recursively, of the regions in them.
template <class F>
void for_each_within(const Region& region, const F& f) {
    for (const Block& block : region.blocks)
        for (const Operation& operation : block.operations) {
            f(operation);
            for (const Region& inner : operation.regions)
                for_each_within(inner, f);
        }
}

/// The words that `#name = ...` and `!name = ...`, at the beginning of a line, stand for.
using Aliases = std::map<std::string_view, Range>;

struct Module {
    Region top;
    Aliases aliases;
};

/// Reads the operations of a text. Throws InputError "FILE:LINE:COLUMN: ..." where an operation is
/// expected and none begins, and for regions nested deeper than kMaxDepth.
[[nodiscard]] Module read_operations(const Text& text);

/// All values that the text defines: results of operations, arguments of blocks, and values at the
/// head of a region, such as "%i" of "scf.for %i = ...".
[[nodiscard]] std::set<std::string_view> defined_values(const Text& text, const Module& module);
/// As above, for `region` only.
[[nodiscard]] std::set<std::string_view> defined_values(const Text& text, const Region& region);

}  // namespace xdnasim::ir
