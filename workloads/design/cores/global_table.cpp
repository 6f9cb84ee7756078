#include "workloads/design/cores/global_table.hpp"

#include <cstddef>
#include <utility>

#include "workloads/design/interpreter/scalar.hpp"
#include "workloads/design/memref.hpp"

namespace xdnasim::design {
namespace {

/// Elements of the largest global that is read; larger ones do not hold loop counts or choices.
constexpr std::int64_t kMaxElementsOfAGlobal = 65'536;

std::optional<GlobalTable> read_table(const Draft& draft, const ir::Operation& global) {
    std::optional<Memref> type;
    ir::Range values{global.rest.end, global.rest.end};
    for (std::uint32_t i = global.rest.begin; i < global.rest.end; ++i) {
        if (draft.text[i].is("dense") && values.empty()) values.begin = i;
        if (!type) type = find_memref(draft.text, {i, global.rest.end}, draft.module.aliases);
    }
    const auto element = type ? interpreter::scalar_type(type->type) : std::nullopt;
    if (!element || element->floats() || type->elements() > kMaxElementsOfAGlobal)
        return std::nullopt;
    const auto known = interpreter::dense_values(draft.text, values, *element,
                                                 static_cast<std::size_t>(type->elements()));
    if (!known) return std::nullopt;
    GlobalTable table{std::move(type->shape), {}};
    for (const interpreter::Scalar& value : *known)
        table.values.push_back(value.integer);
    return table;
}

}  // namespace

bool is_constant(const ir::Text& text, const ir::Operation& global) {
    for (std::uint32_t i = global.rest.begin; i < global.rest.end; ++i)
        if (text[i].is("constant")) return true;
    return false;
}

const std::optional<GlobalTable>& GlobalTables::of(const ir::Operation& global) {
    const auto [table, is_new] = tables_.try_emplace(&global);
    if (is_new) table->second = read_table(draft_, global);
    return table->second;
}

}  // namespace xdnasim::design
