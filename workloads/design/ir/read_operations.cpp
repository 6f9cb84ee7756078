#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "workloads/design/ir/forms.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::ir {
namespace {

/// Names that may be written without their dialect.
constexpr std::array<std::string_view, 4> kShortNames{"module", "return", "func", "call"};
/// Endings of names with which a region may end, but no list of attributes.
constexpr std::array<std::string_view, 4> kLastWords{".end", ".yield", ".return", ".unreachable"};

bool is_short_name(std::string_view word) {
    return std::ranges::find(kShortNames, word) != kShortNames.end();
}

class Reader {
 public:
    explicit Reader(const Text& text) : text_{text} {}

    Module read() {
        Module module;
        const auto end = static_cast<std::uint32_t>(text_.tokens().size() - 1);
        module.top.tokens = {0, end};
        read_blocks(module.top, 0, end, 0);
        module.aliases = std::move(aliases_);
        return module;
    }

 private:
    [[nodiscard]] const Token& at(std::uint32_t index) const {
        const auto last = static_cast<std::uint32_t>(text_.tokens().size() - 1);
        return text_[std::min(index, last)];
    }

    /// The index after word `index`, or after the bracketed words that begin there.
    [[nodiscard]] std::uint32_t behind(std::uint32_t index) const {
        const Token& token = at(index);
        return token.opens() && token.partner != 0 ? token.partner + 1 : index + 1;
    }

    void read_blocks(Region& region, std::uint32_t begin, std::uint32_t end, int depth) {
        if (depth == kMaxDepth)
            text_.fail(at(begin).at,
                       fmt::format("regions in {} others; allowed: {}", kMaxDepth, kMaxDepth - 1));
        region.blocks.emplace_back().at = at(begin).at;
        std::uint32_t i = begin;
        while (i < end) {
            if (is_label(i))
                i = read_label(region, i);
            else if (is_alias(i))
                i = read_alias(i, end);
            else
                i = read_operation(region.blocks.back(), i, end, depth);
        }
    }

    /// Returns whether a label such as "^bb1:" or "^bb1(%0: index):" is at `i`.
    [[nodiscard]] bool is_label(std::uint32_t i) const {
        if (at(i).kind != Kind::Block) return false;
        const std::uint32_t next = at(i + 1).is("(") ? behind(i + 1) : i + 1;
        return at(next).is(":");
    }

    std::uint32_t read_label(Region& region, std::uint32_t i) {
        const bool first = region.blocks.size() == 1 && region.blocks.front().operations.empty() &&
                           region.blocks.front().label.empty();
        Block& block = first ? region.blocks.front() : region.blocks.emplace_back();
        block.label = at(i).text;
        block.at = at(i).at;
        ++i;
        if (at(i).is("(")) {
            const std::uint32_t close = at(i).partner;
            for (; i < close; ++i)
                if (at(i).kind == Kind::Value) block.arguments.push_back(at(i).text);
            ++i;
        }
        return i + 1;
    }

    /// Returns whether an alias such as "#map = ..." or "!type = ..." begins a line at `i`.
    [[nodiscard]] bool is_alias(std::uint32_t i) const {
        return at(i).first && (at(i).text == "#" || at(i).text == "!") &&
               at(i).kind == Kind::Sign && at(i + 1).kind == Kind::Word && at(i + 2).is("=");
    }

    std::uint32_t read_alias(std::uint32_t i, std::uint32_t end) {
        const std::string_view name = at(i + 1).text;
        std::uint32_t last = i + 3;
        while (last < end && !at(last).first)
            last = behind(last);
        aliases_[name] = {i + 3, std::min(last, end)};
        return std::min(last, end);
    }

    /// The number of words of results such as "%a, %b:2 =" at `i`; 0 if there are none.
    [[nodiscard]] std::uint32_t results_at(std::uint32_t i) const {
        const std::uint32_t begin = i;
        while (at(i).kind == Kind::Value) {
            ++i;
            if (at(i).is(":") && at(i + 1).kind == Kind::Number) i += 2;
            if (at(i).is("=")) return i + 1 - begin;
            if (!at(i).is(",")) return 0;
            ++i;
        }
        return 0;
    }

