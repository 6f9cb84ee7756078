#include "workloads/design/ir/fields.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "workloads/design/ir/forms.hpp"

namespace xdnasim::ir {
namespace {

/// "a b c", word by word.
class Pieces {
 public:
    explicit Pieces(std::string_view form) : form_{form} {}

    [[nodiscard]] std::string_view peek() const { return form_.substr(0, form_.find(' ')); }
    std::string_view take() {
        const std::string_view piece = peek();
        form_.remove_prefix(std::min(form_.size(), piece.size() + 1));
        return piece;
    }
    [[nodiscard]] bool empty() const { return form_.empty(); }

 private:
    std::string_view form_;
};

/// Holds the words of an operation against one form.
class Match {
 public:
    Match(const Text& text, const Operation& operation, Fields& fields)
        : text_{text}, operation_{operation}, fields_{fields}, next_{operation.rest.begin} {}

    bool run(std::string_view form) { return run(Pieces{form}); }
    /// Where the form no longer fits, and what was expected there.
    [[nodiscard]] const Token& stopped_at() const { return text_[stopped_]; }
    [[nodiscard]] std::string_view expected() const { return expected_; }

 private:
    [[nodiscard]] const Token& here() const {
        return text_[std::min<std::size_t>(next_, text_.tokens().size() - 1)];
    }
    [[nodiscard]] bool done() const { return next_ >= operation_.rest.end; }

    bool run(Pieces pieces) {
        while (!pieces.empty()) {
            const std::string_view piece = pieces.take();
            if (piece == "?(") {
                if (!optional(pieces)) return false;
            } else if (!take(piece, pieces.peek())) {
                stopped_ = next_;
                expected_ = piece;
                return false;
            }
        }
        return true;
    }

    /// Up to "?)".
    bool optional(Pieces& pieces) {
        bool wanted = true;
        bool first = true;
        while (true) {
            const std::string_view piece = pieces.take();
            if (piece == "?)") return true;
            if (!wanted) continue;
            if (take(piece, pieces.peek())) {
                first = false;
                continue;
            }
            if (!first) {
                stopped_ = next_;
                expected_ = piece;
                return false;
            }
            wanted = false;
        }
    }

    bool take(std::string_view piece, std::string_view behind) {
        if (piece == "{}") return take_attributes();
        if (piece == "R") return take_region();
        if (done() && piece.front() != '*') return false;
        if (piece.size() > 1) switch (piece.front()) {
                case '%':
                    return take_one(piece, here().kind == Kind::Value);
                case '#':
                    return take_one(piece,
                                    here().kind == Kind::Number || here().kind == Kind::Value);
                case '$':
                    return take_one(piece,
                                    here().kind == Kind::Word || here().kind == Kind::String);
                case '@':
                    return take_one(piece, here().kind == Kind::Symbol);
                case '^':
                    return take_one(piece, here().kind == Kind::Block);
                case '*':
                    return take_all(piece.substr(1), behind);
                case '[':
                    return take_list(piece.substr(1));
                default:
                    break;
            }
        if (!here().is(piece)) return false;
        ++next_;
        return true;
    }

    bool take_one(std::string_view piece, bool fits) {
        if (!fits) return false;
        fields_.add(piece.substr(1), {next_, next_ + 1});
        ++next_;
        return true;
    }

    void pass() {
        const Token& token = here();
        next_ = token.opens() && token.partner != 0 ? token.partner + 1 : next_ + 1;
    }

    bool take_all(std::string_view name, std::string_view behind) {
        const std::uint32_t begin = next_;
        while (!done() && !here().is(")") && !here().is("]") && !here().is("}") &&
               !(here().is(behind) && behind != "{}") && !(behind == "{}" && here().is("{")))
            pass();
        fields_.add(name, {begin, std::min(next_, operation_.rest.end)});
        return true;
    }

    bool take_list(std::string_view name) {
        if (!here().is("[")) return false;
        const std::uint32_t begin = next_;
        pass();
        fields_.add(name, {begin, next_});
        return true;
    }

    bool take_attributes() {
        while (!done() && (here().is("{") || here().is("attributes"))) {
            const std::uint32_t begin = next_;
            pass();
            if (text_[begin].is("{"))
                for (const Attribute& attribute : attributes_in(text_, {begin, next_}))
                    fields_.add(attribute.name, attribute.value);
        }
        return true;
    }

