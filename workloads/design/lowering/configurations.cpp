#include "workloads/design/lowering/configurations.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "workloads/design/devices.hpp"
#include "workloads/design/ir/fields.hpp"
#include "workloads/design/lowering/copied_text.hpp"

namespace xdnasim::design::lowering {
namespace {

constexpr std::string_view kConfigure = "aiex.configure";
constexpr std::string_view kRun = "aiex.run";

/// Writes the text of one configuration.
class Writer {
 public:
    Writer(const ir::Text& text, const ir::Region& device) : text_{text}, device_{device} {
        for (const ir::Operation& operation : device.operations())
            declared_.insert(operation.results.begin(), operation.results.end());
    }

    /// `main`: the sequence that configures. `shared`: its operations whose values all
    /// configurations may use.
    std::unique_ptr<ir::Text> write(const ir::Operation& main,
                                    const std::vector<const ir::Operation*>& shared,
                                    const std::vector<const ir::Region*>& bodies) {
        for (const ir::Operation* sequence : sequences_of(text_, device_))
            edits_.push_back({{begin_of(text_, *sequence), sequence->rest.end}, "", sequence->at});
        const ir::Range arguments = arguments_of(text_, main);
        add(fmt::format("\n    aie.runtime_sequence({}) {{", copied(text_, arguments, {})),
            main.at);
        std::set<std::string_view> common = declared_;
        for (const std::string_view argument : values_of(text_, arguments))
            common.insert(argument);
        for (const ir::Operation* operation : shared) {
            copy(*operation, {});
            common.insert(operation->results.begin(), operation->results.end());
        }
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            // Two regions may have values of the same name.
            const Names names =
                i == 0 ? Names{} : renamed(*bodies[i], common, fmt::format("part{}", i));
            for (const ir::Block& block : bodies[i]->blocks)
                for (const ir::Operation& operation : block.operations)
                    operation.is(kRun) ? run(operation, names) : copy(operation, names);
        }
        add("\n    }\n  ", main.at);
        return text_.edited(std::move(edits_));
    }

 private:
    void add(std::string words, base::Position at) {
        const std::uint32_t end = end_of_device();
        edits_.push_back({{end, end}, std::move(words), at});
    }

    /// Position before the closing brace of the device, and before its aie.end if there is one.
    [[nodiscard]] std::uint32_t end_of_device() const {
        const auto& operations = device_.blocks.back().operations;
        if (!operations.empty() && operations.back().is("aie.end"))
            return operations.back().rest.begin - 1;
        return device_.tokens.end - 1;
    }

    void copy(const ir::Operation& operation, const Names& names) {
        if (operation.is("aie.end")) return;
        add("\n      " + copied(text_, {begin_of(text_, operation), operation.rest.end}, names),
            operation.at);
    }

    /// New names for the values of `body` that are not `known`.
    [[nodiscard]] Names renamed(const ir::Region& body, const std::set<std::string_view>& known,
                                std::string_view prefix) const {
        Names names;
        for (std::uint32_t i = body.tokens.begin; i < body.tokens.end; ++i)
            if (text_[i].kind == ir::Kind::Value && !known.contains(text_[i].text))
                names[text_[i].text] = fmt::format("{}_{}", prefix, text_[i].text);
        return names;
    }

    void run(const ir::Operation& call, const Names& outside) {
        const ir::Operation& callee = called(call);
        const auto given = ir::values_in(text_, arguments_of(text_, call));
        const auto taken = values_of(text_, arguments_of(text_, callee));
        if (given.size() != taken.size())
            text_.fail(call.at, fmt::format("{} arguments for a runtime sequence that takes {}",
                                            given.size(), taken.size()));
        const ir::Region& body = callee.regions.front();
        Names names = renamed(body, declared_, fmt::format("run{}", ++runs_));
        for (std::size_t i = 0; i < taken.size(); ++i) {
            const auto other = outside.find(given[i]);
            names[taken[i]] = other == outside.end() ? std::string{given[i]} : other->second;
        }
        for (const ir::Block& block : body.blocks)
            for (const ir::Operation& operation : block.operations)
                copy(operation, names);
    }

    [[nodiscard]] const ir::Operation& called(const ir::Operation& call) const {
        const std::string name = symbol_of(text_, call);
        std::vector<std::string> known;
        for (const ir::Operation* sequence : sequences_of(text_, device_)) {
            known.push_back(symbol_of(text_, *sequence));
            if (known.back() == name && !sequence->regions.empty()) return *sequence;
        }
        text_.fail(call.at, fmt::format("{}: the device that is configured has no runtime sequence "
                                        "'{}'; allowed: {}",
                                        kRun, name, fmt::join(known, ", ")));
    }

