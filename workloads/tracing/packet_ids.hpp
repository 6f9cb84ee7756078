#pragma once
// Packet ids that the flows of a schedule leave free.

#include <bitset>

#include "arch/packet_header.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::tracing {

class PacketIds {
 public:
    explicit PacketIds(const schedule::Schedule& schedule);

    /// From 1 up, as mlir-aie gives them out. Throws MappingError when there are no more.
    [[nodiscard]] int take();

 private:
    std::bitset<arch::kMaxPacketId + 1> taken_;
};

}  // namespace xdnasim::tracing
