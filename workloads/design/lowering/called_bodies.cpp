// Functions with a body that cores call:
//
//   func.func @f(%a: memref<4xi32>) -> i32 { BODY; return %x : i32 }
//   %r = func.call @f(%in) : (memref<4xi32>) -> i32
//
// Their calls become
//
//   %r = func.call @f(%in) : (memref<4xi32>) -> i32 { BODY with %in for %a; return %x : i32 }
//
// The values of the body get marked names (ir::kMark), which differ from call to call.

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/design/devices.hpp"
#include "workloads/design/functions.hpp"
#include "workloads/design/ir/marks.hpp"
#include "workloads/design/lowering/copied_text.hpp"
#include "workloads/design/lowering/lower.hpp"

namespace xdnasim::design::lowering {
namespace {

/// Maximum number of words in all inserted bodies: more than any core's program memory holds.
constexpr std::size_t kMaxWords = 1'000'000;

/// The name of the result group: "%r" of "%r#1".
std::string_view without_number(std::string_view value) {
    return value.substr(0, value.find('#'));
}

class CalledBodies {
 public:
    CalledBodies(const ir::Text& text, Functions bodies)
        : text_{text}, bodies_{std::move(bodies)} {}

    std::unique_ptr<ir::Text> run(const ir::Region& device) {
        for (const ir::Operation& core : device.operations()) {
            if (!core.is("aie.core")) continue;
            for (const ir::Region& program : core.regions)
                for_each_within(program, [&](const ir::Operation& operation) {
                    if (operation.is("func.call")) place(operation, {}, operation.rest.end);
                });
        }
        // The bodies have been inserted at the calls, and must not be read at their declarations,
        // too.
        for (const auto& [name, function] : bodies_)
            edits_.push_back({function->regions.front().tokens, "", function->at});
        return text_.edited(std::move(edits_));
    }

 private:
    /// Inserts the body of the called function before word `where`. `names`: the caller's values,
    /// by their names in the caller's text. A call with a wrong number of operands is left to the
    /// reader of calls.
    void place(const ir::Operation& call, const Names& names, std::uint32_t where) {
        const ir::Fields fields = ir::Fields::read(text_, call);
        const auto found = bodies_.find(fields.symbol("callee"));
        if (found == bodies_.end()) return;
        const ir::Operation& function = *found->second;
        const auto signature = signature_of(text_, function);
        const auto list = fields.find("operands");
        const auto operands = list ? ir::values_in(text_, *list) : std::vector<std::string_view>{};
        if (!signature)
            text_.fail(function.at, fmt::format("cannot parse {}; allowed: functions such as "
                                                "func.func @f(%a: memref<8xi32>) -> i32",
                                                function.name));
        if (operands.size() != signature->names.size()) return;
        require_end(call, found->first);
        require_depth(call);
        const ir::Region& body = function.regions.front();
        Names inner;
        ++calls_;
        for (const std::string_view value : ir::defined_values(text_, body))
            inner[value] = ir::marked(value, calls_);
        for (std::size_t i = 0; i < operands.size(); ++i)
            inner[signature->names[i]] =
                renamed(operands[i], names).value_or(std::string{operands[i]});
        open_.push_back(found->first);
        copy(body, inner, where);
        open_.pop_back();
    }

    void require_end(const ir::Operation& call, std::string_view function) const {
        const auto begin = std::ranges::find(open_, function);
        if (begin == open_.end()) return;
        std::vector<std::string> others;
        for (auto each = begin + 1; each != open_.end(); ++each)
            others.push_back(fmt::format("'{}'", *each));
        text_.fail(call.at,
                   fmt::format("function '{}' calls itself{}{}. Use a loop", function,
                               others.empty() ? "" : ", by way of ", fmt::join(others, ", ")));
    }

