#pragma once
// Traffic without kernels: matrices that go from host memory through mem tiles back to host
// memory, in tiles, as a GEMM would read them. Measures the memory system alone.

#include <vector>

#include "xdnasim/workloads/schedule/transfer_description.hpp"

namespace xdnasim::transfer {

using schedule::MatrixStream;
using schedule::Walk;

/// Every stream has an MM2S and an S2MM channel of its own in each shim and mem tile, and is
/// written back to a matrix of the same shape in the same order.
struct TransferProblem {
    int columns = 0;  ///< used, from column 0
    int depth = 0;    ///< tiles that a mem tile holds of each stream
    std::vector<MatrixStream> streams;
};

}  // namespace xdnasim::transfer
