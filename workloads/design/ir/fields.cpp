#include "workloads/design/ir/fields.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "workloads/design/ir/forms.hpp"

namespace xdnasim::ir {
std::vector<Range> split(const Text& text, Range range) {
    std::vector<Range> pieces;
    std::uint32_t begin = range.begin;
    for (std::uint32_t i = range.begin; i < range.end;) {
        const Token& token = text[i];
        if (token.is(",")) {
            pieces.push_back({begin, i});
            begin = i + 1;
        }
        i = behind(text, i);
    }
    if (begin < range.end) pieces.push_back({begin, range.end});
    return pieces;
}

Range inside(const Text& text, Range range) {
    if (range.empty() || !text[range.begin].opens() || text[range.begin].partner == 0) return range;
    return {range.begin + 1, std::min(text[range.begin].partner, range.end)};
}

std::vector<Range> array_pieces(const Text& text, Range range) {
    while (!range.empty() && !text[range.begin].is(":"))
        ++range.begin;
    if (range.empty()) return {};
    ++range.begin;
    while (!range.empty() && text[range.end - 1].is(">"))
        --range.end;
    return split(text, range);
}

std::vector<Attribute> attributes_in(const Text& text, Range range) {
    std::vector<Attribute> attributes;
    for (const Range& piece : split(text, inside(text, range))) {
        const std::string_view name = text[piece.begin].text;
        const bool valued = piece.end > piece.begin + 1 && text[piece.begin + 1].is("=");
        attributes.push_back({name, valued ? Range{piece.begin + 2, piece.end} : Range{}});
    }
    return attributes;
}

std::vector<std::string_view> values_in(const Text& text, Range range) {
    std::vector<std::string_view> values;
    for (std::uint32_t i = range.begin; i < range.end; ++i)
        if (text[i].kind == Kind::Value) values.push_back(text[i].text);
    return values;
}

std::vector<std::string_view> operands_of(const Text& text, const Operation& operation) {
    const std::uint32_t end =
        operation.regions.empty() ? operation.rest.end : operation.regions.front().tokens.begin;
    return values_in(text, {operation.rest.begin, end});
}

std::vector<std::string_view> yielded_by(const Text& text, const Region& region) {
    const std::vector<Operation>& operations = region.operations();
    return operations.empty() ? std::vector<std::string_view>{}
                              : operands_of(text, operations.back());
}

std::optional<std::int64_t> integer_at(const Text& text, Range range, const Constants* constants) {
    if (range.empty()) return std::nullopt;
    const Token& token = text[range.begin];
    if (token.kind == Kind::Value) {
        if (constants == nullptr) return std::nullopt;
        const auto known = constants->find(token.text);
        return known == constants->end() ? std::nullopt : std::optional{known->second};
    }
    if (token.is("true")) return 1;
    if (token.is("false")) return 0;
    return whole_number(token);
}

bool Fields::knows(std::string_view operation) {
    return forms_of(operation) != nullptr;
}

Fields Fields::read(const Text& text, const Operation& operation, const Constants* constants) {
    const OperationForms& forms = *forms_of(operation.name);
    Fields fields{text, operation, constants};
    if (operation.generic) {
        read_generic(text, operation, forms.operands, fields);
        return fields;
    }
    base::Position stopped = operation.at;
    std::string message;
    for (const std::string_view form : forms.forms) {
        fields.items_.clear();
        const Token* token = read_form(text, operation, form, fields);
        if (token == nullptr) return fields;
        if (!message.empty() && token->at <= stopped) continue;
        stopped = token->at;
        message = fmt::format("{} is not written as known here: found {}", operation.name,
                              to_string(*token));
    }
    text.fail(stopped, message);
}

std::optional<Range> Fields::find(std::string_view name) const {
    const auto found = std::ranges::find(items_, name, &std::pair<std::string_view, Range>::first);
    return found == items_.end() ? std::nullopt : std::optional{found->second};
}

Range Fields::range(std::string_view name) const {
    if (const auto found = find(name)) return *found;
    text_->fail(operation_->at, fmt::format("{} has no '{}'", operation_->name, name));
}

const Token& Fields::token(std::string_view name) const {
    const Range found = range(name);
    if (found.empty())
        text_->fail(operation_->at, fmt::format("'{}' of {} has no value", name, operation_->name));
    return (*text_)[found.begin];
}

base::Position Fields::at(std::string_view name) const {
    const auto found = find(name);
    return found && !found->empty() ? (*text_)[found->begin].at : operation_->at;
}

void Fields::fail(std::string_view name, const std::string& message) const {
    text_->fail(at(name), fmt::format("'{}' of {} {}", name, operation_->name, message));
}

std::string_view Fields::value(std::string_view name) const {
    const Token& found = token(name);
    if (found.kind != Kind::Value)
        fail(name, fmt::format("is {}; allowed: a value", to_string(found)));
    return found.text;
}

std::string_view Fields::symbol(std::string_view name) const {
    const Token& found = token(name);
    if (found.kind != Kind::Symbol)
        fail(name, fmt::format("is {}; allowed: a symbol", to_string(found)));
    return found.text;
}

std::string_view Fields::string(std::string_view name) const {
    return token(name).text;
}

std::int64_t Fields::integer(std::string_view name, std::int64_t min, std::int64_t max) const {
    const auto number = integer_at(*text_, range(name), constants_);
    if (!number)
        fail(name, fmt::format("is {}; allowed: a number that is known before the run",
                               to_string(token(name))));
    if (*number < min || *number > max)
        fail(name, fmt::format("is {}; allowed: {} to {}", *number, min, max));
    return *number;
}

std::int64_t Fields::integer_or(std::string_view name, std::int64_t otherwise, std::int64_t min,
                                std::int64_t max) const {
    return has(name) ? integer(name, min, max) : otherwise;
}

bool Fields::flag(std::string_view name) const {
    const auto found = find(name);
    if (!found) return false;
    return found->empty() || integer(name, 0, 1) == 1;
}

std::optional<std::int64_t> constant_of(const Text& text, const Operation& operation) {
    Range range = operation.rest;
    if (operation.generic) {
        while (!range.empty() && !text[range.begin].is("value"))
            ++range.begin;
        range.begin += 2;
    }
    const auto number = integer_at(text, range, nullptr);
    return number || range.empty() ? number : whole_word(text[range.begin]);
}

Constants constants_in(const Text& text, const Region& region) {
    Constants constants;
    for (const Block& block : region.blocks)
        for (const Operation& operation : block.operations) {
            if (!operation.is("arith.constant") || operation.results.empty()) continue;
            if (const auto number = constant_of(text, operation))
                constants[operation.results.front()] = *number;
        }
    return constants;
}

}  // namespace xdnasim::ir
