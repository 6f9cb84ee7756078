#include "base/map_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.hpp"

namespace xdnasim::base {

MapReader::MapReader(const Node& node, std::string path) : node_{node}, path_{std::move(path)} {
    static_cast<void>(node_.as_map());
}

const Node& MapReader::require(std::string_view key) {
    const Node* const value = optional(key);
    if (value == nullptr) fail_missing(key);
    return *value;
}

const Node* MapReader::optional(std::string_view key) {
    const Node* const value = find(key);
    if (value != nullptr && value->is_null()) {
        value->fail(
            fmt::format("'{}' has no value; leave the key out or give it one", path_of(key)));
    }
    return value;
}

const Node* MapReader::optional_or_null(std::string_view key) {
    const Node* const value = find(key);
    return value == nullptr || value->is_null() ? nullptr : value;
}

void MapReader::finish() const {
    for (const Entry& entry : node_.entries()) {
        if (asked(entry.key)) continue;
        const std::string hint = suggestion(entry.key, asked_);
        fail_at(entry.place, fmt::format("unknown key {}{}{} allowed: {}", in_quotes(entry.key),
                                         hint, hint.empty() ? ";" : "", fmt::join(asked_, ", ")));
    }
}

std::string MapReader::path_of(std::string_view key) const {
    return path_.empty() ? std::string{key} : fmt::format("{}.{}", path_, key);
}

void MapReader::fail_missing(std::string_view key) const {
    std::vector<std::string> unread;
    for (const Entry& entry : node_.entries()) {
        if (!asked(entry.key)) unread.push_back(entry.key);
    }
    const auto meant = nearest(key, unread);
    node_.fail(fmt::format("'{}' is missing{}", path_of(key),
                           meant ? fmt::format("; is {} meant to be it?", in_quotes(*meant)) : ""));
}

const Node* MapReader::find(std::string_view key) {
    if (!asked(key)) asked_.emplace_back(key);
    return node_.find(key);
}

bool MapReader::asked(std::string_view key) const {
    return std::ranges::find(asked_, key) != asked_.end();
}

}  // namespace xdnasim::base
