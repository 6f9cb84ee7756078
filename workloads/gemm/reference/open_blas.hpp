#pragma once
// The products: OpenBLAS, which shares no code with what is checked.

#include <cblas.h>

namespace xdnasim::gemm {

struct OpenBlas {
    decltype(&cblas_sgemm) sgemm;
    decltype(&cblas_dgemm) dgemm;
    decltype(&cblas_ddot) ddot;
};

/// It is loaded when it is first asked for, and then computes in the thread that calls it: loaded
/// with the program, it would take time, some 40 MB of addresses and a thread for each core from
/// runs that verify nothing. Throws base::Error (Unavailable) when it is not installed.
[[nodiscard]] const OpenBlas& open_blas();

}  // namespace xdnasim::gemm
