#include "workloads/problem/problem.hpp"

#include <charconv>
#include <string_view>
#include <system_error>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "base/map_reader.hpp"
#include "base/yaml.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::problem {
namespace {

using base::Node;
namespace fs = std::filesystem;

const WorkloadEntry& read_workload(const Node& node, std::span<const WorkloadEntry> workloads) {
    std::vector<std::string_view> names;
    for (const WorkloadEntry& entry : workloads)
        names.push_back(entry.name);
    return workloads[node.as_choice(names)];
}

/// The device file that `node` names. A relative path counts from `folder`, that of the
/// problem file; one given by `--set` counts from the caller's.
fs::path device_file(const Node& node, const fs::path& folder) {
    const std::string& name = node.as_string();
    const fs::path path{name};
    const bool from_file = node.place().line > 0;
    const bool is_path = path.has_parent_path() || path.extension() == ".yaml";
    try {
        return arch::find_device(from_file && is_path ? (folder / path).string() : name);
    } catch (const base::InputError& error) {
        node.fail(error.what());
    }
}

/// A name, a path, or {base: name or path, set: {path of a number: value}}.
arch::Device read_device(const Node& node, const fs::path& folder) {
    if (!node.is_map()) return arch::load_device(device_file(node, folder));
    base::MapReader reader{node, "device"};
    const fs::path base = device_file(reader.require("base"), folder);
    const Node& changes = reader.require("set");
    reader.finish();
    return arch::load_device(base, changes);
}

/// A value of a map by its key or an item of a list by its number; nullptr: not there.
const Node* child(const Node& node, std::string_view name) {
    if (node.kind() != Node::Kind::Sequence) return node.find(name);
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool exists = error == std::errc{} && number < node.as_sequence().size();
    return exists ? &node.as_sequence()[number] : nullptr;
}

/// The node at the dotted `path`, or as far along it as the file goes.
const Node& nearest_node(const Node& root, std::string_view path) {
    const Node* node = &root;
    while (!path.empty()) {
        const std::size_t dot = path.find('.');
        const Node* next = child(*node, path.substr(0, dot));
        if (next == nullptr) break;
        node = next;
        path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    }
    return *node;
}

/// Calls `action`; a refusal gets the place in the file `root` that is at fault.
template <class Action>
auto with_place(const Node& root, Action action) {
    try {
        return action();
    } catch (const schedule::MappingError& error) {
        nearest_node(root, error.key()).fail(error.what());
    }
}

}  // namespace

Problem load_problem(const fs::path& file, std::span<const Setting> settings,
                     std::span<const WorkloadEntry> workloads) {
    Node root = base::load_yaml(file);
    for (const Setting& setting : settings)
        root = base::with_setting(root, setting.key, setting.value);

    base::MapReader reader{root};
    Problem problem{.device = read_device(reader.require("device"), file.parent_path()),
                    .workload = nullptr,
                    .file = root};
    if (const Node* reconfigure = reader.optional("reconfigure"))
        problem.reconfigure = reconfigure->as_bool();
    const WorkloadEntry& workload = read_workload(reader.require("workload"), workloads);
    const Node& section = reader.require(workload.name);
    const Node* const trace = reader.optional("trace");
    problem.workload = with_place(root, [&] { return workload.read(section, problem.device); });
    if (trace != nullptr) problem.trace = tracing::read_trace(*trace, problem.device);
    reader.finish();
    return problem;
}

schedule::Schedule map_problem(const Problem& problem) {
    return with_place(problem.file, [&] {
        return mapping::map_workload(problem.workload, problem.device,
                                     problem.trace ? &*problem.trace : nullptr);
    });
}

}  // namespace xdnasim::problem
