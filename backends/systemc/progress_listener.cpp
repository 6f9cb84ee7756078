#include "backends/systemc/progress_listener.hpp"

#include <utility>

namespace xdnasim::backends {

ProgressListener::ProgressListener(const arch::Device& device, arch::Bytes total,
                                   std::function<void(const RunProgress&)> callback)
    : device_{device}, total_{total}, callback_{std::move(callback)} {}

void ProgressListener::on(const events::BdInterval& interval) {
    const bool to_host =
        device_.reaches_host(interval.tile) && interval.direction == arch::Direction::S2MM;
    if (!to_host) return;
    written_ += interval.bytes;
    callback_({static_cast<double>(written_.count()) / static_cast<double>(total_.count()),
               interval.end});
}

}  // namespace xdnasim::backends
