#include "traces/recording/config.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/map_reader.hpp"
#include "traces/names/event_reader.hpp"
#include "traces/recording/column_shift.hpp"
#include "traces/recording/event_json.hpp"

namespace xdnasim::recording {
namespace {

using base::MapReader;
using base::Node;

/// The core generation of a device of this project; any other name is returned as it is.
std::string generation_of(const std::string& device) {
    const std::vector<std::string> known = arch::device_names();
    if (std::find(known.begin(), known.end(), device) == known.end()) return device;
    return to_string(arch::load_device(arch::find_device(device)).generation);
}

UnitConfig read_unit(const Node& node, const std::string& path, const names::EventNames& names) {
    MapReader stream{node, path};
    const auto number = [&](const char* key, int max) {
        return static_cast<int>(stream.require(key).as_int(0, max));
    };
    UnitConfig config{.unit = {.module = stream.require_one_of("module", words::kModules),
                               .tile = {.column = number("col", words::kMaxHeaderColumn),
                                        .row = number("row", words::kMaxHeaderRow)}}};
    const Node& slots = stream.require("slots");
    const std::vector<Node>& events = slots.as_sequence();
    if (events.size() > config.events.size())
        slots.fail(fmt::format("{} events; allowed: up to {}", events.size(), words::kSlots));
    std::ranges::transform(events, config.events.begin(), [&](const Node& event) {
        return names::read_event_or_id(event, config.unit.module, names);
    });
    return config;
}

/// Is `stream` a unit whose slots are not known? A decoded trace may contain such units.
bool is_undescribed(const Node& stream) {
    const Node* const slots = stream.find("slots");
    return slots != nullptr && slots->is_null();
}

/// Throws InputError if the unit of `node` is among `others`.
void require_new(const Node& node, const words::Unit& unit, const std::vector<UnitConfig>& others) {
    const bool known = std::any_of(others.begin(), others.end(),
                                   [&](const UnitConfig& other) { return other.unit == unit; });
    if (known)
        node.fail(fmt::format("{} is listed twice. List each unit once", words::to_string(unit)));
}

names::EventNames read_generation(const Node& device) {
    const std::string generation = generation_of(device.as_string());
    try {
        return names::EventNames{generation};
    } catch (const base::InputError& error) {
        device.fail(error.what());
    }
}

/// Refuses a trace that was decoded without a configuration, and therefore has no device and no
/// slots.
void refuse_decoded_without_one(const Node& document) {
    const Node* const device = document.find("device");
    const Node* const streams = document.find("streams");
    if (device == nullptr || !device->is_null() || streams == nullptr) return;
    if (std::ranges::all_of(streams->as_sequence(), is_undescribed))
        device->fail("this trace was decoded without a configuration. Decode it with --config");
}

/// Reads a configuration. Other keys than these are for other readers and ignored.
TraceConfig read(const Node& document) {
    MapReader root{document};
    refuse_decoded_without_one(document);
    TraceConfig config{read_generation(root.require("device")), {}};
    if (const Node* const columns = root.optional("columns"))
        config.columns = static_cast<int>(columns->as_int(1, words::kMaxHeaderColumn + 1));
    std::size_t number = 0;
    for (const Node& stream : root.require("streams").as_sequence()) {
        const std::string path = fmt::format("streams.{}", number++);
        if (is_undescribed(stream)) continue;
        const UnitConfig unit = read_unit(stream, path, config.names);
        require_new(stream, unit.unit, config.units);
        config.units.push_back(unit);
    }
    return config;
}

std::string list_of(std::span<const words::Unit> units) {
    std::vector<std::string> names;
    for (const words::Unit& unit : units)
        names.push_back(words::to_string(unit));
    return names.empty() ? "no unit" : fmt::format("{}", fmt::join(names, ", "));
}

/// The units for which `known` returns false.
template <class Known>
std::vector<words::Unit> without(std::span<const words::Unit> units, Known known) {
    std::vector<words::Unit> rest;
    std::ranges::remove_copy_if(units, std::back_inserter(rest), known);
    return rest;
}

}  // namespace

TraceConfig load_config(const std::filesystem::path& file) {
    // A decoded trace can also be read as a configuration, and may have millions of rows.
    const Node document =
        base::load_json(file, {.max_bytes = base::kAnyBytes, .bulk_key = kRowsKey});
    try {
        return read(document);
    } catch (const base::InputError& error) {
        throw base::InputError{fmt::format("not a configuration of a trace: {}", error.what())};
    }
}

SlotNames::SlotNames(TraceConfig config, std::span<const words::Unit> units)
    : config_{std::move(config)} {
    std::vector<words::Unit> configured;
    for (const UnitConfig& unit : config_->units)
        configured.push_back(unit.unit);
    const int shift = best_column_shift(configured, units);
    for (UnitConfig& unit : config_->units)
        unit.unit = moved(unit.unit, shift);
    const std::vector<words::Unit> unknown =
        without(units, [this](const words::Unit& unit) { return events(unit).has_value(); });
    const std::vector<words::Unit> silent = without(configured, [&](const words::Unit& unit) {
        return std::ranges::find(units, moved(unit, shift)) != units.end();
    });
    if (unknown.size() == units.size()) {
        note_ = fmt::format("the configuration is for {}, none of which is recorded; recorded: {}",
                            list_of(configured), list_of(units));
        return;
    }
    if (shift != 0)
        add_note(fmt::format("the configuration's units are moved by {:+} column{}", shift,
                             std::abs(shift) == 1 ? "" : "s"));
    // Silent units alone are no reason for a note: a unit without events that is never started
    // sends no packet.
    if (!unknown.empty())
        add_note(fmt::format("recorded, but not in the configuration: {}{}", list_of(unknown),
                             silent.empty()
                                 ? std::string{}
                                 : "; in the configuration, but not recorded: " + list_of(silent)));
}

void SlotNames::note_asserted(const words::Unit& unit, std::uint8_t slots) {
    const auto ids = events(unit);
    if (!ids) return;
    std::vector<int> without_event;
    for (int slot = 0; slot < words::kSlots; ++slot) {
        const bool asserted = ((slots >> slot) & 1) != 0;
        if (asserted && ids->at(static_cast<std::size_t>(slot)) == kNoEvent)
            without_event.push_back(slot);
    }
    if (!without_event.empty())
        add_note(
            fmt::format("{} asserts slot{} {}, for which the configuration has no event: it "
                        "belongs to another design",
                        words::to_string(unit), without_event.size() == 1 ? "" : "s",
                        fmt::join(without_event, ", ")));
}

void SlotNames::add_note(const std::string& note) {
    note_ += note_.empty() ? note : "; " + note;
}

std::optional<SlotEvents> SlotNames::events(const words::Unit& unit) const {
    if (!config_) return std::nullopt;
    for (const UnitConfig& configured : config_->units)
        if (configured.unit == unit) return configured.events;
    return std::nullopt;
}

std::string SlotNames::name(const words::Unit& unit, int slot) const {
    const auto ids = events(unit);
    if (!ids) return fmt::format("slot {}", slot);
    const int id = ids->at(static_cast<std::size_t>(slot));
    if (const auto name = config_->names.name(unit.module, id)) return std::string{*name};
    return fmt::format("event {}", id);
}

std::optional<int> SlotNames::slot_of(const words::Unit& unit, std::string_view name) const {
    for (int slot = 0; slot < words::kSlots; ++slot)
        if (this->name(unit, slot) == name) return slot;
    return std::nullopt;
}

std::optional<arch::Generation> SlotNames::generation() const {
    if (!config_) return std::nullopt;
    return config_->names.generation();
}

std::optional<int> SlotNames::columns() const {
    return config_ ? config_->columns : std::nullopt;
}

}  // namespace xdnasim::recording
