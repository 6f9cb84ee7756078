#pragma once
// Builds a Node tree from the events of a parser, whichever language it reads, and refuses what no
// file may have: a key twice, an empty key, deep nesting, more values than any file needs.

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/node.hpp"

namespace xdnasim::base {

/// Values of a tree, maps and lists among them: it takes some 320 MB then.
inline constexpr std::size_t kMaxValues = std::size_t{1} << 20;

/// Each event throws InputError when it is refused.
class TreeBuilder {
 public:
    void open_map(const Place& place) { open(place, true); }
    void open_sequence(const Place& place) { open(place, false); }
    /// The end of the map or list that was opened last.
    void close();
    /// Precondition: expects_key(); a value follows.
    void add_key(const Place& place, const std::string& text);
    /// A null or a scalar.
    void add(Node node);

    /// What comes next is a key of a map.
    [[nodiscard]] bool expects_key() const;
    /// Of the key whose value comes next; nullptr: no key waits for one.
    [[nodiscard]] const Place* place_of_key() const;
    /// Maps and lists that are open.
    [[nodiscard]] std::size_t depth() const { return open_.size(); }
    /// nullopt: no value has come, or its end has not.
    [[nodiscard]] const std::optional<Node>& root() const { return root_; }

 private:
    struct Key {
        std::string text;
        Place place;
    };
    /// A map or list whose end has not come yet.
    struct Open {
        Place place;
        bool is_map = false;
        std::vector<Node> items{};
        std::vector<Entry> entries{};
        std::optional<Key> key{};                          ///< waits for its value
        std::unordered_map<std::string, int> key_lines{};  ///< where a key first stood
    };

    void open(const Place& place, bool is_map);
    void count_value(const Place& place);
    void put(Node node);

    std::size_t values_ = 0;
    std::vector<Open> open_;
    std::optional<Node> root_;
};

}  // namespace xdnasim::base
