#pragma once
// Designs with cores that compute, and runs of them with files of data.

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/workloads/design/design_text.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::design {

// The core processes kObjects objects of kObject elements each.
inline constexpr int kObject = 16;
inline constexpr int kObjects = 8;
inline constexpr int kElements = kObject * kObjects;

/// A design with one core. `type`: the elements' type; `out_type`: that of outputs if it differs.
/// `body`: code of a round, with %in and %out of 16 elements. `before`: code of the core before the
/// rounds. `outside`: text of the device outside the core.
inline std::string one_core(const std::string& type, const std::string& body,
                            const std::string& before = "", const std::string& outside = "",
                            const std::string& out_type = "") {
    const std::string to = out_type.empty() ? type : out_type;
    return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
{4}    %shim = aie.tile(0, 0)
    %core = aie.tile(0, 2)
    aie.objectfifo @in(%shim, {{%core}}, 2 : i32) : !aie.objectfifo<memref<16x{0}>>
    aie.objectfifo @out(%core, {{%shim}}, 2 : i32) : !aie.objectfifo<memref<16x{1}>>
    %acc = aie.buffer(%core) {{sym_name = "acc"}} : memref<4x{0}> = dense<0>
    %program = aie.core(%core) {{
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %4 = arith.constant 4 : index
      %8 = arith.constant 8 : index
      %16 = arith.constant 16 : index
{3}
      scf.for %round = %0 to %8 step %1 {{
        %i = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<16x{0}>>
        %in = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<16x{0}>> -> memref<16x{0}>
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<16x{1}>>
        %out = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16x{1}>> -> memref<16x{1}>
{2}
        aie.objectfifo.release @in(Consume, 1)
        aie.objectfifo.release @out(Produce, 1)
      }}
      aie.end
    }}
    aie.runtime_sequence(%a: memref<128x{0}>, %b: memref<128x{1}>) {{
      aiex.npu.dma_memcpy_nd(%a[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {{id = 0 : i64, metadata = @in}} : memref<128x{0}>
      aiex.npu.dma_memcpy_nd(%b[0, 0, 0, 0][1, 1, 1, 128][0, 0, 0, 1]) {{id = 1 : i64, metadata = @out, issue_token = true}} : memref<128x{1}>
      aiex.npu.dma_wait {{symbol = @out}}
    }}
  }}
}}
)",
                       type, to, body, before, outside);
}

/// A loop over the 16 elements. `body`: code that computes %y from the element's value %x.
inline std::string each(const std::string& type, const std::string& body,
                        const std::string& to = "") {
    return fmt::format(
        "        scf.for %k = %0 to %16 step %1 {{\n"
        "          %x = memref.load %in[%k] : memref<16x{0}>\n{1}"
        "          memref.store %y, %out[%k] : memref<16x{2}>\n        }}\n",
        type, body, to.empty() ? type : to);
}

template <class Element>
std::string bytes_of(const std::vector<Element>& values) {
    std::string bytes(values.size() * sizeof(Element), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

class RunWithData : public testing::Test {
 protected:
    [[nodiscard]] backends::RunResult run(const std::string& text, const std::string& input,
                                          const std::string& expected,
                                          const std::vector<problem::Setting>& more = {}) const {
        const auto file = folder_.write("design.mlir", text);
        std::vector<problem::Setting> settings{
            {"design.inputs", fmt::format("{{arg0: {}}}", folder_.write("in.bin", input).string())},
            {"design.expect",
             fmt::format("{{arg1: {}}}", folder_.write("expected.bin", expected).string())}};
        settings.insert(settings.end(), more.begin(), more.end());
        const problem::Problem problem = problem::load_problem(file, settings);
        backends::RunOptions options;
        options.verify = true;
        return backends::make_systemc_backend()->run(map_problem(problem), problem.device, options);
    }

    /// Expects that each output is `function` of the input with the same index.
    template <class From, class F>
    void expect_each(const std::string& text, const F& function) const {
        std::vector<From> input;
        std::vector<std::invoke_result_t<F, From>> expected;
        for (int i = 0; i < kElements; ++i) {
            input.push_back(static_cast<From>(i * 37 - 900));
            expected.push_back(function(input.back()));
        }
        expect_all(text, input, expected);
    }

    template <class From, class To>
    void expect_all(const std::string& text, const std::vector<From>& input,
                    const std::vector<To>& expected,
                    const std::vector<problem::Setting>& more = {}) const {
        const auto result = run(text, bytes_of(input), bytes_of(expected), more);
        ASSERT_TRUE(result.verification);
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
        // The comparison must fail if one value is wrong; otherwise nothing may have been compared.
        auto wrong = expected;
        wrong.back() = static_cast<To>(wrong.back() + 1);
        EXPECT_FALSE(run(text, bytes_of(input), bytes_of(wrong), more).verification->passed);
    }

    /// The message with which a run is refused. All its data are zeros.
    [[nodiscard]] std::string refused_with_data(
        const std::string& text, const std::vector<problem::Setting>& more = {}) const {
        const std::string zeros(kElements * sizeof(std::int32_t), '\0');
        return input_error([&] { return run(text, zeros, zeros, more); });
    }

    TemporaryFolder folder_;
};

}  // namespace xdnasim::design
