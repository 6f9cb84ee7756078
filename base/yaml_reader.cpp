#include "base/yaml_reader.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <yaml.h>

#include "base/tree_builder.hpp"

namespace xdnasim::base {

namespace {

/// Of the UTF-8 sequence that `lead` begins; 0: none does.
std::size_t sequence_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return 2;
    if (lead >= 0xE0 && lead <= 0xEF) return 3;
    if (lead >= 0xF0 && lead <= 0xF4) return 4;
    return 0;
}

/// Offset of the first byte that is not UTF-8 text; text.size() when all is.
std::size_t first_non_text(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const auto lead = static_cast<unsigned char>(text[at]);
        const std::size_t length = sequence_length(lead);
        const bool is_control = lead < ' ' && lead != '\n' && lead != '\r' && lead != '\t';
        if (length == 0 || is_control || at + length > text.size()) return at;
        const bool continues = std::ranges::all_of(text.substr(at + 1, length - 1), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
        });
        if (!continues) return at;
        at += length;
    }
    return at;
}

void require_text(std::string_view text, const Source& source) {
    const std::size_t bad = first_non_text(text);
    if (bad == text.size()) return;
    const std::string_view before = text.substr(0, bad);
    const auto line = static_cast<int>(std::ranges::count(before, '\n')) + 1;
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    fail_at({source, line, static_cast<int>(bad - line_start) + 1},
            fmt::format("byte 0x{:02x} is not text; allowed: UTF-8 without control characters",
                        static_cast<unsigned>(static_cast<unsigned char>(text[bad]))));
}

/// Lines and columns of the characters of a text, in which libyaml counts. Asked for in order, they
/// cost one way through the text.
class Positions {
 public:
    /// Precondition: `text` is UTF-8.
    explicit Positions(std::string_view text) : text_{text}, byte_{start()}, line_start_{start()} {}

    Position of(std::size_t character) {
        if (character < character_) *this = Positions{text_};
        for (; character_ < character && byte_ < text_.size(); ++character_) {
            const char c = text_[byte_];
            byte_ += sequence_length(static_cast<unsigned char>(c));
            if (c != '\n') continue;
            ++line_;
            line_start_ = byte_;
        }
        return {line_, static_cast<int>(byte_ - line_start_) + 1};
    }

 private:
    /// Behind a byte order mark, which is no character.
    [[nodiscard]] std::size_t start() const { return text_.starts_with("\xEF\xBB\xBF") ? 3 : 0; }

    std::string_view text_;
    std::size_t character_ = 0;
    std::size_t byte_;
    std::size_t line_start_;
    int line_ = 1;
};

std::string_view text_of(const yaml_char_t* text) {
    return text == nullptr ? std::string_view{} : reinterpret_cast<const char*>(text);
}

/// Without a tag, or with the one that says that there is none.
void refuse_tag(const Place& place, const yaml_char_t* tag) {
    if (tag == nullptr || text_of(tag) == "!") return;
    fail_at(place, fmt::format("tag {} is not supported; allowed: values without tags, their type "
                               "follows from where they stand",
                               in_quotes(text_of(tag))));
}

void refuse_anchor(const Place& place, const yaml_char_t* anchor) {
    if (anchor == nullptr) return;
    fail_at(place, fmt::format("anchors ({}) are not supported; allowed: the value itself, so "
                               "that every value stands where it is used",
                               in_quotes(fmt::format("&{}", text_of(anchor)))));
}

bool is_null(std::string_view plain) {
    return plain.empty() || plain == "~" || plain == "null" || plain == "Null" || plain == "NULL";
}

/// What libyaml says of a text that is not YAML; where its words need the parser's code to be
/// understood, ours.
std::string why_not_yaml(const yaml_parser_t& parser, Positions& positions) {
    const std::string_view problem = parser.problem;
    if (problem == "mapping values are not allowed in this context" ||
        problem == "mapping keys are not allowed in this context")
        return "a key cannot stand here; is the line before it missing, unfinished or indented "
               "in another way?";
    if (parser.context == nullptr || parser.context_mark.index == parser.problem_mark.index)
        return std::string{problem};
    return fmt::format("{} {} from line {} on", problem, parser.context,
                       positions.of(parser.context_mark.index).line);
}

/// libyaml blames a tab in an indentation for what comes behind it. Nullopt: there is none in
/// `line`, which counts from 1.
std::optional<int> column_of_indenting_tab(std::string_view text, int line) {
    for (int number = 1; number < line; ++number)
        text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
    const std::string_view indentation = text.substr(0, text.find_first_not_of(" \t"));
    const std::size_t tab = indentation.find('\t');
    if (tab == std::string_view::npos) return std::nullopt;
    return static_cast<int>(tab) + 1;
}

