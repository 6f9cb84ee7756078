#pragma once
// The workloads that problem files may name.

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
    /// Those that are read, with what they name themselves. What cannot be read names nothing.
    /// `read` holds what sections before have named, so that no file is read twice.
    std::vector<std::filesystem::path> (*read)(const base::Node& section, base::ReadFiles& read);
    /// May `value` at the dotted path `key` of the section change which files these are?
    bool (*may_change)(std::string_view key, const base::Node& value);
    /// Those that a run that moves data writes, below the key `outputs` of the section: texts, each
    /// with its place; nullptr: none.
    std::vector<base::Node> (*written)(const base::Node& section) = nullptr;
};

struct WorkloadEntry {
    std::string_view name;  ///< as in `workload:`, and the key of its section
    /// Reads the section. Throws InputError with the place of what is wrong in it, MappingError
    /// when the device has no room for what it asks.
    std::shared_ptr<const schedule::Workload> (*read)(const base::Node& section,
                                                      const arch::Device& device);
    /// The keys of the section, with what `device` allows.
    std::vector<parameters::Description> (*describe)(const arch::Device& device);
    /// Those of them that may stand in one such as `section`; nullptr: all.
    std::vector<parameters::Description> (*describe_like)(const base::Node& section,
                                                          const arch::Device& device) = nullptr;
    std::optional<SectionFiles> files{};  ///< nullopt: the section names none
};

[[nodiscard]] std::span<const WorkloadEntry> known_workloads();

}  // namespace xdnasim::problem
