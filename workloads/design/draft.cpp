#include "workloads/design/draft.hpp"

#include <vector>

#include <fmt/format.h>

#include "base/spelling.hpp"
#include "workloads/design/lowering/object_fifos.hpp"

namespace xdnasim::design {
namespace {

template <class Object>
const Object& named(const Named<Object>& objects, const ir::Fields& fields, std::string_view field,
                    const char* what, std::string_view name) {
    const auto found = objects.find(name);
    if (found != objects.end()) return found->second;
    std::vector<std::string> known;
    for (const auto& [other, object] : objects)
        known.emplace_back(other);
    fields.text().fail(fields.at(field), fmt::format("'{}' is not a {} of the design{}", name, what,
                                                     base::suggestion(std::string{name}, known)));
}

/// Reports an unknown shim allocation. If the design has object FIFOs, the message shows their
/// names instead of those of the allocations made from them.
[[noreturn]] void fail_unknown_allocation(const Draft& draft, base::Position at,
                                          std::string_view asked) {
    const auto as_written = [&draft](std::string_view allocation) {
        return std::string{draft.fifo_ends.empty() ? allocation
                                                   : lowering::fifo_of_allocation(allocation)};
    };
    std::vector<std::string> known;
    for (const auto& [other, allocation] : draft.allocations)
        known.push_back(as_written(other));
    const std::string name = as_written(asked);
    draft.text.fail(at,
                    fmt::format("'{}' is neither a shim_dma_allocation of the design nor an object "
                                "FIFO with an end at a shim{}",
                                name, base::suggestion(name, known)));
}

}  // namespace

arch::TileId Draft::tile(const ir::Fields& fields, std::string_view name) const {
    return named(tiles, fields, name, "tile", fields.value(name));
}

schedule::LockRef Draft::lock(const ir::Fields& fields, std::string_view name) const {
    return named(locks, fields, name, "lock", fields.value(name));
}

schedule::BufferRef Draft::buffer(const ir::Fields& fields, std::string_view name) const {
    return named(buffers, fields, name, "buffer", fields.value(name));
}

const Allocation& Draft::allocation(const ir::Fields& fields, std::string_view name) const {
    const std::string_view asked = fields.token(name).text;
    const auto found = allocations.find(asked);
    if (found == allocations.end()) fail_unknown_allocation(*this, fields.at(name), asked);
    if (found->second.is_plio)
        fields.fail(name, fmt::format("is '{}', a port to the programmable logic, which the "
                                      "runtime sequence does not control",
                                      found->second.name));
    return found->second;
}

arch::Direction Draft::direction(const ir::Fields& fields, std::string_view name) const {
    const ir::Token& token = fields.token(name);
    if (token.text == "S2MM" || token.text == "0") return arch::Direction::S2MM;
    if (token.text == "MM2S" || token.text == "1") return arch::Direction::MM2S;
    fields.fail(name, fmt::format("is {}; allowed: S2MM, MM2S", to_string(token)));
}

schedule::TileProgram& Draft::program(arch::TileId tile) {
    schedule::TileProgram& program = programs[tile];
    program.tile = tile;
    return program;
}

const schedule::Buffer& Draft::at(schedule::BufferRef buffer) const {
    return programs.at(buffer.tile).buffers[static_cast<std::size_t>(buffer.index)];
}

std::optional<std::string> location_name(const ir::Text& text, const ir::Operation& operation) {
    for (std::uint32_t i = operation.rest.begin; i + 3 < operation.rest.end; ++i)
        if (text[i].is("loc") && text[i + 1].is("(") && text[i + 2].kind == ir::Kind::String &&
            text[i + 3].is(")"))
            return std::string{text[i + 2].text};
    return std::nullopt;
}

namespace {

enum class Action : std::uint8_t { Acquire, Release, AcquireGreaterEqual };

Action action_of(const ir::Fields& fields) {
    const ir::Token& token = fields.token("action");
    if (token.text == "AcquireGreaterEqual" || token.text == "2")
        return Action::AcquireGreaterEqual;
    if (token.text == "Acquire" || token.text == "0") return Action::Acquire;
    if (token.text == "Release" || token.text == "1") return Action::Release;
    fields.fail("action", fmt::format("is {}; allowed: Acquire, AcquireGreaterEqual, Release",
                                      to_string(token)));
}

}  // namespace

std::variant<schedule::Acquire, schedule::Release> lock_use(const Draft& draft,
                                                            const ir::Operation& operation,
                                                            const ir::Constants* constants) {
    const ir::Fields fields = draft.fields(operation, constants);
    const schedule::LockRef lock = draft.lock(fields, "lock");
    const auto value = static_cast<int>(fields.integer_or("value", 1, -kMaxCount, kMaxCount));
    switch (action_of(fields)) {
        case Action::Release:
            return schedule::Release{lock, value};
        case Action::Acquire:
            return schedule::Acquire{lock, value, schedule::LockCondition::Equal};
        case Action::AcquireGreaterEqual:
            break;
    }
    // As in mlir-aie's register values, where a negative value stands for greater-equal.
    return schedule::Acquire{lock, value < 0 ? -value : value,
                             schedule::LockCondition::GreaterEqual};
}

bool is_greater_equal(const ir::Fields& use_lock) {
    return action_of(use_lock) == Action::AcquireGreaterEqual;
}

bool is_enabled(const Draft& draft, const ir::Operation& use_lock) {
    const ir::Fields fields = draft.fields(use_lock);
    return !fields.has("acq_en") || fields.flag("acq_en");
}

}  // namespace xdnasim::design
