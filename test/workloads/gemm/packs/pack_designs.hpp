#pragma once
// Designs and devices for tests of packs.

#include <vector>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/gemm/packs/pack_design.hpp"

namespace xdnasim::gemm::packs::test {

inline arch::Device ve2802() {
    return arch::load_device(arch::find_device("versal-ve2802"));
}

/// The types of Mhatre et al., FPL 2025: int8 to int32, int8 to int16, int8 to int8, and bf16.
inline std::vector<Types> published_types() {
    using enum kernels::DataType;
    return {{Int8, Int8, Int32}, {Int8, Int8, Int16}, {Int8, Int8, Int8}, {Bf16, Bf16, Bf16}};
}

/// A design with tiles of 32 x 32 x 32, small enough to be simulated many times.
inline PackDesign small_design(const Types& types, int rows, int size, int packs) {
    PackDesign design;
    design.types = types;
    design.tile = Extent{32, 32, 32};
    design.rows = rows;
    design.size = size;
    design.packs = packs;
    return design;
}

}  // namespace xdnasim::gemm::packs::test
