#include "base/node.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/spelling.hpp"

namespace xdnasim::base {

std::string to_string(const Place& place) {
    if (place.line == 0) return *place.file;
    return fmt::format("{}:{}:{}", *place.file, place.line, place.column);
}

void fail_at(const Place& place, const std::string& message) {
    throw InputError{to_string(place) + ": " + message};
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    std::string line{text.substr(0, kLongest)};
    const auto is_continuation = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    };
    if (text.size() > kLongest) {
        // The cut must not leave half a UTF-8 sequence: drop it with its lead byte.
        while (!line.empty() && is_continuation(line.back()))
            line.pop_back();
        if (!line.empty()) line.pop_back();
        line += "...";
    }
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return "'" + line + "'";
}

Node::Node(Kind kind, Place place) : kind_{kind}, place_{std::move(place)} {}

Node Node::null(Place place) {
    return {Kind::Null, std::move(place)};
}

Node Node::scalar(Place place, std::string text, bool quoted) {
    Node node{Kind::Scalar, std::move(place)};
    node.text_ = std::move(text);
    node.quoted_ = quoted;
    return node;
}

Node Node::sequence(Place place, std::vector<Node> items) {
    Node node{Kind::Sequence, std::move(place)};
    node.items_ = std::move(items);
    return node;
}

Node Node::map(Place place, std::vector<Entry> entries) {
    Node node{Kind::Map, std::move(place)};
    node.entries_ = std::move(entries);
    return node;
}

const Node* Node::find(std::string_view key) const {
    const auto at = std::ranges::find(entries_, key, &Entry::key);
    return at == entries_.end() ? nullptr : &at->value;
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
    return quoted_ ? "the quoted text " + in_quotes(text_) : in_quotes(text_);
}

std::int64_t Node::as_int(std::int64_t min, std::int64_t max) const {
    const auto refuse = [&](std::string_view why) {
        fail(fmt::format("{} {}; allowed: whole numbers from {} to {}", shown(), why, min, max));
    };
    constexpr std::string_view kNoNumber = "is not a whole number";
    if (!is_scalar() || quoted_) refuse(kNoNumber);
    // YAML 1.1 reads 017 as octal: refused rather than guessed.
    const std::size_t first_digit = text_.starts_with('-') ? 1 : 0;
    if (text_.size() > first_digit + 1 && text_[first_digit] == '0') refuse(kNoNumber);

    std::int64_t value = 0;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data(), end, value);
    if (error == std::errc::invalid_argument || stop != end) refuse(kNoNumber);
    if (error != std::errc{} || value < min || value > max) refuse("is out of range");
    return value;
}

double Node::as_double(double min, double max) const {
    const auto refuse = [&](std::string_view why) {
        fail(fmt::format("{} {}; allowed: numbers from {} to {}", shown(), why, min, max));
    };
    constexpr std::string_view kNoNumber = "is not a number";
    if (!is_scalar() || quoted_) refuse(kNoNumber);

    double value = 0;
    const char* const end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data(), end, value);
    if (error == std::errc::invalid_argument || stop != end || std::isnan(value)) refuse(kNoNumber);
    if (error != std::errc{} || value < min || value > max) refuse("is out of range");
    return value;
}

bool Node::as_bool() const {
    if (is_scalar() && !quoted_ && text_ == "true") return true;
    if (is_scalar() && !quoted_ && text_ == "false") return false;
    fail(shown() + " is not a boolean; allowed: true, false");
}

const std::string& Node::as_string() const {
    if (!is_scalar() || text_.empty()) fail(shown() + " is not a text; allowed: one word or text");
    return text_;
}

const std::vector<Node>& Node::as_sequence() const {
    if (!is_sequence()) fail(shown() + " is not a list; allowed: a list such as [a, b]");
    return items_;
}

const std::vector<Entry>& Node::as_map() const {
    if (!is_map()) fail(shown() + " is not a map; allowed: a map of 'key: value'");
    return entries_;
}

std::size_t Node::as_choice(std::span<const std::string_view> names) const {
    const auto at = std::ranges::find(names, text_);
    if (is_scalar() && at != names.end()) return static_cast<std::size_t>(at - names.begin());
    const std::vector<std::string> allowed{names.begin(), names.end()};
    const std::string hint = is_scalar() ? suggestion(text_, allowed) : std::string{};
    fail(fmt::format("{} is not known here{}{} allowed: {}", shown(), hint, hint.empty() ? ";" : "",
                     fmt::join(allowed, ", ")));
}

Node Node::with(std::string_view path, const Node& value) const {
    if (std::ranges::count(path, '.') >= kMaxDepth) {
        value.fail(fmt::format("the path {} is too deep; allowed: at most {} keys", in_quotes(path),
                               kMaxDepth));
    }
    const std::size_t dot = path.find('.');
    const std::string_view key = path.substr(0, dot);
    if (key.empty()) value.fail("a key of the path is empty; allowed: keys joined by dots");
    if (!is_map() && !is_null()) {
        value.fail(fmt::format("{} cannot be set inside {} ({}); allowed: paths through maps",
                               in_quotes(path), shown(), to_string(place_)));
    }
    Node changed = is_map() ? *this : map(value.place_, {});
    auto at = std::ranges::find(changed.entries_, key, &Entry::key);
    if (at == changed.entries_.end()) {
        at = changed.entries_.insert(at, {std::string{key}, value.place_, null(value.place_)});
    }
    at->value = dot == std::string_view::npos ? value : at->value.with(path.substr(dot + 1), value);
    return changed;
}

std::string Node::to_flow() const {
    std::vector<std::string> parts;
    switch (kind_) {
        case Kind::Null:
            return "null";
        case Kind::Scalar:
            return quoted_ ? "\"" + text_ + "\"" : text_;
        case Kind::Sequence:
            for (const Node& item : items_)
                parts.push_back(item.to_flow());
            return fmt::format("[{}]", fmt::join(parts, ", "));
        case Kind::Map:
            for (const Entry& entry : entries_)
                parts.push_back(entry.key + ": " + entry.value.to_flow());
            break;
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}  // namespace xdnasim::base
