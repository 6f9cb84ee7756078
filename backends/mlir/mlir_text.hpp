#pragma once
// A schedule as text in MLIR. workloads/design reads it back.

#include <array>
#include <cstdint>
#include <string>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// What mlir-aie reads changes from release to release.
enum class Release : std::uint8_t {
    V1_3_4,   ///< of 2 July 2026: numbers of locks, BDs and of the sequence stand in the operations
    Current,  ///< those after it: they are values (#3225, #3306, #3308), and BDs may iterate
              ///< (#3538)
};
/// "1.3.4" or "current".
[[nodiscard]] std::string to_string(Release release);
inline constexpr std::array kReleases{Release::V1_3_4, Release::Current};

/// Precondition: `schedule` is valid on `device` (schedule::validate).
/// Throws InputError, which names the object, for what mlir-aie has no device or no operation for.
[[nodiscard]] std::string write(const schedule::Schedule& schedule, const arch::Device& device,
                                Release release = Release::Current);

/// mlir-aie's name of the smallest device that has the tiles of the schedule: "npu1_2col".
/// Throws InputError when it has none.
[[nodiscard]] std::string device_kind(const schedule::Schedule& schedule,
                                      const arch::Device& device);

}  // namespace xdnasim::mlir
