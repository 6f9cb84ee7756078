#include "base/yaml.hpp"

#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text_file.hpp"
#include "base/yaml_reader.hpp"

namespace xdnasim::base {

namespace {

Node parse_tree(std::string_view text, const Source& source, Lines lines,
                std::string_view content = kAnyYaml) {
    std::optional<Node> root = read_yaml(text, source, lines);
    if (!root || root->is_null()) fail_at({source}, fmt::format("empty; {}", content));
    return *std::move(root);
}

/// `node` with the path of each value as its place: an option has no lines to name.
Node with_paths(const Node& node, const std::string& path) {
    const Place place{std::make_shared<const std::string>("--set " + path)};
    switch (node.kind()) {
        case Node::Kind::Null:
            return Node::null(place);
        case Node::Kind::Scalar:
            return Node::scalar(place, node.text(), node.form());
        case Node::Kind::Sequence: {
            std::vector<Node> items;
            for (const Node& item : node.as_sequence())
                items.push_back(with_paths(item, fmt::format("{}.{}", path, items.size())));
            return Node::sequence(place, std::move(items));
        }
        case Node::Kind::Map:
            break;
    }
    std::vector<Entry> entries;
    for (const Entry& entry : node.entries())
        entries.push_back({entry.key, place, with_paths(entry.value, path + "." + entry.key)});
    return Node::map(place, std::move(entries));
}

}  // namespace

Node load_yaml(const std::filesystem::path& file, std::string_view content) {
    const auto source = std::make_shared<const std::string>(file.string());
    std::ostringstream text;
    text << open_text_file(file, source, kMaxYamlBytes).rdbuf();
    return parse_tree(text.view(), source, Lines::Named, content);
}

Node parse_yaml(std::string_view text, const std::string& file_name, std::string_view content) {
    return parse_tree(text, std::make_shared<const std::string>(file_name), Lines::Named, content);
}

Node parse_setting(const std::string& path, std::string_view text) {
    const auto source = std::make_shared<const std::string>("--set " + path);
    return with_paths(parse_tree(text, source, Lines::None), path);
}

Node with_setting(const Node& root, const std::string& path, std::string_view text) {
    return root.with(path, parse_setting(path, text));
}

}  // namespace xdnasim::base
