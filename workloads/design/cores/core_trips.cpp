// The part of the reader of a core's program that finds how often a loop of blocks runs.

#include <algorithm>

#include "workloads/design/cores/core_reader.hpp"

namespace xdnasim::design {
namespace {

std::int64_t rounds_between(std::int64_t begin, std::int64_t end, std::int64_t step) {
    return begin >= end ? 0 : (end - begin + step - 1) / step;
}

}  // namespace

std::optional<CoreReader::Trip> CoreReader::trip_of(const NaturalLoop& loop, const Jump& entry) {
    if (loop.header->operations.empty()) return std::nullopt;
    const ir::Operation& last = loop.header->operations.back();
    if (last.is("cf.br")) {
        // Without a way out it goes on for ever.
        for (const ir::Block* block : loop.blocks)
            for (const Successor& successor : successors_of(draft_.text, block->operations.back()))
                if (std::ranges::none_of(loop.blocks, [&](const ir::Block* inner) {
                        return inner->label == successor.label;
                    }))
                    return std::nullopt;
        return Trip{};
    }
    const auto names = operands(last);
    if (!last.is("cf.cond_br") || names.empty() || loop.latches.size() != 1) return std::nullopt;
    const auto condition = definitions_.find(names.front());
    if (condition == definitions_.end() || !condition->second->is("arith.cmpi"))
        return std::nullopt;
    const auto compared = operands(*condition->second);
    if (compared.size() != 2) return std::nullopt;
    const auto& arguments = loop.header->arguments;
    const auto counter = std::ranges::find(arguments, compared[0]);
    const auto bound = constant_of(compared[1]);
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
        const auto next = definitions_.find(back.values[trip.argument]);
        if (next == definitions_.end() || !next->second->is("arith.addi")) return std::nullopt;
        const auto sum = operands(*next->second);
        if (sum.size() != 2) return std::nullopt;
        if (sum[0] == *counter) step = constant_of(sum[1]);
        if (sum[1] == *counter) step = constant_of(sum[0]);
    }
    const std::int64_t begin = entry.values[trip.argument].number;
    if (!step || *step < 1 || *step > kForever || begin < -kForever || begin > kForever)
        return std::nullopt;
    std::string_view predicate;
    for (std::uint32_t i = condition->second->rest.begin; i < condition->second->rest.end; ++i) {
        const ir::Token& token = draft_.text[i];
        if (token.text == "predicate") predicate = draft_.text[i + 2].text;
        if (predicate.empty() && !condition->second->generic && token.kind == ir::Kind::Word)
            predicate = token.text;
    }
    const bool below =
        predicate == "slt" || predicate == "ult" || predicate == "2" || predicate == "6";
    const bool up_to =
        predicate == "sle" || predicate == "ule" || predicate == "3" || predicate == "7";
    if (!below && !up_to) return std::nullopt;
    if (*bound >= kForever) return trip;
    trip.count = rounds_between(begin, *bound + (up_to ? 1 : 0), *step);
    trip.last = begin + *trip.count * *step;
    return trip;
}

}  // namespace xdnasim::design
