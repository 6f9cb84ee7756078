#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/artifacts/manifest.hpp"
#include "base/error.hpp"

namespace xdnasim::artifacts {
namespace {

/// Throws InputError for values that differ between two manifests.
class Difference {
 public:
    explicit Difference(const std::filesystem::path& file) : file_{file} {}

    template <class Value>
    void require(const std::string& name, const Value& found, const Value& wanted) const {
        if (found == wanted) return;
        throw base::InputError{fmt::format("'{}' is of another problem: {} is {}; needed: {}",
                                           file_.string(), name, found, wanted)};
    }

    /// Compares only if both values are known.
    template <class Value>
    void require(const std::string& name, const std::optional<Value>& found,
                 const std::optional<Value>& wanted) const {
        if (found && wanted) require(name, *found, *wanted);
    }

 private:
    const std::filesystem::path& file_;
};

std::string value_text(const parameters::Value& value) {
    struct Text {
        std::string operator()(std::monostate) const { return "not set"; }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return fmt::to_string(number); }
        std::string operator()(double number) const { return fmt::to_string(number); }
    };
    return std::visit(Text{}, value);
}

std::string text_of(const parameters::Values& values, const std::string& path) {
    const auto found = std::ranges::find(values, path, &parameters::NamedValue::path);
    return value_text(found == values.end() ? parameters::Value{} : found->value);
}

/// Whether the number belongs to a part of the device that only affects times, whatever its unit: a
/// burst of the DRAM, a memory bank of a core.
bool is_of_timed_part(std::string_view path) {
    constexpr std::array<std::string_view, 7> kSections{
        "timing.",           "trace.", "dram.", "fabric.", "command_processor.", "core.slots.",
        "core.memory_banks."};
    return std::ranges::any_of(kSections,
                               [&](std::string_view section) { return path.starts_with(section); });
}

/// Compares those numbers for whose paths `compared` returns true.
template <class Compared>
void require_equal_numbers(const Difference& difference, const Manifest& found,
                           const Manifest& wanted, Compared compared) {
    if (found.numbers.empty() || wanted.numbers.empty()) return;
    for (const auto& [path, value] : wanted.numbers)
        if (compared(path))
            difference.require("device " + path, text_of(found.numbers, path), value_text(value));
    for (const auto& [path, value] : found.numbers)
        if (compared(path))
            difference.require("device " + path, value_text(value), text_of(wanted.numbers, path));
}

void require_same_kernels(const Difference& difference, const Manifest& found,
                          const Manifest& wanted) {
    if (!found.kernels || !wanted.kernels) return;
    difference.require("the number of kernels", found.kernels->size(), wanted.kernels->size());
    const auto cycles = [](const KernelEntry& kernel) {
        return kernel.cycles ? fmt::to_string(kernel.cycles->count()) : std::string{"not set"};
    };
    for (std::size_t i = 0; i < wanted.kernels->size(); ++i) {
        const KernelEntry& is = (*found.kernels)[i];
        const KernelEntry& right = (*wanted.kernels)[i];
        difference.require(fmt::format("kernels[{}].name", i), is.name, right.name);
        difference.require(fmt::format("kernels[{}].cycles", i), cycles(is), cycles(right));
    }
}

std::vector<BufferEntry> data_buffers(const Manifest& manifest) {
    std::vector<BufferEntry> buffers;
    std::ranges::copy_if(
        manifest.buffers, std::back_inserter(buffers),
        [](const BufferEntry& buffer) { return buffer.role != BufferRole::Trace; });
    return buffers;
}

}  // namespace

std::vector<std::string> problem_lines(const Manifest& manifest) {
    std::vector<std::string> lines{"device " + manifest.device,
                                   "generation " + manifest.generation};
    for (const auto& [path, value] : manifest.problem)
        lines.push_back(fmt::format("{} {}", path, value_text(value)));
    std::ranges::sort(lines);
    return lines;
}

void require_same_problem(const Manifest& found, const Manifest& wanted,
                          const std::filesystem::path& file) {
    const Difference difference{file};
    difference.require("device", found.device, wanted.device);
    difference.require("generation", found.generation, wanted.generation);
    for (const auto& [path, value] : wanted.problem)
        difference.require(path, text_of(found.problem, path), value_text(value));
    for (const auto& [path, value] : found.problem)
        difference.require(path, value_text(value), text_of(wanted.problem, path));
    require_equal_numbers(difference, found, wanted, [&](std::string_view path) {
        return !wanted.times.contains(path) && !is_of_timed_part(path);
    });
    require_same_kernels(difference, found, wanted);
    const auto buffers = data_buffers(found);
    const auto wanted_buffers = data_buffers(wanted);
    difference.require("the number of buffers", buffers.size(), wanted_buffers.size());
    for (std::size_t i = 0; i < wanted_buffers.size(); ++i) {
        const std::string buffer = fmt::format("buffers[{}].", i);
        const BufferEntry& is = buffers[i];
        const BufferEntry& right = wanted_buffers[i];
        difference.require(buffer + "name", is.name, right.name);
        difference.require(buffer + "role", to_string(is.role), to_string(right.role));
        difference.require(buffer + "bytes", is.size.count(), right.size.count());
        difference.require(buffer + "type", is.type, right.type);
        difference.require(buffer + "shape", is.shape, right.shape);
        difference.require(buffer + "layout", is.layout, right.layout);
    }
}

void require_same_clock(const Manifest& found, const Manifest& wanted,
                        const std::filesystem::path& file) {
    Difference{file}.require("clock_ghz", found.clock_ghz, wanted.clock_ghz);
}

void require_same_numbers(const Manifest& found, const Manifest& wanted,
                          const std::filesystem::path& file) {
    require_equal_numbers(Difference{file}, found, wanted,
                          [](std::string_view /*path*/) { return true; });
}

void require_same_trace(const Manifest& found, const Manifest& wanted,
                        const std::filesystem::path& file) {
    const Difference difference{file};
    const auto presence = [](const Manifest& manifest) {
        return std::string{manifest.trace ? "there" : "not there"};
    };
    difference.require("a trace", presence(found), presence(wanted));
    if (!wanted.trace) return;
    const auto& units = found.trace->units;
    const auto& wanted_units = wanted.trace->units;
    difference.require("the number of traced units", units.size(), wanted_units.size());
    for (std::size_t i = 0; i < wanted_units.size(); ++i) {
        const std::string stream = fmt::format("streams[{}]", i);
        difference.require(stream, to_string(units[i].unit), to_string(wanted_units[i].unit));
        for (std::size_t slot = 0; slot < words::kSlots; ++slot)
            difference.require(fmt::format("{}.slots[{}]", stream, slot), units[i].events[slot],
                               wanted_units[i].events[slot]);
        difference.require(stream + ".ports", units[i].ports, wanted_units[i].ports);
        difference.require(stream + ".s2mm", units[i].s2mm, wanted_units[i].s2mm);
        difference.require(stream + ".mm2s", units[i].mm2s, wanted_units[i].mm2s);
    }
    difference.require("trace_route", found.trace->route, wanted.trace->route);
    const auto size_of = [](const Manifest& manifest) {
        return manifest.buffers[static_cast<std::size_t>(manifest.trace->buffer)].size.count();
    };
    difference.require("the size of the trace's buffer", size_of(found), size_of(wanted));
}

}  // namespace xdnasim::artifacts
