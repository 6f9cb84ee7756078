#pragma once
// The parts of the text, each in a file of its own.

#include "arch/device.hpp"
#include "backends/mlir/names.hpp"
#include "backends/mlir/text.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

/// What every part is written from, and to.
struct Writing {
    const schedule::Schedule& schedule;
    const arch::Device& device;
    const Names& names;
    Text& text;
};

void write_kernels(Writing& writing);
void write_dma(Writing& writing, const schedule::TileProgram& program);
void write_core(Writing& writing, const schedule::TileProgram& program);
void write_routes(Writing& writing);
void write_sequence(Writing& writing);

/// "aie.use_lock(%A_full_0_2, AcquireGreaterEqual, 1)"
void write_lock_use(Writing& writing, const schedule::Acquire& acquire);
void write_lock_use(Writing& writing, const schedule::Release& release);

/// "memref<256xi32>". Throws InputError, which names `what`, when the size is no whole number of
/// words.
[[nodiscard]] std::string memref(arch::Bytes size, const std::string& what);

}  // namespace xdnasim::mlir
