#include "backends/mlir/attributes.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.hpp"

namespace xdnasim::mlir {
namespace {

constexpr int kMaxDepth = 8;

}  // namespace

Attributes Attributes::read(Cursor& cursor) {
    if (!cursor.is("{")) return Attributes{cursor};
    return read(cursor, 0, "}");
}

Attributes Attributes::read_named(Cursor& cursor) {
    cursor.expect("#");
    cursor.expect(Token::Kind::Word, "the name of an attribute");
    return read(cursor, 0, ">");
}

Attributes Attributes::read(Cursor& cursor, int depth, std::string_view close) {
    if (depth == kMaxDepth)
        cursor.fail_here(fmt::format("attributes are nested in {} others; allowed: {}", kMaxDepth,
                                     kMaxDepth - 1));
    Attributes attributes{cursor};
    cursor.expect(close == "}" ? "{" : "<");
    if (cursor.accept(close)) return attributes;
    do
        attributes.read_item(depth);
    while (cursor.accept(","));
    cursor.expect(close);
    return attributes;
}

void Attributes::read_item(int depth) {
    const Token key = cursor_->expect(Token::Kind::Word, "the name of an attribute");
    const auto [item, fresh] = items_.try_emplace(key.text, Item{{}, key.place});
    if (!fresh) cursor_->fail(key.place, fmt::format("'{}' stands here twice", key.text));
    if (!cursor_->accept("=")) return;
    if (cursor_->is("{")) {
        item->second.value = std::make_shared<Attributes>(read(*cursor_, depth + 1, "}"));
    } else if (cursor_->accept("#")) {
        cursor_->expect(Token::Kind::Word, "the name of an attribute");
        item->second.value = std::make_shared<Attributes>(read(*cursor_, depth + 1, ">"));
    } else {
        using enum Token::Kind;
        if (!cursor_->is(Integer) && !cursor_->is(String) && !cursor_->is(Word))
            cursor_->fail_expecting(fmt::format("the value of '{}'", key.text));
        item->second.value = cursor_->take();
    }
    if (cursor_->accept(":")) cursor_->expect(Token::Kind::Word, "the type of a number");
}

Attributes::Item& Attributes::require(const std::string& key) {
    const auto at = items_.find(key);
    if (at == items_.end())
        cursor_->fail(place_, fmt::format("the attribute '{}' is missing", key));
    at->second.used = true;
    return at->second;
}

const Token& Attributes::token(const std::string& key, Token::Kind kind, const char* what) {
    const Item& item = require(key);
    const auto* token = std::get_if<Token>(&item.value);
    if (token == nullptr || token->kind != kind)
        cursor_->fail(item.place, fmt::format("'{}' is no {}", key, what));
    return *token;
}

std::int64_t Attributes::integer(const std::string& key, std::int64_t min, std::int64_t max) {
    return cursor_->value_of(token(key, Token::Kind::Integer, "number"), "'" + key + "'", min, max);
}

std::string Attributes::string(const std::string& key) {
    return token(key, Token::Kind::String, "string").text;
}

std::size_t Attributes::choice(const std::string& key, const std::vector<std::string>& allowed) {
    const Token& found = token(key, Token::Kind::String, "string");
    const auto at = std::ranges::find(allowed, found.text);
    if (at == allowed.end())
        cursor_->fail(found.place,
                      fmt::format("'{}' is \"{}\"; allowed: {}{}", key, found.text,
                                  fmt::join(allowed, ", "), base::suggestion(found.text, allowed)));
    return static_cast<std::size_t>(at - allowed.begin());
}

bool Attributes::boolean(const std::string& key) {
    if (!has(key)) return false;
    const Token& found = token(key, Token::Kind::Word, "true or false");
    if (found.text != "true" && found.text != "false")
        cursor_->fail(found.place,
                      fmt::format("'{}' is {}; allowed: true, false", key, found.text));
    return found.text == "true";
}

bool Attributes::unit(const std::string& key) {
    if (!has(key)) return false;
    const Item& item = require(key);
    if (!std::holds_alternative<std::monostate>(item.value))
        cursor_->fail(item.place, fmt::format("'{}' has a value; it stands alone", key));
    return true;
}

Attributes& Attributes::nested(const std::string& key) {
    const Item& item = require(key);
    const auto* attributes = std::get_if<std::shared_ptr<Attributes>>(&item.value);
    if (attributes == nullptr)
        cursor_->fail(item.place, fmt::format("'{}' holds no attributes of its own", key));
    return **attributes;
}

void Attributes::ignore(const std::string& key) {
    if (const auto at = items_.find(key); at != items_.end()) at->second.used = true;
}

void Attributes::require_nothing_else() const {
    std::vector<std::string> known;
    for (const auto& [key, item] : items_)
        if (item.used) known.push_back(key);
    for (const auto& [key, item] : items_) {
        if (item.used) continue;
        cursor_->fail(item.place,
                      fmt::format("unknown attribute '{}'{}", key, base::suggestion(key, known)));
    }
}

}  // namespace xdnasim::mlir
