#include "workloads/design/sequence/declared_trace.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "base/error.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/design/draft.hpp"
#include "workloads/design/sequence/design_trace.hpp"

namespace xdnasim::design {
namespace {

using words::Module;

/// The word after "name =", among the attributes or before them; nullptr if there is none.
const ir::Token* setting(const ir::Text& text, const ir::Operation& operation,
                         std::string_view name) {
    for (std::uint32_t i = operation.rest.begin; i + 2 < operation.rest.end; ++i)
        if (text[i].is(name) && text[i + 1].is("=")) return &text[i + 2];
    return nullptr;
}

/// The first number after the operation's name, as in aie.trace.port<0>.
std::optional<std::int64_t> first_number(const ir::Text& text, const ir::Operation& operation) {
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i)
        if (const auto number = ir::whole_number(text[i])) return number;
    return std::nullopt;
}

/// The first string or word after the operation's name, as in aie.trace.event<"INSTR_EVENT_0">.
const ir::Token* name_in(const ir::Text& text, const ir::Operation& operation) {
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i)
        if (text[i].kind == ir::Kind::String || text[i].kind == ir::Kind::Word) return &text[i];
    return nullptr;
}

/// The event in aie.trace.event<"INSTR_EVENT_0">, in aie.trace.event<CoreEventAIE2::INSTR_EVENT_0>,
/// or in {event = #aie.trace_event<...>} of the generic form; nullptr if there is none.
const ir::Token* event_in(const ir::Text& text, const ir::Operation& operation) {
    for (std::uint32_t i = operation.rest.begin; i + 1 < operation.rest.end; ++i) {
        if (!text[i].is("<") || text[i + 1].is("{")) continue;
        ++i;
        // Skips the name of the enumeration.
        const bool listed = i + 3 < operation.rest.end && text[i + 1].is(":") &&
                            text[i + 2].is(":") && text[i + 3].kind == ir::Kind::Word;
        const ir::Token& name = text[listed ? i + 3 : i];
        return name.kind == ir::Kind::String || name.kind == ir::Kind::Word ? &name : nullptr;
    }
    return nullptr;
}

using NamedModule = std::pair<std::string_view, Module>;
constexpr std::array kModules{NamedModule{"core", Module::Core}, NamedModule{"mem", Module::Memory},
                              NamedModule{"memtile", Module::MemTile},
                              NamedModule{"shimtile", Module::Shim}};

class UnitReader {
 public:
    UnitReader(Draft& draft, const ir::Operation& operation, const names::EventNames& names)
        : draft_{draft}, operation_{operation}, names_{names} {}

    tracing::UnitRequest read() {
        const arch::TileId tile = draft_.tile(draft_.fields(operation_), "tile");
        unit_.unit = {words::module_of(draft_.device.kind(tile)), tile};
        // Nothing selects other channels: the registers keep their values after a reset.
        unit_.s2mm = {0, 0};
        unit_.mm2s = {0, 0};
        for (const ir::Operation& inner : operation_.regions.front().operations())
            if (inner.is("aie.trace.packet")) read_packet(inner);
        for (const ir::Operation& inner : operation_.regions.front().operations())
            read(inner);
        return std::move(unit_);
    }

 private:
    void read(const ir::Operation& inner) {
        if (inner.is("aie.trace.event")) read_event(inner);
        if (inner.is("aie.trace.port")) read_port(inner);
        const ir::Token* const name = name_in(draft_.text, inner);
        if (inner.is("aie.trace.mode") && (name == nullptr || name->text != "Event-Time"))
            draft_.note(inner.at, "aie.trace.mode: all units are simulated in Event-Time");
        const bool limits = inner.is("aie.trace.start") || inner.is("aie.trace.stop");
        if (limits && !is_broadcast(inner))
            draft_.note(inner.at, fmt::format("{} by an event is ignored: units are simulated from "
                                              "the start of the sequence to its end",
                                              inner.name));
    }

    /// Returns whether an aie.trace.start uses a broadcast: broadcast=15, or
    /// event=<"BROADCAST_15">.
    [[nodiscard]] bool is_broadcast(const ir::Operation& inner) const {
        if (setting(draft_.text, inner, "broadcast") != nullptr) return true;
        const ir::Token* const event = event_in(draft_.text, inner);
        return event != nullptr && event->text.starts_with("BROADCAST_");
    }

    void read_packet(const ir::Operation& inner) {
        const ir::Token* const type = setting(draft_.text, inner, "type");
        if (type == nullptr) return;
        const auto* const named = std::ranges::find(kModules, type->text, &NamedModule::first);
        const Module own = unit_.unit.module;
        const bool fits =
            named != kModules.end() &&
            (named->second == own || (named->second == Module::Memory && own == Module::Core));
        if (!fits)
            draft_.text.fail(type->at,
                             fmt::format("{} is not a module of tile {}", ir::to_string(*type),
                                         to_string(unit_.unit.tile)));
        unit_.unit.module = named->second;
    }

