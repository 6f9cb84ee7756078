#include "sim/bd_table.hpp"

namespace xdnasim::sim {

void BdTable::write(const schedule::Bd& bd) {
    entry(bd.id) = {bd, 0, 0};
}

arch::Bytes BdTable::take_offset(int id) {
    Entry& taken = entry(id);
    if (!taken.bd->iteration) return taken.bd->offset;
    const arch::Bytes offset =
        taken.bd->offset + taken.bd->iteration->stride * std::int64_t{taken.iteration};
    taken.iteration = (taken.iteration + 1) % taken.bd->iteration->size;
    return offset;
}

}  // namespace xdnasim::sim
