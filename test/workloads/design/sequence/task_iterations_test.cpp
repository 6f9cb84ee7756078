// Tasks of the runtime sequence that repeat the outermost of four dimensions, on tiles of all
// kinds, and paddings of four dimensions.

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

constexpr int kMoved = 24;

/// The numbers 1 to `count`.
std::vector<std::int32_t> numbers(int count) {
    std::vector<std::int32_t> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 1);
    return all;
}

/// A design in which tile (0, `row`) sends 24 numbers of a buffer that holds 1 to 512, by a task of
/// the sequence. `bd`: length and dimensions of the BD; `task`: attributes of the task.
std::string sends_from(int row, const std::string& bd, const std::string& task) {
    return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
    %shim = aie.tile(0, 0)
    %tile = aie.tile(0, {0})
    %buffer = aie.buffer(%tile) {{sym_name = "numbers"}} : memref<512xi32> = dense<[{1}]>
    aie.flow(%tile, DMA : 0, %shim, DMA : 0)
    aie.shim_dma_allocation @out(%shim, S2MM, 0)
    aie.runtime_sequence(%a: memref<24xi32>, %b: memref<24xi32>) {{
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 24][0, 0, 0, 1]) {{id = 0 : i64, metadata = @out, issue_token = true}} : memref<24xi32>
      %t = aiex.dma_configure_task(%tile, MM2S, 0) {{
        aie.dma_bd(%buffer : memref<512xi32>, 0, {2}) {{bd_id = 2 : i32}}
        aie.end
      }} {{{3}}}
      aiex.dma_start_task(%t)
      aiex.npu.dma_wait {{symbol = @out}}
    }}
  }}
}}
)",
                       row, fmt::join(numbers(512), ", "), bd, task);
}

/// As sends_from() with the mem tile, but by a BD of the mem tile's program.
std::string program_sends(const std::string& bd) {
    std::string text = sends_from(1, "0", "");
    const auto begin = text.find("      %t = ");
    const auto end = text.find("      aiex.npu.dma_wait");
    text.replace(begin, end - begin, "");
    return with(text, "    aie.runtime_sequence(",
                R"(    %lock = aie.lock(%tile, 0) {init = 1 : i32}
    aie.memtile_dma(%tile) {
      %0 = aie.dma_start(MM2S, 0, ^bd, ^end)
    ^bd:
      aie.use_lock(%lock, AcquireGreaterEqual, 1)
      aie.dma_bd(%buffer : memref<512xi32>, 0, )" +
                    bd + R"()
      aie.next_bd ^end
    ^end:
      aie.end
    }
    aie.runtime_sequence()");
}

class TaskIterations : public RunWithData {
 protected:
    /// Expects that runs of eight consecutive numbers arrive; `firsts`: index of the first one of
    /// each.
    void expect_runs(const std::string& text, const std::vector<int>& firsts) const {
        std::vector<std::int32_t> expected;
        for (const int first : firsts)
            for (int i = 0; i < 8; ++i)
                expected.push_back(first + i + 1);
        expect_all(text, std::vector<std::int32_t>(kMoved), expected);
    }
};

TEST_F(TaskIterations, StepAlongTheOutermostDimensionOfMemTilesAndCoresAsOfShims) {
    for (const int row : {1, 2})
        expect_runs(sends_from(row,
                               "8, [<size = 3, stride = 100>, <size = 1, stride = 0>, "
                               "<size = 1, stride = 0>, <size = 8, stride = 1>]",
                               "repeat_count = 2 : i32"),
                    {0, 100, 200});
}

TEST_F(TaskIterations, BeginTheInnerDimensionsAnew) {
    // The second round is cut short by the length of the transfer: only its first run arrives.
    expect_runs(sends_from(1,
                           "16, [<size = 2, stride = 100>, <size = 2, stride = 50>, "
                           "<size = 1, stride = 0>, <size = 8, stride = 1>]",
                           "repeat_count = 1 : i32"),
                {0, 50, 100});
}

TEST_F(TaskIterations, AreNoneOfAProgramsBdWhoseFourDimensionsAreItsOwn) {
    expect_runs(program_sends("24, [<size = 3, stride = 100>, <size = 1, stride = 0>, <size = 1, "
                              "stride = 0>, <size = 8, stride = 1>]"),
                {0, 100, 200});
}

TEST_F(TaskIterations, LeaveAPairOfZerosForTheFourthDimensionOut) {
    const auto padded = [](const std::string& fourth) {
        return "24, [<size = 1, stride = 0>, <size = 2, stride = 100>, <size = 1, stride = 0>, "
               "<size = 8, stride = 1>], [" +
               fourth +
               "<const_pad_before = 0, const_pad_after = 0>, "
               "<const_pad_before = 0, const_pad_after = 0>, "
               "<const_pad_before = 1, const_pad_after = 3>]";
    };
    std::vector<std::int32_t> expected;
    for (const int first : {0, 100}) {
        expected.push_back(0);
        for (int i = 0; i < 8; ++i)
            expected.push_back(first + i + 1);
        expected.insert(expected.end(), 3, 0);
    }
    const std::vector<std::int32_t> nothing(kMoved);
    for (const char* fourth : {"", "<const_pad_before = 0, const_pad_after = 0>, "}) {
        expect_all(sends_from(1, padded(fourth), ""), nothing, expected);
        expect_all(program_sends(padded(fourth)), nothing, expected);
    }
    const std::string text = program_sends(padded("<const_pad_before = 1, const_pad_after = 0>, "));
    EXPECT_THAT(input_error([&] { return run(text, bytes_of(nothing), bytes_of(nothing)); }),
                testing::HasSubstr("number of padded dimensions is 4; allowed are 0 to 3"));
}

}  // namespace
}  // namespace xdnasim::design
