#pragma once
// A function that a design's text defines, and a call of it for one_core().

#include <string>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {

// The names %0, %1 and %k are also used in the core's program, where they are different values.
inline const std::string kAddAll =
    "    func.func private @add_all(%from: memref<16xi32>, %to: memref<16xi32>, %n: index) {\n"
    "      %0 = arith.constant 7 : i32\n"
    "      %1 = arith.constant 0 : index\n"
    "      %step = arith.constant 1 : index\n"
    "      scf.for %k = %1 to %n step %step {\n"
    "        %x = memref.load %from[%k] : memref<16xi32>\n"
    "        %y = arith.addi %x, %0 : i32\n"
    "        memref.store %y, %to[%k] : memref<16xi32>\n"
    "      }\n"
    "      return\n"
    "    }\n";
inline const std::string kCallAddAll =
    "        func.call @add_all(%in, %out, %16) : (memref<16xi32>, memref<16xi32>, index) -> ()\n";

}  // namespace xdnasim::design
