#include "base/yaml.hpp"

#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include "base/placed_error.hpp"
#include "base/regular_file.hpp"
#include "base/text_file.hpp"
#include "base/tree_builder.hpp"

namespace xdnasim::base {

namespace {

// Tags that yaml-cpp reports for nodes without a tag.
constexpr std::string_view kUntagged = "?";
constexpr std::string_view kUntaggedQuoted = "!";

void refuse_tag(const Place& place, const std::string& tag) {
    if (tag.empty() || tag == kUntagged || tag == kUntaggedQuoted) return;
    fail_at(place, fmt::format("tag {} is not supported; allowed: values without tags, their type "
                               "follows from where they stand",
                               in_quotes(tag)));
}

/// Receiver of the parser's events. Events show duplicate keys and aliases, which YAML::Node hides.
/// Throws InputError from an event that it refuses.
class YamlEvents final : public YAML::EventHandler {
 public:
    /// `has_lines`: whether places have lines and columns, not only the source.
    YamlEvents(Source source, bool has_lines) : source_{std::move(source)}, has_lines_{has_lines} {}

    [[nodiscard]] const std::optional<Node>& root() const { return builder_.root(); }
    [[nodiscard]] Place place(const YAML::Mark& mark) const {
        if (!has_lines_ || mark.is_null()) return {source_};
        return {source_, mark.line + 1, mark.column + 1};
    }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (++documents_ > 1) fail_at(place(mark), "a second YAML document; allowed: one per file");
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
        if (builder_.expects_key())
            fail_at(place(mark), "a value without key; allowed: 'key: value'");
        builder_.add(Node::null(place_of_null(mark)));
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
        fail_at(place(mark),
                "aliases (*name) are not supported; allowed: the value itself, written out "
                "wherever it is used");
    }
    void OnAnchor(const YAML::Mark& mark, const std::string& name) override {
        fail_at(place(mark), fmt::format("anchors ({}) are not supported; allowed: the value "
                                         "itself, written out wherever it is used",
                                         in_quotes("&" + name)));
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                  const std::string& value) override {
        refuse_tag(place(mark), tag);
        if (!builder_.expects_key()) {
            const Form form = tag == kUntaggedQuoted ? Form::Quoted : Form::Plain;
            builder_.add(Node::scalar(place(mark), value, form));
            return;
        }
        if (value == "<<") {
            fail_at(place(mark),
                    "merge keys (<<) are not supported; allowed: each key written out");
        }
        builder_.add_key(place(mark), value);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                         YAML::EmitterStyle::value /*style*/) override {
        require_value(mark, tag);
        builder_.open_sequence(place(mark));
    }
    void OnSequenceEnd() override { builder_.close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                    YAML::EmitterStyle::value /*style*/) override {
        require_value(mark, tag);
        builder_.open_map(place(mark));
    }
    void OnMapEnd() override { builder_.close(); }

 private:
    /// Place of a null. For a missing value, yaml-cpp marks the next token, which may be lines
    /// below; the place is then that of the key.
    [[nodiscard]] Place place_of_null(const YAML::Mark& mark) const {
        const Place here = place(mark);
        const Place* const key = builder_.place_of_key();
        return key != nullptr && key->line < here.line ? *key : here;
    }
    void require_value(const YAML::Mark& mark, const std::string& tag) const {
        refuse_tag(place(mark), tag);
        if (builder_.expects_key())
            fail_at(place(mark), "a map or list as key; allowed: plain words as keys");
    }

