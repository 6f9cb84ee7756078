#include "test/traces/comparison/example_recording.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace xdnasim::comparison {
namespace {

/// The mask of the asserted slots, by the cycle from which on it holds.
std::map<std::int64_t, std::uint8_t> levels_of(const ExampleUnit& unit) {
    std::map<std::int64_t, std::uint8_t> toggled;
    for (const Assertion& assertion : unit.assertions) {
        const auto slot =
            std::find(unit.slots.begin(), unit.slots.end(), assertion.event) - unit.slots.begin();
        const auto bit = static_cast<std::uint8_t>(1U << static_cast<unsigned>(slot));
        toggled[assertion.begin] ^= bit;
        toggled[assertion.end] ^= bit;
    }
    std::uint8_t mask = 0;
    for (auto& [cycle, level] : toggled)
        mask = level = static_cast<std::uint8_t>(mask ^ level);
    return toggled;
}

std::string config_of(const Example& example) {
    std::string units;
    for (const ExampleUnit& unit : example)
        units +=
            fmt::format(R"({}{{"module": "{}", "row": {}, "col": {}, "slots": ["{}"]}})",
                        units.empty() ? "" : ", ", words::to_string(unit.unit.module),
                        unit.unit.tile.row, unit.unit.tile.column, fmt::join(unit.slots, "\", \""));
    return fmt::format(R"({{"device": "npu1", "streams": [{}]}})", units);
}

}  // namespace

std::vector<std::uint32_t> words_of(const ExampleUnit& unit) {
    words::UnitEncoder encoder{{unit.unit, unit.packet_id}};
    if (unit.start_timer) encoder.start(*unit.start_timer);
    const auto levels = levels_of(unit);
    for (auto level = levels.begin(); level != levels.end(); ++level)
        if (level->second != 0)
            encoder.hold(static_cast<std::uint64_t>(level->first),
                         static_cast<std::uint64_t>(std::next(level)->first), level->second);
    unit.stop ? encoder.stop(*unit.stop) : encoder.flush();
    std::vector<std::uint32_t> words;
    for (const words::Packet& packet : encoder.take_packets())
        words.insert(words.end(), packet.words.begin(), packet.words.end());
    return words;
}

void ExampleUnit::shift(std::int64_t cycles) {
    for (Assertion& assertion : assertions) {
        assertion.begin += cycles;
        assertion.end += cycles;
    }
    if (stop) *stop += static_cast<std::uint64_t>(cycles);
}

ExampleUnit example_core(int kernels) {
    ExampleUnit unit{.slots = {"INSTR_EVENT_0", "INSTR_EVENT_1", "LOCK_STALL", "PORT_RUNNING_0"},
                     .assertions = {{"LOCK_STALL", 5, 499}}};
    for (int i = 0; i < kernels; ++i) {
        const std::int64_t begin = 500 + 120 * i;
        unit.assertions.push_back({"INSTR_EVENT_0", begin, begin + 1});
        unit.assertions.push_back({"INSTR_EVENT_1", begin + 100, begin + 101});
        unit.assertions.push_back({"PORT_RUNNING_0", begin + 10, begin + 70});
    }
    unit.stop = static_cast<std::uint64_t>(600 + 120 * kernels);
    return unit;
}

ExampleUnit example_mem_tile(int objects) {
    ExampleUnit unit{.unit = {words::Module::MemTile, {1, 1}},
                     .packet_id = 2,
                     .slots = {"PORT_RUNNING_0"},
                     .start_timer = 998};
    for (int i = 0; i < objects; ++i)
        unit.assertions.push_back({"PORT_RUNNING_0", 300 + 120 * i, 360 + 120 * i});
    unit.stop = static_cast<std::uint64_t>(600 + 120 * objects);
    return unit;
}

ExampleFiles write_example(const TemporaryFolder& folder, const std::string& name,
                           const Example& example) {
    std::string text;
    for (const ExampleUnit& unit : example)
        for (const std::uint32_t word : words_of(unit))
            text += fmt::format("{:08x}\n", word);
    return {folder.write(name + ".txt", text), folder.write(name + ".json", config_of(example))};
}

Recorded recorded(const Example& example, bool with_names) {
    const TemporaryFolder folder;
    const ExampleFiles files = write_example(folder, "example", example);
    return read_recording(files.words, with_names ? std::optional{files.config} : std::nullopt);
}

}  // namespace xdnasim::comparison
