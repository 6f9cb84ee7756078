#pragma once
// A design in which tasks of the runtime sequence move data through a MemTile.

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {

/// A design that moves 64 numbers through a buffer of a MemTile. `one`: the value that its tasks
/// acquire and release. `in_device`, `in_region`: more text for the device and for the tasks' BDs.
/// `length`: number of elements of a BD.
inline std::string through_a_mem_tile(const std::string& one, const std::string& in_device,
                                      const std::string& in_region,
                                      const std::string& length = "64") {
    return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
    %s = aie.tile(0, 0)
    %m = aie.tile(0, 1)
    %free = aie.lock(%m, 0) {{init = 1 : i32}}
    %full = aie.lock(%m, 1) {{init = 0 : i32}}
    %b = aie.buffer(%m) : memref<64xi32>
    aie.flow(%s, DMA : 0, %m, DMA : 0)
    aie.flow(%m, DMA : 0, %s, DMA : 0)
{1}    aie.runtime_sequence(%x: memref<64xi32>, %y: memref<64xi32>) {{
      %t0 = aiex.dma_configure_task(%s, MM2S, 0) {{
        aie.dma_bd(%x : memref<64xi32> offset = 0 len = 64)
        aie.end
      }}
      %t1 = aiex.dma_configure_task(%m, S2MM, 0) {{
{2}        aie.use_lock(%free, AcquireGreaterEqual, {0})
        aie.dma_bd(%b : memref<64xi32> offset = 0 len = {3})
        aie.use_lock(%full, Release, {0})
        aie.end
      }}
      %t2 = aiex.dma_configure_task(%m, MM2S, 0) {{
{2}        aie.use_lock(%full, AcquireGreaterEqual, {0})
        aie.dma_bd(%b : memref<64xi32> offset = 0 len = {3})
        aie.use_lock(%free, Release, {0})
        aie.end
      }}
      %t3 = aiex.dma_configure_task(%s, S2MM, 0) {{
        aie.dma_bd(%y : memref<64xi32> offset = 0 len = 64)
        aie.end
      }} {{issue_token = true}}
      aiex.dma_start_task(%t0)
      aiex.dma_start_task(%t1)
      aiex.dma_start_task(%t2)
      aiex.dma_start_task(%t3)
      aiex.dma_await_task(%t3)
    }}
  }}
}}
)",
                       one, in_device, in_region, length);
}

/// Fixture for runs that return their 64 numbers unchanged.
class RunOfACopy : public RunWithData {
 protected:
    void expect_copied(const std::string& text) const {
        std::vector<std::int32_t> numbers(64);
        std::iota(numbers.begin(), numbers.end(), 1);
        expect_all(text, numbers, numbers);
    }
};

}  // namespace xdnasim::design
