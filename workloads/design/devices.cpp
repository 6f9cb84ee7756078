#include "workloads/design/devices.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "workloads/design/ir/attributes.hpp"

namespace xdnasim::design {
namespace {

struct Found {
    std::vector<const ir::Operation*> devices;
    std::vector<const ir::Operation*> others;
};

void find_devices(const ir::Region& region, Found& found) {
    for (const ir::Block& block : region.blocks)
        for (const ir::Operation& operation : block.operations) {
            if (operation.is("aie.device"))
                found.devices.push_back(&operation);
            else if (operation.is("module") || operation.is("builtin.module"))
                for (const ir::Region& inner : operation.regions)
                    find_devices(inner, found);
            else
                found.others.push_back(&operation);
        }
}

bool has_sequence(const ir::Text& text, const ir::Operation& device) {
    return std::ranges::any_of(device.regions, [&](const ir::Region& region) {
        return !sequences_of(text, region).empty();
    });
}

/// Calls f(operation) for the operations in the runtime sequences of `device`, at any depth.
template <class F>
void for_each_in_sequences(const ir::Text& text, const ir::Operation& device, const F& f) {
    for (const ir::Region& region : device.regions)
        for (const ir::Operation* const sequence : sequences_of(text, region))
            for (const ir::Region& body : sequence->regions)
                ir::for_each_within(body, f);
}

bool runs_others(const ir::Text& text, const ir::Operation& device) {
    bool found = false;
    for_each_in_sequences(text, device, [&](const ir::Operation& inner) {
        found = found || inner.is("aiex.configure") || inner.is("aiex.run");
    });
    return found;
}

class Choice {
 public:
    Choice(const ir::Text& text, const std::vector<const ir::Operation*>& devices)
        : text_{text}, devices_{devices} {
        for (std::size_t i = 0; i < devices.size(); ++i) {
            const std::string symbol = symbol_of(text, *devices[i]);
            names_.push_back(symbol.empty() ? std::to_string(i + 1) : symbol);
        }
    }

    /// Index of the device called `name`. A symbol takes precedence over another device's number.
    [[nodiscard]] std::size_t called(const std::string& name) const {
        const auto at = std::ranges::find(names_, name);
        if (at == names_.end()) {
            for (std::size_t i = 0; i < devices_.size(); ++i)
                if (name == std::to_string(i + 1)) return i;
            text_.fail(devices_.front()->at,
                       fmt::format("there is no aie.device '{}' in this text; allowed: {}", name,
                                   fmt::join(names_, ", ")));
        }
        return static_cast<std::size_t>(at - names_.begin());
    }

    [[nodiscard]] std::size_t only() const {
        if (devices_.size() == 1) return 0;
        std::vector<std::size_t> run;
        for (std::size_t i = 0; i < devices_.size(); ++i)
            if (has_sequence(text_, *devices_[i])) run.push_back(i);
        if (run.size() == 1) return run.front();
        const auto has_others = [&](std::size_t i) { return runs_others(text_, *devices_[i]); };
        if (std::ranges::count_if(run, has_others) == 1)
            return *std::ranges::find_if(run, has_others);
        text_.fail(devices_[1]->at,
                   fmt::format("more than one aie.device: {}, of which {} have a runtime sequence; "
                               "choose one with design.aie_device: {}",
                               devices_.size(), run.size(), fmt::join(names_, ", ")));
    }

    [[nodiscard]] ChosenDevice at(std::size_t chosen) const {
        ChosenDevice device{devices_[chosen], names_[chosen], {}};
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (i != chosen) device.others.push_back(names_[i]);
        return device;
    }

 private:
    const ir::Text& text_;
    const std::vector<const ir::Operation*>& devices_;
    std::vector<std::string> names_;
};

}  // namespace

std::string symbol_of(const ir::Text& text, const ir::Operation& operation) {
    const std::uint32_t end =
        operation.regions.empty() ? operation.rest.end : operation.regions.front().tokens.begin;
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i) {
        if (i < end && text[i].kind == ir::Kind::Symbol) return std::string{text[i].text};
        const bool generic = operation.generic && text[i].is("sym_name") && text[i + 1].is("=");
        if (generic) return std::string{text[i + 2].text};
        // Symbols within the operation's region are not its own.
        if (text[i].is("{") && i == end) i = text[i].partner;
    }
    return {};
}

namespace {

/// Returns whether the function contains operations of the command processor, which no kernel does.
bool instructs(const ir::Operation& function) {
    bool found = false;
    for (const ir::Region& region : function.regions)
        ir::for_each_within(region, [&](const ir::Operation& inner) {
            found =
                found || inner.name.starts_with("aiex.npu.") || inner.name.starts_with("aiex.ipu.");
        });
    return found;
}

}  // namespace