    bool take_region() {
        if (done() || !here().is("{")) return false;
        pass();
        return true;
    }

    const Text& text_;
    const Operation& operation_;
    Fields& fields_;
    std::uint32_t next_;
    std::size_t stopped_ = 0;
    std::string_view expected_;
};

/// "value_segments = array<i32: 1, 0, 2>" of the generic form, the numbers of it.
std::vector<std::int64_t> segments(const Text& text, const Fields& fields) {
    std::vector<std::int64_t> sizes;
    for (const char* name : {"operandSegmentSizes", "operand_segment_sizes"})
        if (const auto range = fields.find(name))
            for (std::uint32_t i = range->begin; i < range->end; ++i)
                if (const auto number = whole_number(text[i])) sizes.push_back(*number);
    return sizes;
}

/// Gives the operands of the generic form their names.
void name_operands(const Text& text, std::string_view names, Range operands, Fields& fields) {
    const std::vector<std::int64_t> sizes = segments(text, fields);
    std::size_t segment = 0;
    std::uint32_t next = operands.begin;
    for (Pieces pieces{names}; !pieces.empty(); ++segment) {
        const std::string_view name = pieces.take();
        if (segment < sizes.size() && sizes[segment] == 0) continue;
        if (next >= operands.end) return;
        if (name.front() == '*') {
            fields.add(name.substr(1), {next, operands.end});
            return;
        }
        fields.add(name, {next, next + 1});
        next += 2;  // the value and its comma
    }
}

void read_generic(const Text& text, const Operation& operation, const OperationForms& forms,
                  Fields& fields) {
    std::uint32_t i = operation.rest.begin;
    const auto behind = [&](std::uint32_t at) {
        return text[at].opens() && text[at].partner != 0 ? text[at].partner + 1 : at + 1;
    };
    Range operands{};
    if (i < operation.rest.end && text[i].is("(")) {
        operands = {i + 1, text[i].partner};
        i = behind(i);
    }
    static constexpr std::string_view kSuccessors[] = {"dest", "chain"};
    if (i < operation.rest.end && text[i].is("[")) {
        std::size_t number = 0;
        for (std::uint32_t inner = i + 1; inner < text[i].partner; ++inner)
            if (text[inner].kind == Kind::Block && number < std::size(kSuccessors))
                fields.add(kSuccessors[number++], {inner, inner + 1});
        i = behind(i);
    }
    for (; i < operation.rest.end && !text[i].is(":"); i = behind(i)) {
        std::uint32_t list = i;
        if (text[i].is("<") && text[i + 1].is("{")) list = i + 1;
        if (!text[list].is("{")) continue;
        for (const Attribute& attribute : attributes_in(text, {list, text[list].partner + 1}))
            fields.add(attribute.name, attribute.value);
    }
    if (i < operation.rest.end) fields.add("signature", {i + 1, operation.rest.end});
    name_operands(text, forms.operands, operands, fields);
}

}  // namespace

std::vector<Range> split(const Text& text, Range range) {
    std::vector<Range> pieces;
    std::uint32_t begin = range.begin;
    for (std::uint32_t i = range.begin; i < range.end;) {
        const Token& token = text[i];
        if (token.is(",")) {
            pieces.push_back({begin, i});
            begin = i + 1;
        }
        i = token.opens() && token.partner > i ? token.partner + 1 : i + 1;
    }
    if (begin < range.end) pieces.push_back({begin, range.end});
    return pieces;
}

Range inside(const Text& text, Range range) {
    if (range.empty() || !text[range.begin].opens() || text[range.begin].partner == 0) return range;
    return {range.begin + 1, std::min(text[range.begin].partner, range.end)};
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
        read_generic(text, operation, forms, fields);
        return fields;
    }
    base::Position stopped = operation.at;
    std::string message;
    for (const std::string_view form : forms.forms) {
        fields.items_.clear();
        Match match{text, operation, fields};
        if (match.run(form)) return fields;
        const Token& token = match.stopped_at();
        if (!message.empty() && token.at <= stopped) continue;
        stopped = token.at;
        message = fmt::format("{} is not written as known here: found {}", operation.name,
                              to_string(token));
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
    return integer_at(text, range, nullptr);
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
