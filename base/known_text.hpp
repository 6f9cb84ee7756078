#pragma once
// YAML texts that were parsed when the program was built. The files that come with a program are
// unchanged in nearly all runs, and parsing them takes longer than the rest of many runs.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/node.hpp"
#include "base/place.hpp"

namespace xdnasim::base {

/// A node of a tree, or the key of a map entry. The content of a list or map follows it in the
/// array: the items of a list, or each key of a map and its value.
struct KnownNode {
    enum class Kind : std::uint8_t { Null, Plain, Quoted, Key, Sequence, Map };
    Kind kind = Kind::Null;
    int line = 0;                ///< from 1
    int column = 0;              ///< from 1, in bytes
    std::size_t size = 0;        ///< number of items of a list, or of entries of a map
    std::string_view text = {};  ///< text of a key or a scalar
};

struct KnownText {
    std::string_view text;
    std::span<const KnownNode> tree;  ///< the tree that parse_yaml() returns for it, root first
};

/// The element of `texts` that equals `text` byte by byte; nullptr: none.
[[nodiscard]] const KnownText* find_known(std::span<const KnownText> texts, std::string_view text);

/// The tree that parse_yaml() would return for the text, read from `source`.
[[nodiscard]] Node tree_of(const KnownText& known, const Source& source);

/// Flattens `root` into the tree of a KnownText. The result refers to the texts in `root`.
/// Precondition: `root` was read from YAML.
[[nodiscard]] std::vector<KnownNode> known_nodes(const Node& root);

}  // namespace xdnasim::base
