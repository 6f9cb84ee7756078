#include "workloads/design/cores/core_cascades.hpp"

#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "workloads/design/vector_type.hpp"

namespace xdnasim::design {
namespace {

/// Throws InputError if the type of the vector is known and not as wide as the cascade.
void require_cascade_word(const Draft& draft, const ir::Operation& operation) {
    const auto vectors = vectors_in(draft.text, operation.rest, draft.module.aliases);
    const auto bits = vectors.empty() ? std::nullopt : vectors.front().bits();
    if (bits && *bits != arch::kCascadeWordBits)
        draft.text.fail(operation.at,
                        fmt::format("{} of {} bits; allowed: {}, as wide as the cascade is",
                                    operation.name, *bits, arch::kCascadeWordBits));
}

std::optional<schedule::BufferSlice> cascade_word(const CoreState& state, std::string_view memory,
                                                  std::string_view index) {
    const Value buffer = state.values.get(memory);
    const Value at = state.values.get(index);
    if (buffer.kind != Value::Kind::Memory || !at.is_number()) return std::nullopt;
    const arch::Bytes offset = buffer.slice.offset + buffer.type.bytes_of(at.number);
    return schedule::BufferSlice{buffer.slice.buffer, offset, arch::kCascadeWord};
}

}  // namespace

bool read_cascade(CoreState& state, const ir::Operation& operation, CoreSteps& steps) {
    const std::vector<std::string_view> values = state.program.operands(operation);
    if (operation.is("aie.get_cascade") || operation.is("aie.put_cascade"))
        require_cascade_word(state.draft, operation);
    if (operation.is("aie.get_cascade")) {
        state.waited = true;
        append(steps, {schedule::GetCascade{}, operation.at});
        state.values.set_results(operation, {});
        return true;
    }
    if (operation.is("aie.put_cascade")) {
        schedule::PutCascade put;
        const Value word = values.empty() ? Value{} : state.values.get(values.front());
        if (word.kind == Value::Kind::Memory) put.from = word.slice;
        append(steps, {put, operation.at});
        return true;
    }
    // The load of a vector that is put, and the store of one that was got, are part of those steps.
    const bool loads = operation.is("vector.load") && values.size() == 2 &&
                       operation.results.size() == 1 &&
                       state.program.is_put_on_cascade(operation.results.front());
    if (loads) {
        const auto word = cascade_word(state, values[0], values[1]);
        if (!word) return false;
        Value loaded;
        loaded.kind = Value::Kind::Memory;
        loaded.slice = *word;
        state.values.set_results(operation, loaded);
        return true;
    }
    if (!operation.is("vector.store") || values.size() != 3 || steps.empty()) return false;
    const ir::Operation* const source = state.program.definition_of(values.front());
    auto* const get = std::get_if<schedule::GetCascade>(&steps.back().what);
    if (get == nullptr || get->into || source == nullptr || !source->is("aie.get_cascade"))
        return false;
    state.forget_written(operation);
    get->into = cascade_word(state, values[1], values[2]);
    return get->into.has_value();
}

}  // namespace xdnasim::design
