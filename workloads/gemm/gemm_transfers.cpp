#include "workloads/gemm/gemm_transfers.hpp"

#include <utility>

namespace xdnasim::gemm {

using schedule::SequenceOp;

void add_transfer(std::vector<SequenceOp>& ops, arch::TileId shim, const ShimPath& path,
                  Transfer transfer) {
    schedule::Bd bd;
    bd.buffer = schedule::HostBufferRef{path.host_buffer};
    bd.length = arch::Bytes{transfer.length};
    bd.dimensions = std::move(transfer.dimensions);
    bd.iteration = transfer.iteration;
    ops.push_back(
        {schedule::WriteBd{shim, std::move(bd), transfer.id, std::move(transfer.offset)}});
    ops.push_back({schedule::PushTask{shim, path.direction, path.channel, std::move(transfer.id),
                                      transfer.repeat, path.token}});
}

void await_c(std::vector<SequenceOp>& ops, arch::TileId shim) {
    ops.push_back({schedule::AwaitToken{shim, kPathC.direction, kPathC.channel}});
}

}  // namespace xdnasim::gemm
