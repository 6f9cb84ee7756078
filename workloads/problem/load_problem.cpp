// The kind of a file or text by its content: a design, a placed netlist or a problem.

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/utf8.hpp"
#include "base/yaml.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/placed/placed_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {
namespace {

using base::Node;
namespace fs = std::filesystem;

/// What the settings say about the device that runs a design.
design::GivenDevice given_device(std::span<const Setting> settings) {
    design::GivenDevice given;
    for (const Setting& setting : settings) {
        if (setting.key == "device") given.is_chosen = true;
        const Node* const name = setting.key == "design.aie_device" ? &setting.value
                                 : setting.key == "design" ? setting.value.find("aie_device")
                                                           : nullptr;
        if (name != nullptr) given.aie_device = name->as_string();
    }
    return given;
}

/// Enough of the file to recognise its kind; empty if it cannot be read, or if reading would block.
std::string beginning_of(const fs::path& file) {
    constexpr std::size_t kAtFirst = std::size_t{1} << 12;
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return {};
    std::string text;
    std::ifstream stream{file, std::ios::binary};
    do {
        const std::size_t before = text.size();
        text.resize(std::max(kAtFirst, 2 * before));
        stream.read(text.data() + before, static_cast<std::streamsize>(text.size() - before));
        text.resize(before +
                    static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    } while (stream && design::begins_further_on(text));
    return text;
}

/// YAML may begin with a brace as well, so a text that is not JSON is left to the reader of
/// problems, unless the file's name says that it is JSON.
template <class Read>
std::optional<Node> json_map(std::string_view text, Read read, bool is_json) {
    text = base::without_byte_order_mark(text);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{') return std::nullopt;
    try {
        return read();
    } catch (const base::InputError&) {
        if (is_json) throw;
        return std::nullopt;
    }
}

template <class Read>
std::optional<Node> placed_netlist(std::string_view text, Read read, bool is_json) {
    const std::optional<Node> root = json_map(text, read, is_json);
    return root && placed::is_result(*root) ? root : std::nullopt;
}

bool is_named_json(const fs::path& file) {
    return file.extension() == ".json";
}

bool holds_design(const fs::path& file, std::string_view text) {
    return design::is_design(file.string()) || design::is_design_text(text);
}

}  // namespace

FileKind kind_of(const fs::path& file) {
    const std::string text = beginning_of(file);
    if (holds_design(file, text)) return FileKind::Design;
    const auto json = json_map(
        text, [&] { return base::load_json(file); }, is_named_json(file));
    if (json && placed::is_result(*json)) return FileKind::Netlist;
    const bool problem = json && json->find("workload") != nullptr;
    return is_named_json(file) && !problem ? FileKind::Netlist : FileKind::Problem;
}

Node load_file(const fs::path& file, std::span<const Setting> settings) {
    const std::string name = file.string();
    const std::string text = beginning_of(file);
    if (holds_design(file, text)) return design::problem_of(name, given_device(settings));
    const auto read = [&] { return base::load_json(file); };
    if (const auto netlist = placed_netlist(text, read, is_named_json(file))) {
        const base::Place place{netlist->place().source, 0, 0};
        return placed::problem_of(*netlist, Node::scalar(place, name, base::Form::Quoted));
    }
    if (file.extension() == ".py" && !text.empty())
        throw base::InputError{fmt::format(
            "{0}: this is a Python program; run it and give what it prints: python3 {0} "
            "| xdnasim simulate -",
            name)};
    return base::load_yaml(file, kContent);
}

Node load_text(const std::string& text, const std::string& name,
               std::span<const Setting> settings) {
    if (design::is_design_text(text))
        return design::problem_of_text(text, name, given_device(settings));
    const auto read = [&] { return base::parse_json(text, name); };
    if (const auto netlist = placed_netlist(text, read, false))
        return placed::problem_of(*netlist, *netlist);
    if (text.size() > base::kMaxYamlBytes)
        throw base::InputError{
            fmt::format("{}: more than {} bytes; allowed: a problem of at most so many, a design "
                        "(MLIR) or a placed netlist (JSON)",
                        name, base::kMaxYamlBytes)};
    return base::parse_yaml(text, name, kContent);
}

}  // namespace xdnasim::problem
