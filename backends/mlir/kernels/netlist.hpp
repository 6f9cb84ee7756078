#pragma once
// What the cores of a netlist compute: data that shows what came from where, and when.
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

/// Byte k of each output becomes, modulo 256, the sum of byte k of each input (modulo its size),
/// `core`, and the calls so far, which `calls` counts.
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