    Source source_;
    bool has_lines_;
    int documents_ = 0;
    TreeBuilder builder_;
};

/// Column of a tab in the indentation of `line`, which counts from 1; nullopt: there is none.
/// yaml-cpp reads such a tab as part of a value, and reports an error at what follows it.
std::optional<int> column_of_indenting_tab(std::string_view text, int line) {
    for (int number = 1; number < line; ++number)
        text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
    const std::string_view indentation = text.substr(0, text.find_first_not_of(" \t"));
    const std::size_t tab = indentation.find('\t');
    if (tab == std::string_view::npos) return std::nullopt;
    return static_cast<int>(tab) + 1;
}

struct Bracket {
    char sign;
    int line;
    int column;
};

/// The innermost bracket of a flow-style map or list that is not closed; nullopt: all are closed.
/// yaml-cpp reports the error at what follows such a bracket. Brackets in quotes and comments do
/// not count.
std::optional<Bracket> unclosed_bracket(std::string_view text) {
    constexpr std::string_view kBeforeValues = "\n:-,[{";
    std::vector<Bracket> open;
    int line = 1;
    int column = 0;
    char quote = '\0';
    char last = '\n';
    char before = '\n';  // last character that is not a space
    bool is_comment = false;
    for (const char c : text) {
        ++column;
        const bool begins = kBeforeValues.find(before) != std::string_view::npos;
        if (c == '\n') {
            ++line;
            column = 0;
            is_comment = false;
        } else if (is_comment) {
            continue;
        } else if (quote != '\0') {
            if (c == quote) quote = '\0';
        } else if (begins && (c == '"' || c == '\'')) {
            quote = c;
        } else if (c == '#' && (last == ' ' || last == '\n')) {
            is_comment = true;
            continue;
        } else if ((c == '{' || c == '[') && (begins || !open.empty())) {
            open.push_back({c, line, column});
        } else if (!open.empty() && c == (open.back().sign == '{' ? '}' : ']')) {
            open.pop_back();
        }
        last = c;
        if (c != ' ' && c != '\r') before = c;
    }
    return open.empty() ? std::nullopt : std::optional{open.back()};
}

/// Throws InputError if a bracket is not closed, which makes the text invalid, or YAML with another
/// meaning than intended.
void refuse_unclosed_bracket(std::string_view text, const Source& source, bool has_lines) {
    const std::optional<Bracket> open = unclosed_bracket(text);
    if (!open) return;
    fail_at(has_lines ? Place{source, open->line, open->column} : Place{source},
            fmt::format("'{}' is not closed", open->sign));
}

/// yaml-cpp's message about invalid YAML, or a clearer one where its message can only be understood
/// with the parser's code.
std::string why_not_yaml(const std::string& message) {
    if (message == YAML::ErrorMsg::MAP_VALUE || message == YAML::ErrorMsg::MAP_KEY)
        return "a key cannot stand here; is the line before it missing, unfinished or indented "
               "differently?";
    return message;
}

Node parse_tree(std::string_view text, const Source& source, bool has_lines,
                std::string_view content = kAnyYaml) {
    require_text(text, source);
    YamlEvents events{source, has_lines};
    std::istringstream input{std::string{text}};
    try {
        YAML::Parser parser{input};
        while (parser.HandleNextDocument(events)) {
        }
    } catch (const PlacedError&) {
        refuse_unclosed_bracket(text, source, has_lines);
        throw;
    } catch (const YAML::Exception& error) {
        refuse_unclosed_bracket(text, source, has_lines);
        const Place place = events.place(error.mark);
        if (const auto tab = column_of_indenting_tab(text, place.line))
            fail_at({source, place.line, *tab},
                    "not valid YAML: a tab cannot be used for indentation; allowed: spaces");
        fail_at(place, "not valid YAML: " + why_not_yaml(error.msg));
    }
    const auto& root = events.root();
    if (!root || root->is_null()) fail_at({source}, fmt::format("empty; {}", content));
    return *root;
}

/// "--set gemm.size.m", shortened as in_quotes() does.
Source source_of_setting(const std::string& path) {
    const std::string quoted = in_quotes(path);
    return std::make_shared<const std::string>(std::string{kSetting} +
                                               quoted.substr(1, quoted.size() - 2));
}

/// A copy of `node` in which the place of each value is its path, since an option has no lines.
Node with_paths(const Node& node, const std::string& path) {
    const Place place{source_of_setting(path)};
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

Node load_yaml(const std::filesystem::path& file, std::string_view content,
               std::span<const KnownText> known) {
    const auto source = std::make_shared<const std::string>(file.string());
    std::ifstream input = open_text_file(file, source, kMaxYamlBytes);
    const std::string text = read_all(input, *source);
    if (const KnownText* const there = find_known(known, text)) return tree_of(*there, source);
    return parse_tree(text, source, true, content);
}

Node parse_yaml(std::string_view text, const std::string& file_name, std::string_view content) {
    return parse_tree(text, std::make_shared<const std::string>(file_name), true, content);
}

Node parse_setting(const std::string& path, std::string_view text) {
    return with_paths(parse_tree(text, source_of_setting(path), false), path);
}

Node parse_option(const std::string& option, std::string_view text) {
    return parse_tree(text, std::make_shared<const std::string>(option), false);
}

}  // namespace xdnasim::base
