#include "cli/simulate/trace_output.hpp"

#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_text.hpp"
#include "base/number_format.hpp"
#include "cli/output.hpp"
#include "cli/text_layout.hpp"
#include "traces/names/event_names.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string config_json(const schedule::Trace& trace, const arch::Device& device) {
    const names::EventNames event_names{device.generation};
    Json streams = Json::array();
    for (const schedule::TraceUnit& unit : trace.units) {
        Json slots = Json::array();
        for (const int event : unit.events)
            slots.push_back(event_names.name(unit.unit.module, event).value_or("NONE"));
        Json stream{{"module", words::to_string(unit.unit.module)},
                    {"row", unit.unit.tile.row},
                    {"col", unit.unit.tile.column},
                    {"slots", slots}};
        for (const arch::Port& port : unit.ports)
            stream["ports"].push_back(arch::name_in_tile(port));
        if (unit.unit.module == words::Module::MemTile) {
            stream["s2mm"] = unit.s2mm;
            stream["mm2s"] = unit.mm2s;
        }
        streams.push_back(std::move(stream));
    }
    const Json document{{"device", to_string(device.generation)},
                        {"columns", device.columns},
                        {"streams", streams}};
    return base::json_text(document, 2) + "\n";
}

}  // namespace

std::string trace_config_file(const std::string& file) {
    return file + ".json";
}

void write_trace(const std::string& file, const schedule::Schedule& schedule,
                 const arch::Device& device, const events::TraceWords& trace) {
    write_file(file, words::as_bytes(trace.words));
    if (!is_special(file))
        write_file(trace_config_file(file), config_json(schedule.trace.value(), device));
}

recording::TraceConfig slots_of(const schedule::Trace& trace, const arch::Device& device) {
    recording::TraceConfig config{names::EventNames{device.generation}, {}};
    for (const schedule::TraceUnit& unit : trace.units)
        config.units.push_back({unit.unit, unit.events});
    return config;
}

std::string trace_lines(const std::string& file, const schedule::Schedule& schedule,
                        const events::TraceWords& trace) {
    const std::int64_t units = std::ssize(schedule.trace->units);
    std::string text = fmt::format("{} of {}", base::counted(std::ssize(trace.words), "word"),
                                   base::counted(units, "unit"));
    if (schedule.trace->route == schedule::TraceRoute::Ideal)
        text += ", collected without streams, which no hardware does";
    if (trace.buffer_full) text += "; the buffer was full (trace.buffer_bytes)";
    for (const auto& [unit, lost] : trace.overruns)
        text += fmt::format("; {} overran and lost {}", words::to_string(unit),
                            base::counted(lost.count(), "cycle"));
    if (file.empty())
        text += "; --trace FILE writes them";
    else if (is_special(file))
        text += fmt::format(
            "; in '{}', which is not a file: the configuration that decodes them is not written",
            file);
    else
        text += fmt::format("; in '{}', decoded with --config '{}'", file, trace_config_file(file));
    return labelled("trace", text);
}

}  // namespace xdnasim::cli
