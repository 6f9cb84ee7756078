#include "workloads/design/cores/core_trips.hpp"

#include <algorithm>
#include <string_view>

#include "workloads/design/cores/core_arithmetic.hpp"
#include "workloads/design/cores/core_rounds.hpp"

namespace xdnasim::design {
namespace {

std::int64_t rounds_between(std::int64_t begin, std::int64_t end, std::int64_t step) {
    return begin >= end ? 0 : (end - begin + step - 1) / step;
}

class TripReader {
 public:
    TripReader(const ir::Text& text, const ProgramText& program, const CoreValues& values,
               const NaturalLoop& loop)
        : text_{text}, program_{program}, values_{values}, loop_{loop} {}

    [[nodiscard]] std::optional<Trip> read(const std::vector<Value>& entry) const {
        const auto& header = loop_.header->operations;
        if (header.empty()) return std::nullopt;
        if (!has_way_out()) return Trip{};
        const ir::Operation& last = header.back();
        const auto names = program_.operands(last);
        if (!last.is("cf.cond_br") || names.empty() || loop_.latches.size() != 1)
            return std::nullopt;
        const ir::Operation* const condition = program_.definition_of(names.front());
        if (condition == nullptr || !condition->is("arith.cmpi")) return std::nullopt;
        return counted_by(*condition, entry);
    }

 private:
    [[nodiscard]] std::optional<Trip> counted_by(const ir::Operation& condition,
                                                 const std::vector<Value>& entry) const {
        const auto compared = program_.operands(condition);
        if (compared.size() != 2) return std::nullopt;
        const auto& arguments = loop_.header->arguments;
        const auto counter = std::ranges::find(arguments, compared[0]);
        const auto bound = fixed(compared[1]);
        if (counter == arguments.end() || !bound) return std::nullopt;
        Trip trip;
        trip.argument = static_cast<std::size_t>(counter - arguments.begin());
        trip.counted = true;
        if (trip.argument >= entry.size() || !entry[trip.argument].is_number()) return std::nullopt;
        const auto step = step_of(trip.argument);
        const std::int64_t begin = entry[trip.argument].number;
        if (!step || *step < 1 || *step > kForever || begin < -kForever || begin > kForever)
            return std::nullopt;
        const std::string_view predicate = predicate_of(text_, condition);
        const bool below = predicate == "slt" || predicate == "ult";
        const bool up_to = predicate == "sle" || predicate == "ule";
        // Negative numbers are large ones in an unsigned comparison.
        if (predicate.starts_with('u') && (begin < 0 || *bound < 0)) return std::nullopt;
        if (!below && !up_to) return std::nullopt;
        if (*bound >= kForever) return trip;
        trip.count = rounds_between(begin, *bound + (up_to ? 1 : 0), *step);
        trip.last = begin + *trip.count * *step;
        return trip;
    }

    /// The step by which the latch passes on the counter, argument `number` of the header; nullopt
    /// if the latch does something else.
    [[nodiscard]] std::optional<std::int64_t> step_of(std::size_t number) const {
        const std::string_view counter = loop_.header->arguments[number];
        std::optional<std::int64_t> step;
        for (const Successor& back :
             successors_of(text_, loop_.latches.front()->operations.back())) {
            if (back.label != loop_.header->label || number >= back.values.size()) continue;
            const ir::Operation* const next = program_.definition_of(back.values[number]);
            if (next == nullptr || !next->is("arith.addi")) return std::nullopt;
            const auto sum = program_.operands(*next);
            if (sum.size() != 2) return std::nullopt;
            if (sum[0] == counter) step = fixed(sum[1]);
            if (sum[1] == counter) step = fixed(sum[0]);
        }
        return step;
    }

    /// A number that is the same in each round; nullopt if the loop may compute another one.
    [[nodiscard]] std::optional<std::int64_t> fixed(std::string_view name) const {
        if (is_given_within(name)) return program_.literal_of(name);
        const Value value = values_.get(name);
        return value.is_number() ? std::optional{value.number} : program_.literal_of(name);
    }

    /// Returns whether the value is defined in the loop: as the result of an operation or as an
    /// argument of a block.
    [[nodiscard]] bool is_given_within(std::string_view name) const {
        const ir::Operation* const definition = program_.definition_of(name);
        return std::ranges::any_of(loop_.blocks, [&](const ir::Block* block) {
            return std::ranges::find(block->arguments, name) != block->arguments.end() ||
                   std::ranges::any_of(block->operations, [&](const ir::Operation& each) {
                       return &each == definition;
                   });
        });
    }

    [[nodiscard]] bool has_way_out() const {
        const auto is_inside = [&](const Successor& way) {
            return std::ranges::any_of(
                loop_.blocks, [&](const ir::Block* block) { return block->label == way.label; });
        };
        return std::ranges::any_of(loop_.blocks, [&](const ir::Block* block) {
            return !std::ranges::all_of(ways_from(*block), is_inside);
        });
    }

    /// The successors of `block`, without one that a constant condition excludes.
    [[nodiscard]] std::vector<Successor> ways_from(const ir::Block& block) const {
        const ir::Operation& last = block.operations.back();
        std::vector<Successor> ways = successors_of(text_, last);
        const auto names = program_.operands(last);
        if (!last.is("cf.cond_br") || ways.size() != 2 || names.empty()) return ways;
        if (const auto condition = program_.literal_of(names.front()))
            ways.erase(ways.begin() + (*condition != 0 ? 1 : 0));
        return ways;
    }

    const ir::Text& text_;
    const ProgramText& program_;
    const CoreValues& values_;
    const NaturalLoop& loop_;
};

}  // namespace

std::optional<Trip> trip_of(const ir::Text& text, const ProgramText& program,
                            const CoreValues& values, const NaturalLoop& loop,
                            const std::vector<Value>& entry) {
    return TripReader{text, program, values, loop}.read(entry);
}

}  // namespace xdnasim::design
