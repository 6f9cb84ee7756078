#include "backends/txn/port_index.hpp"

#include <array>

namespace xdnasim::txn {
namespace {

using enum arch::Bundle;

/// How bundles follow each other in the list of every switch. Those that it does not have take no
/// numbers.
constexpr std::array<arch::Bundle, arch::kBundles> kOrder{Core, Dma,   TileControl, Fifo, South,
                                                          West, North, East,        Trace};

int ports_of(const arch::SwitchModel& model, arch::Bundle bundle, arch::PortSide side) {
    const arch::PortCount count = model.count(bundle);
    return side == arch::PortSide::Master ? count.masters : count.slaves;
}

}  // namespace

std::optional<int> port_index(const arch::Device& device, const arch::Port& port) {
    const arch::SwitchModel& model = device.model(port.tile).stream_switch;
    int first = 0;
    for (const arch::Bundle bundle : kOrder) {
        const int ports = ports_of(model, bundle, port.side);
        if (bundle == port.bundle && port.channel >= 0 && port.channel < ports)
            return first + port.channel;
        first += ports;
    }
    return std::nullopt;
}

std::optional<arch::Port> port_at(const arch::Device& device, arch::TileId tile,
                                  arch::PortSide side, int index) {
    const arch::SwitchModel& model = device.model(tile).stream_switch;
    int first = 0;
    for (const arch::Bundle bundle : kOrder) {
        const int ports = ports_of(model, bundle, side);
        if (index < first + ports) return arch::Port{tile, side, bundle, index - first};
        first += ports;
    }
    return std::nullopt;
}

}  // namespace xdnasim::txn
