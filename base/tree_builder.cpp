#include "base/tree_builder.hpp"

#include <utility>

#include <fmt/format.h>

namespace xdnasim::base {

void TreeBuilder::close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    put(done.is_map ? Node::map(std::move(done.place), std::move(done.entries))
                    : Node::sequence(std::move(done.place), std::move(done.items)));
}

void TreeBuilder::add_key(const Place& place, const std::string& text) {
    if (text.empty()) fail_at(place, "an empty key; allowed: plain words as keys");
    Open& map = open_.back();
    const auto [first, is_new] = map.key_lines.try_emplace(text, place.line);
    if (!is_new) {
        const std::string where =
            place.line > 0 ? fmt::format(", first on line {}", first->second) : "";
        fail_at(place,
                fmt::format("duplicate key {}{}; allowed: each key once", in_quotes(text), where));
    }
    map.key = Key{text, place};
}

void TreeBuilder::add(Node node) {
    count_value(node.place());
    put(std::move(node));
}

const Place* TreeBuilder::place_of_key() const {
    return open_.empty() || !open_.back().key ? nullptr : &open_.back().key->place;
}

bool TreeBuilder::expects_key() const {
    return !open_.empty() && open_.back().is_map && !open_.back().key;
}

void TreeBuilder::open(const Place& place, bool is_map) {
    if (open_.size() >= kMaxDepth) {
        fail_at(place, fmt::format("nested too deep; allowed: {} levels", kMaxDepth));
    }
    count_value(place);
    open_.push_back({place, is_map});
}

void TreeBuilder::count_value(const Place& place) {
    if (++values_ > kMaxValues) {
        fail_at(place, fmt::format("too many values; allowed: {} in a file", kMaxValues));
    }
}

void TreeBuilder::put(Node node) {
    if (open_.empty()) {
        root_ = std::move(node);
        return;
    }
    Open& parent = open_.back();
    if (!parent.is_map) {
        parent.items.push_back(std::move(node));
        return;
    }
    parent.entries.push_back(
        {std::move(parent.key->text), std::move(parent.key->place), std::move(node)});
    parent.key.reset();
}

}  // namespace xdnasim::base
