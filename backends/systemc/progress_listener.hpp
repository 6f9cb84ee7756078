#pragma once
// Tells how far a run is: by the bytes of the result that have reached the host.

#include <functional>

#include "backends/backend.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::backends {

class ProgressListener final : public events::Listener {
 public:
    /// `total`: bytes that the run writes to host memory.
    ProgressListener(const arch::Device& device, arch::Bytes total,
                     std::function<void(const RunProgress&)> callback);

    void on(const events::BdInterval& interval) override;

 private:
    const arch::Device& device_;
    arch::Bytes total_;
    arch::Bytes written_{};
    std::function<void(const RunProgress&)> callback_;
};

}  // namespace xdnasim::backends
