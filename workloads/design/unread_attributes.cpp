// Attributes that nothing else reads: those that change only the data that moves, on which the time
// of a run does not depend, and unknown ones.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "workloads/design/devices.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/ir/attributes.hpp"
#include "workloads/design/parts.hpp"

namespace xdnasim::design {
namespace {

struct Unread {
    std::string_view operation;
    std::string_view attribute;
    std::string_view instead;  ///< what is simulated instead
    bool zero_counts = false;  ///< whether the value 0 has a meaning, too
};

constexpr std::string_view kZeros = "zeros are moved instead";
constexpr std::string_view kNoOffset = "nothing is added to the address";
constexpr std::string_view kNoLength = "nothing is added to the length";

constexpr std::array kUnread{
    Unread{"aie.dma_bd", "pad_value", kZeros},
    Unread{"aie.dma_start", "pad_value", kZeros},
    Unread{"aie.dma", "pad_value", kZeros},
    Unread{"aie.dma_bd", "offset_parameter", kNoOffset},
    Unread{"aiex.npu.dma_memcpy_nd", "offset_parameter", kNoOffset},
    Unread{"aie.dma_bd", "offset_state_table_idx", kNoOffset, true},
    Unread{"aiex.npu.dma_memcpy_nd", "offset_state_table_idx", kNoOffset, true},
    Unread{"aie.dma_bd", "length_parameter", kNoLength},
    Unread{"aiex.npu.dma_memcpy_nd", "length_parameter", kNoLength},
};

void note(Draft& draft, base::Position at, const std::string& what) {
    if (draft.moves_data)
        draft.unsupported(at, what + ". Run without data");
    else
        draft.loss(at, what);
}

/// Returns whether there is a value other than the number 0.
bool is_set(const ir::Text& text, std::optional<ir::Range> value) {
    return value && ir::integer_at(text, *value, nullptr) != 0;
}

/// Notes a start value in "iteration = #aie.bd_iteration<size = 4, stride = 16, current = 1>".
void note_iteration(Draft& draft, const ir::Fields& bd) {
    for (const std::string_view name : {"iteration", "bd_iteration"}) {
        const auto range = bd.find(name);
        if (!range) continue;
        for (std::uint32_t i = range->begin; i + 2 < range->end; ++i)
            if (draft.text[i].is("current") && is_set(draft.text, ir::Range{i + 2, i + 3}))
                note(draft, bd.at(),
                     fmt::format("'current' of the iteration of {}: 0 is used instead",
                                 bd.operation().name));
    }
}

}  // namespace

void note_unknown_attributes(Draft& draft, const ir::Text& written,
                             const std::optional<std::string>& aie_device) {
    const ir::Module module = ir::read_operations(written);
    const ir::Operation& device = *choose_device(written, module, aie_device).operation;
    for_each_within(device.regions.front(), [&](const ir::Operation& operation) {
        if (!operation.name.starts_with("aie.") && !operation.name.starts_with("aiex.")) return;
        for (const ir::Attribute& attribute : ir::attributes_of(written, operation))
            if (!ir::knows_attribute(operation.name, attribute.name))
                draft.unknown(operation.at,
                              fmt::format("'{}' of {}", attribute.name, operation.name));
    });
}

void note_unread_attributes(Draft& draft, const ir::Region& device) {
    for_each_within(device, [&](const ir::Operation& operation) {
        const auto named = [&](const Unread& unread) { return operation.is(unread.operation); };
        if (std::ranges::none_of(kUnread, named)) return;
        const ir::Fields fields = draft.fields(operation);
        for (const Unread& unread : kUnread)
            if (named(unread) &&
                (unread.zero_counts ? fields.has(unread.attribute)
                                    : is_set(draft.text, fields.find(unread.attribute))))
                note(draft, operation.at,
                     fmt::format("'{}' of {}: {}", unread.attribute, operation.name,
                                 unread.instead));
        if (operation.is("aie.dma_bd")) note_iteration(draft, fields);
    });
}

}  // namespace xdnasim::design