    [[nodiscard]] bool is_name(std::uint32_t i) const {
        const Token& token = at(i);
        if (token.kind == Kind::String) return at(i + 1).is("(");
        if (token.kind != Kind::Word) return false;
        const bool typed =
            i > 0 && !token.first && (at(i - 1).text == "!" || at(i - 1).text == "#");
        if (typed) return false;
        return token.text.find('.') != std::string_view::npos ||
               (token.first && is_short_name(token.text));
    }

    std::uint32_t read_operation(Block& block, std::uint32_t i, std::uint32_t end, int depth) {
        Operation operation;
        operation.at = at(i).at;
        const std::uint32_t results = results_at(i);
        for (const std::uint32_t stop = i + results; i < stop; ++i)
            if (at(i).kind == Kind::Value) operation.results.push_back(at(i).text);
        if (i >= end || !(is_name(i) || (at(i).kind == Kind::Word && is_short_name(at(i).text))))
            text_.fail(at(i).at, fmt::format("expected an operation; found {}", to_string(at(i))));
        operation.generic = at(i).kind == Kind::String;
        operation.name = current_name(at(i).text);
        operation.rest.begin = ++i;
        i = read_rest(operation, i, end, depth);
        operation.rest.end = i;
        block.operations.push_back(std::move(operation));
        return i;
    }

    std::uint32_t read_rest(Operation& operation, std::uint32_t i, std::uint32_t end, int depth) {
        const std::uint32_t begin = i;
        while (i < end) {
            const Token& token = at(i);
            if (i > begin ? begins_next(i) : begins_behind_name(i)) break;
            if (token.is("{") && is_region(i)) {
                read_region(operation, i, depth);
            } else if ((token.is("(") || token.is("[")) && at(i + 1).is("{") && is_region(i + 1)) {
                for (std::uint32_t inner = i + 1; inner < token.partner; inner = behind(inner))
                    if (at(inner).is("{")) read_region(operation, inner, depth);
            }
            i = behind(i);
        }
        return i;
    }

    [[nodiscard]] bool begins_next(std::uint32_t i) const {
        if (is_label(i) || is_alias(i)) return true;
        // A word after a comma or an equals sign is a part of the current operation.
        if (at(i - 1).is(",") || at(i - 1).is("=")) return false;
        // The counter in "scf.for unsigned %i = ...".
        if (at(i - 1).is("unsigned")) return false;
        return is_name(i) || results_at(i) > 0;
    }

    /// Returns whether the next operation begins directly after an operation's name. On the same
    /// line, a part of the current operation may look like it: "scf.for %i = ...",
    /// "llvm.call_intrinsic "llvm.x"(...)". Therefore the next operation must begin on a line of
    /// its own.
    [[nodiscard]] bool begins_behind_name(std::uint32_t i) const {
        if (is_label(i)) return true;
        return at(i).first && (results_at(i) > 0 || (at(i).kind == Kind::Word && is_name(i)));
    }

    /// Returns whether the braces that open at `i` hold operations rather than attributes.
    [[nodiscard]] bool is_region(std::uint32_t i) const {
        if (at(i).partner == 0) return false;
        const Token& first = at(i + 1);
        const Token& second = at(i + 2);
        switch (first.kind) {
            case Kind::Value:
            case Kind::Block:
                return true;
            case Kind::String:
                return second.is("(");
            case Kind::Word:
                if (second.is("=") || second.is(",")) return false;
                if (!second.is("}")) return true;
                return first.text == "return" ||
                       std::ranges::any_of(kLastWords, [&](std::string_view word) {
                           return first.text.ends_with(word);
                       });
            case Kind::Symbol:
            case Kind::Number:
            case Kind::Sign:
            case Kind::End:
                break;
        }
        return i + 1 == at(i).partner;
    }

    void read_region(Operation& operation, std::uint32_t i, int depth) {
        Region region;
        region.tokens = {i, at(i).partner + 1};
        read_blocks(region, i + 1, at(i).partner, depth + 1);
        operation.regions.push_back(std::move(region));
    }

    const Text& text_;
    Aliases aliases_;
};

}  // namespace

Module read_operations(const Text& text) {
    return Reader{text}.read();
}

}  // namespace xdnasim::ir
