#pragma once
// An NPU accessed through XRT: loads a design, writes and reads buffers, and times runs. Only
// npu.cpp depends on the release of XRT.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "arch/units.hpp"
#include "backends/artifacts/manifest.hpp"

// The files of a design that an NPU can load.

namespace xdnasim::backends {

struct Design {
    std::string kernel;
    std::optional<std::filesystem::path> xclbin;
    std::optional<std::filesystem::path> elf;
    std::vector<std::uint32_t> instructions;  ///< empty when `elf` contains them
};

/// Reads the instructions and checks that the files are complete and made for the device. Throws
/// InputError for a file that cannot be read, is not the one of the manifest or not named there,
/// and for instructions that are damaged or made for another device; Error with
/// ExitCode::Unavailable for a damaged xclbin and for a design that is not built.
[[nodiscard]] Design load_design(const std::filesystem::path& folder,
                                 const artifacts::Manifest& manifest, const arch::Device& device);

/// An NPU. Every failure of XRT is thrown as an Error, with ExitCode::CheckFailed from run() and
/// ExitCode::Unavailable from the other functions.
class Npu {
 public:
    virtual ~Npu() = default;

    /// Loads the design and allocates the kernel's buffers, with their sizes in the order of the
    /// arguments. Call once, before the other functions.
    virtual void load(const Design& design, const std::vector<arch::Bytes>& buffers) = 0;

    virtual void write(std::size_t buffer, std::span<const std::byte> content) = 0;
    virtual void read(std::size_t buffer, std::span<std::byte> content) = 0;

    /// Runs the kernel and returns the time by the host's clock from the command to the
    /// notification of its completion.
    [[nodiscard]] virtual arch::Nanoseconds run(std::chrono::milliseconds timeout) = 0;
};

/// Returns why a run that has not ended after `time` failed: it reached the timeout, or the driver
/// gave up before.
[[nodiscard]] std::string timeout_text(arch::Nanoseconds time, std::chrono::milliseconds timeout);

/// Opens the first device.
[[nodiscard]] std::unique_ptr<Npu> open_npu();

}  // namespace xdnasim::backends
