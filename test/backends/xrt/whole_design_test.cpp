// Whole designs as ELF, with stand-ins for the types that releases of XRT have.

#include "backends/xrt/whole_design.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::backends {
namespace {

struct SomeDevice {};
struct SomeElf {};
struct SomeModule {};

/// A context that can be made of an xclbin only.
struct OlderContext {
    OlderContext(const SomeDevice& /*device*/, int /*xclbin*/) {}
};
struct NewerContext {
    NewerContext(const SomeDevice& /*device*/, const SomeElf& /*elf*/) {}
};
struct OlderKernel {
    template <class Context>
    OlderKernel(const Context& /*context*/, const SomeModule& /*module*/,
                const std::string& /*name*/) {}
};
struct NewerKernel {
    template <class Context>
    NewerKernel(const Context& /*context*/, const std::string& own) : name{own} {}
    std::string name;
};

template <class Context, class Kernel>
std::string refusal() {
    try {
        static_cast<void>(open_whole_design<Context, Kernel>(SomeDevice{}, SomeElf{}, "MLIR_AIE",
                                                             "design/all.elf"));
    } catch (const base::Error& error) {
        EXPECT_EQ(error.code(), base::ExitCode::Unavailable);
        return error.what();
    }
    return {};
}

TEST(WholeDesign, IsOpenedByItsKernel) {
    const auto [context, kernel] = open_whole_design<NewerContext, NewerKernel>(
        SomeDevice{}, SomeElf{}, "MLIR_AIE", "design/all.elf");
    EXPECT_EQ(kernel.name, "MLIR_AIE");
}

TEST(WholeDesign, IsRefusedWhereXrtHasNotAllThatItTakes) {
    const auto told = testing::HasSubstr("'design/all.elf': this build's XRT is too old for");
    EXPECT_THAT((refusal<OlderContext, OlderKernel>()), told);
    EXPECT_THAT((refusal<OlderContext, NewerKernel>()), told);
    EXPECT_THAT((refusal<NewerContext, OlderKernel>()), told);
    EXPECT_EQ((refusal<NewerContext, NewerKernel>()), "");
}

}  // namespace
}  // namespace xdnasim::backends
