#include "xdnasim/workloads/problem/problem.hpp"

#include <charconv>
#include <string_view>
#include <system_error>

#include "xdnasim/arch/device_catalog.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/arch/error.hpp"
#include "xdnasim/arch/map_reader.hpp"
#include "xdnasim/arch/yaml_document.hpp"
#include "xdnasim/workloads/elementwise/elementwise_checks.hpp"
#include "xdnasim/workloads/elementwise/elementwise_mapping.hpp"
#include "xdnasim/workloads/gemm/gemm_mapping.hpp"
#include "xdnasim/workloads/gemm/gemm_tiling.hpp"
#include "xdnasim/workloads/problem/elementwise_section.hpp"
#include "xdnasim/workloads/problem/gemm_section.hpp"
#include "xdnasim/workloads/problem/trace_section.hpp"
#include "xdnasim/workloads/problem/transfer_section.hpp"
#include "xdnasim/workloads/schedule/mapping_error.hpp"
#include "xdnasim/workloads/tracing/add_trace.hpp"
#include "xdnasim/workloads/transfer/transfer_checks.hpp"
#include "xdnasim/workloads/transfer/transfer_mapping.hpp"

namespace xdnasim::problem {
namespace {

using arch::YamlNode;
namespace fs = std::filesystem;

enum class Workload : std::uint8_t { Gemm, Transfer, Elementwise };

Workload read_workload(const YamlNode& node) {
    return node.as_choice<Workload>({{"gemm", Workload::Gemm},
                                     {"transfer", Workload::Transfer},
                                     {"elementwise", Workload::Elementwise}});
}

/// The device file that `node` names. A relative path counts from `folder`, that of the
/// problem file; one given by `--set` counts from the caller's.
fs::path device_file(const YamlNode& node, const fs::path& folder) {
    const std::string& name = node.as_string();
    const fs::path path{name};
    const bool from_file = node.place().line > 0;
    const bool is_path = path.has_parent_path() || path.extension() == ".yaml";
    try {
        return arch::find_device(from_file && is_path ? (folder / path).string() : name);
    } catch (const arch::InputError& error) {
        node.fail(error.what());
    }
}

/// A name, a path, or {base: name or path, set: {path of a number: value}}.
arch::Device read_device(const YamlNode& node, const fs::path& folder) {
    if (!node.is_map()) return arch::load_device(device_file(node, folder));
    arch::MapReader reader{node, "device"};
    const fs::path base = device_file(reader.require("base"), folder);
    const YamlNode& changes = reader.require("set");
    reader.finish();
    return arch::load_device(base, changes);
}

/// A value of a map by its key or an item of a list by its number; nullptr: not there.
const YamlNode* child(const YamlNode& node, std::string_view name) {
    if (node.kind() != YamlNode::Kind::Sequence) return node.find(name);
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool exists = error == std::errc{} && number < node.as_sequence().size();
    return exists ? &node.as_sequence()[number] : nullptr;
}

/// The node at the dotted `path`, or as far along it as the file goes.
const YamlNode& nearest_node(const YamlNode& root, std::string_view path) {
    const YamlNode* node = &root;
    while (!path.empty()) {
        const std::size_t dot = path.find('.');
        const YamlNode* next = child(*node, path.substr(0, dot));
        if (next == nullptr) break;
        node = next;
        path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    }
    return *node;
}

schedule::Schedule map_workload(const Problem& problem) {
    if (problem.gemm) return gemm::map_gemm(*problem.gemm, problem.device);
    if (problem.transfer) return transfer::map_transfer(*problem.transfer, problem.device);
    return elementwise::map_elementwise(problem.elementwise.value(), problem.device);
}

/// Refuses what cannot be mapped here, where the place in the file is known.
void check_mapping(const Problem& problem, const YamlNode& root) {
    try {
        if (problem.gemm) static_cast<void>(gemm::tile_problem(*problem.gemm, problem.device));
        if (problem.transfer) transfer::require_mappable(*problem.transfer, problem.device);
        if (problem.elementwise)
            elementwise::require_mappable(*problem.elementwise, problem.device);
        // What a trace finds room for, only the whole schedule tells.
        if (problem.trace) static_cast<void>(map_problem(problem));
    } catch (const schedule::MappingError& error) {
        nearest_node(root, error.key()).fail(error.what());
    }
}

}  // namespace

Problem load_problem(const fs::path& file, std::span<const Setting> settings) {
    auto document = arch::YamlDocument::load(file);
    for (const Setting& setting : settings)
        document = document.with(setting.key, setting.value);

    arch::MapReader reader{document.root()};
    Problem problem{.device = read_device(reader.require("device"), file.parent_path())};
    if (const YamlNode* reconfigure = reader.optional("reconfigure"))
        problem.reconfigure = reconfigure->as_bool();
    switch (read_workload(reader.require("workload"))) {
        case Workload::Gemm:
            problem.gemm = read_gemm(reader.require("gemm"), problem.device);
            break;
        case Workload::Transfer:
            problem.transfer = read_transfer(reader.require("transfer"), problem.device);
            break;
        case Workload::Elementwise:
            problem.elementwise = read_elementwise(reader.require("elementwise"), problem.device);
            break;
    }
    if (const YamlNode* trace = reader.optional("trace"))
        problem.trace = read_trace(*trace, problem.device);
    reader.finish();
    check_mapping(problem, document.root());
    return problem;
}

schedule::Schedule map_problem(const Problem& problem) {
    schedule::Schedule schedule = map_workload(problem);
    if (problem.trace) tracing::add_trace(schedule, *problem.trace, problem.device);
    return schedule;
}

}  // namespace xdnasim::problem
