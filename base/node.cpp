#include "base/node.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.hpp"
#include "base/utf8.hpp"

namespace xdnasim::base {

namespace {

/// The number at the beginning of a text, and whether it fits.
template <class Number>
struct Parsed {
    Number value{};
    bool is_whole_text = false;  ///< the text is nothing but a number, possibly out of range
    bool is_in_range = false;    ///< the number is in the range of the type
};

template <class Number>
Parsed<Number> parse(const std::string& text) {
    Parsed<Number> parsed;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, parsed.value);
    parsed.is_whole_text = error != std::errc::invalid_argument && stop == end;
    parsed.is_in_range = error == std::errc{};
    return parsed;
}

/// YAML 1.1 reads 017 as octal, so numbers with a leading zero are refused as ambiguous.
bool has_leading_zero(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

/// Is `text` a negative number, and the type unsigned? from_chars accepts no minus then.
template <class Integer>
bool is_below_all(std::string_view text) {
    return std::is_unsigned_v<Integer> && text.size() > 1 && text.starts_with('-') &&
           text.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// Can `text` be written without quotes as a text in a flow-style map or list?
bool can_be_plain(std::string_view text) {
    constexpr std::string_view kNotFirst = "#&*!|>'\"%@`?: ";
    if (text.empty() || kNotFirst.find(text.front()) != std::string_view::npos) return false;
    if (text == "-" || text.starts_with("- ")) return false;
    for (const std::string_view null : {"~", "null", "Null", "NULL"})
        if (text == null) return false;
    return text.find_first_of(",[]{}\n\r\t") == std::string_view::npos &&
           text.find(": ") == std::string_view::npos && text.find(" #") == std::string_view::npos &&
           text.back() != ':' && text.back() != ' ';
}

/// `text` in double quotes, with the escapes of YAML and JSON.
std::string in_double_quotes(std::string_view text) {
    std::string all = "\"";
    for (const char letter : text) {
        if (letter == '\n')
            all += "\\n";
        else if (letter == '\r')
            all += "\\r";
        else if (letter == '\t')
            all += "\\t";
        else if (letter == '"' || letter == '\\')
            all += fmt::format("\\{}", letter);
        else
            all += letter;
    }
    return all + '"';
}

/// The key of `node` that `path` begins with. Keys may contain dots, so this is the longest
/// existing key; if there is none, everything up to the first dot.
std::string_view first_key(const Node& node, std::string_view path) {
    for (std::size_t end = path.size(); end != std::string_view::npos && end > 0;
         end = path.rfind('.', end - 1))
        if (node.find(path.substr(0, end)) != nullptr) return path.substr(0, end);
    return path.substr(0, path.find('.'));
}

}  // namespace

Node::Node(Kind kind, Place place) : kind_{kind}, place_{std::move(place)} {}

Node Node::null(Place place) {
    return {Kind::Null, std::move(place)};
}

Node Node::scalar(Place place, std::string text, Form form) {
    Node node{Kind::Scalar, std::move(place)};
    node.text_ = std::move(text);
    node.form_ = form;
    return node;
}

Node Node::sequence(Place place, std::vector<Node> items) {
    Node node{Kind::Sequence, std::move(place)};
    node.items_ = std::make_shared<const std::vector<Node>>(std::move(items));
    return node;
}

Node Node::map(Place place, std::vector<Entry> entries) {
    Node node{Kind::Map, std::move(place)};
    node.entries_ = std::make_shared<const std::vector<Entry>>(std::move(entries));
    return node;
}

const std::vector<Entry>& Node::entries() const {
    static const std::vector<Entry> kNone;
    return entries_ == nullptr ? kNone : *entries_;
}

const Node* Node::find(std::string_view key) const {
    const auto at = std::ranges::find(entries(), key, &Entry::key);
    return at == entries().end() ? nullptr : &at->value;
}

const Node* Node::at_path(std::string_view path) const {
    const Node* node = this;
    while (node != nullptr && !path.empty()) {
        const std::string_view key = first_key(*node, path);
        node = node->is_sequence() ? node->item(key) : node->find(key);
        path.remove_prefix(std::min(key.size() + 1, path.size()));
    }
    return node;
}

/// The item with index `number`; nullptr: no such item. Precondition: this is a list.
const Node* Node::item(std::string_view number) const {
    const Parsed<std::size_t> parsed = parse<std::size_t>(std::string{number});
    const bool there = parsed.is_whole_text && parsed.is_in_range && parsed.value < items_->size();
    return there ? &(*items_)[parsed.value] : nullptr;
}

std::string Node::shown() const {
    switch (kind_) {
        case Kind::Null:
            return "nothing";
        case Kind::Sequence:
            return "a list";
        case Kind::Map:
            return "a map";
        case Kind::Scalar:
            break;
    }
    return is_quoted() ? "the quoted text " + in_quotes(text_) : in_quotes(text_);
}

bool Node::is_bool() const {
    return is_scalar() && !is_quoted() && (text_ == "true" || text_ == "false");
}

bool Node::is_fraction() const {
    if (!is_scalar() || is_quoted() || !parse<double>(text_).is_whole_text) return false;
    return text_.find_first_of(".eE") != std::string::npos;
}

template <class Integer>
Integer Node::as_whole(Integer min, Integer max, std::string_view of_what) const {
    const auto refuse = [&](std::string_view why) {
        fail(fmt::format("{} {}; allowed: whole numbers from {} to {}{}{}", shown(), why, min, max,
                         of_what.empty() ? "" : ", ", of_what));
    };
    constexpr std::string_view kOutOfRange = "is out of range";
    constexpr std::string_view kNotWhole = "is not a whole number";
    if (!is_scalar() || is_quoted() || has_leading_zero(text_)) refuse(kNotWhole);
    if (is_below_all<Integer>(text_)) refuse(kOutOfRange);
    const Parsed<Integer> parsed = parse<Integer>(text_);
    if (!parsed.is_whole_text) refuse(kNotWhole);
    if (!parsed.is_in_range || parsed.value < min || parsed.value > max) refuse(kOutOfRange);
    return parsed.value;
}

std::int64_t Node::as_int(std::int64_t min, std::int64_t max, std::string_view of_what) const {
    return as_whole(min, max, of_what);
}

std::uint64_t Node::as_natural(std::uint64_t max) const {
    return as_whole(std::uint64_t{0}, max, {});
}

double Node::as_double(double min, double max) const {
    const auto refuse = [&](std::string_view why) {
        fail(fmt::format("{} {}; allowed: numbers from {} to {}", shown(), why, min, max));
    };
    constexpr std::string_view kNotANumber = "is not a number";
    if (!is_scalar() || is_quoted()) refuse(kNotANumber);
    const Parsed<double> parsed = parse<double>(text_);
    if (!parsed.is_whole_text || std::isnan(parsed.value) || has_leading_zero(text_))
        refuse(kNotANumber);
    if (!parsed.is_in_range || parsed.value < min || parsed.value > max) refuse("is out of range");
    return parsed.value;
}

bool Node::as_bool() const {
    if (!is_bool()) fail(shown() + " is not a boolean; allowed: true, false");
    return text_ == "true";
}

const std::string& Node::as_string() const {
    constexpr const char* kAllowed = "; allowed: one word or text";
    if (!may_be_text()) fail(shown() + " is not a text" + kAllowed);
    if (text_.empty()) fail(shown() + " is empty" + kAllowed);
    return text_;
}

const std::string& Node::as_text() const {
    if (!may_be_text()) fail(shown() + " is not a text; allowed: any text");
    return text_;
}

std::string Node::as_name() const {
    return printable(as_string());
}

const std::vector<Node>& Node::as_sequence() const {
    if (!is_sequence()) fail(shown() + " is not a list; allowed: a list such as [a, b]");
    return *items_;
}

const std::vector<Entry>& Node::as_map(std::span<const std::string> keys) const {
    if (is_map()) return *entries_;
    const std::string allowed =
        keys.empty() ? "a map of 'key: value'" : "a map with " + keys_text(keys);
    fail(fmt::format("{} is not a map; allowed: {}", shown(), allowed));
}

std::size_t Node::as_choice(std::span<const std::string_view> names) const {
    const auto at = std::ranges::find(names, text_);
    if (may_be_text() && at != names.end()) return static_cast<std::size_t>(at - names.begin());
    if (!may_be_text())
        fail(fmt::format("{} is not a text; allowed: {}", shown(), fmt::join(names, ", ")));
    fail(unknown_name(text_, std::vector<std::string>{names.begin(), names.end()}));
}

Node Node::with(std::string_view path, const Node& value) const {
    if (std::ranges::count(path, '.') >= kMaxDepth) {
        value.fail(fmt::format("the path {} is too deep; allowed: at most {} keys", in_quotes(path),
                               kMaxDepth));
    }
    const std::size_t dot = first_key(*this, path).size();
    const std::string_view key = path.substr(0, dot);
    if (key.empty()) value.fail("a key of the path is empty; allowed: keys joined by dots");
    if (is_sequence()) return with_item(path, value);
    if (!is_map() && !is_null()) {
        value.fail(
            fmt::format("{} cannot be set inside {} ({}); allowed: paths through maps and "
                        "lists",
                        in_quotes(path), shown(), to_string(place_)));
    }
    Node changed = is_map() ? *this : map(value.place_, {});
    std::vector<Entry> entries = changed.entries();
    auto at = std::ranges::find(entries, key, &Entry::key);
    if (at == entries.end())
        at = entries.insert(at, {std::string{key}, value.place_, null(value.place_)});
    if (dot == path.size()) {
        at->value = value;
        changed.changed_ = static_cast<std::int32_t>(at - entries.begin());
    } else {
        at->value = at->value.with(path.substr(dot + 1), value);
    }
    changed.entries_ = std::make_shared<const std::vector<Entry>>(std::move(entries));
    return changed;
}

/// with() for a list. Precondition: this is a list, and the path is not empty.
Node Node::with_item(std::string_view path, const Node& value) const {
    const std::string_view number = path.substr(0, path.find('.'));
    const Node* const there = item(number);
    if (there == nullptr) {
        const std::string allowed =
            items_->empty() ? "nothing: it is empty"
                            : fmt::format("whole numbers from 0 to {}", items_->size() - 1);
        value.fail(fmt::format("{} names no item of the list ({}); allowed: {}", in_quotes(number),
                               to_string(place_), allowed));
    }
    Node changed = *this;
    const auto index = static_cast<std::size_t>(there - items_->data());
    std::vector<Node> items = *items_;
    Node& changed_item = items[index];
    if (number.size() == path.size()) {
        changed_item = value;
        changed.changed_ = static_cast<std::int32_t>(index);
    } else {
        changed_item = changed_item.with(path.substr(number.size() + 1), value);
    }
    changed.items_ = std::make_shared<const std::vector<Node>>(std::move(items));
    return changed;
}

Node Node::without(std::string_view key) const {
    Node changed = *this;
    std::vector<Entry> left = as_map();
    std::erase_if(left, [&](const Entry& entry) { return entry.key == key; });
    changed.entries_ = std::make_shared<const std::vector<Entry>>(std::move(left));
    changed.changed_ = kUnchanged;
    return changed;
}

void Node::fail(const std::string& message) const {
    if (changed_ == kUnchanged) fail_at(place_, message);
    const auto index = static_cast<std::size_t>(changed_);
    fail_at(is_map() ? (*entries_)[index].value.place_ : (*items_)[index].place_, message);
}

std::string Node::to_flow() const {
    std::vector<std::string> parts;
    switch (kind_) {
        case Kind::Null:
            return "null";
        case Kind::Scalar:
            if (form_ == Form::Literal) return text_;
            return !is_quoted() && can_be_plain(text_) ? text_ : in_double_quotes(text_);
        case Kind::Sequence:
            for (const Node& item : *items_)
                parts.push_back(item.to_flow());
            return fmt::format("[{}]", fmt::join(parts, ", "));
        case Kind::Map:
            for (const Entry& entry : *entries_)
                parts.push_back(fmt::format("{}: {}", yaml_key(entry.key), entry.value.to_flow()));
            break;
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

std::optional<double> number_in(const std::string& text) {
    const Parsed<double> parsed = parse<double>(text);
    const bool is_number = parsed.is_whole_text && parsed.is_in_range &&
                           std::isfinite(parsed.value) && !has_leading_zero(text);
    return is_number ? std::optional{parsed.value} : std::nullopt;
}

std::string yaml_key(std::string_view key) {
    return can_be_plain(key) ? std::string{key} : in_double_quotes(key);
}

std::string keys_text(std::span<const std::string> keys) {
    return fmt::format("the key{} {}", keys.size() == 1 ? "" : "s", fmt::join(keys, ", "));
}

Node option_value(const std::string& name, std::string text) {
    return Node::scalar({std::make_shared<const std::string>(name)}, std::move(text));
}

}  // namespace xdnasim::base
