#pragma once
// A design of mlir-aie, as MLIR that has been lowered to tiles, buffers, locks and BDs, turned into
// a schedule.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/design/findings.hpp"
#include "workloads/design/kernel_table.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::design {

inline constexpr std::uintmax_t kMaxDesignBytes = std::uintmax_t{1} << 28;

/// What is asked of a design beside its text.
struct Request {
    KernelSource kernels{};
    std::optional<std::filesystem::path> instructions{};  ///< in place of the text's sequence
    std::optional<std::string> aie_device{};              ///< which one of the text
};

struct Design {
    schedule::Schedule schedule;  ///< with routes where the design fixes them
    std::string array;            ///< that the text names: "npu1_4col"
    std::string aie_device;       ///< the one of the text that is run
    std::vector<std::string> other_devices;
    std::vector<Finding> ignored;
    std::vector<Finding> losses;
    std::string kernels_template;
    std::optional<std::string> missing_kernels{};  ///< what require_known() said
};

/// Throws InputError "FILE:LINE:COLUMN: ..." for a text that cannot be read; with all of them for
/// what is not supported. Kernels without cycles are not an error yet.
[[nodiscard]] Design read_design(std::string text, const std::string& file,
                                 const arch::Device& device, const Request& request);

/// The text of a design's file.
[[nodiscard]] std::string load_text(const std::filesystem::path& file);

/// The device that a design is simulated on when nobody chooses one: the one that xdnasim's own
/// export names, else one for the array that `text` names. Throws InputError when it names none
/// that is simulated.
[[nodiscard]] std::string default_device(const std::string& text, const std::string& file);

}  // namespace xdnasim::design
