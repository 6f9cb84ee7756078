#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/execute.hpp"

namespace xdnasim::kernels {
namespace {

using Object = std::vector<unsigned char>;

TEST(Firing, SumsBytesWithTheCoresNumberAndCountsItsCalls) {
    Object four{1, 2, 3, 4};
    Object eight{10, 20, 30, 40, 50, 60, 70, 255};
    Object out(8);
    Object small(4);
    Object calls{255, 0, 0, 0};
    const Kernel kernel{
        "k", Firing{{arch::Bytes{4}, arch::Bytes{8}}, {arch::Bytes{8}, arch::Bytes{4}}, 7},
        arch::Cycles{1}};
    ASSERT_EQ(argument_sizes(kernel).size(), 5U);
    const std::array<std::span<std::byte>, 5> arguments{
        std::as_writable_bytes(std::span{four}), std::as_writable_bytes(std::span{eight}),
        std::as_writable_bytes(std::span{out}), std::as_writable_bytes(std::span{small}),
        std::as_writable_bytes(std::span{calls})};
    execute(kernel, arguments);
    // Each output byte is the sum of the inputs' bytes and of 7 (the core's number) + 255 (calls
    // before this one) = 6 modulo 256.
    EXPECT_EQ(out, (Object{17, 28, 39, 50, 57, 68, 79, 9}));
    EXPECT_EQ(small, (Object{17, 28, 39, 50}));
    EXPECT_EQ(calls, (Object{0, 1, 0, 0}));
}

}  // namespace
}  // namespace xdnasim::kernels
