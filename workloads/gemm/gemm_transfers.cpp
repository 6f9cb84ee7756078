#include "workloads/gemm/gemm_transfers.hpp"

#include <utility>

namespace xdnasim::gemm {

using schedule::SequenceOp;

void add_transfer(std::vector<SequenceOp>& ops, arch::TileId shim, const ShimPath& path,
                  Transfer transfer) {
    schedule::Bd bd;
    bd.buffer = schedule::HostBufferRef{path.host_buffer};
    bd.length = transfer.length;
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

void add_c(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
           const OutputBlock& block, int column) {
    const arch::Bytes step = c_column_step(design);
    add_transfer(
        ops, device.shim_at(column), kPathC,
        {design.rows * design.c_tile(), c_to_host(design),
         block.offset(column * step, design.rows * c_row_step(design), design.columns * step),
         block.bd(0)});
}

void add_a(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
           const OutputBlock& block, int column) {
    const RowRange rows = design.a_rows_at(column);
    if (rows.count == 0) return;
    const arch::Bytes row = a_row_step(design);
    add_transfer(ops, device.shim_at(column), kPathA,
                 {rows.count * row, a_from_host(design, rows.count),
                  block.offset(rows.first * row, design.rows * row, {}), block.bd(1)});
}

void add_b(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
           const OutputBlock& block, int column) {
    const arch::Bytes step = b_column_step(design);
    add_transfer(ops, device.shim_at(column), kPathB,
                 {design.b_size(design.tile->n * design.padded.k), b_from_host(design),
                  block.offset(column * step, {}, design.columns * step), block.bd(2)});
}

void add_block(std::vector<SequenceOp>& ops, const GemmDesign& design, const arch::Device& device,
               const OutputBlock& block, int column) {
    add_c(ops, design, device, block, column);
    add_a(ops, design, device, block, column);
    add_b(ops, design, device, block, column);
}

}  // namespace xdnasim::gemm
