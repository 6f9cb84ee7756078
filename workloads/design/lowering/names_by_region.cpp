// Values of a core that share their name, which is allowed in separate regions:
//
//   scf.for %i = ... { %0 = memref.load %a[%i] ... }
//   scf.for %i = ... { %0 = vector.load %a[%i] ... }
//
// All but the first get a new name: "%0", the mark of names that are not in the user's text
// (ir::kMark), and a number.

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/marks.hpp"
#include "workloads/design/lowering/lower.hpp"
#include "workloads/design/lowering/region_head.hpp"

namespace xdnasim::design::lowering {
namespace {

struct Scope {
    const Scope* outer = nullptr;
    std::map<std::string_view, std::string> names{};  ///< the new names of values

    [[nodiscard]] const std::string* find(std::string_view name) const {
        for (const Scope* scope = this; scope != nullptr; scope = scope->outer)
            if (const auto own = scope->names.find(name); own != scope->names.end())
                return &own->second;
        return nullptr;
    }
};

/// Values that all programs of the device can use.
std::set<std::string_view> common_values(const ir::Module& module, const ir::Region& device) {
    std::set<std::string_view> values;
    for (const ir::Region* region : {&module.top, &device})
        for (const ir::Operation& operation : region->operations())
            values.insert(operation.results.begin(), operation.results.end());
    return values;
}

/// The program that first declares each buffer or lock, by name. Readers know these objects by
/// their names alone.
std::map<std::string_view, const ir::Operation*> owners_of_objects(const ir::Region& device) {
    std::map<std::string_view, const ir::Operation*> owners;
    for (const ir::Operation& operation : device.operations())
        for (const ir::Region& program : operation.regions)
            for (const ir::Operation& inner : program.operations())
                if (inner.is("aie.lock") || inner.is("aie.buffer"))
                    for (const std::string_view name : inner.results)
                        owners.try_emplace(name, &operation);
    return owners;
}

class NamesByRegion {
 public:
    NamesByRegion(const ir::Text& text, const ir::Module& module, const ir::Region& device)
        : text_{text},
          common_{common_values(module, device)},
          defined_{ir::defined_values(text, module)} {}

    std::unique_ptr<ir::Text> run(const ir::Region& device) {
        const auto owners = owners_of_objects(device);
        for (const ir::Operation& core : device.operations()) {
            if (!core.is("aie.core")) continue;
            taken_ = common_;
            for (const auto& [name, owner] : owners)
                if (owner != &core) taken_.insert(name);
            for (const ir::Region& program : core.regions)
                region(program, {}, nullptr);
        }
        return edits_.empty() ? nullptr : text_.edited(std::move(edits_));
    }

 private:
    /// Renames the values of a region. `head`: words before the region that define values of it.
    void region(const ir::Region& region, const std::vector<std::uint32_t>& head,
                const Scope* outer) {
        Scope scope{outer};
        for (const std::uint32_t word : head)
            declare(scope, text_[word].text);
        for (const ir::Block& block : region.blocks) {
            for (const std::string_view argument : block.arguments)
                declare(scope, argument);
            for (const ir::Operation& operation : block.operations)
                for (const std::string_view result : operation.results)
                    declare(scope, result);
        }
        for (const std::uint32_t word : head)
            rename(word, scope);
        std::uint32_t next = region.tokens.begin;
        for (const ir::Block& block : region.blocks)
            for (const ir::Operation& operation : block.operations)
                regions_of(operation, scope, next);
        rename({next, region.tokens.end}, scope);
    }

    /// Renames values from word `next` to the end of the last region of `operation`.
    void regions_of(const ir::Operation& operation, const Scope& scope, std::uint32_t& next) {
        std::vector<std::uint32_t> head;
        if (!operation.regions.empty()) {
            const std::uint32_t brace = operation.regions.front().tokens.begin;
            head = defined_in_head(text_, {operation.rest.begin, brace},
                                   [&](std::string_view name) { return visible(name, scope); });
            for (const std::uint32_t word : head) {
                rename({next, word}, scope);
                next = word + 1;
            }
        }
        for (const ir::Region& inner : operation.regions) {
            rename({next, inner.tokens.begin}, scope);
            next = inner.tokens.end;
            region(inner, std::exchange(head, {}), &scope);
        }
    }

    [[nodiscard]] bool visible(std::string_view name, const Scope& scope) const {
        return scope.find(name) != nullptr || common_.contains(name);
    }

    void declare(Scope& scope, std::string_view name) {
        const auto [own, is_new] = scope.names.try_emplace(name);
        if (!is_new) return;
        own->second = name;
        if (taken_.insert(name).second) return;
        do
            own->second = ir::marked(name, ++count_[name]);
        while (defined_.contains(own->second));
    }

    void rename(ir::Range words, const Scope& scope) {
        for (std::uint32_t word = words.begin; word < words.end; ++word)
            if (text_[word].kind == ir::Kind::Value) rename(word, scope);
    }

    void rename(std::uint32_t word, const Scope& scope) {
        const ir::Token& token = text_[word];
        const std::string_view name = token.text.substr(0, token.text.find('#'));
        const std::string* const own = scope.find(name);
        if (own == nullptr) return require_common(token, name);
        if (*own != name)
            edits_.push_back({{word, word + 1},
                              fmt::format("%{}{}", *own, token.text.substr(name.size())),
                              token.at});
    }

    /// Throws InputError for a value that is defined elsewhere. check_values() reports undefined
    /// ones.
    void require_common(const ir::Token& token, std::string_view name) const {
        if (common_.contains(name) || !defined_.contains(name)) return;
        text_.fail(token.at, fmt::format("'%{}' is used outside of its region; allowed: values of "
                                         "this region and of those around it",
                                         name));
    }

    const ir::Text& text_;
    std::set<std::string_view> common_;
    std::set<std::string_view> defined_;  ///< values defined anywhere in the text
    /// Names used in the core so far, and names that it can see.
    std::set<std::string_view> taken_;
    std::map<std::string_view, int> count_;
    std::vector<ir::Edit> edits_;
};

}  // namespace

std::unique_ptr<ir::Text> with_names_by_region(const ir::Text& text, const ir::Module& module,
                                               const ir::Region& device) {
    return NamesByRegion{text, module, device}.run(device);
}

}  // namespace xdnasim::design::lowering
