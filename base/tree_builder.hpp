#pragma once
// Builds a Node tree from the events of yaml-cpp's parser. Working on events rather
// than on YAML::Node lets it see duplicate keys and aliases, which the latter hides.

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include "base/node.hpp"

namespace xdnasim::base {

/// Throws InputError from an event that it refuses.
class YamlTreeBuilder final : public YAML::EventHandler {
 public:
    /// `has_lines`: places name lines and columns, not only the source.
    YamlTreeBuilder(std::shared_ptr<const std::string> source, bool has_lines);

    /// nullopt: there was no document.
    [[nodiscard]] const std::optional<Node>& root() const { return root_; }
    [[nodiscard]] Place place(const YAML::Mark& mark) const;

    void OnDocumentStart(const YAML::Mark& mark) override;
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override;
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override;
    void OnSequenceEnd() override;
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override;
    void OnMapEnd() override;
    void OnAnchor(const YAML::Mark& mark, const std::string& name) override;

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

    [[nodiscard]] bool expects_key() const;
    void open(const YAML::Mark& mark, const std::string& tag, bool is_map);
    void take_key(const Place& place, const std::string& text);
    void add(Node node);

    std::shared_ptr<const std::string> source_;
    bool has_lines_;
    int documents_ = 0;
    std::vector<Open> open_;
    std::optional<Node> root_;
};

}  // namespace xdnasim::base
