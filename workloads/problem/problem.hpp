#pragma once
// The problem file: which device, what to run on it.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "workloads/placed_schedule/placement_section.hpp"
#include "workloads/problem/workload_list.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/schedule/workload.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::problem {

struct Problem {
    arch::Device device;
    std::shared_ptr<const schedule::Workload> workload;
    std::optional<tracing::TraceRequest> trace{};
    bool reconfigure = false;  ///< the array holds another design before the run
    base::Node file;           ///< as it was read, for the places of what turns out to be wrong
};

/// A value in place of the problem file's; `key` is a dotted path of it.
struct Setting {
    /// `--set path=text` of the command line. Throws InputError when `text` is not YAML.
    Setting(std::string path, std::string_view text);
    Setting(std::string path, base::Node node) : key{std::move(path)}, value{std::move(node)} {}

    std::string key;
    base::Node value;
};

/// What settings change of the device itself begins so: device.set.dram.read.
inline constexpr std::string_view kDeviceSet = "device.set.";

/// What belongs into a problem file, for the message about an empty one.
inline constexpr std::string_view kContent =
    "a problem has device, workload and a section of the workload; see workloads/examples";

/// `workloads`: those that the file may ask for. Throws InputError with file:line:column for
/// everything that is wrong with the file, its device or the settings.
[[nodiscard]] Problem load_problem(const std::filesystem::path& file,
                                   std::span<const Setting> settings = {},
                                   std::span<const WorkloadEntry> workloads = known_workloads());

enum class FileKind : std::uint8_t { Problem, Design, Netlist };

/// What `file` holds, by its content: MLIR, a netlist as JSON, placed or not, or else a problem.
/// The name decides where the content does not: .mlir is a design, and .json a netlist, whose
/// readers say what is wrong with it.
[[nodiscard]] FileKind kind_of(const std::filesystem::path& file);

/// What is in a problem file; of a design of mlir-aie, the problem that runs it, on the device for
/// its array if `settings` have none.
[[nodiscard]] base::Node load_file(const std::filesystem::path& file,
                                   std::span<const Setting> settings = {});

/// The same of a text that is not a file, called `name` in messages.
[[nodiscard]] base::Node load_text(const std::string& text, const std::string& name,
                                   std::span<const Setting> settings = {});

/// The same for what was read already. Relative paths in it count from `folder`. `on_search` is
/// told of the search that a section `placement` asks for.
[[nodiscard]] Problem read_problem(
    base::Node root, const std::filesystem::path& folder, std::span<const Setting> settings = {},
    std::span<const WorkloadEntry> workloads = known_workloads(),
    const placed_schedule::OnSearch& on_search = [](const auto&, std::int64_t) {});

/// Throws InputError for a setting that replaces the whole of which one before it sets a part: that
/// would be lost without a word. The message names both.
void refuse_replaced_parts(std::span<const Setting> settings);

/// Throws InputError when the file `root` can have no key such as that of `setting`, but has, or
/// may have, keys whose paths have the same words in the same order: gemm.tile.m for tile.m. The
/// message names them.
void refuse_partial_path(const Setting& setting, const base::Node& root,
                         std::span<const WorkloadEntry> workloads);

/// Throws InputError when the file `root` can have no key such as that of `setting`, but its device
/// has: dram.read or device.dram.read for device.set.dram.read, which the message names. Relative
/// paths count from `folder`.
void refuse_path_of_device(const Setting& setting, const base::Node& root,
                           const std::filesystem::path& folder,
                           std::span<const WorkloadEntry> workloads = known_workloads());

/// The device of the problem file `root`; relative paths count from `folder`. Throws InputError.
[[nodiscard]] arch::Device device_of(const base::Node& root, const std::filesystem::path& folder);

/// The paths of the keys that the problem file `root` may have, and of the numbers of its device,
/// below device.set. N stands for the number of an item. Relative paths count from `folder`.
[[nodiscard]] std::set<std::string> keys_of(
    const base::Node& root, const std::filesystem::path& folder,
    std::span<const WorkloadEntry> workloads = known_workloads());

/// Throws InputError at `place` when `path` is none of `keys`, leads to none and into none of them.
/// The message names what may have been meant, in `root`, too, and the keys that there are.
void require_key(const std::string& path, const base::Place& place, const base::Node& root,
                 const std::set<std::string>& keys);

/// A part of the problem file, as a reference lists it.
struct Section {
    std::string name;  ///< "gemm"; empty: the keys of the file itself
    std::vector<parameters::Description> keys;
};

/// The keys that a problem file may have, as it is read for `device`.
[[nodiscard]] std::vector<Section> describe_problem(
    const arch::Device& device, std::span<const WorkloadEntry> workloads = known_workloads());

/// The program of the array for the problem's workload with its trace, routed and validated.
/// Throws InputError with the place in the file when the device has no room for it.
[[nodiscard]] schedule::Schedule map_problem(const Problem& problem);

}  // namespace xdnasim::problem
