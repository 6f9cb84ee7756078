#pragma once
// A schedule as a design for mlir-aie: as text in MLIR, which workloads/design reads back, and as
// all files that mlir-aie needs to build it and a host to run it.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "base/enumerators.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// What mlir-aie reads changes from release to release.
enum class Release : std::uint8_t {
    V1_3_4,  ///< of 2 July 2026
    Current  ///< those after it: values (#3225, #3308), patterns (#3306), BDs that iterate (#3538)
};
/// Are numbers of locks, BDs and of the sequence values in the text?
[[nodiscard]] bool has_values(Release release);
/// Does a BD name the sizes and strides of its pattern?
[[nodiscard]] bool names_patterns(Release release);
[[nodiscard]] bool has_bd_iterations(Release release);
/// "1.3.4" or "current".
[[nodiscard]] std::string to_string(Release release);
inline constexpr std::array kReleases{Release::Current, Release::V1_3_4};
static_assert(base::lists_all<kReleases>());

/// Precondition: `schedule` is valid on `device` (schedule::validate).
/// Throws InputError, which names the object, for what mlir-aie has no device or no operation for.
[[nodiscard]] std::string write(const schedule::Schedule& schedule, const arch::Device& device,
                                Release release = Release::Current);

/// What the programmable logic moves, which no text of mlir-aie says: ports.yaml, which is read
/// with the text. Empty where the schedule has no ports to it.
[[nodiscard]] std::string ports_text(const schedule::Schedule& schedule);

/// mlir-aie's name of the smallest device that has the tiles of the schedule: "npu1_2col".
/// Throws InputError when it has none.
[[nodiscard]] std::string device_kind(const schedule::Schedule& schedule,
                                      const arch::Device& device);

struct DesignFile {
    std::string path;  ///< from the folder of the design
    std::string content;
};

/// How the design was simulated, as far as aie.mlir does not say it.
struct SimulatedAs {
    std::string device;  ///< as a problem file says it, with what is changed of it
    bool reconfigure = false;
};

/// The first one says that its folder is an export's: its first line is kExportMark. The manifest
/// is the last.
/// Throws InputError, which names the object, for what cannot be exported.
/// Precondition: `schedule` is valid on `device` (schedule::validate).
[[nodiscard]] std::vector<DesignFile> design_files(const schedule::Schedule& schedule,
                                                   const arch::Device& device,
                                                   const SimulatedAs& simulated,
                                                   Release release = Release::Current);

/// What `make` adds.
inline constexpr const char* kBuiltFile = "final.xclbin";
/// What `make elf` adds to that: instructions, which are run in place of those of the export.
inline constexpr const char* kBuiltElf = "insts.elf";
inline constexpr std::array kBuiltFiles{kBuiltFile, kBuiltElf};

inline constexpr const char* kMarkedFile = "README.txt";
inline constexpr const char* kExportMark = "A design exported by xdnasim.";

}  // namespace xdnasim::mlir
