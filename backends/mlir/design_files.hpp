#pragma once
// The files of an exported design: all that mlir-aie needs to build it, and what a host needs to
// run it.

#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/mlir/mlir_text.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

struct DesignFile {
    std::string path;  ///< from the folder of the design
    std::string content;
};

/// The first one says that its folder is an export's: its first line is kExportMark. The manifest
/// is the last.
/// Throws InputError, which names the object, for what cannot be exported.
/// Precondition: `schedule` is valid on `device` (schedule::validate).
[[nodiscard]] std::vector<DesignFile> design_files(const schedule::Schedule& schedule,
                                                   const arch::Device& device,
                                                   Release release = Release::Current);

/// What `make` adds.
inline constexpr const char* kBuiltFile = "final.xclbin";

inline constexpr const char* kMarkedFile = "README.txt";
inline constexpr const char* kExportMark = "A design exported by xdnasim.";

}  // namespace xdnasim::mlir
