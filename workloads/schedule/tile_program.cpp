#include "workloads/schedule/tile_program.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::schedule {

namespace {

template <class Object>
const Object* with_id(const std::vector<Object>& objects, int id) {
    const auto at = std::ranges::find(objects, id, &Object::id);
    return at != objects.end() ? &*at : nullptr;
}

}  // namespace

const Buffer* TileProgram::buffer(int index) const {
    return numbered(buffers, index);
}

const Lock* TileProgram::lock(int id) const {
    return with_id(locks, id);
}

Lock* TileProgram::lock(int id) {
    return const_cast<Lock*>(std::as_const(*this).lock(id));
}

const Bd* TileProgram::bd(int id) const {
    return with_id(bds, id);
}

Bd* TileProgram::bd(int id) {
    return const_cast<Bd*>(std::as_const(*this).bd(id));
}

bool TileProgram::takes_out_of_order(const arch::Port& sink) const {
    return std::ranges::any_of(channels, [&](const Channel& channel) {
        return channel.out_of_order &&
               arch::dma_port(tile, channel.direction, channel.channel) == sink;
    });
}

BdChain TileProgram::chain(int first) const {
    BdChain chain;
    for (std::optional<int> next = first; next;) {
        const Bd* const at = bd(*next);
        if (at == nullptr) {
            chain.missing = next;
            break;
        }
        const auto passed = std::ranges::find(chain.bds, at);
        if (passed != chain.bds.end()) {
            chain.goes_back_to = static_cast<std::size_t>(passed - chain.bds.begin());
            break;
        }
        chain.bds.push_back(at);
        next = at->next;
    }
    return chain;
}

}  // namespace xdnasim::schedule
