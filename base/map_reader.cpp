#include "base/map_reader.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.hpp"

namespace xdnasim::base {

namespace {

/// Is `written`, such as 'm:72', `key` followed by a colon without a space? YAML reads it as a key
/// without a value.
bool lacks_space_after(std::string_view key, std::string_view written) {
    return written.starts_with(key) && written.substr(key.size()).starts_with(':');
}

constexpr std::string_view kSpaceNeeded = "a space must follow the colon";

}  // namespace

MapReader::MapReader(const Node& node, std::string path) : node_{node}, path_{std::move(path)} {
    static_cast<void>(node_.as_map());
}

const Node& MapReader::require(std::string_view key, std::string_view allowed) {
    const Node* const value = optional(key);
    if (value == nullptr) fail_missing(key, allowed);
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
        const bool lacks_space = std::ranges::any_of(
            asked_, [&](const std::string& key) { return lacks_space_after(key, entry.key); });
        if (lacks_space)
            fail_at(entry.place,
                    fmt::format("unknown key {}; {}; allowed: {}", in_quotes(entry.key),
                                kSpaceNeeded, fmt::join(asked_, ", ")));
        const std::string hint = suggestion(entry.key, asked_);
        fail_at(entry.place, fmt::format("unknown key {}{}{} allowed: {}", in_quotes(entry.key),
                                         hint, hint.empty() ? ";" : "", fmt::join(asked_, ", ")));
    }
}

std::string MapReader::path_of(std::string_view key) const {
    return path_.empty() ? std::string{key} : fmt::format("{}.{}", path_, key);
}

void MapReader::fail_missing(std::string_view key, std::span<const std::string> allowed) const {
    fail_missing(key, fmt::format("{}", fmt::join(allowed, ", ")));
}

void MapReader::fail_missing(std::string_view key, std::string_view allowed) const {
    std::vector<std::string> unread;
    for (const Entry& entry : node_.entries()) {
        if (!asked(entry.key)) unread.push_back(entry.key);
    }
    std::string hint;
    const auto unspaced = std::ranges::find_if(
        unread, [&](const std::string& written) { return lacks_space_after(key, written); });
    if (unspaced != unread.end())
        hint = fmt::format("; in {} {}", in_quotes(*unspaced), kSpaceNeeded);
    else if (const auto meant = nearest(key, unread))
        hint = fmt::format("; is {} meant to be it?", in_quotes(*meant));
    if (!allowed.empty())
        hint += fmt::format("{} allowed: {}", hint.ends_with('?') ? "" : ";", allowed);
    // The place of the map itself, where the key is to be added; not Node::fail(), which may report
    // the place of another key that was set.
    fail_at(node_.place(), fmt::format("'{}' is missing{}", path_of(key), hint));
}

const Node* MapReader::find(std::string_view key) {
    if (!asked(key)) asked_.emplace_back(key);
    return node_.find(key);
}

bool MapReader::asked(std::string_view key) const {
    return std::ranges::find(asked_, key) != asked_.end();
}

}  // namespace xdnasim::base
