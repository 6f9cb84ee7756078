// Results of the kernels that process integers element by element.

#include <array>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "workloads/kernels/execute.hpp"

namespace xdnasim::kernels {
namespace {

template <class Int, class Work>
std::vector<Int> made_of(std::vector<Int> in, Work work) {
    std::vector<Int> out(in.size());
    work.size = arch::Bytes{static_cast<std::int64_t>(in.size() * sizeof(Int))};
    const std::array<std::span<std::byte>, 2> arguments{std::as_writable_bytes(std::span{in}),
                                                        std::as_writable_bytes(std::span{out})};
    execute({"kernel", work, std::nullopt}, arguments);
    return out;
}

TEST(AddOne, WrapsInTheWidthOfItsType) {
    EXPECT_EQ(made_of<std::int8_t>({0, -1, 127, -128}, AddOne{{}, DataType::Int8}),
              (std::vector<std::int8_t>{1, 0, -128, -127}));
    EXPECT_EQ(made_of<std::int16_t>({255, 32'767, -256}, AddOne{{}, DataType::Int16}),
              (std::vector<std::int16_t>{256, -32'768, -255}));
    EXPECT_EQ(made_of<std::int32_t>({65'535, std::numeric_limits<std::int32_t>::max()},
                                    AddOne{{}, DataType::Int32}),
              (std::vector<std::int32_t>{65'536, std::numeric_limits<std::int32_t>::min()}));
}

TEST(Scale, MultipliesEveryElementAndWraps) {
    EXPECT_EQ(made_of<std::int8_t>({1, -2, 100}, Scale{{}, DataType::Int8, 3}),
              (std::vector<std::int8_t>{3, -6, 44}));
    EXPECT_EQ(made_of<std::int16_t>({100, -7, 20'000}, Scale{{}, DataType::Int16, -3}),
              (std::vector<std::int16_t>{-300, 21, 5'536}));
    EXPECT_EQ(made_of<std::int32_t>({1'000'000, -5, 1 << 30}, Scale{{}, DataType::Int32, 6}),
              (std::vector<std::int32_t>{6'000'000, -30, -2'147'483'648}));
}

TEST(AddOne, IsRefusedForTypesOfNoIntegers) {
    int refused = 0;
    for (const DataType type : arch::kDataTypes) {
        if (is_integer(type)) continue;
        EXPECT_THROW(made_of<std::int32_t>({1, 2}, AddOne{{}, type}), base::InputError);
        EXPECT_THROW(made_of<std::int32_t>({1, 2}, Scale{{}, type, 2}), base::InputError);
        ++refused;
    }
    EXPECT_GE(refused, 2);
}

}  // namespace
}  // namespace xdnasim::kernels
