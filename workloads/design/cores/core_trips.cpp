// The part of the reader of a core's program that finds how often a loop of blocks runs.

#include <algorithm>

#include "workloads/design/cores/core_arithmetic.hpp"
#include "workloads/design/cores/core_reader.hpp"

namespace xdnasim::design {
namespace {

std::int64_t rounds_between(std::int64_t begin, std::int64_t end, std::int64_t step) {
    return begin >= end ? 0 : (end - begin + step - 1) / step;
}

/// By an operation of a block, or as an argument of one.
bool is_given_in(const NaturalLoop& loop, std::string_view name, const ir::Operation* definition) {
    return std::ranges::any_of(loop.blocks, [&](const ir::Block* block) {
        return std::ranges::find(block->arguments, name) != block->arguments.end() ||
               std::ranges::any_of(block->operations,
                                   [&](const ir::Operation& each) { return &each == definition; });
    });
}

}  // namespace

bool CoreReader::has_way_out(const NaturalLoop& loop) const {
    const auto is_inside = [&](const Successor& way) {
        return std::ranges::any_of(
            loop.blocks, [&](const ir::Block* block) { return block->label == way.label; });
    };
    return std::ranges::any_of(loop.blocks, [&](const ir::Block* block) {
        return !std::ranges::all_of(ways_from(*block), is_inside);
    });
}

std::vector<Successor> CoreReader::ways_from(const ir::Block& block) const {
    const ir::Operation& last = block.operations.back();
    std::vector<Successor> ways = successors_of(draft_.text, last);
    const auto names = text_.operands(last);
    if (!last.is("cf.cond_br") || ways.size() != 2 || names.empty()) return ways;
    if (const auto condition = text_.literal_of(names.front()))
        ways.erase(ways.begin() + (*condition != 0 ? 1 : 0));
    return ways;
}

std::optional<CoreReader::Trip> CoreReader::trip_of(const NaturalLoop& loop, const Jump& entry) {
    if (loop.header->operations.empty()) return std::nullopt;
    if (!has_way_out(loop)) return Trip{};
    const ir::Operation& last = loop.header->operations.back();
    const auto names = text_.operands(last);
    if (!last.is("cf.cond_br") || names.empty() || loop.latches.size() != 1) return std::nullopt;
    const ir::Operation* const condition = text_.definition_of(names.front());
    if (condition == nullptr || !condition->is("arith.cmpi")) return std::nullopt;
    const auto compared = text_.operands(*condition);
    if (compared.size() != 2) return std::nullopt;
    const auto& arguments = loop.header->arguments;
    const auto counter = std::ranges::find(arguments, compared[0]);
    // What the loop computes may be another number in each round.
    const auto fixed = [&](std::string_view name) {
        return is_given_in(loop, name, text_.definition_of(name)) ? text_.literal_of(name)
                                                                  : constant_of(name);
    };
    const auto bound = fixed(compared[1]);
    if (counter == arguments.end() || !bound) return std::nullopt;
    Trip trip;
    trip.argument = static_cast<std::size_t>(counter - arguments.begin());
    trip.counted = true;
    if (trip.argument >= entry.values.size() || !entry.values[trip.argument].is_number())
        return std::nullopt;
    // What the latch passes on as the counter: the counter and a step.
    std::optional<std::int64_t> step;
    for (const Successor& back :
         successors_of(draft_.text, loop.latches.front()->operations.back())) {
        if (back.label != loop.header->label || trip.argument >= back.values.size()) continue;
        const ir::Operation* const next = text_.definition_of(back.values[trip.argument]);
        if (next == nullptr || !next->is("arith.addi")) return std::nullopt;
        const auto sum = text_.operands(*next);
        if (sum.size() != 2) return std::nullopt;
        if (sum[0] == *counter) step = fixed(sum[1]);
        if (sum[1] == *counter) step = fixed(sum[0]);
    }
    const std::int64_t begin = entry.values[trip.argument].number;
    if (!step || *step < 1 || *step > kForever || begin < -kForever || begin > kForever)
        return std::nullopt;
    const std::string_view predicate = predicate_of(draft_.text, *condition);
    const bool below = predicate == "slt" || predicate == "ult";
    const bool up_to = predicate == "sle" || predicate == "ule";
    // Without a sign, these are large.
    if (predicate.starts_with('u') && (begin < 0 || *bound < 0)) return std::nullopt;
    if (!below && !up_to) return std::nullopt;
    if (*bound >= kForever) return trip;
    trip.count = rounds_between(begin, *bound + (up_to ? 1 : 0), *step);
    trip.last = begin + *trip.count * *step;
    return trip;
}

}  // namespace xdnasim::design
