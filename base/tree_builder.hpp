#pragma once
// Builder of a Node tree from the events of a parser of any language. It refuses duplicate keys,
// empty keys, deep nesting, and more values than any file needs.

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/node.hpp"

namespace xdnasim::base {

/// Most values of a tree, counting maps and lists; a tree of this size takes some 320 MB.
inline constexpr std::size_t kMaxValues = std::size_t{1} << 20;

/// Every function that takes an event throws InputError if it refuses the event.
class TreeBuilder {
 public:
    void open_map(const Place& place) { open(place, true); }
    void open_sequence(const Place& place) { open(place, false); }
    /// The end of the map or list that was opened last.
    void close();
    /// A key of the map that was opened last; its value must follow. Precondition: expects_key().
    void add_key(const Place& place, const std::string& text);
    /// A null or a scalar.
    void add(Node node);

    /// Must the next event be a key (or the end) of a map?
    [[nodiscard]] bool expects_key() const;
    /// Place of the key whose value comes next; nullptr: no key is waiting for its value.
    [[nodiscard]] const Place* place_of_key() const;
    /// Number of maps and lists that are open.
    [[nodiscard]] std::size_t depth() const { return open_.size(); }
    /// The finished tree; nullopt: no value has been added, or the root is still open.
    [[nodiscard]] const std::optional<Node>& root() const { return root_; }

 private:
    struct Key {
        std::string text;
        Place place;
    };
    /// A map or list that is open.
    struct Open {
        Place place;
        bool is_map = false;
        std::vector<Node> items{};
        std::vector<Entry> entries{};
        std::optional<Key> key{};                          ///< key that is waiting for its value
        std::unordered_map<std::string, int> key_lines{};  ///< line of each key's first use
    };

    void open(const Place& place, bool is_map);
    void count_value(const Place& place);
    void put(Node node);

    std::size_t values_ = 0;
    std::vector<Open> open_;
    std::optional<Node> root_;
};

}  // namespace xdnasim::base
