#include <utility>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::ir {
namespace {

class Definitions {
 public:
    explicit Definitions(const Text& text) : text_{text} {}

    void add(const Region& region) {
        for (const Block& block : region.blocks) {
            for (const std::string_view argument : block.arguments)
                found_.insert(argument);
            for (const Operation& operation : block.operations)
                add(operation);
        }
    }

    [[nodiscard]] std::set<std::string_view> take() { return std::move(found_); }

 private:
    void add(const Operation& operation) {
        for (const std::string_view result : operation.results)
            found_.insert(result);
        if (operation.regions.empty()) return;
        add_head({operation.rest.begin, operation.regions.front().tokens.begin});
        for (const Region& region : operation.regions)
            add(region);
    }

    /// Adds values that are defined before a region: "%i = %c0 to %c4 iter_args(%sum = %zero)",
    /// "(%data: memref<8xi32>)", "(%i, %j) in (4, 4)".
    void add_head(Range head) {
        for (std::uint32_t i = head.begin; i < head.end; ++i) {
            const Token& next = text_[i + 1];
            if (text_[i].kind == Kind::Value && (next.is("=") || next.is(":")))
                found_.insert(text_[i].text);
            if (!text_[i].is("(") || text_[i].partner == 0) continue;
            const Token& behind = text_[text_[i].partner + 1];
            if (!behind.is("=") && !behind.is("in")) continue;
            for (const std::string_view value : values_in(text_, {i, text_[i].partner}))
                found_.insert(value);
        }
    }

    const Text& text_;
    std::set<std::string_view> found_;
};

}  // namespace

std::set<std::string_view> defined_values(const Text& text, const Region& region) {
    Definitions definitions{text};
    definitions.add(region);
    return definitions.take();
}

std::set<std::string_view> defined_values(const Text& text, const Module& module) {
    return defined_values(text, module.top);
}

}  // namespace xdnasim::ir
