#include "base/tree_builder.hpp"

#include <utility>

#include <fmt/format.h>

namespace xdnasim::base {

namespace {

// What yaml-cpp reports as tag of a node that has none.
constexpr std::string_view kUntagged = "?";
constexpr std::string_view kUntaggedQuoted = "!";

void refuse_tag(const Place& place, const std::string& tag) {
    if (tag.empty() || tag == kUntagged || tag == kUntaggedQuoted) return;
    fail_at(place, fmt::format("tag {} is not supported; allowed: values without tags, their type "
                               "follows from where they stand",
                               in_quotes(tag)));
}

}  // namespace

YamlTreeBuilder::YamlTreeBuilder(std::shared_ptr<const std::string> source, bool has_lines)
    : source_{std::move(source)}, has_lines_{has_lines} {}

Place YamlTreeBuilder::place(const YAML::Mark& mark) const {
    if (!has_lines_ || mark.is_null()) return {source_};
    return {source_, mark.line + 1, mark.column + 1};
}

void YamlTreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
    if (++documents_ > 1) fail_at(place(mark), "a second YAML document; allowed: one per file");
}

void YamlTreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
    if (expects_key()) fail_at(place(mark), "a value without key; allowed: 'key: value'");
    add(Node::null(place(mark)));
}

void YamlTreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
    fail_at(place(mark),
            "aliases (*name) are not supported; allowed: the value itself, so that "
            "every value stands where it is used");
}

void YamlTreeBuilder::OnAnchor(const YAML::Mark& mark, const std::string& name) {
    fail_at(place(mark),
            fmt::format("anchors ({}) are not supported; allowed: the value itself, so "
                        "that every value stands where it is used",
                        in_quotes("&" + name)));
}

void YamlTreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag,
                               YAML::anchor_t /*anchor*/, const std::string& value) {
    refuse_tag(place(mark), tag);
    if (expects_key()) {
        take_key(place(mark), value);
    } else {
        add(Node::scalar(place(mark), value, tag == kUntaggedQuoted));
    }
}

void YamlTreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                      YAML::anchor_t /*anchor*/,
                                      YAML::EmitterStyle::value /*style*/) {
    open(mark, tag, false);
}

void YamlTreeBuilder::OnSequenceEnd() {
    Open list = std::move(open_.back());
    open_.pop_back();
    add(Node::sequence(std::move(list.place), std::move(list.items)));
}

void YamlTreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag,
                                 YAML::anchor_t /*anchor*/, YAML::EmitterStyle::value /*style*/) {
    open(mark, tag, true);
}

void YamlTreeBuilder::OnMapEnd() {
    Open map = std::move(open_.back());
    open_.pop_back();
    add(Node::map(std::move(map.place), std::move(map.entries)));
}

bool YamlTreeBuilder::expects_key() const {
    return !open_.empty() && open_.back().is_map && !open_.back().key;
}

void YamlTreeBuilder::open(const YAML::Mark& mark, const std::string& tag, bool is_map) {
    refuse_tag(place(mark), tag);
    if (expects_key()) fail_at(place(mark), "a map or list as key; allowed: plain words as keys");
    if (open_.size() >= kMaxDepth) {
        fail_at(place(mark), fmt::format("nested too deep; allowed: {} levels", kMaxDepth));
    }
    open_.push_back({place(mark), is_map});
}

void YamlTreeBuilder::take_key(const Place& place, const std::string& text) {
    if (text.empty()) fail_at(place, "an empty key; allowed: plain words as keys");
    if (text == "<<") {
        fail_at(place, "merge keys (<<) are not supported; allowed: each key written out");
    }
    Open& map = open_.back();
    const auto [first, is_new] = map.key_lines.try_emplace(text, place.line);
    if (!is_new) {
        fail_at(place, fmt::format("duplicate key {}, first on line {}; allowed: each key once",
                                   in_quotes(text), first->second));
    }
    map.key = Key{text, place};
}

void YamlTreeBuilder::add(Node node) {
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
