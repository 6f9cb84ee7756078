#pragma once
// An NPU as XRT shows it: a design is loaded, buffers are written and read, runs are timed. Alone
// in npu.cpp is what differs between releases of XRT.

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

// A design as files that an NPU can load.

namespace xdnasim::backends {

struct Design {
    std::string kernel;
    std::optional<std::filesystem::path> xclbin;
    std::optional<std::filesystem::path> elf;
    std::vector<std::uint32_t> instructions;  ///< empty when they are in `elf`
};

/// Reads the instructions and checks that the files are whole and for the device. Throws InputError
/// for a file that cannot be read, is damaged or not in the manifest, and Error with
/// ExitCode::Unavailable when the design is not built.
[[nodiscard]] Design load_design(const std::filesystem::path& folder,
                                 const artifacts::Manifest& manifest, const arch::Device& device);

/// Every failure of XRT is an Error: of a run with ExitCode::CheckFailed, else with
/// ExitCode::Unavailable.
class Npu {
 public:
    virtual ~Npu() = default;

    /// The kernel's buffers get these sizes, in their order. Once, before all else.
    virtual void load(const Design& design, const std::vector<arch::Bytes>& buffers) = 0;

    virtual void write(std::size_t buffer, std::span<const std::byte> content) = 0;
    virtual void read(std::size_t buffer, std::span<std::byte> content) = 0;

    /// From the command to the news of its end, as the host's clock has it.
    [[nodiscard]] virtual arch::Nanoseconds run(std::chrono::milliseconds timeout) = 0;
};

/// Why a run that has not ended after `time` failed: it took all of `timeout`, or its driver gave
/// up before.
[[nodiscard]] std::string timeout_text(arch::Nanoseconds time, std::chrono::milliseconds timeout);

/// The first device.
[[nodiscard]] std::unique_ptr<Npu> open_npu();

}  // namespace xdnasim::backends
