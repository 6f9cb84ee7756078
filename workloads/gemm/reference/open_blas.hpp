#pragma once
// OpenBLAS, which computes the reference's products and shares no code with the simulator.

#include <cblas.h>

namespace xdnasim::gemm {

struct OpenBlas {
    decltype(&cblas_sgemm) sgemm;
    decltype(&cblas_dgemm) dgemm;
    decltype(&cblas_ddot) ddot;
};

/// OpenBLAS, loaded on the first call; it computes in the thread that calls it. If it were linked
/// to the program, it would cost time, about 40 MB of address space and one thread for each core in
/// runs that verify nothing. Throws base::Error (Unavailable) when it is not installed.
[[nodiscard]] const OpenBlas& open_blas();

}  // namespace xdnasim::gemm
