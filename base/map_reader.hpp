#pragma once
// Reader of a map that reads key by key and refuses unknown keys.

#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/node.hpp"

namespace xdnasim::base {

/// Reader of one map. The keys that were asked for are the allowed ones: ask for all, then call
/// finish().
///
///     MapReader size{node, "gemm.size"};
///     const auto m = size.require("m").as_int(1, 65536);
///     if (const Node* shift = size.optional("shift")) ...
///     size.finish();
class MapReader {
 public:
    /// `path`: path of the map in its file, for messages ("" for the root). `node` must outlive
    /// the reader. Throws InputError if it is not a map.
    explicit MapReader(const Node& node, std::string path = {});

    /// The value of a key. Throws InputError if the key is missing or its value is null. `allowed`:
    /// description of the allowed values, for the message.
    const Node& require(std::string_view key, std::string_view allowed = {});
    /// The element of `values` whose to_string() is the value of the key. Throws InputError if the
    /// key is missing or its value is none of them.
    template <std::ranges::forward_range Values>
    [[nodiscard]] std::ranges::range_value_t<Values> require_one_of(std::string_view key,
                                                                    const Values& values) {
        if (const Node* const value = optional(key)) return value->as_one_of(values);
        std::vector<std::string> names;
        for (const auto value : values)
            names.push_back(to_string(value));
        fail_missing(key, names);
    }
    /// The value of a key; nullptr: the map does not have it. Throws InputError for a key without
    /// a value.
    const Node* optional(std::string_view key);
    /// The value of a key; nullptr: the map does not have it, or the value is null. For files
    /// written by programs, which write null for what they do not have.
    const Node* optional_or_null(std::string_view key);
    /// Throws InputError for the first key that has not been asked for, and suggests the nearest
    /// allowed name.
    void finish() const;

    /// Dotted path of a key of this map, for messages: "gemm.size.m".
    [[nodiscard]] std::string path_of(std::string_view key) const;
    [[nodiscard]] const Node& node() const { return node_; }

 private:
    [[noreturn]] void fail_missing(std::string_view key, std::string_view allowed) const;
    [[noreturn]] void fail_missing(std::string_view key,
                                   std::span<const std::string> allowed) const;
    [[nodiscard]] const Node* find(std::string_view key);  ///< also makes the key an allowed one
    [[nodiscard]] bool asked(std::string_view key) const;

    const Node& node_;
    std::string path_;
    std::vector<std::string> asked_;
};

}  // namespace xdnasim::base
