#include "workloads/design/cores/passed_values.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/design/cores/control_flow.hpp"
#include "workloads/design/for_loop.hpp"
#include "workloads/design/functions.hpp"

namespace xdnasim::design {

std::string result_name(const ir::Operation& operation, std::size_t number) {
    if (number < operation.results.size()) return std::string{operation.results[number]};
    return fmt::format("{}#{}", operation.results.empty() ? "" : operation.results.front(), number);
}

PassedValues::PassedValues(const ir::Text& text, const ir::Region& program) : text_{text} {
    add(program);
}

const std::vector<std::string_view>& PassedValues::to(std::string_view name) const {
    static const std::vector<std::string_view> kNone;
    if (name.ends_with("#0")) name.remove_suffix(2);
    const auto found = passed_.find(name);
    return found == passed_.end() ? kNone : found->second;
}

void PassedValues::add(const ir::Region& region) {
    for (const ir::Block& block : region.blocks) {
        for (const ir::Operation& operation : block.operations) {
            for (const ir::Region& inner : operation.regions)
                add(inner);
            if (!operation.regions.empty()) add(operation);
        }
        if (block.operations.empty()) continue;
        for (const Successor& next : successors_of(text_, block.operations.back())) {
            const auto to = std::ranges::find(region.blocks, next.label, &ir::Block::label);
            if (to != region.blocks.end()) add(to->arguments, next.values);
        }
    }
}

void PassedValues::add(const ir::Operation& operation) {
    if (operation.is("scf.for") || operation.is("affine.for")) return add_for(operation);
    if (operation.is("scf.while")) return add_while(operation);
    const bool calls = operation.is("func.call");
    if (!calls && !operation.is("scf.if") && !operation.is("scf.index_switch")) return;
    for (const ir::Region& region : operation.regions)
        for (const ir::Block& block : region.blocks)
            if (!block.operations.empty() && (!calls || is_return(block.operations.back())))
                add_results(operation, ir::operands_of(text_, block.operations.back()));
}

void PassedValues::add_for(const ir::Operation& loop) {
    ForLoop form;
    try {
        form = read_for(text_, loop);
    } catch (const base::InputError&) {
        return;  // reading the loop reports the error
    }
    for (const auto& values : {form.initial, ir::yielded_by(text_, loop.regions.front())}) {
        add(form.carried, values);
        add_results(loop, values);
    }
}

void PassedValues::add_while(const ir::Operation& loop) {
    if (loop.regions.size() != 2) return;
    std::vector<std::string_view> carried;
    std::vector<std::string_view> initial;
    const auto names = ir::operands_of(text_, loop);
    if (loop.generic) carried = loop.regions[0].blocks.front().arguments;
    for (std::size_t i = 0; i < names.size(); ++i)
        (loop.generic || i % 2 != 0 ? initial : carried).push_back(names[i]);
    add(carried, initial);
    add(carried, ir::yielded_by(text_, loop.regions[1]));
    std::vector<std::string_view> passed = ir::yielded_by(text_, loop.regions[0]);
    if (passed.empty()) return;
    passed.erase(passed.begin());
    add(loop.regions[1].blocks.front().arguments, passed);
    add_results(loop, passed);
}

void PassedValues::add(const std::vector<std::string_view>& to,
                       const std::vector<std::string_view>& values) {
    for (std::size_t i = 0; i < std::min(to.size(), values.size()); ++i)
        passed_[std::string{to[i]}].push_back(values[i]);
}

void PassedValues::add_results(const ir::Operation& operation,
                               const std::vector<std::string_view>& values) {
    if (operation.results.empty()) return;
    for (std::size_t i = 0; i < values.size(); ++i)
        passed_[result_name(operation, i)].push_back(values[i]);
}

}  // namespace xdnasim::design
