#pragma once
// Designs whose kernel is computed by a shared library on the host.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {

class HostLibrary : public RunWithData {
 protected:
    /// A design with one core, which calls `function` in each round. `types`: types of the
    /// function's arguments, `arguments`: their values.
    [[nodiscard]] static std::string calling(const std::string& function, const std::string& types,
                                             const std::string& arguments,
                                             const std::string& type = "i32",
                                             const std::string& before = "",
                                             const std::string& out_type = "") {
        return one_core(
            type,
            fmt::format("        func.call @{}({}) : ({}) -> ()\n", function, arguments, types),
            before, fmt::format("    func.func private @{}({})\n", function, types), out_type);
    }

    [[nodiscard]] static problem::Setting library(const std::string& function,
                                                  const std::string& more = "",
                                                  const std::string& file = XDNASIM_HOST_KERNELS) {
        return {"design.kernels",
                fmt::format("{{{}: {{cycles: 100, library: '{}'{}}}}}", function, file, more)};
    }

    template <class From, class To>
    void expect_computed(const std::string& function, const std::string& text,
                         const std::vector<From>& input, const std::vector<To>& expected) const {
        expect_all(text, input, expected, {library(function)});
    }

    /// The message with which a run is refused that calls `function` with one buffer.
    [[nodiscard]] std::string refused(const std::string& function,
                                      const std::string& more = "") const {
        return refused_with_data(calling(function, "memref<16xi32>", "%out"),
                                 {library(function, more)});
    }

    static std::vector<std::int32_t> numbers() {
        std::vector<std::int32_t> values;
        for (int i = 0; i < kElements; ++i)
            values.push_back(i * 37 - 900);
        return values;
    }
};

}  // namespace xdnasim::design
