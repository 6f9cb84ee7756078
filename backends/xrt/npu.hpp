#pragma once
// An NPU as XRT shows it: a design is loaded, buffers are written and read, runs are timed. Alone
// in npu.cpp is what differs between releases of XRT.

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "arch/units.hpp"
#include "backends/xrt/design.hpp"

namespace xdnasim::backends {

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

/// The first device.
[[nodiscard]] std::unique_ptr<Npu> open_npu();

}  // namespace xdnasim::backends
