// Values with the same name in one scope, which MLIR does not allow.

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "workloads/design/devices.hpp"
#include "workloads/design/lowering/lower.hpp"
#include "workloads/design/lowering/region_head.hpp"

namespace xdnasim::design::lowering {
namespace {

/// Where a region defines each of its values; nullopt before the text has been read so far.
struct Definitions {
    const Definitions* outer = nullptr;  ///< of the region around it, whose values it sees
    std::map<std::string_view, std::optional<base::Position>> values{};

    [[nodiscard]] bool declares(std::string_view name) const {
        return values.contains(name) || (outer != nullptr && outer->declares(name));
    }
    [[nodiscard]] std::optional<base::Position> find(std::string_view name) const {
        const auto own = values.find(name);
        if (own != values.end() && own->second) return own->second;
        return outer != nullptr ? outer->find(name) : std::nullopt;
    }
};

bool is_module(const ir::Operation& operation) {
    return operation.is("module") || operation.is("builtin.module");
}

/// Returns whether the operation is a function of any dialect, such as llvm.func.
bool is_any_function(const ir::Operation& operation) {
    return operation.name.ends_with("func");
}

/// Returns whether regions of the operation see no values from outside, so that they may use any
/// names (IsolatedFromAbove in MLIR).
bool is_isolated(const ir::Operation& operation) {
    return operation.is("aie.device") || is_any_function(operation) || is_module(operation);
}

class DistinctNames {
 public:
    explicit DistinctNames(const ir::Text& text) : text_{text} {}

    void check(const ir::Operation& operation, const Definitions* around) {
        const Definitions* const outer = is_isolated(operation) ? nullptr : around;
        bool first = true;
        for (const ir::Region& region : operation.regions) {
            Definitions definitions{outer};
            for (const ir::Block& block : region.blocks)
                declare(block, definitions);
            if (first) define_head(operation, definitions);
            first = false;
            for (const ir::Block& block : region.blocks)
                define(block, definitions);
        }
    }

 private:
    static void declare(const ir::Block& block, Definitions& definitions) {
        for (const std::string_view argument : block.arguments)
            definitions.values.try_emplace(argument);
        for (const ir::Operation& operation : block.operations)
            for (const std::string_view result : operation.results)
                definitions.values.try_emplace(result);
    }

    /// Defines the values before the first region of `operation`.
    void define_head(const ir::Operation& operation, Definitions& definitions) {
        const bool has_parameters = is_any_function(operation) || is_sequence(operation);
        const auto is_visible = [&](std::string_view name) {
            return !has_parameters && definitions.outer != nullptr &&
                   definitions.outer->declares(name);
        };
        const ir::Range words{operation.rest.begin, operation.regions.front().tokens.begin};
        for (const std::uint32_t word : defined_in_head(text_, words, is_visible))
            define(definitions, text_[word].text, text_[word].at);
    }

    void define(const ir::Block& block, Definitions& definitions) {
        for (const std::string_view argument : block.arguments)
            define(definitions, argument, block.at);
        for (const ir::Operation& operation : block.operations) {
            check(operation, &definitions);
            for (const std::string_view result : operation.results)
                define(definitions, result, operation.at);
        }
    }

    void define(Definitions& definitions, std::string_view name, base::Position at) {
        if (const auto first = definitions.find(name))
            text_.fail(at, fmt::format("'%{}' is already defined here, {}. Use another name", name,
                                       text_.place(*first)));
        definitions.values[name] = at;
    }

    const ir::Text& text_;
};

void check_within(const ir::Region& region, DistinctNames& names) {
    for (const ir::Operation& operation : region.operations()) {
        if (operation.is("aie.device") || is_any_function(operation))
            names.check(operation, nullptr);
        if (!is_module(operation)) continue;
        for (const ir::Region& inner : operation.regions)
            check_within(inner, names);
    }
}

}  // namespace

void require_distinct_names(const ir::Text& text, const ir::Module& module) {
    DistinctNames names{text};
    check_within(module.top, names);
}

}  // namespace xdnasim::design::lowering
