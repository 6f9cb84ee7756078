#include "xdnasim/traces/recording/config.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/arch/error.hpp"
#include "xdnasim/traces/recording/shown_value.hpp"

namespace xdnasim::recording {
namespace {

using nlohmann::json;

/// The core generation of one of the project's devices; of any other name, the name.
std::string generation_of(const std::string& device) {
    const std::vector<std::string> known = arch::device_names();
    if (std::find(known.begin(), known.end(), device) == known.end()) return device;
    return arch::load_device(arch::find_device(device)).generation;
}

int number_at(const json& stream, const char* key, int max) {
    const json& value = stream.at(key);
    const bool fits = value.is_number_integer() && value >= 0 && value <= max;
    if (!fits)
        throw arch::InputError{
            fmt::format("{}: {}; allowed: a whole number, 0 to {}", key, shown(value), max)};
    return value.get<int>();
}

words::Module module_at(const json& stream) {
    const auto name = stream.at("module").get<std::string>();
    if (const auto module = words::find_module(name)) return *module;
    throw arch::InputError{fmt::format("module: '{}'; allowed: core, memory, shim, memtile", name)};
}

int event_id(const json& slot, words::Module module, const names::EventNames& names) {
    constexpr int kMaxId = 255;
    if (slot.is_string()) return names.id(module, slot.get<std::string>());
    if (slot.is_number_integer() && slot >= 0 && slot <= kMaxId) return slot.get<int>();
    throw arch::InputError{
        fmt::format("slots: {}; allowed: the name of an event, or 0 to {}", shown(slot), kMaxId)};
}

UnitConfig unit_config(const json& stream, const names::EventNames& names) {
    constexpr int kMaxRow = 7;
    constexpr int kMaxColumn = 127;
    UnitConfig config{.unit = {.module = module_at(stream),
                               .tile = {.column = number_at(stream, "col", kMaxColumn),
                                        .row = number_at(stream, "row", kMaxRow)}}};
    const json& slots = stream.at("slots");
    if (!slots.is_array() || slots.size() > config.events.size())
        throw arch::InputError{
            fmt::format("slots: {}; allowed: a list of up to {}", shown(slots), words::kSlots)};
    std::transform(slots.begin(), slots.end(), config.events.begin(),
                   [&](const json& slot) { return event_id(slot, config.unit.module, names); });
    return config;
}

TraceConfig parse(const json& root) {
    TraceConfig config{names::EventNames{generation_of(root.at("device").get<std::string>())}, {}};
    for (const json& stream : root.at("streams"))
        config.units.push_back(unit_config(stream, config.names));
    return config;
}

}  // namespace

TraceConfig load_config(const std::filesystem::path& file) {
    std::ifstream stream{file};
    if (!stream || !std::filesystem::is_regular_file(file))
        throw arch::InputError{fmt::format("cannot read '{}'", file.string())};
    try {
        return parse(json::parse(stream));
    } catch (const json::exception& error) {
        throw arch::InputError{
            fmt::format("'{}' is no configuration of a trace: {}; needed: device, and streams, a "
                        "list of module, row, col and slots",
                        file.string(), error.what())};
    } catch (const arch::InputError& error) {
        throw arch::InputError{fmt::format("'{}': {}", file.string(), error.what())};
    }
}

SlotNames::SlotNames(TraceConfig config, std::span<const words::Unit> units)
    : config_{std::move(config)} {
    if (units.empty()) return;
    int recorded = std::numeric_limits<int>::max();
    int configured = recorded;
    for (const words::Unit& unit : units)
        recorded = std::min(recorded, unit.tile.column);
    for (const UnitConfig& unit : config_->units)
        configured = std::min(configured, unit.unit.tile.column);
    for (UnitConfig& unit : config_->units)
        unit.unit.tile.column += recorded - configured;
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
