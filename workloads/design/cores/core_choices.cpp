// The part of the reader of a core's program that takes one of several ways: scf.if and
// scf.index_switch.

#include <algorithm>

#include "workloads/design/cores/core_reader.hpp"

namespace xdnasim::design {

void CoreReader::if_else(const ir::Operation& choice, CoreSteps& steps) {
    const auto names = text_.operands(choice);
    if (names.empty() || choice.regions.empty())
        draft_.text.fail(choice.at, "scf.if without a condition and a body");
    const auto condition = values_.number(names.front(), choice.at);
    if (!condition) return cheaper_of(choice, steps);
    const std::size_t chosen = *condition != 0 ? 0 : 1;
    std::vector<Value> values;
    if (chosen < choice.regions.size()) values = yielded(choice.regions[chosen], steps);
    set_each_result(choice, values);
}

/// What depends on data may only compute: the longest way counts.
void CoreReader::cheaper_of(const ir::Operation& choice, CoreSteps& steps) {
    std::int64_t most = 0;
    const CoreValues::Words before = values_.words();
    std::vector<CoreValues::Words> behind;
    if (choice.regions.size() == 1) behind.push_back(before);  // without an else
    for (const ir::Region& region : choice.regions) {
        CoreSteps way;
        values_.set_words(before);
        yielded(region, way);
        behind.push_back(values_.words());
        const auto cycles = cycles_of_code(way);
        if (!cycles)
            draft_.text.fail(choice.at,
                             "a choice that depends on data, with locks or calls on its ways");
        leave_out_events(way);
        most = std::max(most, *cycles);
    }
    for (const CoreValues::Words& words : behind)
        values_.keep_common(words);
    append(steps, {Compute{most}, choice.at});
    set_results(choice, {});
}

/// Nobody knows before the run whether it comes to them.
void CoreReader::leave_out_events(const CoreSteps& way) {
    for (const CoreStep& step : way)
        if (std::holds_alternative<schedule::TellEvent>(step.what))
            draft_.loss(step.at, "aie.event where the way depends on data");
}

void CoreReader::index_switch(const ir::Operation& choice, CoreSteps& steps) {
    const auto names = text_.operands(choice);
    if (names.empty() || choice.regions.empty())
        draft_.text.fail(choice.at, "scf.index_switch without a value and a body");
    const auto value = values_.number(names.front(), choice.at);
    if (!value) return cheaper_of(choice, steps);
    // The generic form has the default first, the pretty one says which it is.
    const ir::Region* chosen = choice.generic ? &choice.regions.front() : &choice.regions.back();
    std::vector<std::int64_t> cases;
    for (std::uint32_t i = choice.rest.begin; choice.generic && i < choice.rest.end; ++i)
        if (draft_.text[i].is("array") && draft_.text[i + 1].is("<"))
            for (std::uint32_t k = i + 2; k < draft_.text[i + 1].partner; ++k)
                if (const auto number = ir::whole_number(draft_.text[k])) cases.push_back(*number);
    for (std::size_t r = 0; r < choice.regions.size(); ++r) {
        const ir::Region& region = choice.regions[r];
        const ir::Token& before = draft_.text[region.tokens.begin - 1];
        const bool pretty = !choice.generic && ir::whole_number(before) == value;
        const bool generic =
            choice.generic && r > 0 && r - 1 < cases.size() && cases[r - 1] == *value;
        if (pretty || generic) chosen = &region;
    }
    set_each_result(choice, yielded(*chosen, steps));
}

}  // namespace xdnasim::design