    /// Nested calls become nested regions.
    void require_depth(const ir::Operation& call) const {
        if (std::ssize(open_) < ir::kMaxDepth) return;
        text_.fail(call.at, fmt::format("a call nested in the bodies of {} functions; allowed: "
                                        "regions in up to {} others, counting each body as one",
                                        open_.size(), ir::kMaxDepth - 1));
    }

    void copy(const ir::Region& body, const Names& names, std::uint32_t where) {
        std::map<std::uint32_t, const ir::Operation*> calls;  // by the word after the call
        for_each_within(body, [&](const ir::Operation& operation) {
            if (operation.is("func.call")) calls[operation.rest.end] = &operation;
        });
        const std::uint32_t brace = body.tokens.begin;
        add(" {", text_[brace].at, where);
        for (std::uint32_t i = behind_label(brace + 1); i + 1 < body.tokens.end; ++i) {
            if (const auto call = calls.find(i); call != calls.end())
                place(*call->second, names, where);
            add(separation(i) + word(i, names), text_[i].at, where);
        }
        const std::uint32_t last = body.tokens.end - 1;
        if (const auto call = calls.find(last); call != calls.end())
            place(*call->second, names, where);
        add(" }\n", text_[last].at, where);
    }

    void add(std::string words, base::Position at, std::uint32_t where) {
        if (edits_.size() == kMaxWords)
            text_.fail(at, fmt::format("the bodies of the functions that cores call have more than "
                                       "{} words in all. Call them in a loop",
                                       kMaxWords));
        edits_.push_back({{where, where}, std::move(words), at});
    }

    /// The word after a label "^bb0(%a: memref<4xi32>):" of the generic form, which repeats the
    /// signature.
    [[nodiscard]] std::uint32_t behind_label(std::uint32_t i) const {
        if (text_[i].kind != ir::Kind::Block) return i;
        ++i;
        return (text_[i].is("(") ? text_[i].partner + 1 : i) + 1;
    }

    /// White space before a word, as in the function.
    [[nodiscard]] std::string separation(std::uint32_t i) const {
        if (text_[i].first) return "\n";
        const std::size_t both = text_.written({i - 1, i + 1}).size();
        const std::size_t each =
            text_.written({i - 1, i}).size() + text_.written({i, i + 1}).size();
        return both > each ? " " : "";
    }

    [[nodiscard]] std::string word(std::uint32_t i, const Names& names) const {
        const ir::Token& token = text_[i];
        if (token.kind != ir::Kind::Value) return std::string{text_.written({i, i + 1})};
        if (const auto name = renamed(token.text, names)) return "%" + *name;
        text_.fail(token.at, fmt::format("'%{}' is not a value of function '{}'; allowed: its "
                                         "arguments, and what its body defines",
                                         token.text, open_.back()));
    }

    [[nodiscard]] static std::optional<std::string> renamed(std::string_view value,
                                                            const Names& names) {
        const std::string_view name = without_number(value);
        const auto other = names.find(name);
        if (other == names.end()) return std::nullopt;
        return other->second + std::string{value.substr(name.size())};
    }

    const ir::Text& text_;
    Functions bodies_;
    std::vector<ir::Edit> edits_;
    std::vector<std::string_view> open_;  ///< functions whose bodies enclose the call
    int calls_ = 0;
};

}  // namespace

std::unique_ptr<ir::Text> with_called_bodies(const ir::Text& text, const ir::Module& module,
                                             const ir::Region& device,
                                             const KernelSource& kernels) {
    const std::vector<const ir::Operation*> sequences = sequences_of(text, device);
    Functions bodies = functions_of(text, module, device);
    std::erase_if(bodies, [&](const auto& named) {
        const ir::Operation& function = *named.second;
        return !has_body(function) || std::ranges::find(sequences, &function) != sequences.end() ||
               is_described(kernels, text, function);
    });
    return bodies.empty() ? nullptr : CalledBodies{text, std::move(bodies)}.run(device);
}

}  // namespace xdnasim::design::lowering
