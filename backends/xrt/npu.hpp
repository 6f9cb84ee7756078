#pragma once
// An NPU as XRT shows it: a design is loaded, buffers are written and read, runs are timed. Alone
// here is what differs between releases of XRT.

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "xdnasim/arch/units.hpp"
#include "xdnasim/backends/xrt/design.hpp"

namespace xdnasim::backends {

/// Every failure of XRT is an Error: of a run with ExitCode::CheckFailed, else with
/// ExitCode::Unavailable.
class Npu {
 public:
    /// The first device.
    Npu();
    ~Npu();

    /// The kernel's buffers get these sizes, in their order.
    void load(const Design& design, const std::vector<arch::Bytes>& buffers);

    void write(std::size_t buffer, std::span<const std::byte> content);
    void read(std::size_t buffer, std::span<std::byte> content);

    /// From the command to the news of its end, as the host's clock has it.
    [[nodiscard]] arch::Nanoseconds run(std::chrono::milliseconds timeout);

 private:
    class Loaded;
    struct Device;

    std::unique_ptr<Device> device_;
    std::unique_ptr<Loaded> loaded_;
};

}  // namespace xdnasim::backends
