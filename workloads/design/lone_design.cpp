// The problem that a design without a problem file stands for, and how a text is recognised as a
// design.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/named_path.hpp"
#include "base/node.hpp"
#include "base/text_file.hpp"
#include "base/utf8.hpp"
#include "workloads/design/design_workload.hpp"

namespace xdnasim::design {
namespace {

/// A problem whose section `design` has `key` with `value`.
base::Node problem_with(const std::string& key, const std::string& value, const std::string& name,
                        const std::optional<std::string>& device) {
    const base::Place place{std::make_shared<const std::string>(name), 0, 0};
    const auto scalar = [&](const std::string& text) {
        return base::Node::scalar(place, text, base::Form::Quoted);
    };
    const auto design = base::Node::map(place, {{key, place, scalar(value)}});
    const base::Node problem =
        base::Node::map(place, {{"workload", place, scalar("design")}, {"design", place, design}});
    return device ? problem.with("device", scalar(*device)) : problem;
}

/// The text from its first operation on, after white space, comments and aliases.
std::string_view first_operation(std::string_view text) {
    const auto skip_line = [&] { text.remove_prefix(std::min(text.find('\n'), text.size())); };
    text = base::without_byte_order_mark(text);
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
        const bool alias = text.size() > 1 && (text[0] == '#' || text[0] == '!') &&
                           std::isalpha(static_cast<unsigned char>(text[1])) != 0;
        if (!alias && !text.starts_with("//")) return text;
        skip_line();
    }
}

}  // namespace

std::string plain_text(std::string text, const std::string& name) {
    base::require_text(text, std::make_shared<const std::string>(name));
    text.erase(0, text.size() - base::without_byte_order_mark(text).size());
    return text;
}

base::Node problem_of(const std::string& file, const GivenDevice& given) {
    std::optional<std::string> device;
    if (!given.is_chosen) device = default_device(load_text(file), file, given.aie_device);
    return problem_with("file", file, file, device);
}

base::Node problem_of_text(const std::string& text, const std::string& name,
                           const GivenDevice& given) {
    std::optional<std::string> device;
    const std::string plain = plain_text(text, name);
    if (!given.is_chosen) device = default_device(plain, name, given.aie_device);
    return problem_with("text", plain, name, device);
}

base::Node with_own_device(const base::Node& problem) {
    const base::Node* const device = problem.find("device");
    const base::Node* const section = problem.find("design");
    if (device == nullptr || section == nullptr || !section->is_map()) return problem;
    const base::Node* const base = device->is_map() ? device->find("base") : device;
    // problem_with() gives the problem and its device the same source.
    const bool is_own = base != nullptr && base->place().line == 0 &&
                        base->place().source == problem.place().source;
    const base::Node* const file = section->find("file");
    const base::Node* const text = section->find("text");
    if (!is_own || (file == nullptr) == (text == nullptr)) return problem;
    const base::Node* const aie_device = section->find("aie_device");
    const std::optional<std::string> chosen =
        aie_device == nullptr ? std::nullopt : std::optional{aie_device->as_string()};
    const std::string& source = *problem.place().source;
    const std::string own =
        text != nullptr ? default_device(plain_text(text->as_string(), source), source, chosen)
                        : default_device(load_text(base::named_path(*file)),
                                         base::named_path(*file).string(), chosen);
    return problem.with(device->is_map() ? "device.base" : "device",
                        base::Node::scalar(base->place(), own, base::Form::Quoted));
}

bool is_design_text(std::string_view text) {
    const std::string_view operation = first_operation(text);
    const auto begins_with = [&](std::string_view name) {
        if (!operation.starts_with(name)) return false;
        const std::string_view rest = operation.substr(name.size());
        const std::size_t next = rest.find_first_not_of(" \t");
        return next != std::string_view::npos &&
               std::string_view{"{(@a"}.find(rest[next]) != std::string_view::npos;
    };
    return begins_with("module") || begins_with("aie.device") ||
           begins_with("\"builtin.module\"") || begins_with("\"aie.device\"");
}

bool begins_further_on(std::string_view text) {
    // Bytes of an operation from which its name can be recognised.
    constexpr std::size_t kEnough = 100;
    return first_operation(text).size() < kEnough;
}

bool is_design(const std::string& file) {
    return std::filesystem::path{file}.extension() == ".mlir";
}

}  // namespace xdnasim::design
