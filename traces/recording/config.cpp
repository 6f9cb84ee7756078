#include "traces/recording/config.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "traces/recording/column_shift.hpp"
#include "traces/recording/json_fault.hpp"
#include "traces/recording/shown_value.hpp"
#include "traces/recording/word_source.hpp"

namespace xdnasim::recording {
namespace {

using nlohmann::json;

/// The core generation of one of the project's devices; of any other name, the name.
std::string generation_of(const std::string& device) {
    const std::vector<std::string> known = arch::device_names();
    if (std::find(known.begin(), known.end(), device) == known.end()) return device;
    return arch::load_device(arch::find_device(device)).generation;
}

const json& member(const json& object, const char* key) {
    if (!object.is_object())
        throw base::InputError{fmt::format("{}; allowed: an object", shown(object))};
    const auto found = object.find(key);
    if (found == object.end()) throw base::InputError{fmt::format("{} is missing", key)};
    return *found;
}

std::string text_at(const json& object, const char* key) {
    const json& value = member(object, key);
    if (!value.is_string())
        throw base::InputError{fmt::format("{}: {}; allowed: a text", key, shown(value))};
    return value.get<std::string>();
}

int number_at(const json& stream, const char* key, int max) {
    const json& value = member(stream, key);
    const bool fits = value.is_number_integer() && value >= 0 && value <= max;
    if (!fits)
        throw base::InputError{
            fmt::format("{}: {}; allowed: a whole number, 0 to {}", key, shown(value), max)};
    return value.get<int>();
}

words::Module module_at(const json& stream) {
    const std::string name = text_at(stream, "module");
    if (const auto module = words::find_module(name)) return *module;
    throw base::InputError{fmt::format("module: '{}'; allowed: core, memory, shim, memtile", name)};
}

int event_id(const json& slot, words::Module module, const names::EventNames& names) {
    constexpr int kMaxId = 255;
    if (slot.is_string()) return names.id(module, slot.get<std::string>());
    if (slot.is_number_integer() && slot >= 0 && slot <= kMaxId) return slot.get<int>();
    throw base::InputError{
        fmt::format("slots: {}; allowed: the name of an event, or 0 to {}", shown(slot), kMaxId)};
}

UnitConfig unit_config(const json& stream, const names::EventNames& names) {
    constexpr int kMaxRow = 7;
    constexpr int kMaxColumn = 127;
    UnitConfig config{.unit = {.module = module_at(stream),
                               .tile = {.column = number_at(stream, "col", kMaxColumn),
                                        .row = number_at(stream, "row", kMaxRow)}}};
    const json& slots = member(stream, "slots");
    if (!slots.is_array() || slots.size() > config.events.size())
        throw base::InputError{
            fmt::format("slots: {}; allowed: a list of up to {}", shown(slots), words::kSlots)};
    std::transform(slots.begin(), slots.end(), config.events.begin(),
                   [&](const json& slot) { return event_id(slot, config.unit.module, names); });
    return config;
}

/// A decoded trace holds units of which nobody told the slots.
bool is_undescribed(const json& stream) {
    const auto slots = stream.find("slots");
    return slots != stream.end() && slots->is_null();
}

/// Throws InputError when the unit is among the `others`.
void require_new(const words::Unit& unit, const std::vector<UnitConfig>& others) {
    const bool known = std::any_of(others.begin(), others.end(),
                                   [&](const UnitConfig& other) { return other.unit == unit; });
    if (known)
        throw base::InputError{
            fmt::format("{} is there already; allowed: each unit once", words::to_string(unit))};
}

TraceConfig parse(const json& root) {
    TraceConfig config{names::EventNames{generation_of(text_at(root, "device"))}, {}};
    const json& streams = member(root, "streams");
    if (!streams.is_array())
        throw base::InputError{fmt::format("streams: {}; allowed: a list", shown(streams))};
    for (std::size_t i = 0; i < streams.size(); ++i) {
        try {
            if (is_undescribed(streams[i])) continue;
            const UnitConfig unit = unit_config(streams[i], config.names);
            require_new(unit.unit, config.units);
            config.units.push_back(unit);
        } catch (const base::InputError& error) {
            throw base::InputError{fmt::format("streams.{}: {}", i, error.what())};
        }
    }
    return config;
}

std::string list_of(std::span<const words::Unit> units) {
    std::vector<std::string> names;
    for (const words::Unit& unit : units)
        names.push_back(words::to_string(unit));
    return names.empty() ? "no unit" : fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

TraceConfig load_config(const std::filesystem::path& file) {
    std::ifstream stream = open_file(file);
    try {
        return parse(json::parse(stream));
    } catch (const json::parse_error& error) {
        throw json_fault(file, error);
    } catch (const base::InputError& error) {
        throw base::InputError{
            fmt::format("'{}' is no configuration of a trace: {}", file.string(), error.what())};
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
    const bool any = std::any_of(units.begin(), units.end(), [this](const words::Unit& unit) {
        return events(unit).has_value();
    });
    if (!any)
        note_ = fmt::format("the configuration is of {}, none of which is recorded; recorded: {}",
                            list_of(configured), list_of(units));
    else if (shift != 0)
        note_ = fmt::format("the configuration's units are moved by {:+} column{}", shift,
                            std::abs(shift) == 1 ? "" : "s");
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

std::string SlotNames::generation() const {
    return config_ ? config_->names.generation() : "";
}

}  // namespace xdnasim::recording