    void read_event(const ir::Operation& inner) {
        const ir::Token* const name = event_in(draft_.text, inner);
        if (name == nullptr) draft_.text.fail(inner.at, "aie.trace.event without a name");
        if (slots_ == unit_.events.size())
            draft_.text.fail(inner.at, fmt::format("more than the {} events that a trace unit "
                                                   "watches",
                                                   unit_.events.size()));
        try {
            unit_.events[slots_++] = names_.id(unit_.unit.module, name->text);
        } catch (const base::InputError& error) {
            draft_.text.fail(name->at, error.what());
        }
    }

    void read_port(const ir::Operation& inner) {
        const auto number = first_number(draft_.text, inner);
        const ir::Token* const bundle = setting(draft_.text, inner, "port");
        const ir::Token* const channel = setting(draft_.text, inner, "channel");
        const ir::Token* const direction = setting(draft_.text, inner, "direction");
        if (!number || bundle == nullptr || channel == nullptr || direction == nullptr)
            draft_.text.fail(inner.at, "aie.trace.port without number, port, channel or direction");
        if (*number < 0 || *number >= static_cast<std::int64_t>(schedule::kMaxWatchedPorts))
            draft_.text.fail(inner.at, fmt::format("port {} of a trace unit; allowed: 0 to {}",
                                                   *number, schedule::kMaxWatchedPorts - 1));
        const arch::Port port = port_of(*bundle, *channel, *direction);
        const auto index = static_cast<std::size_t>(*number);
        if (index >= unit_.ports.size()) unit_.ports.resize(index + 1, port);
        unit_.ports[index] = port;
    }

    /// The watched port. S2MM means a master port, which leads out of the switch.
    [[nodiscard]] arch::Port port_of(const ir::Token& bundle, const ir::Token& channel,
                                     const ir::Token& direction) const {
        const auto side = direction.text == to_string(arch::Direction::S2MM)
                              ? arch::PortSide::Master
                              : arch::PortSide::Slave;
        const auto number = ir::whole_number(channel);
        const bool fits = number && *number >= 0 && *number <= kMaxChannel;
        for (int i = 0; fits && i < arch::kBundles; ++i) {
            const arch::Port port{unit_.unit.tile, side, static_cast<arch::Bundle>(i),
                                  static_cast<int>(*number)};
            if (bundle.text == to_string(port.bundle) && arch::has_port(draft_.device, port))
                return port;
        }
        draft_.text.fail(bundle.at, fmt::format("port {} {} does not exist in tile {}", bundle.text,
                                                channel.text, to_string(unit_.unit.tile)));
    }

    Draft& draft_;
    const ir::Operation& operation_;
    const names::EventNames& names_;
    tracing::UnitRequest unit_;
    std::size_t slots_ = 0;
};

/// Bytes of the whole packets that fit into a buffer of `size` bytes.
arch::Bytes buffer_of(const Draft& draft, const ir::Token& size) {
    constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;
    const std::int64_t bytes = ir::whole_number(size).value_or(0);
    if (bytes < words::kPacketBytes || bytes > kMostBytes)
        draft.text.fail(size.at, fmt::format("a trace buffer of {} bytes; allowed: {} to {}",
                                             size.text, words::kPacketBytes, kMostBytes));
    return arch::Bytes{bytes / words::kPacketBytes * words::kPacketBytes};
}

/// The largest buffer that the started traces themselves ask for; nullopt if they ask for none.
std::optional<arch::Bytes> largest_buffer(const Draft& draft) {
    std::optional<arch::Bytes> largest;
    for (const ir::Operation* trace : draft.started_traces) {
        const ir::Fields fields = draft.fields(*trace);
        if (!fields.has("buffer_size")) continue;
        const arch::Bytes size = buffer_of(draft, fields.token("buffer_size"));
        largest = std::max(largest.value_or(size), size);
    }
    return largest;
}

}  // namespace

bool read_declared_trace(Draft& draft, const ir::Operation& operation) {
    if (operation.is("aie.trace.start_config")) {
        const auto declared = draft.traces.find(draft.fields(operation).symbol("trace_config"));
        if (declared == draft.traces.end())
            draft.fields(operation).fail("trace_config", "is not an aie.trace of the device");
        draft.started_traces.push_back(declared->second);
        return true;
    }
    if (!operation.is("aie.trace.host_config")) return false;
    if (const ir::Token* const size = setting(draft.text, operation, "buffer_size"))
        draft.trace_buffer = buffer_of(draft, *size);
    return true;
}

std::optional<DeclaredTrace> declared_trace(Draft& draft) {
    if (draft.started_traces.empty()) {
        for (const auto& [name, operation] : draft.traces)
            draft.safe(operation->at, "aie.trace is not started by the sequence");
        return std::nullopt;
    }
    const names::EventNames names{draft.device.generation};
    DeclaredTrace trace{.at = draft.started_traces.front()->at};
    for (const ir::Operation* operation : draft.started_traces) {
        trace.request.units.push_back(UnitReader{draft, *operation, names}.read());
        const tracing::UnitRequest& unit = trace.request.units.back();
        leave_out_events(draft, operation->at, unit.unit, unit.events, names);
    }
    if (!draft.trace_buffer) draft.trace_buffer = largest_buffer(draft);
    trace.request.buffer = draft.trace_buffer.value_or(trace.request.buffer);
    return trace;
}

}  // namespace xdnasim::design
