#pragma once
// YAML texts that were read when the program was built. The texts that a program comes with are the
// same in nearly all runs, and reading YAML takes longer than what many a run does with it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/node.hpp"
#include "base/place.hpp"

namespace xdnasim::base {

/// A node of a tree, or the key of an entry. What it holds comes behind it: the items of a list;
/// of a map each key, and its value.
struct KnownNode {
    enum class Kind : std::uint8_t { Null, Plain, Quoted, Key, Sequence, Map };
    Kind kind = Kind::Null;
    int line = 0;                ///< from 1
    int column = 0;              ///< from 1, in bytes
    std::size_t size = 0;        ///< items of a list, entries of a map
    std::string_view text = {};  ///< of a key or a scalar
};

struct KnownText {
    std::string_view text;
    std::span<const KnownNode> tree;  ///< what parse_yaml() makes of it, the root first
};

/// The one of `texts` that is `text` to the last byte; nullptr: none.
[[nodiscard]] const KnownText* find_known(std::span<const KnownText> texts, std::string_view text);

/// What parse_yaml() would return for the text, called `source`.
[[nodiscard]] Node tree_of(const KnownText& known, const Source& source);

/// The tree of a KnownText. Precondition: `root` was read from YAML. What is returned refers to its
/// texts.
[[nodiscard]] std::vector<KnownNode> known_nodes(const Node& root);

}  // namespace xdnasim::base
