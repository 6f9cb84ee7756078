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

/// The name of the file, which is that of the generation in device files.
std::string canonical(const std::string& generation) {
    if (generation == "aie-ml" || generation == "aie2" || generation == "npu1") return "aie-ml";
    if (generation == "aie2p" || generation == "npu2") return "aie2p";
    throw base::InputError{
        fmt::format("there are no trace events of '{}'; allowed: aie-ml (aie2, npu1), aie2p (npu2)",
                    generation)};
}

std::filesystem::path file_of(const std::string& generation) {
    return base::data_folder("trace-events", XDNASIM_SOURCE_TRACE_EVENTS) / (generation + ".csv");
}

std::optional<std::size_t> parse_id(std::string_view text) {
    std::size_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole && id <= std::size_t{kMaxEventId} ? std::optional{id} : std::nullopt;
}

}  // namespace

std::string other_generation(std::string_view generation) {
    return generation == "aie-ml" ? "aie2p" : "aie-ml";
}

EventNames::EventNames(const std::string& generation) : generation_{canonical(generation)} {
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
                                       words::to_string(module), generation_,
                                       base::suggestion(std::string{name}, names))};
}

}  // namespace xdnasim::names
