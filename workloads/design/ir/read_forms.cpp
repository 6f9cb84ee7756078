#include <algorithm>
#include <iterator>

#include "workloads/design/ir/forms.hpp"

namespace xdnasim::ir {
namespace {

/// A list of pieces, "a b c", taken one by one.
class Pieces {
 public:
    explicit Pieces(std::string_view form) : form_{form} {}

    [[nodiscard]] std::string_view peek() const { return form_.substr(0, form_.find(' ')); }
    /// The piece after the current one; for an optional group, the first piece in it.
    [[nodiscard]] std::string_view behind() const {
        constexpr std::string_view kOptional = "?( ";
        const auto form = form_.starts_with(kOptional) ? form_.substr(kOptional.size()) : form_;
        return form.substr(0, form.find(' '));
    }
    std::string_view take() {
        const std::string_view piece = peek();
        form_.remove_prefix(std::min(form_.size(), piece.size() + 1));
        return piece;
    }
    [[nodiscard]] bool empty() const { return form_.empty(); }

 private:
    std::string_view form_;
};

/// Matches the words of an operation against one form.
class Match {
 public:
    Match(const Text& text, const Operation& operation, Fields& fields)
        : text_{text}, operation_{operation}, fields_{fields}, next_{operation.rest.begin} {}

    bool run(std::string_view form) { return run(Pieces{form}); }
    /// The first word that does not fit the form.
    [[nodiscard]] const Token& stopped_at() const { return text_[stopped_]; }

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
            } else if (!take(piece, pieces.behind())) {
                stopped_ = next_;
                return false;
            }
        }
        return true;
    }

    /// Matches an optional group, whose pieces end with "?)". Returns false if only a part of it is
    /// there.
    bool optional(Pieces& pieces) {
        bool wanted = true;
        bool first = true;
        while (true) {
            const std::string_view piece = pieces.take();
            if (piece == "?)") return true;
            if (!wanted) continue;
            if (take(piece, pieces.behind())) {
                first = false;
                continue;
            }
            if (!first) {
                stopped_ = next_;
                return false;
            }
            wanted = false;
        }
    }

    bool take(std::string_view piece, std::string_view behind) {
        if (piece == "{}") return take_attributes();
        if (piece == ".") return done() || here().is("loc");
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
};

/// The sizes of the operand segments in the generic form: "operandSegmentSizes = array<i32: 1, 0,
/// 2>".
std::vector<std::int64_t> segments(const Text& text, const Fields& fields) {
    std::vector<std::int64_t> sizes;
    for (const char* name : {"operandSegmentSizes", "operand_segment_sizes"})
        if (const auto range = fields.find(name))
            for (std::uint32_t i = range->begin; i < range->end; ++i)
                if (const auto number = whole_number(text[i])) sizes.push_back(*number);
    return sizes;
}

/// Adds the operands of the generic form to `fields` by their names.
void name_operands(const Text& text, std::string_view names, Range operands, Fields& fields) {
    const std::vector<std::int64_t> sizes = segments(text, fields);
    std::size_t segment = 0;
    std::uint32_t next = operands.begin;
    for (Pieces pieces{names}; !pieces.empty(); ++segment) {
        const std::string_view name = pieces.take();
        if (segment < sizes.size() && sizes[segment] == 0) continue;
        if (next >= operands.end) return;
        const bool many = name.front() == '*';
        if (many && (pieces.empty() || segment >= sizes.size())) {
            fields.add(name.substr(1), {next, operands.end});
            return;
        }
        // There is a comma between two values.
        const std::int64_t left = operands.end - next;
        const std::int64_t values = many ? std::clamp(sizes[segment], std::int64_t{1}, left) : 1;
        const auto end = static_cast<std::uint32_t>(next + std::min(2 * values - 1, left));
        fields.add(many ? name.substr(1) : name, {next, end});
        next = end + 1;
    }
}

}  // namespace

const Token* read_form(const Text& text, const Operation& operation, std::string_view form,
                       Fields& fields) {
    Match match{text, operation, fields};
    return match.run(form) ? nullptr : &match.stopped_at();
}

void read_generic(const Text& text, const Operation& operation, std::string_view operand_names,
                  Fields& fields) {
    std::uint32_t i = operation.rest.begin;
    Range operands{};
    if (i < operation.rest.end && text[i].is("(")) {
        operands = {i + 1, text[i].partner};
        i = behind(text, i);
    }
    static constexpr std::string_view kSuccessors[] = {"dest", "chain"};
    if (i < operation.rest.end && text[i].is("[")) {
        std::size_t number = 0;
        for (std::uint32_t inner = i + 1; inner < text[i].partner; ++inner)
            if (text[inner].kind == Kind::Block && number < std::size(kSuccessors))
                fields.add(kSuccessors[number++], {inner, inner + 1});
        i = behind(text, i);
    }
    for (; i < operation.rest.end && !text[i].is(":"); i = behind(text, i)) {
        std::uint32_t list = i;
        if (text[i].is("<") && text[i + 1].is("{")) list = i + 1;
        if (!text[list].is("{")) continue;
        for (const Attribute& attribute : attributes_in(text, {list, text[list].partner + 1}))
            fields.add(attribute.name, attribute.value);
    }
    if (i < operation.rest.end) fields.add("signature", {i + 1, operation.rest.end});
    name_operands(text, operand_names, operands, fields);
}

}  // namespace xdnasim::ir