/// A text as a tree, event by event.
class YamlReader {
 public:
    /// Precondition: `text` is UTF-8, and outlives the reader.
    YamlReader(std::string_view text, Source source, Lines lines)
        : text_{text}, source_{std::move(source)}, lines_{lines}, positions_{text} {
        if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc{};
        // libyaml declares bytes as unsigned.
        yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                                     text.size());
    }
    ~YamlReader() { yaml_parser_delete(&parser_); }
    YamlReader(const YamlReader&) = delete;
    YamlReader& operator=(const YamlReader&) = delete;

    /// Nullopt: the text has none.
    std::optional<Node> read() {
        while (take_event()) {
        }
        return builder_.root();
    }

 private:
    struct Event {
        Event() = default;
        ~Event() { yaml_event_delete(&raw); }
        Event(const Event&) = delete;
        Event& operator=(const Event&) = delete;
        yaml_event_t raw{};
    };

    [[nodiscard]] Place place(std::size_t character) {
        if (lines_ == Lines::None) return {source_};
        const Position position = positions_.of(character);
        return {source_, position.line, position.column};
    }

    /// False: it was the last.
    bool take_event() {
        Event event;
        if (yaml_parser_parse(&parser_, &event.raw) == 0) fail();
        const Place here = place(event.raw.start_mark.index);
        switch (event.raw.type) {
            case YAML_NO_EVENT:
            case YAML_STREAM_END_EVENT:
                return false;
            case YAML_STREAM_START_EVENT:
            case YAML_DOCUMENT_END_EVENT:
                return true;
            case YAML_DOCUMENT_START_EVENT:
                if (++documents_ > 1)
                    fail_at(here, "a second YAML document; allowed: one per file");
                return true;
            case YAML_ALIAS_EVENT:
                fail_at(here,
                        "aliases (*name) are not supported; allowed: the value itself, so that "
                        "every value stands where it is used");
            case YAML_SCALAR_EVENT:
                take_scalar(here, event.raw);
                return true;
            case YAML_SEQUENCE_START_EVENT:
                refuse_anchor(here, event.raw.data.sequence_start.anchor);
                require_value(here, event.raw.data.sequence_start.tag);
                builder_.open_sequence(here);
                return true;
            case YAML_MAPPING_START_EVENT:
                refuse_anchor(here, event.raw.data.mapping_start.anchor);
                require_value(here, event.raw.data.mapping_start.tag);
                builder_.open_map(here);
                return true;
            case YAML_SEQUENCE_END_EVENT:
            case YAML_MAPPING_END_EVENT:
                builder_.close();
                return true;
        }
        return false;
    }

    void take_scalar(const Place& here, const yaml_event_t& event) {
        const auto& scalar = event.data.scalar;
        refuse_anchor(here, scalar.anchor);
        refuse_tag(here, scalar.tag);
        std::string value{reinterpret_cast<const char*>(scalar.value), scalar.length};
        const bool is_quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE || scalar.tag != nullptr;
        const bool is_nothing = !is_quoted && is_null(value);
        if (!builder_.expects_key()) {
            builder_.add(is_nothing ? Node::null(here)
                                    : Node::scalar(here, std::move(value),
                                                   is_quoted ? Form::Quoted : Form::Plain));
            return;
        }
        if (is_nothing) fail_at(here, "a value without key; allowed: 'key: value'");
        if (value == "<<")
            fail_at(here, "merge keys (<<) are not supported; allowed: each key written out");
        builder_.add_key(here, value);
    }

    void require_value(const Place& here, const yaml_char_t* tag) const {
        refuse_tag(here, tag);
        if (builder_.expects_key())
            fail_at(here, "a map or list as key; allowed: plain words as keys");
    }

    /// Says what the parser says.
    [[noreturn]] void fail() {
        if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc{};
        const bool is_byte = parser_.error == YAML_READER_ERROR;
        const Place at =
            is_byte ? place_of_byte(parser_.problem_offset) : place(parser_.problem_mark.index);
        if (const auto tab = column_of_indenting_tab(text_, at.line))
            fail_at({source_, at.line, *tab},
                    "not valid YAML: a tab cannot indent; allowed: spaces");
        fail_at(at, "not valid YAML: " + why_not_yaml(parser_, positions_));
    }

    [[nodiscard]] Place place_of_byte(std::size_t byte) {
        std::size_t character = 0;
        for (const char c : text_.substr(0, byte))
            character += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
        return place(character);
    }

    std::string_view text_;
    Source source_;
    Lines lines_;
    Positions positions_;
    yaml_parser_t parser_{};
    int documents_ = 0;
    TreeBuilder builder_;
};

}  // namespace

std::optional<Node> read_yaml(std::string_view text, const Source& source, Lines lines) {
    require_text(text, source);
    return YamlReader{text, source, lines}.read();
}

}  // namespace xdnasim::base