    const ir::Text& text_;
    const ir::Region& device_;
    std::set<std::string_view> declared_;  ///< values of the device
    std::vector<ir::Edit> edits_;
    int runs_ = 0;
};

bool is_configuration(const ir::Operation& operation) {
    return operation.is(kConfigure) && !operation.regions.empty();
}

bool is_for_a_device(const ir::Operation& operation) {
    return operation.is(kConfigure) || operation.is(kRun);
}

/// Reports an operation in the wrong place. mlir-aie allows configurations only directly in
/// the sequence, and runs only directly in a configuration.
[[noreturn]] void fail_place(const ir::Text& text, const ir::Operation& inner,
                             std::string_view where) {
    text.fail(inner.at, fmt::format("{} {}; allowed, as in mlir-aie: directly in {}. Instead of a "
                                    "loop, write one for each round",
                                    inner.name, where,
                                    inner.is(kConfigure) ? "the runtime sequence"
                                                         : "the region of aiex.configure"));
}

void require_places_in(const ir::Text& text, const ir::Operation& outer) {
    for (const ir::Region& region : outer.regions)
        ir::for_each_within(region, [&](const ir::Operation& inner) {
            if (is_for_a_device(inner)) fail_place(text, inner, fmt::format("in {}", outer.name));
        });
}

/// Checks the places of configurations and runs in an operation of the sequence.
void require_places(const ir::Text& text, const ir::Operation& operation) {
    if (operation.is(kRun)) fail_place(text, operation, "outside of aiex.configure");
    if (!is_configuration(operation)) return require_places_in(text, operation);
    for (const ir::Operation& inner : operation.regions.front().operations()) {
        if (inner.is(kConfigure)) fail_place(text, inner, "in aiex.configure");
        require_places_in(text, inner);
    }
}

/// Returns whether the operation is a constant or a part of an argument, which all configurations
/// may use.
bool gives_value(const ir::Operation& operation) {
    return operation.name.starts_with("arith.") || operation.name.starts_with("memref.");
}

const ir::Operation* configuring_sequence(const ir::Text& text, const ir::Region& device,
                                          const std::optional<std::string>& name) {
    const auto configures = [](const ir::Operation* sequence) {
        bool found = false;
        for (const ir::Region& body : sequence->regions)
            ir::for_each_within(
                body, [&](const ir::Operation& inner) { found = found || is_for_a_device(inner); });
        return found;
    };
    std::vector<const ir::Operation*> all = sequences_of(text, device);
    if (name) all = {choose_sequence(text, device, name)};
    std::erase_if(all, std::not_fn(configures));
    if (all.size() > 1) return choose_sequence(text, device, name);
    return all.empty() ? nullptr : all.front();
}

/// Throws InputError at `at`, as mlir-aie does, if the device that is configured is for another
/// array than the device `own`, whose sequence configures it.
void require_same_array(const ir::Text& text, base::Position at, const ir::Operation& own,
                        const ChosenDevice& configured) {
    const std::string ours = array_of(text, own);
    const std::string theirs = array_of(text, *configured.operation);
    if (ours != theirs)
        text.fail(at, fmt::format("{} of '{}', which is for {}; the device that configures it is "
                                  "for {}. Name the same array in both",
                                  kConfigure, configured.name, theirs, ours));
}

}  // namespace

std::vector<Configuration> configurations(const ir::Text& text,
                                          const std::optional<std::string>& aie_device,
                                          const std::optional<std::string>& sequence) {
    const bool configures = std::ranges::any_of(text.tokens(), [](const ir::Token& token) {
        return token.is(kConfigure) || token.is(kRun);
    });
    if (!configures) return {};
    const ir::Module module = ir::read_operations(text);
    const ir::Operation& own = *choose_device(text, module, aie_device).operation;
    const ir::Region& device = own.regions.front();
    const ir::Operation* const main = configuring_sequence(text, device, sequence);
    if (main == nullptr) return {};
    if (main->generic)
        text.fail(main->at,
                  "a runtime sequence that configures devices is not supported in generic form. "
                  "Use the pretty form, as mlir-aie prints it");
    std::vector<const ir::Operation*> shared;
    std::vector<const ir::Operation*> all;
    for (const ir::Operation& operation : main->regions.front().operations()) {
        require_places(text, operation);
        if (is_configuration(operation))
            all.push_back(&operation);
        else if (gives_value(operation))
            shared.push_back(&operation);
        else if (!operation.is("aie.end"))
            text.fail(operation.at,
                      fmt::format("{} outside of {}: it is unclear which device it is for. Move it "
                                  "into the region of a configuration",
                                  operation.name, kConfigure));
    }
    std::vector<Configuration> found;
    for (std::size_t i = 0; i < all.size();) {
        const std::string name = symbol_of(text, *all[i]);
        const base::Position at = all[i]->at;
        // The firmware does not load a device again that it loaded last.
        std::vector<const ir::Region*> bodies;
        for (; i < all.size() && symbol_of(text, *all[i]) == name; ++i)
            bodies.push_back(&all[i]->regions.front());
        const ChosenDevice chosen = choose_device(text, module, name);
        require_same_array(text, at, own, chosen);
        found.push_back(
            {Writer{text, chosen.operation->regions.front()}.write(*main, shared, bodies),
             chosen.name});
    }
    return found;
}

}  // namespace xdnasim::design::lowering
