#include "workloads/problem/problem.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "base/parameters/table.hpp"
#include "base/yaml.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/problem/named_files.hpp"
#include "workloads/problem/placeable.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::problem {
namespace {

using base::Node;
using parameters::Table;
namespace fs = std::filesystem;

const WorkloadEntry& read_workload(const Node& node, std::span<const WorkloadEntry> workloads) {
    std::vector<std::string_view> names;
    for (const WorkloadEntry& entry : workloads)
        names.push_back(entry.name);
    return workloads[node.as_choice(names)];
}

/// {base: name or path, set: {path of a number: value}}
struct ChangedDevice {
    fs::path base;
    const Node* changes = nullptr;
};

Table<ChangedDevice> changed_device_table(const fs::path& folder) {
    Table<ChangedDevice> table;
    table
        .required_read("base", "a name or a path", {"", "the device to change"},
                       [folder](const Node& node, ChangedDevice& device) {
                           device.base = device_file(node, folder);
                       })
        .required_read("set", "a map from paths of the device file to values",
                       {"", "the values to change, such as {dram.read: 40}"},
                       [](const Node& node, ChangedDevice& device) { device.changes = &node; });
    return table;
}

arch::Device read_device(const Node& node, const fs::path& folder) {
    if (!node.is_map()) return arch::load_device(device_file(node, folder));
    ChangedDevice device;
    changed_device_table(folder).read(node, "device", device);
    return arch::load_device(device.base, *device.changes);
}

/// `root` with its device as a map instead of a name, so that values can be set in it.
Node with_changeable_device(const Node& root) {
    const Node* const device = root.find("device");
    if (device == nullptr || !device->is_scalar()) return root;
    return root.with("device", Node::map(device->place(), {{"base", device->place(), *device}}));
}

/// The value of a key in a map, or the item of that index in a list; nullptr if there is none.
const Node* child(const Node& node, std::string_view name) {
    if (node.kind() != Node::Kind::Sequence) return node.find(name);
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool exists = error == std::errc{} && number < node.as_sequence().size();
    return exists ? &node.as_sequence()[number] : nullptr;
}

/// Fails at the node with the dotted `path`. If the file does not reach that far, fails at the
/// position of the last node on the way, without blaming a setting of its value.
[[noreturn]] void fail_along(const Node& root, std::string_view path, const std::string& message) {
    const Node* node = &root;
    while (!path.empty()) {
        const std::size_t dot = path.find('.');
        const Node* next = child(*node, path.substr(0, dot));
        if (next == nullptr) base::fail_at(node->place(), message);
        node = next;
        path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
    }
    node->fail(message);
}

/// Calls `action`, and adds the position in the file `root` to a MappingError.
template <class Action>
auto with_place(const Node& root, Action action) {
    try {
        return action();
    } catch (const schedule::MappingError& error) {
        fail_along(root, error.key(), error.what());
    }
}

/// Refuses a part of an item where there is no list: a map with the item's number as its key would
/// be made, and blamed for being none. Lists of the device are in its own file.
void refuse_item_of_no_list(const Setting& setting, const Node& root, const fs::path& folder,
                            std::span<const WorkloadEntry> workloads) {
    const std::string& key = setting.key;
    if (key.starts_with(kDeviceSet)) return;
    for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', dot + 1)) {
        if (dot + 1 == key.size() || key[dot + 1] < '0' || key[dot + 1] > '9') continue;
        const std::string list = key.substr(0, dot);
        const Node* const there = root.at_path(list);
        if (there != nullptr && !there->is_null()) continue;
        const std::string items = parameters::joined(list, parameters::kAnyItem);
        const auto keys = keys_of(root, folder, workloads);
        const auto first = keys.lower_bound(items);
        if (first == keys.end() || !first->starts_with(items)) return;
        setting.value.fail(
            fmt::format("{0} is not in the file; set the whole list, as in --set {0}=[...]", list));
    }
}

/// Refuses a workload that a setting names, and whose section the file does not have: nothing in
/// the file is wrong.
void require_section(const Node& workload, const Node& root,
                     std::span<const WorkloadEntry> workloads) {
    if (!workload.is_scalar()) return;  // whoever reads it says so
    const WorkloadEntry& chosen = read_workload(workload, workloads);
    const auto present = std::ranges::find_if(workloads, [&](const WorkloadEntry& entry) {
        return entry.name != chosen.name && root.find(entry.name) != nullptr;
    });
    if (present != workloads.end())
        workload.fail(
            fmt::format("the file has a section '{0}', but the workload is {1}; allowed: {0}",
                        present->name, chosen.name));
    if (root.find(chosen.name) == nullptr)
        workload.fail(fmt::format("the file has no section '{0}', which the workload {0} needs",
                                  chosen.name));
}

/// Can the setting change which design runs, or which aie.device of it?
bool changes_design(const Setting& setting) {
    const std::string& key = setting.key;
    return key == "design" || key == "design.file" || key == "design.text" ||
           key == "design.aie_device";
}

/// A problem while its file is read.
struct Draft {
    Problem problem;
    const WorkloadEntry* workload = nullptr;
    placed_schedule::OnSearch on_search{};
};

std::vector<std::string> names_of(std::span<const WorkloadEntry> workloads) {
    std::vector<std::string> names;
    for (const WorkloadEntry& entry : workloads)
        names.emplace_back(entry.name);
    return names;
}

