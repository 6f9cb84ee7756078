#include "workloads/design/out_of_order.hpp"

#include <fmt/format.h>

#include "base/saturating.hpp"

namespace xdnasim::design {

int take_out_of_order(const Draft& draft, arch::TileId tile, const std::vector<schedule::Bd*>& bds,
                      int rounds, base::Position at) {
    std::int64_t packets = 0;
    for (schedule::Bd* const bd : bds) {
        bd->next.reset();
        bd->packet.reset();
        packets += bd->iteration ? bd->iteration->size : 1;
    }
    packets = base::saturating_multiply(packets, std::int64_t{rounds});
    const int most = draft.device.model(tile).dma.max_repeat + 1;
    if (packets > most)
        draft.text.fail(at, fmt::format("a channel takes {} packets out of order, in all "
                                        "iterations of its BDs over {} rounds; allowed: {}",
                                        packets, rounds, most));
    return static_cast<int>(packets);
}

bool takes_out_of_order(const Draft& draft, const arch::Port& sink) {
    const auto program = draft.programs.find(sink.tile);
    return program != draft.programs.end() && program->second.takes_out_of_order(sink);
}

}  // namespace xdnasim::design
