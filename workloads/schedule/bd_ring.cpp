#include "workloads/schedule/bd_ring.hpp"

#include <utility>

namespace xdnasim::schedule {

std::vector<Bd> ring(int first, const std::vector<BufferRef>& buffers, arch::Bytes length,
                     const std::vector<Dimension>& dimensions, LockRef acquire, LockRef release) {
    std::vector<Bd> bds;
    const int count = static_cast<int>(buffers.size());
    for (int i = 0; i < count; ++i) {
        Bd bd;
        bd.id = first + i;
        bd.buffer = buffers[static_cast<std::size_t>(i)];
        bd.length = length;
        bd.dimensions = dimensions;
        bd.acquire = Acquire{acquire};
        bd.release = Release{release};
        bd.next = first + (i + 1) % count;
        bds.push_back(std::move(bd));
    }
    return bds;
}

void run_ring(TileProgram& program, arch::Direction direction, int channel,
              const std::vector<Bd>& ring) {
    program.channels.push_back({direction, channel, {{ring.front().id, 0, false}}});
    program.bds.insert(program.bds.end(), ring.begin(), ring.end());
}

}  // namespace xdnasim::schedule