void add_workload(Table<Draft>& table, std::span<const WorkloadEntry> workloads) {
    table.required_read("workload", parameters::joined_alternatives(names_of(workloads)),
                        {"", "the workload to run, described in the section of that name"},
                        [workloads](const Node& node, Draft& draft) {
                            draft.workload = &read_workload(node, workloads);
                        });
    for (const WorkloadEntry& entry : workloads)
        table
            .required_read(
                std::string{entry.name}, "",
                {"", fmt::format("settings of the workload, if `workload` is {}", entry.name)},
                [](const Node& node, Draft& draft) {
                    Problem& problem = draft.problem;
                    problem.workload = with_place(
                        problem.file, [&] { return draft.workload->read(node, problem.device); });
                })
            .when([&entry](const Draft& draft) { return draft.workload == &entry; });
}

/// Throws InputError at `node` for a workload that is placed in another way.
void require_own_rules(const schedule::Workload& workload, const Node& node) {
    if (const std::optional<std::string> otherwise = workload.placed_by())
        node.fail(
            fmt::format("placement: not for the workload {}. Use {}", workload.name(), *otherwise));
}

/// Places the workload as the section `placement` asks.
void place_anew(const Node& node, Draft& draft) {
    require_own_rules(*draft.problem.workload, node);
    const placed_schedule::PlacementQuestion question = placed_schedule::read_section(node);
    Problem& problem = draft.problem;
    problem.workload = with_place(problem.file, [&] {
        return placed_schedule::placed_anew(problem.workload, problem.device, question,
                                            draft.on_search);
    });
}

/// Table of the file's own keys. `folder` is that of the file.
Table<Draft> file_table(const fs::path& folder, std::span<const WorkloadEntry> workloads) {
    Table<Draft> table;
    table
        .required_read("device", "a name, a path, or a map of base and set",
                       {"", "a device of `xdnasim devices`, or a device file"},
                       [folder](const Node& node, Draft& draft) {
                           draft.problem.device = read_device(node, folder);
                       })
        .members(changed_device_table(folder).descriptions())
        .optional(
            "reconfigure", parameters::Flag{},
            {"", "the array holds another design before the run (default: false)"},
            [](auto& draft) -> auto& { return draft.problem.reconfigure; });
    add_workload(table, workloads);
    table
        .optional_read(
            "placement", "",
            {"", "where the tiles of the workload lie (default: where its own rules put them)"},
            place_anew)
        .optional_read("trace", "", {"", "what the trace units watch (default: no trace)"},
                       [](const Node& node, Draft& draft) {
                           draft.problem.trace = tracing::read_trace(node, draft.problem.device);
                       });
    return table;
}

}  // namespace

Setting::Setting(std::string path, std::string_view text)
    : key{std::move(path)}, value{base::parse_setting(key, text)} {}

arch::Device device_of(const Node& root, const fs::path& folder) {
    base::MapReader reader{root};
    return read_device(reader.require("device"), folder);
}

Problem load_problem(const fs::path& file, std::span<const Setting> settings,
                     std::span<const WorkloadEntry> workloads) {
    return read_problem(load_file(file, settings), file.parent_path(), settings, workloads);
}

Problem read_problem(Node root, const fs::path& folder, std::span<const Setting> settings,
                     std::span<const WorkloadEntry> workloads,
                     const placed_schedule::OnSearch& on_search) {
    refuse_replaced_parts(settings);
    for (const Setting& setting : settings) {
        refuse_partial_path(setting, root, workloads);
        refuse_path_of_device(setting, root, folder, workloads);
        refuse_item_of_no_list(setting, root, folder, workloads);
        if ((setting.key + '.').starts_with(kDeviceSet)) root = with_changeable_device(root);
        root = root.with(setting.key, setting.value);
    }
    if (std::ranges::any_of(settings, changes_design)) root = design::with_own_device(root);
    if (std::ranges::find(settings, "workload", &Setting::key) != settings.end())
        require_section(*root.find("workload"), root, workloads);
    Draft draft{.problem = {.device = {}, .workload = nullptr, .file = root},
                .on_search = on_search};
    file_table(folder, workloads).read(root, "", draft);
    return std::move(draft.problem);
}

std::vector<Section> describe_problem(const arch::Device& device,
                                      std::span<const WorkloadEntry> workloads) {
    std::vector<Section> sections{{"", file_table({}, workloads).descriptions()}};
    for (const WorkloadEntry& entry : workloads)
        sections.push_back({std::string{entry.name}, entry.describe(device)});
    sections.push_back({"placement", placed_schedule::describe_section()});
    sections.push_back({"trace", tracing::describe_trace(device)});
    return sections;
}

placed_schedule::PlaceableWorkload placeable(const Problem& problem) {
    require_own_rules(*problem.workload, *problem.file.find("workload"));
    return with_place(problem.file, [&] {
        return placed_schedule::PlaceableWorkload{problem.workload, problem.device};
    });
}

schedule::Schedule map_problem(const Problem& problem) {
    return with_place(problem.file, [&] {
        return mapping::map_workload(problem.workload, problem.device,
                                     problem.trace ? &*problem.trace : nullptr);
    });
}

}  // namespace xdnasim::problem
