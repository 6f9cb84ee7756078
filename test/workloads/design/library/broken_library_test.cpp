// Kernel libraries that fail. Each failure is reported in one message.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/library/host_library.hpp"
#include "workloads/design/library/host_function.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST_F(HostLibrary, ThatCrashesIsAMessage) {
    EXPECT_THAT(refused("beyond"),
                AllOf(HasSubstr("design.mlir:"), HasSubstr("function 'beyond' of '"),
                      HasSubstr("crashes: it touches byte 64 of a buffer of 64 bytes")));
    EXPECT_THAT(
        refused("nowhere"),
        HasSubstr("crashes: it touches address 0x30, which is not a buffer; the design calls "
                  "it as (int32*) -> void"));
    EXPECT_THAT(refused("divides"), HasSubstr("crashes: SIGFPE"));
    EXPECT_THAT(refused("aborts"), HasSubstr("crashes: SIGABRT"));
    EXPECT_THAT(refused("leaves"), HasSubstr("ends its process, with exit code 7"));
}

TEST_F(HostLibrary, ThatHangsIsAMessage) {
    EXPECT_THAT(
        refused("hangs", ", time_limit: 0.2"),
        HasSubstr(
            "function 'hangs' of '" XDNASIM_HOST_KERNELS
            "' has not returned after 0.2 s; allow it longer with `time_limit` in kernels.yaml"));
}

TEST_F(HostLibrary, WithoutTheFunctionOrWithAnotherSignatureIsAMessage) {
    EXPECT_THAT(refused("missing"), HasSubstr("has no function 'missing'"));
    EXPECT_THAT(refused("mangled"), HasSubstr("declare a C++ function extern \"C\""));
    EXPECT_THAT(refused("of_floats"),
                HasSubstr("is (float32*) -> void, but the design calls it as (int32*) -> void"));
    EXPECT_THAT(refused("scale_add"),
                HasSubstr("is (int32*, int32*, int32, int32) -> void, but the design calls it as "
                          "(int32*) -> void"));
}

TEST_F(HostLibrary, ThatIsNoLibraryIsAMessage) {
    const std::string text = calling("negate", "memref<16xi32>", "%out");
    const auto refused_file = [&](const std::string& file) {
        return refused_with_data(text, {library("negate", "", file)});
    };
    EXPECT_THAT(refused_file("nowhere.so"),
                AllOf(HasSubstr("cannot be loaded"), HasSubstr("nowhere.so")));
    EXPECT_THAT(refused_file(folder_.write("text.so", "no library").string()),
                AllOf(HasSubstr("cannot be loaded"), HasSubstr("allowed: a shared library")));
}

TEST_F(HostLibrary, StandsAloneInADescription) {
    const auto refused_description = [&](const std::string& description) {
        const auto file = folder_.write("design.mlir", calling("f", "memref<16xi32>", "%out"));
        return input_error([&] {
            static_cast<void>(problem::load_problem(
                file, std::vector<problem::Setting>{
                          {"design.kernels", fmt::format("{{f: {}}}", description)}}));
        });
    };
    EXPECT_THAT(refused_description("{work: zero, library: a.so}"),
                HasSubstr("cannot be combined with `work`"));
    EXPECT_THAT(refused_description("{cycles: 1, gets: 2, library: a.so}"),
                HasSubstr("on the cascade"));
    EXPECT_THAT(refused_description("{cycles: 1, time_limit: 2}"),
                HasSubstr("applies only to kernels with `library`"));
    EXPECT_THAT(refused_description("{cycles: 1, library: a.so, time_limit: 0}"),
                HasSubstr("time_limit"));
}

TEST(Signature, IsComparedByKindAndSize) {
    using library::signature_fits;
    EXPECT_TRUE(signature_fits("i4*,i4>v", "i4*,i4>v"));
    EXPECT_TRUE(signature_fits("v*>v", "i4*>v"));
    EXPECT_TRUE(signature_fits("i4*>v", "v*>v"));
    EXPECT_TRUE(signature_fits("i4*>i4", "i4*>v"));
    EXPECT_FALSE(signature_fits("i4*>v", "i4*>i4"));
    EXPECT_FALSE(signature_fits("i4*,i4>v", "i4*>v"));
    EXPECT_FALSE(signature_fits("i4>v", "i4*>v"));
    EXPECT_FALSE(signature_fits("f4*>v", "i4*>v"));
    EXPECT_EQ(library::readable("i1*,b2,f8>v"), "(int8*, bfloat16, float64) -> void");
}

}  // namespace
}  // namespace xdnasim::design
