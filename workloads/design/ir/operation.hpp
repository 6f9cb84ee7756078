#pragma once
// The operations of a text in MLIR, of any dialect, in generic or pretty form: where each one
// begins and ends, what it is called, and the regions in it. What stands between is read by who
// knows the operation (fields.hpp).

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "workloads/design/ir/tokens.hpp"

namespace xdnasim::ir {

/// Regions inside regions: far more than a design needs, far less than the stack holds.
inline constexpr int kMaxDepth = 64;

struct Operation;

struct Block {
    std::string_view label;  ///< empty: the first one of its region
    base::Position at;
    std::vector<std::string_view> arguments;
    std::vector<Operation> operations;
};

struct Region {
    Range tokens;               ///< from its brace to the closing one
    std::vector<Block> blocks;  ///< at least one

    /// Of the first block.
    [[nodiscard]] const std::vector<Operation>& operations() const {
        return blocks.front().operations;
    }
};

struct Operation {
    std::string_view name;  ///< "aie.tile"
    base::Position at;
    bool generic = false;  ///< "aie.tile"() <{...}> : () -> index
    std::vector<std::string_view> results;
    Range rest;  ///< what follows the name
    std::vector<Region> regions;

    [[nodiscard]] bool is(std::string_view other) const { return name == other; }
};

/// Calls f(operation) for those of `region`, and for those in regions of these.
template <class F>
void for_each_within(const Region& region, const F& f) {
    for (const Block& block : region.blocks)
        for (const Operation& operation : block.operations) {
            f(operation);
            for (const Region& inner : operation.regions)
                for_each_within(inner, f);
        }
}

/// What `#name = ...` and `!name = ...` at the beginning of a line stand for.
using Aliases = std::map<std::string_view, Range>;

struct Module {
    Region top;
    Aliases aliases;
};

/// Throws InputError "FILE:LINE:COLUMN: ..." where no operation can begin, and for what is nested
/// too deep.
[[nodiscard]] Module read_operations(const Text& text);

/// Values that an operation gives, or that are arguments of a block or stand at the head of a
/// region, anywhere in the text: "%i" of "scf.for %i = ...".
[[nodiscard]] std::set<std::string_view> defined_values(const Text& text, const Module& module);
/// The same of `region` alone.
[[nodiscard]] std::set<std::string_view> defined_values(const Text& text, const Region& region);

}  // namespace xdnasim::ir
