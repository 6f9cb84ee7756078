#pragma once
// Designs with object FIFOs, and their lowered texts.

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"
#include "workloads/design/lowering/lower.hpp"

namespace xdnasim::design {

/// A device with tiles %shim, %mem, %a (0,2), %b (0,3), %east (1,2), %far (2,4).
inline std::string fifo_device(const std::string& fifos, const std::string& cores = "") {
    return "module {\n  aie.device(npu1) {\n"
           "    %shim = aie.tile(0, 0)\n    %mem = aie.tile(0, 1)\n    %a = aie.tile(0, 2)\n"
           "    %b = aie.tile(0, 3)\n    %east = aie.tile(1, 2)\n    %far = aie.tile(2, 4)\n" +
           fifos + cores +
           "    aie.runtime_sequence(%x: memref<64xi32>) {\n    }\n"
           "  }\n}\n";
}

inline std::string fifo(const std::string& name, const std::string& sides, int elements = 64,
                        const std::string& options = "") {
    return fmt::format("    aie.objectfifo @{}({}) {} : !aie.objectfifo<memref<{}xi32>>\n", name,
                       sides, options, elements);
}

inline std::string lowered_text(const std::string& text) {
    const ir::Text written{text, "design.mlir"};
    const auto changed = lowering::lowered(written, std::nullopt, phoenix());
    EXPECT_NE(changed, nullptr);
    return changed == nullptr ? "" : changed->content();
}

/// The message with which the lowering refuses the text.
inline std::string refused_by_lowering(const std::string& text) {
    return input_error([&] { return lowered_text(text); });
}

}  // namespace xdnasim::design
