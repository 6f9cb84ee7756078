#include "backends/mlir/names.hpp"

#include <gtest/gtest.h>

namespace xdnasim::mlir {
namespace {

std::string symbol_of_kernel(const std::string& name) {
    schedule::Schedule schedule;
    schedule.kernels.push_back({.name = name, .work = kernels::Zero{}, .cycles = {}});
    return Names{schedule}.kernel({0});
}

TEST(Names, OfKernelsAreThoseOfTheProblem) {
    EXPECT_EQ(symbol_of_kernel("doubled"), "doubled");
    EXPECT_EQ(symbol_of_kernel("my kernel"), "my_kernel");
}

TEST(Names, OfKernelsAreNoWordsOfTheirLanguageOrProgram) {
    for (const char* word : {"double", "alignas", "xor_eq", "co_await", "main", "event1", "Shape",
                             "Layer", "Sum", "aie", "sequence", "int32_t", "memcpy", "exp", "abs"})
        EXPECT_EQ(symbol_of_kernel(word), std::string{word} + "_2");
}

TEST(Names, OfKernelsAreNotThoseOfTheWordsThatASequenceWrites) {
    for (const int number : {0, 7, 1234})
        EXPECT_EQ(symbol_of_kernel(block_name(number)), "_" + block_name(number));
}

}  // namespace
}  // namespace xdnasim::mlir
