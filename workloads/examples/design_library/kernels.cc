// Two kernels as mlir-aie's are written: for a core, and with the headers of host_kernels for this
// machine as well.
#include <stdint.h>

#include <aie_api/aie.hpp>

extern "C" {

// In scalars.
void scale(int32_t *in, int32_t *out, int32_t factor, int32_t n) {
    event0();
    for (int32_t i = 0; i < n; ++i)
        out[i] = factor * in[i];
    event1();
}

// In vectors, in place.
void relu(int32_t *data, int32_t n) {
    constexpr int kLanes = 16;
    const aie::vector<int32_t, kLanes> zero = aie::zeros<int32_t, kLanes>();
    for (int32_t i = 0; i < n; i += kLanes)
        aie::store_v(data + i, aie::max(aie::load_v<kLanes>(data + i), zero));
}

}  // extern "C"

#if __has_include(<xdnasim_kernel.hpp>)
#include <xdnasim_kernel.hpp>
XDNASIM_KERNEL(scale);
XDNASIM_KERNEL(relu);
#endif