bool is_sequence(const ir::Operation& operation) {
    return operation.is("aie.runtime_sequence") || operation.is("aiex.runtime_sequence");
}

std::vector<const ir::Operation*> sequences_of(const ir::Text& text, const ir::Region& device) {
    // Old designs have a function in place of the operation. With the operation, functions are
    // kernels.
    const bool has_operation = std::ranges::any_of(device.operations(), is_sequence);
    const auto serves = [&](const ir::Operation& operation) {
        if (is_sequence(operation)) return true;
        if (has_operation || !operation.is("func.func") || operation.regions.empty()) return false;
        return symbol_of(text, operation) == "sequence" || instructs(operation);
    };
    std::vector<const ir::Operation*> found;
    for (const ir::Operation& operation : device.operations())
        if (serves(operation)) found.push_back(&operation);
    return found;
}

const ir::Operation* choose_sequence(const ir::Text& text, const ir::Region& device,
                                     const std::optional<std::string>& name) {
    const std::vector<const ir::Operation*> all = sequences_of(text, device);
    if (!name && all.size() < 2) return all.empty() ? nullptr : all.front();
    std::vector<std::string> names;
    for (const ir::Operation* sequence : all) {
        const std::string symbol = symbol_of(text, *sequence);
        names.push_back(symbol.empty() ? std::to_string(names.size() + 1) : symbol);
        if (name && names.back() == *name) return sequence;
    }
    const std::string known = all.empty() ? "none" : fmt::to_string(fmt::join(names, ", "));
    if (name)
        text.fail(device.blocks.front().at,
                  fmt::format("there is no runtime sequence '{}' in this device; allowed: {}",
                              *name, known));
    text.fail(
        all[1]->at,
        fmt::format("more than one runtime sequence; choose one with design.sequence: {}", known));
}

std::vector<const ir::Operation*> devices_in(const ir::Module& module) {
    Found found;
    find_devices(module.top, found);
    return std::move(found.devices);
}

std::optional<ir::Range> array_words(const ir::Text& text, const ir::Operation& device) {
    if (!device.generic) {
        const std::uint32_t open = device.rest.begin;
        if (open >= device.rest.end || !text[open].is("(")) return std::nullopt;
        const ir::Range words{open + 1, text[open].partner};
        return words.empty() ? std::nullopt : std::optional{words};
    }
    for (const ir::Attribute& attribute : ir::attributes_of(text, device))
        if (attribute.name == "device" && !attribute.value.empty())
            return ir::Range{attribute.value.begin, attribute.value.begin + 1};
    return std::nullopt;
}

std::string array_of(const ir::Text& text, const ir::Operation& device) {
    const std::optional<ir::Range> words = array_words(text, device);
    if (!words) return "an array without a name";
    const std::string array{text[words->begin].text};
    return device.generic ? "array number " + array : array;
}

int columns_of(const std::string& array, const arch::Device& device) {
    constexpr std::string_view kEnd = "col";
    const std::size_t begin = array.rfind('_') + 1;
    if (begin == 0 || !array.ends_with(kEnd)) return device.columns;
    int columns = 0;
    const char* const end = array.data() + array.size() - kEnd.size();
    const auto [stop, error] = std::from_chars(array.data() + begin, end, columns);
    const bool is_number = error == std::errc{} && stop == end && columns > 0;
    return is_number ? std::min(device.columns, columns) : device.columns;
}

std::vector<std::string> configured_devices(const ir::Text& text, const ir::Operation& device) {
    std::vector<std::string> names;
    for_each_in_sequences(text, device, [&](const ir::Operation& inner) {
        if (inner.is("aiex.configure")) names.push_back(symbol_of(text, inner));
    });
    return names;
}

ChosenDevice choose_device(const ir::Text& text, const ir::Module& module,
                           const std::optional<std::string>& name) {
    Found found;
    find_devices(module.top, found);
    if (found.devices.empty() && !found.others.empty())
        text.fail(found.others.front()->at,
                  fmt::format("'{}' is not a design of mlir-aie, because it has no aie.device",
                              found.others.front()->name));
    if (found.devices.empty()) text.fail({1, 1}, "there is no aie.device in this text");
    const Choice choice{text, found.devices};
    ChosenDevice chosen = choice.at(name ? choice.called(*name) : choice.only());
    if (chosen.operation->regions.empty()) text.fail(chosen.operation->at, "an empty aie.device");
    return chosen;
}

}  // namespace xdnasim::design
