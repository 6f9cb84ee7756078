#pragma once
// The problem file: a device, and what to run on it.

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
    bool reconfigure = false;  ///< whether the array holds another design before the run
    base::Node file;           ///< content of the file, for positions in error messages
};

/// A value that replaces one of the problem file; `key` is a dotted path in the file.
struct Setting {
    /// `--set path=text` of the command line. Throws InputError if `text` is not YAML.
    Setting(std::string path, std::string_view text);
    Setting(std::string path, base::Node node) : key{std::move(path)}, value{std::move(node)} {}

    std::string key;
    base::Node value;
};

/// Prefix of settings that change the device itself, such as device.set.dram.read.
inline constexpr std::string_view kDeviceSet = "device.set.";

/// Required content of a problem file, for the error message about an empty one.
inline constexpr std::string_view kContent =
    "a problem has device, workload and a section of the workload; see workloads/examples";

/// Loads a problem file. `workloads`: those that the file may name. Throws InputError with
/// file:line:column for all errors in the file, its device or the settings.
[[nodiscard]] Problem load_problem(const std::filesystem::path& file,
                                   std::span<const Setting> settings = {},
                                   std::span<const WorkloadEntry> workloads = known_workloads());

enum class FileKind : std::uint8_t { Problem, Design, Netlist };

/// Kind of a file by its content: MLIR, a netlist as JSON (placed or not), or otherwise a problem.
/// The name decides if the content does not: .mlir is a design and .json a netlist, so that their
/// readers report what is wrong with the file.
[[nodiscard]] FileKind kind_of(const std::filesystem::path& file);

/// Content of a problem file. For a design of mlir-aie it is the problem that runs the design, on
/// the device for its array unless `settings` choose one.
[[nodiscard]] base::Node load_file(const std::filesystem::path& file,
                                   std::span<const Setting> settings = {});

/// As load_file(), for a text that is not a file and is called `name` in messages.
[[nodiscard]] base::Node load_text(const std::string& text, const std::string& name,
                                   std::span<const Setting> settings = {});

/// Reads a problem from a parsed file. Relative paths are relative to `folder`. `on_search` is
/// called with the progress of the search for which a section `placement` asks.
[[nodiscard]] Problem read_problem(
    base::Node root, const std::filesystem::path& folder, std::span<const Setting> settings = {},
    std::span<const WorkloadEntry> workloads = known_workloads(),
    const placed_schedule::OnSearch& on_search = [](const auto&, std::int64_t) {});

/// Throws InputError for a setting that replaces a whole of which an earlier setting sets a part,
/// since that part would be lost silently. The message names both.
void refuse_replaced_parts(std::span<const Setting> settings);

/// Throws InputError if the file `root` cannot have the key of `setting`, but has or may have keys
/// whose paths contain the same words in the same order, such as gemm.tile.m for tile.m. The
/// message names these keys.
void refuse_partial_path(const Setting& setting, const base::Node& root,
                         std::span<const WorkloadEntry> workloads);

/// Throws InputError if the file `root` cannot have the key of `setting`, but its device has such a
/// key: dram.read or device.dram.read for device.set.dram.read, which the message names. Relative
/// paths are relative to `folder`.
void refuse_path_of_device(const Setting& setting, const base::Node& root,
                           const std::filesystem::path& folder,
                           std::span<const WorkloadEntry> workloads = known_workloads());

/// The device of the problem file `root`; relative paths are relative to `folder`. Throws
/// InputError.
[[nodiscard]] arch::Device device_of(const base::Node& root, const std::filesystem::path& folder);

/// Paths of all keys that the problem file `root` may have, and of the numbers of its device below
/// device.set. N stands for the index of a list item. Relative paths are relative to `folder`.
[[nodiscard]] std::set<std::string> keys_of(
    const base::Node& root, const std::filesystem::path& folder,
    std::span<const WorkloadEntry> workloads = known_workloads());

/// Throws InputError at `place` unless `path` is one of `keys`, or leads to or into one of them.
/// The message lists keys with similar names, also from `root`, and the existing keys.
void require_key(const std::string& path, const base::Place& place, const base::Node& root,
                 const std::set<std::string>& keys);

/// A section of the problem file, as a reference lists it.
struct Section {
    std::string name;  ///< such as "gemm"; empty: the keys of the file itself
    std::vector<parameters::Description> keys;
};

/// The keys that a problem file for `device` may have, by section.
[[nodiscard]] std::vector<Section> describe_problem(
    const arch::Device& device, std::span<const WorkloadEntry> workloads = known_workloads());

/// The program of the array for the problem's workload and its trace, routed and validated. Throws
/// InputError with the position in the file if the device has no room for it.
[[nodiscard]] schedule::Schedule map_problem(const Problem& problem);

}  // namespace xdnasim::problem
