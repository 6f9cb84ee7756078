// Choices in a core's program: scf.if and scf.index_switch.

#include <algorithm>

#include "workloads/design/cores/structured_walker.hpp"

namespace xdnasim::design {

void StructuredWalker::if_else(const ir::Operation& choice, CoreSteps& steps) {
    const auto names = state_.program.operands(choice);
    if (names.empty() || choice.regions.empty())
        state_.draft.text.fail(choice.at, "scf.if needs a condition and a body");
    const auto condition = state_.values.number(names.front(), choice.at);
    if (!condition) return cheaper_of(choice, steps);
    const std::size_t chosen = *condition != 0 ? 0 : 1;
    std::vector<Value> values;
    if (chosen < choice.regions.size()) values = yielded(choice.regions[chosen], steps);
    state_.values.set_each_result(choice, values);
}

/// A choice that depends on data may only compute. The longest way counts.
void StructuredWalker::cheaper_of(const ir::Operation& choice, CoreSteps& steps) {
    constexpr const char* kRefusal = "this choice depends on data, but contains locks or calls";
    arch::Cycles most{};
    const CoreValues::Words before = state_.values.words();
    std::vector<CoreValues::Words> behind;
    if (choice.regions.size() == 1) behind.push_back(before);  // without an else
    for (const ir::Region& region : choice.regions) {
        CoreSteps way;
        state_.values.set_words(before);
        yielded(region, way);
        behind.push_back(state_.values.words());
        most = std::max(most, state_.cycles_of_way(way, choice.at, kRefusal));
    }
    for (const CoreValues::Words& words : behind)
        state_.values.keep_common(words);
    append(steps, {Compute{most}, choice.at});
    state_.values.set_results(choice, {});
}

void StructuredWalker::index_switch(const ir::Operation& choice, CoreSteps& steps) {
    const auto names = state_.program.operands(choice);
    if (names.empty() || choice.regions.empty())
        state_.draft.text.fail(choice.at, "scf.index_switch needs a value and a body");
    const auto value = state_.values.number(names.front(), choice.at);
    if (!value) return cheaper_of(choice, steps);
    // The default comes first in the generic form; the pretty form names it.
    const ir::Region* chosen = choice.generic ? &choice.regions.front() : &choice.regions.back();
    std::vector<std::int64_t> cases;
    for (std::uint32_t i = choice.rest.begin; choice.generic && i < choice.rest.end; ++i)
        if (state_.draft.text[i].is("array") && state_.draft.text[i + 1].is("<"))
            for (std::uint32_t k = i + 2; k < state_.draft.text[i + 1].partner; ++k)
                if (const auto number = ir::whole_number(state_.draft.text[k]))
                    cases.push_back(*number);
    for (std::size_t r = 0; r < choice.regions.size(); ++r) {
        const ir::Region& region = choice.regions[r];
        const ir::Token& before = state_.draft.text[region.tokens.begin - 1];
        const bool pretty = !choice.generic && ir::whole_number(before) == value;
        const bool generic =
            choice.generic && r > 0 && r - 1 < cases.size() && cases[r - 1] == *value;
        if (pretty || generic) chosen = &region;
    }
    state_.values.set_each_result(choice, yielded(*chosen, steps));
}

}  // namespace xdnasim::design
