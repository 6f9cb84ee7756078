#include "traces/names/event_names.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/data_folder.hpp"
#include "base/error.hpp"
#include "base/spelling.hpp"

namespace xdnasim::names {
namespace {

constexpr const char* kHeading = "module,id,name";

using arch::Generation;

Generation generation_called(const std::string& name) {
    for (const Generation generation : arch::kGenerations)
        if (name == to_string(generation)) return generation;
    if (name == "aie2" || name == "npu1") return Generation::AieMl;
    if (name == "npu2") return Generation::Aie2p;
    throw base::InputError{fmt::format(
        "there are no trace events of '{}'; allowed: aie-ml (aie2, npu1), aie2p (npu2)", name)};
}

std::filesystem::path file_of(Generation generation) {
    return base::data_folder("trace-events", XDNASIM_SOURCE_TRACE_EVENTS) /
           (to_string(generation) + ".csv");
}

std::optional<std::size_t> parse_id(std::string_view text) {
    std::size_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && id <= std::size_t{kMaxEventId} ? std::optional{id} : std::nullopt;
}

}  // namespace

Generation other_generation(Generation generation) {
    switch (generation) {
        case Generation::AieMl:
            return Generation::Aie2p;
        case Generation::Aie2p:
            break;
    }
    return Generation::AieMl;
}

EventNames::EventNames(const std::string& generation) : EventNames{generation_called(generation)} {}

EventNames::EventNames(Generation generation) : generation_{generation} {
    const std::filesystem::path file = file_of(generation_);
    std::ifstream stream{file};
    if (!stream)
        throw base::InputError{
            fmt::format("cannot read the names of trace events, '{}'", file.string())};
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
        ++number;
        if (line.empty() || line.front() == '#' || line == kHeading) continue;
        add(line, fmt::format("{}:{}", file.string(), number));
    }
}

void EventNames::add(const std::string& line, const std::string& place) {
    const std::size_t first = line.find(',');
    const std::size_t second = line.find(',', first + 1);
    const std::string_view text = line;
    if (first != std::string::npos && second != std::string::npos) {
        const auto module = words::find_module(text.substr(0, first));
        const auto id = parse_id(text.substr(first + 1, second - first - 1));
        if (module && id) {
            auto& names = names_.at(static_cast<std::size_t>(*module));
            names.resize(std::max(names.size(), *id + 1));
            names[*id] = text.substr(second + 1);
            return;
        }
    }
    throw base::InputError{
        fmt::format("{}: '{}' is not an event; allowed: {}", place, line, kHeading)};
}

std::optional<std::string_view> EventNames::name(words::Module module, int id) const {
    const auto& names = names_.at(static_cast<std::size_t>(module));
    if (id < 0 || static_cast<std::size_t>(id) >= names.size()) return std::nullopt;
    const std::string& name = names[static_cast<std::size_t>(id)];
    return name.empty() ? std::nullopt : std::optional<std::string_view>{name};
}

int EventNames::id(words::Module module, std::string_view name) const {
    const auto& names = names_.at(static_cast<std::size_t>(module));
    const auto found = std::find(names.begin(), names.end(), name);
    if (!name.empty() && found != names.end()) return static_cast<int>(found - names.begin());
    throw base::InputError{fmt::format("there is no event '{}' of a {} ({}){}", name,
                                       words::to_string(module), to_string(generation_),
                                       base::suggestion(std::string{name}, names))};
}

}  // namespace xdnasim::names
