#include "workloads/design/cores/deciding_loads.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "workloads/design/cores/core_affine.hpp"
#include "workloads/design/for_loop.hpp"
#include "workloads/design/functions.hpp"

namespace xdnasim::design {
namespace {

constexpr std::array<std::string_view, 7> kDeciding{
    "scf.for",    "scf.if",    "scf.condition", "scf.index_switch",
    "cf.cond_br", "cf.switch", "aie.use_lock"};

bool decides(const ir::Operation& operation) {
    return std::ranges::find(kDeciding, operation.name) != kDeciding.end();
}

bool computes(const ir::Operation& operation) {
    return operation.name.starts_with("arith.") || is_affine_value(operation);
}

bool has_results_of_regions(const ir::Operation& operation) {
    constexpr std::array<std::string_view, 6> kWithRegions{
        "scf.for", "affine.for", "scf.if", "scf.index_switch", "scf.while", "func.call"};
    return !operation.regions.empty() &&
           std::ranges::find(kWithRegions, operation.name) != kWithRegions.end();
}

}  // namespace

/// The values that decide at `operation`, without those that it only passes on.
std::vector<std::string_view> DecidingLoads::decided_by(const ir::Operation& operation) const {
    std::vector<std::string_view> names = text_.operands(operation);
    if (operation.is("aie.use_lock")) {
        if (!names.empty()) names.erase(names.begin());  // the lock
        return names;
    }
    if (!operation.is("scf.for")) {
        if (names.size() > 1) names.resize(1);
        return names;
    }
    names.clear();
    try {
        const ForLoop form = read_for(draft_.text, operation);
        for (const ir::Range& bound : {form.begin, form.end, form.step})
            if (!bound.empty() && draft_.text[bound.begin].kind == ir::Kind::Value)
                names.push_back(draft_.text[bound.begin].text);
    } catch (const base::InputError&) {
        names.clear();  // reading the loop reports the error
    }
    return names;
}

/// If data takes part in a decision, the decision depends on data, and loads that take part in it
/// need not be known.
DecidingLoads::DecidingLoads(const Draft& draft, const ProgramText& text, const MemoryUse& use)
    : draft_{draft}, text_{text}, use_{use} {
    std::vector<std::string_view> open;
    for (const ir::Region& program : text.core().regions) {
        const PassedValues passed{draft_.text, program};
        ir::for_each_within(program, [&](const ir::Operation& operation) {
            if (!decides(operation)) return;
            const auto names = text_.operands(operation);
            open.insert(open.end(), names.begin(), names.end());
            for (const std::string_view name : decided_by(operation))
                add(name, passed);
        });
    }
    add_computed(std::move(open));
}

/// Follows values backwards from decisions, through arithmetic.
void DecidingLoads::add_computed(std::vector<std::string_view> open) {
    std::set<std::string_view> seen;
    while (!open.empty()) {
        const std::string_view name = open.back();
        open.pop_back();
        const ir::Operation* const definition = text_.definition_of(name);
        if (definition == nullptr || !seen.insert(name).second) continue;
        const ir::Operation& operation = *definition;
        if (operation.is("memref.load")) loads_.insert(&operation);
        if (operation.is("func.call"))
            for (const ir::Region& body : operation.regions)
                for (const ir::Block& block : body.blocks) {
                    if (block.operations.empty() || !is_return(block.operations.back())) continue;
                    const auto returned = text_.operands(block.operations.back());
                    open.insert(open.end(), returned.begin(), returned.end());
                }
        if (!computes(operation)) continue;
        const auto names = text_.operands(operation);
        open.insert(open.end(), names.begin(), names.end());
    }
}

/// Follows values backwards from `decision`, also through values that loops carry and regions
/// yield. Adds the loads found unless the decision depends on data.
void DecidingLoads::add(std::string_view decision, const PassedValues& passed) {
    std::set<std::string_view> seen;
    std::vector<const ir::Operation*> loads;
    std::vector<std::string_view> open{decision};
    while (!open.empty()) {
        const std::string_view name = open.back();
        open.pop_back();
        if (!seen.insert(name).second) continue;
        const auto& sources = passed.to(name);
        open.insert(open.end(), sources.begin(), sources.end());
        const ir::Operation* const definition = text_.definition_of(name);
        if (definition == nullptr || has_results_of_regions(*definition)) continue;
        const bool loads_word = definition->is("memref.load");
        if (loads_word && !may_be_known(*definition)) return;
        if (loads_word) loads.push_back(definition);
        if (!loads_word && !computes(*definition) && !tells_of_memory(*definition)) return;
        const auto names = text_.operands(*definition);
        open.insert(open.end(), names.begin() + (loads_word || !computes(*definition) ? 1 : 0),
                    names.end());
    }
    loads_.insert(loads.begin(), loads.end());
    for (const std::string_view name : seen)
        decisive_.emplace(name.ends_with("#0") ? name.substr(0, name.size() - 2) : name);
}

/// Returns whether the reader may know the contents of the memory that is loaded.
bool DecidingLoads::may_be_known(const ir::Operation& load) const {
    const auto names = text_.operands(load);
    if (names.empty()) return false;
    const std::string_view memory = text_.viewed_by(names.front());
    if (text_.storage_of(memory) != nullptr) return true;
    const auto buffer = draft_.buffers.find(memory);
    return buffer != draft_.buffers.end() &&
           (use_.is_private(buffer->second) || use_.is_parameter(buffer->second));
}

}  // namespace xdnasim::design
