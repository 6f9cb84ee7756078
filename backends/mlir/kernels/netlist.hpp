#pragma once
// The kernel of a netlist's cores. Its outputs depend on the core, the inputs and the number of
// calls, so that a wrong source or order of objects shows in the results.
//
// Compiled and run on a host, not with Peano or xchesscc, and not on an NPU.

#include <cstdint>
#include <initializer_list>

#include <aie_api/aie.hpp>

namespace xdnasim_kernels {

struct In {
    const uint8_t* bytes;
    unsigned size;
};
struct Out {
    uint8_t* bytes;
    unsigned size;
};

/// Sets byte k of each output to the sum, modulo 256, of byte k (modulo the input's size) of each
/// input, `core`, and the number of calls before this one, which is kept in `calls`.
inline void fire(int32_t core, std::initializer_list<In> inputs, std::initializer_list<Out> outputs,
                 int32_t* calls) {
    const auto base = static_cast<uint8_t>(core + *calls);
    ++*calls;
    for (const Out& out : outputs) {
        for (unsigned k = 0; k < out.size; ++k)
            out.bytes[k] = base;
        for (const In& in : inputs)
            for (unsigned k = 0, from = 0; k < out.size; ++k) {
                out.bytes[k] = static_cast<uint8_t>(out.bytes[k] + in.bytes[from]);
                if (++from == in.size) from = 0;
            }
    }
}

}  // namespace xdnasim_kernels
