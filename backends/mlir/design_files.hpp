#pragma once
// Export of a schedule as a design for mlir-aie: the text in MLIR, which workloads/design reads
// back, and all files that mlir-aie needs to build the design and a host needs to run it.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/enumerators.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// Releases of mlir-aie that differ in the text they read.
enum class Release : std::uint8_t {
    V1_3_4,  ///< 2 July 2026
    Current  ///< after 1.3.4: SSA values (#3225, #3308), patterns (#3306), BD iterations (#3538)
};
/// Whether the text has SSA values for numbers of locks, BDs and the sequence.
[[nodiscard]] bool has_values(Release release);
/// Whether a BD has named sizes and strides.
[[nodiscard]] bool names_patterns(Release release);
/// Whether a BD of a tile may have an iteration.
[[nodiscard]] bool has_bd_iterations(Release release);
/// Returns "1.3.4" or "current".
[[nodiscard]] std::string to_string(Release release);
inline constexpr std::array kReleases{Release::Current, Release::V1_3_4};
static_assert(base::lists_all<kReleases>());

/// Returns the text of the design. Throws InputError, which names the object, where mlir-aie has no
/// such device or operation. Precondition: `schedule` is valid on `device` (schedule::validate).
[[nodiscard]] std::string write(const schedule::Schedule& schedule, const arch::Device& device,
                                Release release = Release::Current);

/// Returns the content of ports.yaml: what the programmable logic moves through its ports, which
/// the text in MLIR cannot express. It is read together with the text. Empty if the schedule has no
/// such ports.
[[nodiscard]] std::string ports_text(const schedule::Schedule& schedule);

/// Returns mlir-aie's name of the smallest device that has the tiles of the schedule: "npu1_2col".
/// Throws InputError if mlir-aie has no such device.
[[nodiscard]] std::string device_kind(const schedule::Schedule& schedule,
                                      const arch::Device& device);

struct DesignFile {
    std::string path;  ///< relative to the design's folder
    std::string content;
};

/// Settings of the simulation that aie.mlir does not contain.
struct SimulatedAs {
    std::string device;  ///< value of `device` in the problem file, changed numbers included
    bool reconfigure = false;
};

/// Returns all files of an export. The first one, kMarkedFile, marks its folder as an export: its
/// first line is kExportMark. The manifest is the last one.
/// Throws InputError, which names the object, for what cannot be exported.
/// Precondition: `schedule` is valid on `device` (schedule::validate).
[[nodiscard]] std::vector<DesignFile> design_files(const schedule::Schedule& schedule,
                                                   const arch::Device& device,
                                                   const SimulatedAs& simulated,
                                                   Release release = Release::Current);

/// The file that `make` builds.
inline constexpr const char* kBuiltFile = "final.xclbin";
/// The file that `make elf` builds in addition: instructions that run in place of the export's.
inline constexpr const char* kBuiltElf = "insts.elf";
inline constexpr std::array kBuiltFiles{kBuiltFile, kBuiltElf};

inline constexpr const char* kMarkedFile = "README.txt";
inline constexpr const char* kExportMark = "A design exported by xdnasim.";

}  // namespace xdnasim::mlir
