#pragma once
// The workloads that problem files can name.

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "base/node.hpp"
#include "base/parameters/description.hpp"
#include "base/read_files.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::problem {

/// The files that the section of a workload names.
struct SectionFiles {
    /// Files that the section names, and the files that these name. Files that cannot be read name
    /// none. `read` keeps files of earlier sections, so that no file is read twice.
    std::vector<std::filesystem::path> (*read)(const base::Node& section, base::ReadFiles& read);
    /// Can `value` at the dotted path `key` of the section change the list of these files?
    bool (*may_change)(std::string_view key, const base::Node& value);
    /// Files that a run that moves data writes, below the key `outputs` of the section: texts, each
    /// with its position; nullptr: none.
    std::vector<base::Node> (*written)(const base::Node& section) = nullptr;
};

struct WorkloadEntry {
    std::string_view name;  ///< value of `workload:`, and key of the workload's section
    /// Reads the section. Throws InputError with the position of an error in it, and MappingError
    /// if the device has no room for what it asks for.
    std::shared_ptr<const schedule::Workload> (*read)(const base::Node& section,
                                                      const arch::Device& device);
    /// Describes the keys of the section, with the values that `device` allows.
    std::vector<parameters::Description> (*describe)(const arch::Device& device);
    /// Describes the keys that are possible in a section like `section`; nullptr: all keys are.
    std::vector<parameters::Description> (*describe_like)(const base::Node& section,
                                                          const arch::Device& device) = nullptr;
    std::optional<SectionFiles> files{};  ///< nullopt: the section names no files
};

[[nodiscard]] std::span<const WorkloadEntry> known_workloads();

}  // namespace xdnasim::problem
